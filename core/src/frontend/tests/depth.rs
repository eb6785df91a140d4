//! Deep and long programs: bounded, and never an overflow of the stack.

use super::{parse, tokens};
use crate::frontend::MAX_NESTING;

/// The codes of the problems of a text, on a stack of the size that threads have by default.
fn codes(text: String) -> Vec<&'static str> {
    let run = move || {
        let (unit, problems) = parse(&text);
        // Printing, comparing and dropping recurse as well.
        let same = unit.clone() == unit && !unit.to_string().is_empty();
        assert!(same, "a tree equals its copy");
        problems.iter().map(|problem| problem.code.0).collect()
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run);
    thread.expect("a thread starts").join().expect("no overflow, no panic")
}

#[test]
fn nesting_is_bounded() {
    let n = MAX_NESTING as usize;
    // What is repeated before and behind the middle, and what is around all of it.
    for (first, open, middle, close, last) in [
        ("", "(", "x", ")", ";"),
        ("", "-", "x", "", ";"),
        ("", "!", "x", "", ";"),
        ("", "(int)", "x", "", ";"),
        ("", "x = ", "x", "", ";"),
        ("", "f(", "x", ")", ";"),
        ("", "a[", "x", "]", ";"),
        ("", "x ? ", "x", " : x", ";"),
        ("", "x ? x : ", "x", "", ";"),
        ("", "sizeof ", "x", "", ";"),
        ("", "({", "x;", "});", ""),
        ("p", "->p", "", "", ";"),
        ("x", "[1]", "", "", ";"),
        ("x", "++", "", "", ";"),
        ("", "{", "x;", "}", ""),
        ("", "if (x) ", "x;", "", ""),
        ("", "if (x) y; else ", "x;", "", ""),
        ("", "while (x) ", "x;", "", ""),
        ("", "for (;;) ", "x;", "", ""),
        ("", "do ", "x;", " while (x);", ""),
        ("", "a: ", "x;", "", ""),
        ("", "switch (x) {", "x;", "}", ""),
        ("int ", "*", "x", "", ";"),
        ("int ", "(*", "x", ")()", ";"),
        ("", "struct {", "int x;", "} x;", ""),
        ("int a[] = ", "{", "1", "}", ";"),
    ] {
        let text = |times: usize| {
            let (open, close) = (open.repeat(times), close.repeat(times));
            format!("void f(void) {{ {first}{open}{middle}{close}{last} }}")
        };
        assert_eq!(codes(text(n / 8)), Vec::<&str>::new(), "{open}");
        // Just below the limit every pass goes as deep as it can. Some constructs count twice.
        for times in [n / 2 - 10, n - 10] {
            let found = codes(text(times));
            assert!(found.is_empty() || found == ["nesting-too-deep"], "{open} {times}: {found:?}");
        }
        for times in [2 * n, 40 * n] {
            let found = codes(text(times));
            assert_eq!(found, ["nesting-too-deep"], "{open} {times}");
        }
    }
}

#[test]
fn long_chains_are_fine() {
    let sum = |n: usize, op: &str| format!("int x = a{};", format!(" {op} a").repeat(n));
    for op in ["+", "-", "&&", "|", "*"] {
        assert_eq!(codes(sum(9_999, op)), Vec::<&str>::new());
    }
    assert_eq!(codes(format!("void f(void) {{ a{}; }}", ", a".repeat(9_990))), Vec::<&str>::new());
    assert_eq!(codes(sum(100_000, "+")), ["nesting-too-deep"]);
    // Lists are not nested at all.
    let n = 20_000;
    assert_eq!(codes(format!("int a[] = {{ {} }};", "1, ".repeat(n))), Vec::<&str>::new());
    assert_eq!(codes(format!("void f(void) {{ f(1{}); }}", ", 1".repeat(n))), Vec::<&str>::new());
    assert_eq!(codes(format!("void f(void) {{ {} }}", "x;".repeat(n))), Vec::<&str>::new());
    assert_eq!(codes(format!("enum {{ {} }};", "A, ".repeat(n))), Vec::<&str>::new());
    assert_eq!(codes(format!("char *s = {};", "\"a\" ".repeat(n))), Vec::<&str>::new());
    let cases: String = (0..5_000).map(|i| format!("case {i}: x; break; ")).collect();
    assert_eq!(codes(format!("void f(void) {{ switch (x) {{ {cases} }} }}")), Vec::<&str>::new());
}

/// The work grows with the text, also when it is broken. Counted in steps of tree-sitter, so that the
/// test does not depend on the machine: `parse` gives up when there are too many.
#[test]
fn broken_text_is_bounded() {
    for piece in
        ["( ", "{ ", "} ", ") ", "; ", "if ( ", "struct { ", "a b ", "= ", "int ( ", "case "]
    {
        let text = piece.repeat(20_000);
        let (_, problems) = crate::frontend::parse(&tokens(&text));
        assert!(!problems.is_empty() || piece == "; ", "{piece}");
    }
}
