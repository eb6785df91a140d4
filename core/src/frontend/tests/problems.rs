//! What is said about text that is not C.

use super::{parse, show};

/// The problems of a text, one per line.
#[track_caller]
fn problems(text: &str, expect: &[&str]) {
    let (_, problems) = parse(text);
    let found: Vec<String> = problems.iter().map(|problem| show(text, problem)).collect();
    assert_eq!(found, expect, "{text}");
}

#[test]
fn missing_punctuation() {
    for (text, problem) in [
        ("void f(void) { x = 1 y = 2; }", "`1`: expected `;` after this"),
        ("void f(void) { x = 1 }", "`1`: expected `;` after this"),
        ("void f(void) { int x = 1 int y; }", "`1`: expected `;` after this"),
        ("void f(void) { return 1 }", "`1`: expected `;` after this"),
        ("void f(void) { break }", "`break`: expected `;` after this"),
        ("void f(void) { do x; while (y) }", "`)`: expected `;` after this"),
        ("int x int y;", "`x`: expected `;` after this"),
        ("int x = 1\nint y;", "`1`: expected `;` after this"),
        ("struct s { int a }; int b;", "`a`: expected `;` after this"),
        ("void f(void) { if x) y; }", "`if`: expected `(` after this"),
        ("void f(void) { if (x y; }", "`x`: expected `)` after this"),
        ("void f(void) { f(a, b; }", "`b`: expected `)` after this"),
        ("void f(void) { a[1; }", "`1`: expected `]` after this"),
        ("int a[] = {1, 2;", "`2`: expected `}` after this"),
        ("void f(void) { for (;;; }", "`;`: expected an expression before `;`"),
        ("void f(void) { for (a; b) c; }", "`b`: expected `;` after this"),
        ("void f(void) { switch (x) { case 1 y; } }", "`1`: expected `:` after this"),
        ("void f(void) { x ? y; }", "`y`: expected `:` after this"),
        ("void f(void) { do x; }", "`;`: expected `while` after this"),
        ("void f(void) { goto; }", "`goto`: expected a label after this"),
        ("void f(void) { x", "`{`: this `{` is never closed"),
        ("void f(void) { ;", "`{`: this `{` is never closed"),
        ("void f(void) { { if (x) { ; } ", "`{`: this `{` is never closed"),
        ("int x; }", "`}`: this `}` closes nothing"),
        ("void f(void) { x; } }", "`}`: this `}` closes nothing"),
        ("int f(int a { }", "`a`: expected `)` after this"),
        ("int f(int a;", "`a`: expected `)` after this"),
        ("enum { A B };", "`A`: expected `}` after this"),
        ("int x[3;", "`3`: expected `]` after this"),
        ("int __attribute__((unused) x;", "`)`: expected another bracket to close the attribute"),
    ] {
        let found = parse(text).1;
        let shown: Vec<String> = found.iter().map(|problem| show(text, problem)).collect();
        assert_eq!(
            shown.first().map(String::as_str),
            Some(format!("!syntax-error at {problem}").as_str()),
            "{text}\n{shown:?}"
        );
    }
}

