//! Statements.

use super::{check, check_body};

#[test]
fn simple_statements() {
    for (text, tree) in [
        (";", ";"),
        ("x;", "x;"),
        ("{ }", "{ }"),
        ("{ x; { y; } }", "{ x; { y; } }"),
        ("return;", "return;"),
        ("return x, y;", "return (x, y);"),
        ("break; continue;", "break; continue;"),
        ("goto a; a: ;", "goto a; a: ;"),
        ("if (a) b;", "if a b;"),
        ("if (a) b; else c;", "if a b; else c;"),
        ("if (a) b; else if (c) d; else e;", "if a b; else if c d; else e;"),
        ("if (a) if (b) c; else d;", "if a if b c; else d;"),
        ("if (a) *p = 1;", "if a ((*p) = 1);"),
        ("if (a) (b)(c);", "if a b(c);"),
        ("if (a) { b; } else { c; }", "if a { b; } else { c; }"),
        ("while (a) b;", "while a b;"),
        ("while (a, b) ;", "while (a, b) ;"),
        ("do a; while (b);", "do a; while b;"),
        ("do { a; } while (b); c;", "do { a; } while b; c;"),
        ("do while (a) b; while (c);", "do while a b; while c;"),
        ("for (;;) ;", "for ; ; ;"),
        (
            "for (a = 1, b = 2; a < b; a++, b--) c;",
            "for ((a = 1), (b = 2)); (a < b); ((a++), (b--)) c;",
        ),
        ("for (int i = 0, *j; i; ) { }", "for i: int = 0, j: *int; i; { }"),
        ("for (x; y; z) ;", "for x; y; z ;"),
        ("for (x * y; ; ) ;", "for (x * y); ; ;"),
        ("int x; x = 1; int y = x;", "x: int; (x = 1); y: int = x;"),
        ("int x, y = 2;", "x: int; y: int = 2;"),
        ("struct s { int a; }; struct s x;", "type struct s { a: int; }; x: struct s;"),
        ("enum { A, B }; static int x;", "type enum #0 { A; B; }; static x: int;"),
        ("extern int f(int);", "extern f: fn(int) -> int;"),
        (
            "_Static_assert(1, \"\"); static_assert(x > 1);",
            "static_assert 1; static_assert (x > 1);",
        ),
        ("__extension__ int x; __extension__ x;", "x: int; x;"),
        ("__attribute__((unused)) int x;", "x: int;"),
        ("__attribute__((fallthrough)); [[fallthrough]];", "; ;"),
        ("__label__ a, b; a: b: ;", "; a: b: ;"),
        ("f(x); f(); f(x) ;", "f(x); f(); f(x);"),
        ("f (x), g (y);", "(f(x), g(y));"),
    ] {
        check_body("", text, tree);
    }
}

#[test]
fn labels() {
    for (text, tree) in [
        ("a: x;", "a: x;"),
        ("a: b: x;", "a: b: x;"),
        ("{ a: }", "{ a: ; }"),
        ("a: int x; x;", "a: ; x: int; x;"),
        ("a: { }", "a: { }"),
        ("a: if (x) b: y; z;", "a: if x b: y; z;"),
        ("T: x; goto T;", "T: x; goto T;"),
        ("a: T x; T * y;", "a: ; x: T; y: *T;"),
        ("__CPROVER_ASYNC_1: f(x);", "__CPROVER_ASYNC_1: f(x);"),
        ("__CPROVER_ASYNC_1: { f(x); }", "__CPROVER_ASYNC_1: { f(x); }"),
        ("a: __attribute__((unused)) x;", "a: x;"),
        ("a: x * y;", "a: (x * y);"),
    ] {
        check_body("typedef int T;", text, tree);
    }
    check("void f(void) { a: }", "f: fn() -> void {\n    a:\n        ;\n}");
}

