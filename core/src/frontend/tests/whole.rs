//! Together with the preprocessor: macros, model headers, queries.

use crate::ast::Unit;
use crate::preprocess;
use crate::text::{FileId, Problem, Sources, Span};

fn parse(text: &str) -> (Unit, Vec<Problem>) {
    let sources = Sources::single("a.c", text);
    let (tokens, mut problems) = preprocess::expand(&sources, FileId(0), &Default::default());
    let (unit, more) = crate::frontend::parse(&tokens);
    problems.extend(more);
    (unit, problems)
}

fn spans(text: &str, spans: &[Span]) -> Vec<String> {
    spans.iter().map(|span| text[span.start as usize..span.end as usize].to_owned()).collect()
}

#[test]
fn model_headers_are_read() {
    let text = "#include <assert.h>\n#include <ctype.h>\n#include <errno.h>\n#include <inttypes.h>\n\
        #include <limits.h>\n#include <pthread.h>\n#include <sched.h>\n#include <stdatomic.h>\n\
        #include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n\
        #include <stdlib.h>\n#include <string.h>\n#include <time.h>\n#include <unistd.h>\n\
        #include <braid.h>\nint x;";
    let (unit, problems) = parse(text);
    assert_eq!(problems, []);
    assert!(unit.items.len() > 100);
}

#[test]
fn creations_and_assertions() {
    let text = "#include <assert.h>\n#include <pthread.h>\n#define CHECK(e) do { if (!(e)) reach_error(); } while (0)\n\
        extern void reach_error(void);\nint x;\nvoid *w(void *a) { assert(x == 1); CHECK(x); return a; }\n\
        int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, w, 0);\n  (assert(x), 1);\n  \
        if ((reach_error(), 1)) ((reach_error()));\n  __CPROVER_ASYNC_1: w(0);\n  abort();\n}";
    let (unit, problems) = parse(text);
    assert_eq!(problems, []);
    assert_eq!(
        spans(text, &unit.creations),
        ["pthread_create(&t, 0, w, 0)", "__CPROVER_ASYNC_1: w(0);"]
    );
    assert_eq!(
        spans(text, &unit.assertions),
        ["assert(x == 1)", "CHECK(x)", "assert(x)", "reach_error()", "reach_error()"]
    );
}

/// A node out of a macro points at the macro's call, or into its argument.
#[test]
fn spans_through_macros() {
    let text = "#define TWICE(x) ((x) * 2)\nint a = TWICE(b + 1);\n";
    let (unit, problems) = parse(text);
    assert_eq!(problems, []);
    let printed = unit.to_string();
    assert_eq!(printed, "a: int = ((b + 1) * 2);\n");
    let crate::ast::Item::Declaration(a) = &unit.items[0] else { panic!("a declaration") };
    let Some(crate::ast::Init::Expr(product)) = &a.init else { panic!("an initialiser") };
    let crate::ast::ExprKind::Binary(_, sum, _) = &product.kind else { panic!("a product") };
    assert_eq!(spans(text, &[product.span, sum.span]), ["TWICE(b + 1)", "b + 1"]);
}

#[test]
fn annotations_through_macros() {
    let text = "#include <braid.h>\n#include <pthread.h>\npthread_mutex_t m;\nBRAID_SHARED int x, y;\n\
        static int z BRAID_GUARDED_BY(m) = 1;\nBRAID_LOCAL int l;\n\
        BRAID_THREAD(any) void *w(void *a) { BRAID_ASSERT(x > 0); BRAID_ASSUME(y); return a; }\n\
        BRAID_INIT static void i(void) { }\nint c; // braid: shared, guarded_by(m)\n";
    let (unit, problems) = parse(text);
    assert_eq!(problems, []);
    let printed = unit.to_string();
    let shown = &printed[printed.find("m: pthread_mutex_t").unwrap_or(0)..];
    assert_eq!(
        shown,
        "m: pthread_mutex_t;\n@shared x: int;\n@shared y: int;\n@guarded_by(m) static z: int = 1;\n\
         thread_local l: int;\n@thread(any) w: fn(a: *void) -> *void {\n    __VERIFIER_assert((x > 0));\n    \
         __VERIFIER_assume(y);\n    return a;\n}\n@init static i: fn() -> void {\n}\n@shared @guarded_by(m) c: int;\n"
    );
    assert_eq!(spans(text, &unit.assertions), ["BRAID_ASSERT(x > 0)"]);
}

/// Problems in expanded code are where the user can do something about them.
#[test]
fn problems_through_macros() {
    let text = "#define BAD(x) x +\nint a = BAD(1);\n";
    let (_, problems) = parse(text);
    assert_eq!(problems.len(), 1);
    assert_eq!(spans(text, &[problems[0].span]), [";"]);
}
