//! `#if` and its kin.

use super::{check, check_config};
use crate::preprocess::Config;
use crate::text::DataModel;

/// Conditions that hold; each negation must not.
fn holds(condition: &str) {
    let text =
        |test: &str| format!("#define X 5\n#define Y X-7\n#if {test}\nyes\n#else\nno\n#endif");
    check(&text(condition), "yes");
    check(&text(&format!("!({condition})")), "no");
}

#[test]
fn branches() {
    let text = |first: &str, second: &str| {
        format!("a\n#if {first}\nb\n#elif {second}\nc\n#else\nd\n#endif\ne")
    };
    check(&text("1", "1"), "a b e");
    check(&text("0", "1"), "a c e");
    check(&text("0", "0"), "a d e");
    // Once a branch was taken, later conditions are not even read.
    check(&text("1", "1 / 0"), "a b e");
    check("#ifdef X\na\n#elifdef Y\nb\n#elifndef Z\nc\n#endif", "c");
    check(
        "#ifndef X\na\n#endif\n#define X\n#ifndef X\nb\n#endif\n#ifdef X // why\nc\n#endif X",
        "a c",
    );
}

#[test]
fn nesting() {
    check(
        "#if 0\n#if 1\na\n#else\nb\n#endif\n#elif 1\n#if 0\nc\n#else\nd\n#endif\n#else\ne\n#endif",
        "d",
    );
    let depth = 500;
    let text = format!("{}x{}", "#if 1\n".repeat(depth), "\n#endif".repeat(depth));
    check(&text, "x");
}

/// Nothing but conditionals is interpreted in a branch that is not taken.
#[test]
fn inactive() {
    check(
        "#if 0\n#error no\n#include <nothing>\n#define X\ndon't \" @ #else\n/* \n#endif */ `\n\
         #nonsense\n# 12\n#\n#if nonsense ( \n#elif\n#endif\n\"/*\"\n/\\\n/ #endif\n#endif\nX",
        "X",
    );
    check("#if 0\n/* braid: x */ #endif\na", "a");
    check("#if 0 \\\n + 0\na\n# /* c */ el\\\nse\nb\n#endif", "b");
}

#[test]
fn arithmetic() {
    for condition in [
        "1 + 2 * 3 == 7",
        "(1 + 2) * 3 == 9",
        "10 - 3 - 2 == 5",
        "7 / 2 == 3 && -7 / 2 == -3 && -7 % 3 == -1",
        "1 << 4 == 16 && -16 >> 2 == -4 && 1 << -1 == 0",
        "-1 < 0 && -1 > 0u && (0 ? 0u : -1) > 0",
        "~0 == -1 && !0 && !!5 == 1 && - - 1 == 1 && +1",
        "(5 & 6) == 4 && (5 | 6) == 7 && (5 ^ 6) == 3",
        "0x7fffffffffffffff + 1 < 0 && 0xffffffffffffffff == -1",
        "1 ? 2 : 0 ? 0 : 0",
        "(2, 3) == 3",
        "1 <= 1 && 1 >= 1 && 1 != 2 && 2 > 1",
        "'a' == 97 && '\\n' == 10 && L'\\xff' == 255 && '\\377' < 0",
        "0 && 1 / 0 || 1 || 1 % 0",
        "1 ? 1 : 1 / 0",
        "nonsense == 0 && true == 0",
        "X == 5 && Y == -2",
        "0b11 == 3 && 010 == 8 && 0XfUL == 15",
    ] {
        holds(condition);
    }
}

#[test]
fn defined() {
    holds("defined X && defined(Y) && !defined Z");
    holds("defined __LINE__ && defined __has_include && defined(__FILE__)");
    // Common, though the standard leaves it open.
    check("#define A 1\n#define HAS defined(A) && A\n#if HAS\nyes\n#endif", "yes");
}

#[test]
fn data_model() {
    let text =
        "#if defined __LP64__ && defined __x86_64__\n64\n#else\n32\n#endif\n__SIZEOF_POINTER__";
    let check = |data_model, expect: &str| {
        let config = Config { data_model, ..Config::default() };
        check_config(&[("main.c", text)], &config, expect);
    };
    check(DataModel::Lp64, "64 8");
    check(DataModel::Ilp32, "32 4");
}
