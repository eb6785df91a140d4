//! Where tokens come from.

use super::{run, run_files};
use crate::preprocess::Config;
use crate::text::{Sources, Tokens};

/// Compares each token as `spelling@origin`, with `^call` added for one that came out of a macro.
/// Spans are `line:column-column`, counted from 1, with the file in front if it is another one.
fn check(input: &str, expect: &[&str]) {
    let (sources, tokens, problems) = run(input);
    assert_eq!(problems, []);
    assert_eq!(listed(&sources, &tokens), expect);
}

fn listed(sources: &Sources, tokens: &Tokens) -> Vec<String> {
    let show = |span: crate::text::Span| {
        let file = sources.file(span.file);
        let start = file.lines.line_col(span.start);
        let end = file.lines.line_col(span.end);
        let name = if span.file.0 == 0 { "" } else { &file.name };
        let end_line =
            if end.line == start.line { String::new() } else { format!("{}:", end.line + 1) };
        format!("{name}{}:{}-{end_line}{}", start.line + 1, start.column + 1, end.column + 1)
    };
    let line = |token: &crate::text::Token| {
        let call = token.expansion.map(|expansion| &tokens.expansions[expansion as usize]);
        let call = call.map_or(String::new(), |e| format!(" ^{} {}", e.name, show(e.call)));
        format!("{} {}{call}", tokens.spelling(token), show(token.origin))
    };
    tokens.tokens.iter().map(line).collect()
}

#[test]
fn plain_text() {
    check("\u{feff}int\r\n  x;", &["int 1:4-7", "x 2:3-4", "; 2:4-5"]);
    check("a\\\nb /* */ c", &["ab 1:1-2:2", "c 2:9-10"]);
    check("é = \"é\"", &["é 1:1-3", "= 1:4-5", "\"é\" 1:6-10"]);
}

#[test]
fn bodies_and_arguments() {
    check(
        "#define inc(v) v = v+1\ninc( turn );",
        &[
            "turn 2:6-10 ^inc 2:1-12",
            "= 1:18-19 ^inc 2:1-12",
            "turn 2:6-10 ^inc 2:1-12",
            "+ 1:21-22 ^inc 2:1-12",
            "1 1:22-23 ^inc 2:1-12",
            "; 2:12-13",
        ],
    );
    // The outermost call counts, and an argument keeps its place through all levels.
    check(
        "#define a(x) b(x)\n#define b(x) (x)\na(b(y))",
        &[
            "( 2:14-15 ^a 3:1-8",
            "( 2:14-15 ^a 3:1-8",
            "y 3:5-6 ^a 3:1-8",
            ") 2:16-17 ^a 3:1-8",
            ") 2:16-17 ^a 3:1-8",
        ],
    );
}

/// A call may take its arguments from behind the macro that names it; then it ends there.
#[test]
fn calls_that_grow() {
    check("#define g f\n#define f(x) x\ng (1) g", &["1 3:4-5 ^g 3:1-6", "f 1:11-12 ^g 3:7-8"]);
    check("#define f(x) x\nf\n(\n1\n)", &["1 4:1-2 ^f 2:1-5:2"]);
    check("#define f(x) x\nf ;", &["f 2:1-2", "; 2:3-4"]);
}

/// What was never written comes from the invocation that made it.
#[test]
fn made_tokens() {
    check("#define s(x) #x\ns(a b)", &["\"a b\" 2:1-7 ^s 2:1-7"]);
    check("#define j(x) x##1 x\nj(a)", &["a1 2:1-5 ^j 2:1-5", "a 2:3-4 ^j 2:1-5"]);
    check(
        "#define id(x) x\n#define j(x) x##1\nid(2 j(a))",
        &["2 3:4-5 ^id 3:1-11", "a1 3:6-10 ^id 3:1-11"],
    );
    // A nested invocation in a body: its name there.
    check("#define j(x) x##1\n#define k j(a)\nk", &["a1 2:11-12 ^k 3:1-2"]);
    check(
        "#define here __LINE__\nhere __LINE__",
        &["2 1:14-22 ^here 2:1-5", "2 2:6-14 ^__LINE__ 2:6-14"],
    );
}

#[test]
fn other_files() {
    let files = [("main.c", "#include \"x.h\"\nx; f(y)"), ("x.h", "#define f(a) a + z\nint x;\n")];
    let (sources, tokens, _) = run_files(&files, &Config::default());
    let expect = [
        "int x.h2:1-4",
        "x x.h2:5-6",
        "; x.h2:6-7",
        "x 2:1-2",
        "; 2:2-3",
        "y 2:6-7 ^f 2:4-8",
        "+ x.h1:16-17 ^f 2:4-8",
        "z x.h1:18-19 ^f 2:4-8",
    ];
    assert_eq!(listed(&sources, &tokens), expect);
    // `#line` moves no origin.
    check("#line 100 \"else.c\"\nx", &["x 2:1-2"]);
}