#[test]
fn switches() {
    for (text, tree) in [
        (
            "switch (a) { case 1: b; c; break; default: d; }",
            "switch a { case 1: b; c; break; default: d; }",
        ),
        (
            "switch (a) { case 1: case 2: b; default: }",
            "switch a { case 1: case 2: b; default: ; }",
        ),
        ("switch (a) { default: case 1: ; }", "switch a { default: case 1: ; }"),
        ("switch (a) { case 1 ... 5: b; }", "switch a { case 1 ... 5: b; }"),
        (
            "switch (a) { case 'a' ... 'c' + 1: b; case 7: c; }",
            "switch a { case 'a' ... ('c' + 1): b; case 7: c; }",
        ),
        ("switch (a) { case x ? y : z: b; }", "switch a { case (x ? y : z): b; }"),
        (
            "switch (a) { case (1): b; case -1: c; case A | B: d; }",
            "switch a { case 1: b; case (-1): c; case (A | B): d; }",
        ),
        ("switch (a) { case 1: { b; } c; }", "switch a { case 1: { b; } c; }"),
        ("switch (a) { case 1: int x = 1; x; }", "switch a { case 1: ; x: int = 1; x; }"),
        ("switch (a) { case 1: x * y; T * z; }", "switch a { case 1: (x * y); z: *T; }"),
        ("switch (a) { b; case 1: c; }", "switch a { b; case 1: c; }"),
        ("switch (a) { { case 1: b; } c; }", "switch a { { case 1: b; } c; }"),
        ("switch (a) { case 1: l: b; c; }", "switch a { case 1: l: b; c; }"),
        ("switch (a) { l: case 1: b; c; }", "switch a { l: { case 1: b; } c; }"),
        (
            "switch (a) { case 1: if (x) case 2: b; c; }",
            "switch a { case 1: if x { case 2: b; } c; }",
        ),
        (
            "switch (a) { case 1: if (x) case 2: b; else c; d; }",
            "switch a { case 1: if x { case 2: b; } else c; d; }",
        ),
        (
            "switch (a) { case 1: do { b; case 2: c; } while (d); }",
            "switch a { case 1: do { b; case 2: c; } while d; }",
        ),
        (
            "switch (a) { case 1: while (x) case 2: case 3: b; c; }",
            "switch a { case 1: while x { case 2: case 3: b; } c; }",
        ),
        ("switch (a) case 1: b; c;", "switch a { case 1: b; } c;"),
        ("switch (a) if (b) case 1: c; d;", "switch a { if b { case 1: c; } } d;"),
        (
            "switch (a) { case 1: switch (b) { case 1: c; } d; }",
            "switch a { case 1: switch b { case 1: c; } d; }",
        ),
        (
            "switch (a) { case 1: return; case 2: goto x; x: ; }",
            "switch a { case 1: return; case 2: goto x; x: ; }",
        ),
    ] {
        check_body("typedef int T;", text, tree);
    }
}

#[test]
fn spans_of_labelled_statements() {
    let text = "void f(int a) { switch (a) { case 1: a = 2; a = 3; } }";
    let (unit, _) = super::parse(text);
    let printed = format!("{unit:?}");
    // `case 1: a = 2;` and not what follows.
    let start = text.find("case").unwrap_or(0);
    let end = text.find(" a = 3").unwrap_or(0);
    assert!(printed.contains(&format!("file0:{start}..{end}")), "{printed}");
}

#[test]
fn unsupported_statements() {
    check(
        "void f(void) { asm volatile (\"nop\" : \"=r\"(x) : : \"memory\"); x; }",
        "
        f: fn() -> void {
            <inline assembly>;
            x;
        }
        ",
    );
    check(
        "void f(void) { asm volatile (\"\" ::: \"memory\"); __asm__(\"pause\"); asm(\"\" : : \"r\"(x)); }",
        "
        f: fn() -> void {
            <a barrier>;
            <a barrier>;
            <inline assembly>;
        }
        ",
    );
    check(
        "void f(void) { goto *p[(x)]; y; }",
        "
        f: fn() -> void {
            <a computed goto>;
            y;
        }
        unsupported-construct at `goto *p[(x)]`: Braid does not model a computed goto (Use a switch)
        ",
    );
    check(
        "void f(void) { p = &&l; l: ; }",
        "
        f: fn() -> void {
            (p = <the address of a label>);
            l:
                ;
        }
        unsupported-construct at `&&l`: Braid does not model the address of a label (Use a switch)
        ",
    );
    check(
        "void f(void) { int g(void) { return 1; } g(); }",
        "
        f: fn() -> void {
            <a function inside a function>;
            g();
        }
        unsupported-construct at `int g(void) { return 1; }`: Braid does not model a function inside a function (Move it out)
        ",
    );
}

#[test]
fn unsupported_expressions() {
    for (expr, tree, problem) in [
        ("L\"x\"", "<a wide string>", "`L\"x\"`: Braid does not model a wide string"),
        ("2i", "<an imaginary number>", "`2i`: Braid does not model an imaginary number"),
        (
            "offsetof(struct s, a.b[1])",
            "<the offset of a nested member>",
            "`offsetof(struct s, a.b[1])`: Braid does not model the offset of a nested member (Add the offsets of the members on the way)",
        ),
    ] {
        check(
            &format!("int x = {expr};"),
            &format!("x: int = {tree};\nunsupported-construct at {problem}"),
        );
    }
    check(
        "void f(void) { va_arg(a, int *); }",
        "
        f: fn() -> void {
            va_arg(a, <*int>);
        }
        ",
    );
}
