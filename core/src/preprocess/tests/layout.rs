//! The text for the parser, and the comments that survive in it.

use super::run;
use crate::text::TokenKind;

fn check(input: &str, expect: &str) {
    let (_, tokens, problems) = run(input);
    assert_eq!(problems, []);
    assert_eq!(tokens.text, expect);
}

#[test]
fn lines_and_blanks() {
    check("", "");
    check("int  x ;\n\n\n  y( );\n\tz", "int x ;\n  y( );\n\tz\n");
    check("a/**/b /* \n */ c\\\n+d", "a b c +d\n");
    check("#define N 4\n  int a[N];\n  N", "  int a[ 4 ];\n  4\n");
    check("a\n#define E\n  E int x;\nE\nb", "a\n  int x;\nb\n");
    check("#define f(x) x\nf(a\n  b)c", "a\n  b c\n");
    check("x <: 1 :> <% %>", "x [ 1 ] { }\n");
}

/// Tokens that met only by expansion stay apart.
#[test]
fn no_accidental_joins() {
    check("#define m -\n#define e\nm-m +e+ a", "- - - + + a\n");
    check("#define cat(a, b) a##b\ncat(a,b)c x", "ab c x\n");
    check("#define f(x) x\nf(1)f(2)f(x).5", "1 2 x .5\n");
    check("#define s(x) #x\nL s(a)s(b)", "L \"a\" \"b\"\n");
}

/// Compares the annotations, and that a parser sees each as one comment and all the other tokens.
fn check_annotations(input: &str, expect: &[&str]) {
    let (sources, tokens, problems) = run(input);
    assert_eq!(problems, []);
    let annotations = tokens.tokens.iter().filter(|token| token.kind == TokenKind::Annotation);
    let spellings: Vec<&str> = annotations.clone().map(|token| tokens.spelling(token)).collect();
    assert_eq!(spellings, expect);
    for token in annotations {
        assert!(sources.text(token.origin).starts_with('/'));
        assert_eq!(token.expansion, None);
    }
    let mut parser = tree_sitter::Parser::new();
    parser
        .set_language(&tree_sitter_c::LANGUAGE.into())
        .expect("the pinned grammar fits the library");
    let tree = parser.parse(&tokens.text, None).expect("no time limit is set");
    let mut n_comments = 0;
    let mut nodes = vec![tree.root_node()];
    while let Some(node) = nodes.pop() {
        n_comments += usize::from(node.kind() == "comment");
        nodes.extend((0..node.child_count()).filter_map(|child| node.child(child)));
    }
    assert_eq!(n_comments, expect.len(), "{}", tokens.text);
    assert!(!tree.root_node().has_error(), "{}", tokens.text);
}

#[test]
fn annotations() {
    check_annotations("int a; // braid: shared\nint b;", &["// braid: shared"]);
    check_annotations("int a; /* braid: shared */ int b;", &["/* braid: shared */"]);
    check_annotations("/*\n braid: x\n*/ int a;", &["/*\n braid: x\n*/"]);
    check_annotations("//braid:x \r\nint a;", &["//braid:x"]);
    check_annotations("// braid: a */ b\nint a; // ok /* \nint b;", &["// braid: a */ b"]);
    check_annotations("// braid: a \\\n b\nint a;", &["// braid: a  b"]);
    check_annotations("int a; // braided\n/** braid: */ // see braid: x\n", &[]);
    check_annotations("#define X 1 // braid: no\n#if 0\n// braid: no\n#endif\nint a = X;", &[]);
    check_annotations(
        "/* braid: x */ #define N 1\nint a = N; // braid: ü",
        &["/* braid: x */", "// braid: ü"],
    );
}

/// Amid a macro call an annotation moves behind it.
#[test]
fn annotations_in_calls() {
    check("#define f(x) x;\nf(a // braid: x\n)\nb;", "a ; // braid: x\nb;\n");
    check("#define f(x) x\nf // braid: x\n;", "f // braid: x\n;\n");
    check("#define s(x) #x\ns(/* braid: x */a);", "\"a\" /* braid: x */ ;\n");
}

/// In an included file a `//` annotation may end with the file.
#[test]
fn annotation_at_the_end_of_a_file() {
    for last in ["// braid: x", "// braid: x \\", "// braid: x \\\n"] {
        let files = [("main.c", "#include \"x.h\"\nint b;"), ("x.h", last)];
        let (_, tokens, _) = super::run_files(&files, &crate::preprocess::Config::default());
        assert_eq!(tokens.text.lines().count(), 2, "{}", tokens.text);
        assert_eq!(tokens.tokens.len(), 4);
    }
}
