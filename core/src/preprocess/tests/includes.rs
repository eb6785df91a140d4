//! `#include`, and the headers we bring.

use super::{check, check_config, check_files, listed, run, run_files};
use crate::preprocess::{Config, headers};
use crate::text::DataModel;

#[test]
fn files() {
    check_files(&[("main.c", "a\n#include \"x.h\"\nb"), ("x.h", "x")], "a x b");
    check_files(&[("main.c", "#include <x.h>\nb"), ("x.h", "x")], "x b");
    check_files(&[("main.c", "#define H \"x.h\"\n#include H\n"), ("x.h", "x")], "x");
    check_files(&[("main.c", "#define H <x.h>\n#include H\n"), ("x.h", "x")], "x");
    check_files(&[("main.c", "#include <a//b's.h>\n"), ("a//b's.h", "x")], "x");
    let nested = [("main.c", "#include \"x.h\"\nm"), ("x.h", "#include \"y.h\"\nx"), ("y.h", "y")];
    check_files(&nested, "y x m");
    // A file need not end in a line break.
    check_files(&[("main.c", "#include \"x.h\"\nN"), ("x.h", "#define N 1")], "1");
    check_files(
        &[
            ("main.c", "#include \"x.h\"\n__FILE__ __INCLUDE_LEVEL__"),
            ("x.h", "__FILE__ __INCLUDE_LEVEL__"),
        ],
        "\"x.h\" 1 \"main.c\" 0",
    );
}

#[test]
fn guards() {
    let twice = "#include \"x.h\"\n#include \"x.h\"\n";
    check_files(&[("main.c", twice), ("x.h", "x")], "x x");
    for text in [
        "#ifndef X_H\n#define X_H\nx\n#endif\n",
        "/* About */\n#if !defined(X_H)\n#define X_H\nx\n#endif // X_H",
        "#pragma once\nx",
        "#ifndef X_H\n#pragma once\n#define X_H 1\nx\n#endif",
    ] {
        check_files(&[("main.c", twice), ("x.h", text)], "x");
    }
    // These only look like guards.
    for text in [
        "#ifndef X_H\n#define X_H\n#endif\nx",
        "x\n#ifndef X_H\n#define X_H\n#endif",
        "#ifndef X_H\n#define X_H\nx\n#else\nx\n#endif",
        "#ifndef X_H\n#define X_H\n#endif\n#ifndef Y\nx\n#endif",
        "#ifndef X_H\n#define X_H\n#endif\n#undef X_H\nx",
    ] {
        check_files(&[("main.c", twice), ("x.h", text)], "x x");
    }
    // The guard counts only while it is defined.
    let undefined = "#include \"x.h\"\n#undef X_H\n#include \"x.h\"\n";
    check_files(&[("main.c", undefined), ("x.h", "#ifndef X_H\n#define X_H\nx\n#endif")], "x x");
}

#[test]
fn has_include() {
    let text = "#if __has_include(\"x.h\") && __has_include(<pthread.h>) && !__has_include(<no.h>)
        yes
        #endif
        #define H <x.h>
        #if __has_include(H)
        too
        #endif";
    check_files(&[("main.c", text), ("x.h", "")], "yes too");
}

#[test]
fn a_call_ends_in_its_file() {
    let files = [("main.c", "#include \"x.h\"\n(1)"), ("x.h", "#define f(a) a\nf")];
    check_files(&files, "f (1)");
    let files = [("main.c", "#define f(a) [a]\nf(\n#include \"x.h\"\n)"), ("x.h", "x")];
    check_files(&files, "[x]");
}

#[test]
fn missing() {
    let text =
        "#include \"a.h\"\n#include <pthreads.h>\n#include \"a.h\"\n#include <vendor/x.h>\nint x;";
    let (sources, tokens, problems) = run(text);
    let expect = [
        "include-not-found!: \"a.h\"",
        "include-not-found!: <pthreads.h>",
        "include-not-found!: <vendor/x.h>",
    ];
    assert_eq!(listed(&sources, &problems), expect);
    assert_eq!(tokens.tokens.len(), 3);
    assert!(problems[0].hint.contains("-I DIR"));
    assert!(problems[1].hint.contains("<pthread.h>"));
    assert!(problems[2].hint.contains("-I DIR"));
}

/// A user's file goes before ours when it is asked for in quotes, and `braid.h` always.
#[test]
fn whose_header() {
    check_files(&[("main.c", "#include \"assert.h\"\n"), ("assert.h", "mine")], "mine");
    check_files(&[("main.c", "#include <stdbool.h>\nbool"), ("stdbool.h", "mine")], "_Bool");
    check_files(&[("main.c", "#include <braid.h>\n"), ("braid.h", "mine")], "mine");
    check("#include \"stdbool.h\"\ntrue", "1");
    let braid = "#include \"braid.h\"\nBRAID_ATOMIC void f(void);";
    check(braid, "extern void assert(int condition); __attribute__((braid_atomic)) void f(void);");
}

#[test]
fn assertions() {
    check(
        "#define assert(x) y\n#include <assert.h>\nassert(1);",
        "extern void assert(int condition); assert(1);",
    );
    check(
        "#define NDEBUG\n#include <assert.h>\nassert(a, b);\n#undef NDEBUG\n#include <assert.h>\nassert(1);",
        "((void)0); extern void assert(int condition); assert(1);",
    );
    check("#define NDEBUG\n#include <assert.h>\nstatic_assert(1);", "_Static_assert(1);");
}

/// Every header can be read in both data models, twice, and is C as far as the parser can tell.
#[test]
fn all_headers() {
    let mut parser = tree_sitter::Parser::new();
    parser
        .set_language(&tree_sitter_c::LANGUAGE.into())
        .expect("the pinned grammar fits the library");
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        for name in headers::NAMES {
            let text = format!("#include <{name}>\n#include <{name}>\n");
            let config = Config { data_model, ..Config::default() };
            let (sources, tokens, problems) = run_files(&[("main.c", &text)], &config);
            assert_eq!(listed(&sources, &problems), [""; 0], "in {name}");
            let tree = parser.parse(&tokens.text, None).expect("no time limit is set");
            assert!(!tree.root_node().has_error(), "{name}: {}", tokens.text);
        }
    }
}

#[test]
fn header_contents() {
    let check = |data_model, text: &str, expect: &str| {
        let config = Config { data_model, ..Config::default() };
        let text = format!("#include <stdint.h>\n#include <limits.h>\nBEGIN {text}");
        let (_, tokens, problems) = run_files(&[("main.c", &text)], &config);
        assert_eq!(problems, []);
        let (_, body) = tokens.text.split_once("BEGIN").expect("the marker is in the text");
        assert_eq!(super::split(body).join(" "), expect);
    };
    check(DataModel::Lp64, "UINT64_MAX LONG_MAX", "18446744073709551615UL 9223372036854775807L");
    check(DataModel::Ilp32, "UINT64_MAX LONG_MAX", "18446744073709551615ULL 2147483647L");
    let config = Config::default();
    check_config(&[("main.c", "#include <stdbool.h>\n#include <stdbool.h>\nfalse")], &config, "0");
}
