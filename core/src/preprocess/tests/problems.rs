//! Every problem, at its place.

use super::{check_problems as check, listed, run, run_files};
use crate::preprocess::Config;

#[test]
fn text() {
    check("a @ `b", &["stray-character!: @", "stray-character!: `"]);
    check(
        "a “b” \\ # x",
        &[
            "stray-character!: “",
            "stray-character!: ”",
            "stray-character!: \\",
            "stray-character!: #",
        ],
    );
    check("#define s(x) #x\n#define at @\ns(@) at", &["stray-character!: at"]);
    check("int \0x; @", &["not-text!: \0"]);
    check("int x; /* open\n", &["unterminated-comment!: /*"]);
    check("#define X 1 /* open\n", &["unterminated-comment!: /*"]);
    check("#if 1\n#endif /* open\n", &["unterminated-comment!: /*"]);
    check(
        "x = \"open;\r\ny = L'open",
        &["unterminated-string!: \"open;", "unterminated-char!: L'open"],
    );
    let files = [("main.c", "#include \"x.h\"\nint x;"), ("x.h", "a\0")];
    let (sources, tokens, problems) = run_files(&files, &Config::default());
    assert_eq!(listed(&sources, &problems), ["not-text!: \0"]);
    assert_eq!(tokens.tokens.len(), 3);
}

/// In a directive an open quote does harm only when it gets into the program.
#[test]
fn open_quotes_in_directives() {
    check("#define X don't\nint x;", &["unterminated-char: 't"]);
    check("#define X don't\nX", &["unterminated-char: 't", "unterminated-char!: X"]);
    check("#pragma don't\n#error don't\n", &["error-directive!: #error don't"]);
}

#[test]
fn directives() {
    check("#nonsense x\n# [\na", &["unknown-directive!: #nonsense", "unknown-directive!: # ["]);
    check("#\n # \n#ident \"x\"\n#pragma x \"\n", &[]);
    check(
        "#pragma omp parallel num_threads(2) \"\n_Pragma(\"omp for\") x",
        &[
            "unterminated-string: \"",
            "unsupported-construct: #pragma omp parallel num_threads(2) \"",
            "unsupported-construct: _Pragma",
        ],
    );
    check(
        "#pragma pack(3)\n#pragma pack(1, 2)\n#pragma pack 1\n#pragma GCC poison x\n",
        &[
            "unsupported-construct!: #pragma pack(3)",
            "unsupported-construct!: #pragma pack(1, 2)",
            "unsupported-construct!: #pragma pack 1",
        ],
    );
    check("_Pragma(once) x", &["bad-directive!: _Pragma"]);
    check("#error no \\\n way // really\n", &["error-directive!: #error no \\\n way // really"]);
    check("  # warning  careful\n", &["warning-directive: # warning  careful"]);
    check(
        "#undef\n#line x\n#undef 1",
        &["bad-directive!: #undef", "bad-directive!: #line", "bad-directive!: #undef"],
    );
    check(
        "#include\n#include x\n#include \"x\n#include <x\n",
        &[
            "bad-include!: #include",
            "bad-include!: #include",
            "unterminated-string: \"x",
            "bad-include!: #include",
            "bad-include!: #include",
        ],
    );
}

#[test]
fn conditionals() {
    check(
        "#if 1\n#ifdef X\n",
        &["unterminated-conditional!: #if", "unterminated-conditional!: #ifdef"],
    );
    check(
        "#endif\n#else\n#elif 1\n",
        &[
            "unmatched-conditional!: #endif",
            "unmatched-conditional!: #else",
            "unmatched-conditional!: #elif",
        ],
    );
    let else_twice = ["unmatched-conditional!: #else", "unmatched-conditional!: #elif"];
    check("#if 1\n#else\n#else\n#elif 1\n#endif", &else_twice);
    check("#if 0\n#else\n#else\n#elif 1\n#endif", &else_twice);
    let files = [("main.c", "#if 1\n#include \"x.h\"\n#endif"), ("x.h", "#endif\n#if 1")];
    let (sources, _, problems) = run_files(&files, &Config::default());
    let expect = ["unmatched-conditional!: #endif", "unterminated-conditional!: #if"];
    assert_eq!(listed(&sources, &problems), expect);
}