#[test]
fn misplaced_tokens() {
    for (text, problem) in [
        ("int x = ;", "`;`: expected an expression before `;`"),
        ("void f(void) { x = 1 + ; }", "`;`: expected an expression before `;`"),
        ("void f(void) { x = * ; }", "`;`: expected an expression before `;`"),
        ("void f(void) { f(a, ); }", "`)`: expected an expression before `)`"),
        ("void f(void) { () ; }", "`)`: expected an expression before `)`"),
        ("void f(void) { x = if; }", "`if`: expected an expression before `if`"),
        ("void f(void) { x = int; }", "`int`: expected an expression before `int`"),
        ("void f(void) { f(int); }", "`int`: expected an expression before `int`"),
        ("typedef int T; void f(void) { f(T); }", "`T`: expected an expression before `T`"),
        ("void f(void) { else x; }", "`else`: this `else` belongs to no `if`"),
        ("void f(void) { if (x) }", "`}`: expected a statement before `}`"),
        ("void f(void) { if (x) int y; }", "`int`: a declaration cannot stand here without braces"),
        ("void f(void) { p->1; }", "`->`: expected the name of a member after this"),
        ("void f(void) { x @ y; }", "`x`: expected `;` after this"),
        ("void f(void) { # }", "`#`: expected an expression before `#`"),
        ("x = 3;", "`x`: expected a type before `x`"),
        ("3;", "`3`: expected a declaration before `3`"),
        ("int 3;", "`int`: expected a name after this"),
        ("int *;", "`*`: expected a name after this"),
        ("struct;", "`struct`: expected a name or `{` after this"),
        ("struct s { 3; };", "`3`: expected a field before `3`"),
        ("int f(3);", "`3`: expected a parameter before `3`"),
        ("int f(int,);", "`)`: expected a parameter before `)`"),
        ("extern \"C\" int x;", "`extern`: this is C++; Braid reads C"),
        ("int x { }", "`x`: expected `;` after this"),
        ("int f(void) x { }", "`)`: expected `;` after this"),
        ("struct s int x;", "`s`: expected `;` or a name after this type"),
        ("typedef int T; T unsigned x;", "`T`: expected `;` or a name after this type"),
        ("int struct s x;", "`int`: expected `;` or a name after this type"),
        ("float unsigned x;", "`float unsigned`: this combination of words is not a type"),
        ("long long long x;", "`long long long`: this combination of words is not a type"),
        (
            "static extern int x;",
            "`static extern int`: a declaration can have only one storage class",
        ),
        ("int f(static int x);", "`static int x`: a parameter has no storage class"),
        ("int x = (static int) 1;", "`static int`: a type in parentheses has no storage class"),
        (
            "void f(void) { a + b = c; }",
            "`b = c`: the left side of this assignment cannot be assigned to",
        ),
        (
            "void f(void) { !a = c; }",
            "`a = c`: the left side of this assignment cannot be assigned to",
        ),
        (
            "void f(void) { (int) a = c; }",
            "`a = c`: the left side of this assignment cannot be assigned to",
        ),
        (
            "void f(void) { a ? b : c = d; }",
            "`c = d`: the left side of this assignment cannot be assigned to",
        ),
        ("void f(void) { 3 = c; }", "`3`: a literal cannot be assigned to"),
        ("typedef int f(void) { }", "`typedef int`: a function with a body is no type"),
        ("int x = 0x;", "`0x`: this is not a number"),
        ("int x = 08;", "`08`: this is not a number"),
        ("int x = 1abc;", "`1abc`: this is not a number"),
        ("int x = 1lL;", "`1lL`: this is not a number"),
        ("int x = 1.5e;", "`1.5e`: this is not a number"),
        (
            "int x = 99999999999999999999;",
            "`99999999999999999999`: this number does not fit into 64 bits",
        ),
        ("int x = '';", "`''`: this character constant is empty"),
        ("int x = 'abcde';", "`'abcde'`: this character constant is too long"),
        ("int x = '\\q';", "`'\\q'`: unknown escape sequence"),
        ("char *x = \"\\x\";", "`\"\\x\"`: `\\x` needs hexadecimal digits"),
    ] {
        problems(text, &[&format!("!syntax-error at {problem}")]);
    }
}

#[test]
fn unknown_types() {
    problems(
        "foo x; foo *y;",
        &[
            "!unknown-type at `foo`: unknown type name `foo` (Declare it, or include the header that does)",
        ],
    );
    problems(
        "pthread_t t;",
        &["!unknown-type at `pthread_t`: unknown type name `pthread_t` (Include <pthread.h>)"],
    );
    problems(
        "void f(size_t n);",
        &["!unknown-type at `size_t`: unknown type name `size_t` (Include <stddef.h>)"],
    );
    for text in [
        "void f(foo *x, int y);",
        "void f(int y, foo);",
        "static foo x;",
        "const foo *x;",
        "struct s { foo x; foo *y; };",
        "void f(void) { foo x; }",
        "void f(void) { foo *x = 0; }",
        "void f(void) { x = (foo *) y; }",
        "void f(void) { x = (foo) y; }",
        "foo f(void) { }",
    ] {
        let found = parse(text).1;
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(found[0].code.0, "unknown-type", "{text}");
    }
}

/// One broken thing does not spoil the rest.
#[test]
fn recovery() {
    super::check(
        "int a = ; int b;
         void f(void) { x = 1 +; y = 2; if (z) { w v; u; } else { t; } }
         struct s { int c d; int e; }; int g;",
        "
        type <code that could not be read>;
        b: int;
        f: fn() -> void {
            <code that could not be read>;
            (y = 2);
            if z
                {
                    v: <an unknown type>;
                    u;
                }
            else
                {
                    t;
                }
        }
        type struct s { _: <code that could not be read>; e: int; };
        g: int;
        !syntax-error at `;`: expected an expression before `;`
        !syntax-error at `;`: expected an expression before `;`
        !unknown-type at `w`: unknown type name `w` (Declare it, or include the header that does)
        !syntax-error at `c`: expected `;` after this
        ",
    );
    super::check(
        "void f(void) { if (x y) z; else w; a; }",
        "
        f: fn() -> void {
            <code that could not be read>;
            a;
        }
        !syntax-error at `x`: expected `)` after this
        ",
    );
    super::check(
        "void f(void) { int a[] = {1, 2 3, {4}}; b; }",
        "
        f: fn() -> void {
            <code that could not be read>;
            b;
        }
        !syntax-error at `2`: expected `}` after this
        ",
    );
}

/// Nothing is lost without a problem, and there are not too many of them.
#[test]
fn a_flood_is_cut_off() {
    let text = "int x = ; ".repeat(1_000);
    let (_, problems) = parse(&text);
    assert_eq!(problems.len(), 50);
}
