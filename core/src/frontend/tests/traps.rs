//! What tree-sitter's grammar alone would read wrongly.

use super::{check, check_body, check_expr, parse};

const T: &str = "typedef int T;";

#[test]
fn casts_and_products() {
    for (text, tree) in [
        ("(T)*p", "(<T> (*p))"),
        ("(T)-x", "(<T> (-x))"),
        ("(T)+x", "(<T> (+x))"),
        ("(T)&x", "(<T> (&x))"),
        ("(T)(x)", "(<T> x)"),
        ("(T)(x)(y)", "(<T> x(y))"),
        ("(T*)(x)", "(<*T> x)"),
        ("(T)!x", "(<T> (!x))"),
        ("(T)~x", "(<T> (~x))"),
        ("(T)++x", "(<T> (++x))"),
        ("(T)sizeof x", "(<T> sizeof(x))"),
        ("a * (T) - x", "(a * (<T> (-x)))"),
        ("a - (T) * x", "(a - (<T> (*x)))"),
        ("sizeof(T)", "sizeof<T>"),
        ("sizeof(T) * x", "(sizeof<T> * x)"),
        ("sizeof(T) - x", "(sizeof<T> - x)"),
        ("sizeof(T[3])", "sizeof<[3] T>"),
        ("(T[2]){1, 2}", "(<[2] T> {1, 2})"),
        ("(T){1}", "(<T> {1})"),
        ("(x)*p", "(x * p)"),
        ("(x)-p", "(x - p)"),
        ("(x)+p", "(x + p)"),
        ("(x)&p", "(x & p)"),
        ("(x)(p)", "x(p)"),
        ("(x)(p)(q)", "x(p)(q)"),
        ("((x))(p)", "x(p)"),
        ("(x)[1]", "x[1]"),
        ("(x)++", "(x++)"),
        ("(x)--", "(x--)"),
        ("(x)", "x"),
        ("x * y", "(x * y)"),
        ("x * y * z", "((x * y) * z)"),
        ("x * *y", "(x * (*y))"),
        ("x", "x"),
        ("x * (y)", "(x * y)"),
        ("x & y", "(x & y)"),
        ("(x * y)", "(x * y)"),
        ("(x[1]) * y", "(x[1] * y)"),
        ("(x[1]) - y", "(x[1] - y)"),
        ("(x[1])(y)", "x[1](y)"),
        ("(f()) - y", "(f() - y)"),
        ("(f()) * y", "(f() * y)"),
        ("(f())(y)", "f()(y)"),
        ("(f(x)) - y", "(f(x) - y)"),
        ("(f(x, z)) - y", "(f(x, z) - y)"),
        ("(f(x * z)) - y", "(f((x * z)) - y)"),
        ("(f(g())) - y", "(f(g()) - y)"),
        ("(f(g(x))) & y", "(f(g(x)) & y)"),
        ("(f(x[1])) & y", "(f(x[1]) & y)"),
        ("(f((x))) & y", "(f(x) & y)"),
        ("f(x) * y", "(f(x) * y)"),
        ("f() * y", "(f() * y)"),
        ("f(*x)", "f((*x))"),
        ("f(*x)(y)", "f((*x))(y)"),
        ("f(*x)[y]", "f((*x))[y]"),
        ("f(x)[y]", "f(x)[y]"),
        ("f(x)(y)", "f(x)(y)"),
        ("sizeof(x)", "sizeof(x)"),
        ("sizeof(x) * y", "(sizeof(x) * y)"),
        ("sizeof (x)(y)", "sizeof(x(y))"),
        ("sizeof(x[1])", "sizeof(x[1])"),
        ("sizeof(f())", "sizeof(f())"),
        ("p->T", "p->T"),
        ("p->T * x", "(p->T * x)"),
        ("p.T(x)", "p.T(x)"),
        ("(p->T)(x)", "p->T(x)"),
        ("(p->T) * x", "(p->T * x)"),
    ] {
        check_expr(T, text, tree);
    }
}