#[test]
fn conditions() {
    for (condition, at) in [
        ("", "#if "),
        ("1 +", "#if 1 +"),
        ("(1", "#if (1"),
        ("1 2", "2"),
        ("1.0", "1.0"),
        ("09", "09"),
        ("\"s\"", "\"s\""),
        ("''", "''"),
        ("= 1", "="),
        ("1 ? 2", "#if 1 ? 2"),
        ("defined", "defined"),
        ("defined(X", "defined"),
        ("__has_include", "__has_include"),
        ("__has_include(x)", "__has_include"),
        ("18446744073709551616", "18446744073709551616"),
    ] {
        let expect = format!("bad-condition!: {}", at.trim_end());
        check(&format!("#if {condition}\na\n#endif"), &[&expect]);
    }
    check(
        "#ifdef\n#endif\n#ifndef 1\n#endif",
        &["bad-condition!: #ifdef", "bad-condition!: #ifndef"],
    );
    check(
        "#if 1 / 0\n#elif 1 % (1 - 1)\n#endif",
        &["condition-divides-by-zero!: /", "condition-divides-by-zero!: %"],
    );
    // Out of a macro: the condition.
    check("#define Z 1 / 0\n#if Z\n#endif", &["condition-divides-by-zero!: #if Z"]);
}

#[test]
fn definitions() {
    check(
        "#define\n#define 1\n#define defined\n",
        &["bad-define!: #define", "bad-define!: 1", "bad-define!: defined"],
    );
    check(
        "#define f(\n#define g(a,\n#define h(a b)\n#define i(1)\n#define j(a, a)\n",
        &["bad-define!: f", "bad-define!: g", "bad-define!: h", "bad-define!: 1", "bad-define!: a"],
    );
    check(
        "#define f(..., a)\n#define g(a) #b\n#define h ## a\n#define i a ##\n#define j(a) #",
        &[
            "bad-define!: f",
            "bad-define!: #",
            "bad-define!: ##",
            "bad-define!: ##",
            "bad-define!: #",
        ],
    );
    check(
        "#define f(...) __VA_OPT__\n#define g(...) __VA_OPT__(a",
        &["bad-define!: __VA_OPT__", "bad-define!: __VA_OPT__"],
    );
    check("#define X 1\n#define X  1 // same\n#define f(a) a\n#define f(a) a", &[]);
    check(
        "#define X 1\n#define X 2\n#define f(a) a\n#define f(b) b\n#define __LINE__ 1\n",
        &["macro-redefined: X", "macro-redefined: f", "macro-redefined: __LINE__"],
    );
    let (sources, _, problems) = run("#define X 1\n#define X 2\n");
    assert_eq!(sources.text(problems[0].notes[0].span), "X");
    assert_eq!(problems[0].notes[0].span.start, 8);
}

#[test]
fn calls() {
    let f = "#define f(a, b) a b\n#define n() 1\n#define v(a, b, ...) a\n#define id(x) x\n";
    let check = |input: &str, expect: &[&str]| check(&format!("{f}{input}"), expect);
    check("f(1)", &["macro-arguments!: f(1)"]);
    check("f(1, 2, 3) f()", &["macro-arguments!: f(1, 2, 3)", "macro-arguments!: f()"]);
    check("n(1) v(1) v(1, 2)", &["macro-arguments!: n(1)", "macro-arguments!: v(1)"]);
    check("id(2 f(1))", &["macro-arguments!: f(1)"]);
    check("#define g f(1)\ng", &["macro-arguments!: g"]);
    check("f(1, (2)", &["unterminated-call!: f"]);
    check("#if id(1\n#endif", &["unterminated-call!: id", "bad-condition!: #if id(1"]);
    check(
        "#define j(a, b) a ## b\nj(+, x) j(/, /)",
        &["bad-paste!: j(+, x)", "bad-paste!: j(/, /)"],
    );
}
