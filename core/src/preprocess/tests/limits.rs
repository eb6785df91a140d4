//! Texts that are made to hurt.

use super::{check_files, check_problems, listed, run, run_files};
use crate::preprocess::{Config, MAX_NESTING};

/// Only the first problem's code; its text may be long.
fn check_halts(input: &str, code: &str) {
    let (_, tokens, problems) = run(input);
    assert_eq!(problems.iter().map(|problem| problem.code.0).collect::<Vec<_>>(), [code]);
    assert!(problems[0].fatal);
    assert!(tokens.tokens.is_empty() && tokens.text.is_empty());
}

/// `A1` is the first macro, `A40` the last, each made of the one before.
fn tower(first: &str, next: impl Fn(&str, usize) -> String) -> String {
    let mut text = format!("{first}\n");
    for level in 1..=40 {
        text.push_str(&next(&format!("A{}", level - 1), level));
        text.push('\n');
    }
    text
}

#[test]
fn expansion_bombs() {
    let doubling =
        tower("#define A0 x", |below, level| format!("#define A{level} {below} {below}"));
    check_problems(&format!("{doubling}\nA40"), &["expansion-too-large!: A40"]);
    check_halts(&format!("{doubling}\n#if A40\n#endif"), "expansion-too-large");
    check_halts(&format!("{doubling}\n#define id(x) x\nid(A40)"), "expansion-too-large");
    let calls = format!("#define D(x) x x\n{}a{}", "D(".repeat(40), ")".repeat(40));
    check_halts(&calls, "expansion-too-large");
    let deep = format!("#define D(x) x\n{}a{}", "D(".repeat(5000), ")".repeat(5000));
    check_halts(&deep, "expansion-too-large");
    let through =
        tower("#define A0(x) x", |below, level| format!("#define A{level}(x) {below}(x##x)"));
    check_halts(&format!("{through}\nA40(a)"), "expansion-too-large");
    let strings = format!(
        "#define s(x) #x\n#define t(x) s(x)\n{}\"\\\\\"{}",
        "t(".repeat(60),
        ")".repeat(60)
    );
    check_halts(&strings, "expansion-too-large");
    let wide = format!("#define w(x) {}\nw({})", "x ".repeat(5000), "y ".repeat(5000));
    check_halts(&wide, "expansion-too-large");
}

#[test]
fn long_but_harmless() {
    let mut chain = String::from("#define A0 1\n");
    for level in 1..10_000 {
        chain.push_str(&format!("#define A{level} A{}\n", level - 1));
    }
    super::check(&format!("{chain}A9999"), "1");
    let sum = format!("#if 1{}\nyes\n#endif", " + 1".repeat(10_000));
    super::check(&sum, "yes");
    super::check(&format!("{}a", "\\\n".repeat(10_000)), "a");
}

#[test]
fn nested_brackets() {
    let nest = |depth: usize| format!("{}{}", "(".repeat(depth), ")".repeat(depth));
    let (_, tokens, problems) = run(&nest(MAX_NESTING));
    assert_eq!((tokens.tokens.len(), problems), (2 * MAX_NESTING, vec![]));
    check_halts(&nest(MAX_NESTING + 1), "nesting-too-deep");
    check_halts(&"{[<%".repeat(400), "nesting-too-deep");
    let macros = "#define o ((((((((((\n#define p o o o o o o o o o o\n";
    check_halts(&format!("{macros}{}", "p ".repeat(11)), "nesting-too-deep");
    check_halts_in_condition(&nest(5000));
    check_halts_in_condition(&"!".repeat(5000));
    check_halts_in_condition(&"1 ? ".repeat(5000));
}

fn check_halts_in_condition(condition: &str) {
    let (_, _, problems) = run(&format!("#if {condition}\n#endif"));
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].code.0, "bad-condition");
}

#[test]
fn endless_includes() {
    let (sources, _, problems) =
        run_files(&[("main.c", "#include \"main.c\"\n#include \"main.c\"\n")], &Config::default());
    assert_eq!(listed(&sources, &problems), ["include-too-deep!: \"main.c\""]);
    let text = |level: usize| format!("#include \"{level}.h\"\n").repeat(2);
    let mut files = vec![("main.c".to_owned(), text(0))];
    files.extend((0..40).map(|level| (format!("{level}.h"), text(level + 1))));
    files.push(("40.h".to_owned(), String::new()));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (&name[..], &text[..])).collect();
    let (_, _, problems) = run_files(&files, &Config::default());
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].code.0, "too-many-includes");
    // A file may include itself as long as it comes to an end.
    let counting =
        "#ifndef A\n#define A\n#include \"x.h\"\na\n#elif !defined B\n#define B\nb\n#endif";
    check_files(&[("main.c", "#include \"x.h\"\n#include \"x.h\""), ("x.h", counting)], "b a");
}

#[test]
fn many_problems() {
    let (_, _, problems) = run(&"@ ".repeat(10_000));
    assert_eq!(problems.len(), 201);
    assert_eq!(problems[200].code.0, "too-many-problems");
    assert!(problems[200].fatal);
    let (_, _, problems) = run(&"#warning x\n".repeat(1_000));
    assert!(problems.iter().all(|problem| !problem.fatal));
    let (_, _, problems) = run(&format!("{}#error x\n", "#warning x\n".repeat(1_000)));
    assert!(problems[200].fatal);
}