#[test]
fn statements_and_declarations() {
    for (text, tree) in [
        ("T * x;", "x: *T;"),
        ("T * x = y;", "x: *T = y;"),
        ("T * x, y;", "x: *T; y: T;"),
        ("T x;", "x: T;"),
        ("T (x);", "x: T;"),
        ("T (*x)(T);", "x: *fn(T) -> T;"),
        ("T (x)[3];", "x: [3] T;"),
        ("T f(T);", "f: fn(T) -> T;"),
        ("T;", "type T;"),
        ("T const * x;", "x: *const T;"),
        ("x * y;", "(x * y);"),
        ("x * y, z;", "((x * y), z);"),
        ("x (y);", "x(y);"),
        ("x (*y);", "x((*y));"),
        ("x (*y)(T);", "x: fn(T) -> T; x((*y))(1);"),
        ("x;", "x;"),
        ("x (y)[3];", "x(y)[3];"),
        ("for (T i = 0; i < x; i++) T * x;", ""),
        ("for (T * i = 0; i; ) x * i;", "for i: *T = 0; i; (x * i);"),
        ("if (x) y * z;", "if x (y * z);"),
        ("({ T * x; });", "({ x: *T; });"),
        ("({ x * y; });", "({ (x * y); });"),
    ] {
        match text {
            // Not C: an argument must be an expression, a loop's body no declaration.
            "x (*y)(T);" | "for (T i = 0; i < x; i++) T * x;" => {
                let (_, problems) = parse(&format!("{T} void f(void) {{ {text} }}"));
                assert_eq!(problems.len(), 1, "{text}: {problems:?}");
                assert!(problems[0].fatal, "{text}");
            }
            _ => check_body(T, text, tree),
        }
    }
}

#[test]
fn a_variable_hides_a_type() {
    for (text, tree) in [
        ("int T = 3; T * x;", "T: int = 3; (T * x);"),
        ("int T; (T) * x; (T) - 1; (T)(x);", "T: int; (T * x); (T - 1); T(x);"),
        ("T T; T * x;", "T: T; (T * x);"),
        ("T T = sizeof(T);", "T: T = sizeof(T);"),
        ("{ int T; T * x; } T * x;", "{ T: int; (T * x); } x: *T;"),
        ("for (int T = 0; T * x; ) (T) * x; T * x;", "for T: int = 0; (T * x); (T * x); x: *T;"),
        ("enum { T }; T * x;", "type enum #0 { T; }; (T * x);"),
        ("int f(int T, int a[T * 2]); T * x;", "f: fn(T: int, a: [(T * 2)] int) -> int; x: *T;"),
        ("typedef char T; T * x;", "typedef T: char; x: *T;"),
        (
            "typedef char U; U * x; { int U; U * x; } U * y;",
            "typedef U: char; x: *U; { U: int; (U * x); } y: *U;",
        ),
        ("struct T { int T; } *p; T * x;", "p: *struct T { T: int; }; x: *T;"),
        ("({ int T; T * x; }); T * x;", "({ T: int; (T * x); }); x: *T;"),
        ("int x = ({ int T = 1; T * 2; }); T * y;", "x: int = ({ T: int = 1; (T * 2); }); y: *T;"),
    ] {
        check_body(T, text, tree);
    }
    check(
        "typedef int T; void f(int T) { T * x; } void g(void) { T * x; } void h(T T) { (T)(x); }
         int (*k(int T))(T) { T * x; }",
        "
        typedef T: int;
        f: fn(T: int) -> void {
            (T * x);
        }
        g: fn() -> void {
            x: *T;
        }
        h: fn(T: T) -> void {
            T(x);
        }
        k: fn(T: int) -> *fn(T) -> int {
            (T * x);
        }
        ",
    );
}

/// Words that tree-sitter's grammar knows and C does not.
#[test]
fn words_of_other_grammars() {
    for (text, tree) in [
        ("NULL", "NULL"),
        ("(NULL) - 1", "(NULL - 1)"),
        ("TRUE * FALSE", "(TRUE * FALSE)"),
        ("size_t * x", "(size_t * x)"),
        ("noreturn + 1", "(noreturn + 1)"),
        ("__try(x)", "__try(x)"),
        ("p->bool.int8_t", "p->bool.int8_t"),
        ("defined(x)", "defined(x)"),
        ("__declspec(x)", "__declspec(x)"),
        ("_unaligned = 1", "(_unaligned = 1)"),
        ("L + u + U + u8", "(((L + u) + U) + u8)"),
        ("R\u{e9}sum\u{e9} * x", "(R\u{e9}sum\u{e9} * x)"),
    ] {
        check_expr("", text, tree);
    }
    check(
        "int size_t, noreturn, __try; struct s { int NULL, true; }; enum { TRUE = 1, FALSE };",
        "
        size_t: int;
        noreturn: int;
        __try: int;
        type struct s { NULL: int; true: int; };
        type enum #1 { TRUE = 1; FALSE; };
        ",
    );
}
