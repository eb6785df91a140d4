//! The queries of `queries/`: what to look for in the tree, written in tree-sitter's own language.

use std::cell::OnceCell;

use tree_sitter::{Query, QueryCursor, StreamingIterator, Tree};

use super::grammar::language;
use super::respell::Respelled;

const ANNOTATIONS: &str = include_str!("../../../queries/annotations.scm");
const ASSERTIONS: &str = include_str!("../../../queries/assertions.scm");
const THREADS: &str = include_str!("../../../queries/threads.scm");

/// What the queries found; tokens, and ranges of tokens, in the order of the text.
#[derive(Debug, Default)]
pub struct Found {
    pub annotations: Vec<usize>,
    pub creations: Vec<std::ops::Range<usize>>,
    pub assertions: Vec<std::ops::Range<usize>>,
}

/// Runs all queries in one pass over the tree.
pub fn run(tree: &Tree, respelled: &Respelled) -> Found {
    thread_local! {
        static QUERY: OnceCell<Option<Query>> = const { OnceCell::new() };
    }
    QUERY.with(|cell| {
        let query = cell.get_or_init(|| {
            let sources = [ANNOTATIONS, ASSERTIONS, THREADS].join("\n");
            Query::new(&language(), &sources).ok()
        });
        debug_assert!(query.is_some(), "a test compiles the queries");
        query.as_ref().map_or_else(Found::default, |query| matches(query, tree, respelled))
    })
}

fn matches(query: &Query, tree: &Tree, respelled: &Respelled) -> Found {
    let mut found = Found::default();
    let names = query.capture_names();
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(query, tree.root_node(), respelled.text.as_bytes());
    while let Some(matched) = matches.next() {
        for capture in matched.captures() {
            let start = respelled.token_at(capture.node.start_byte() as u32);
            let end = respelled.token_at(capture.node.end_byte() as u32 - 1) + 1;
            match names[capture.index as usize] {
                "annotation" => found.annotations.push(start),
                "creation" => found.creations.push(start..end),
                "assertion" => found.assertions.push(start..end),
                _ => {}
            }
        }
    }
    found.annotations.sort_unstable();
    found.annotations.dedup();
    for ranges in [&mut found.creations, &mut found.assertions] {
        ranges.sort_unstable_by_key(|range| (range.start, range.end));
        ranges.dedup();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The captures of a query in a piece of C.
    fn captures(source: &str, text: &str) -> Vec<String> {
        let query = Query::new(&language(), source).expect("the query fits the grammar");
        let tree = crate::frontend::grammar::parse(text).expect("the text is simple");
        let mut cursor = QueryCursor::new();
        let mut matches = cursor.matches(&query, tree.root_node(), text.as_bytes());
        let mut found = Vec::new();
        while let Some(matched) = matches.next() {
            for capture in matched.captures() {
                let name = query.capture_names()[capture.index as usize];
                found.push(format!("{name}: {}", &text[capture.node.byte_range()]));
            }
        }
        found
    }

    #[test]
    fn annotations_are_comments_and_attributes() {
        let text = "// braid: shared\nint a; /* braid: local */ /* other: x */ // brai: x\n\
                    int b __attribute__((braid_shared, unused));\n\
                    __attribute__((unused)) int c;";
        // The grammar has no place for the first attribute, and every other for the second.
        let found = captures(ANNOTATIONS, text);
        assert_eq!(found[..2], ["annotation: // braid: shared", "annotation: /* braid: local */"]);
        let text = "__attribute__((braid_thread(any))) void *f(void *a) { return a; }\n\
                    __attribute__((braid_shared)) int x; __attribute__((unused)) int y;";
        assert_eq!(
            captures(ANNOTATIONS, text),
            [
                "annotation: __attribute__((braid_thread(any)))",
                "name: braid_thread",
                "annotation: __attribute__((braid_shared))",
                "name: braid_shared",
            ]
        );
    }

    #[test]
    fn threads_are_calls_and_labels() {
        let text =
            "void f(void) { pthread_create(&t, 0, g, 0); __CPROVER_ASYNC_1: g(0); h: g(1); }";
        assert_eq!(
            captures(THREADS, text),
            [
                "creation: pthread_create(&t, 0, g, 0)",
                "callee: pthread_create",
                "creation: __CPROVER_ASYNC_1: g(0);",
                "label: __CPROVER_ASYNC_1",
            ]
        );
    }

    #[test]
    fn assertions_are_calls_by_name() {
        let text = "void f(void) { assert(a); x = (reach_error(0), 1); abort(); __VERIFIER_error(); \
                    __VERIFIER_assert(b); __CPROVER_assert(c, \"\"); __goblint_check(d); asserts(e); }";
        let found: Vec<String> = captures(ASSERTIONS, text)
            .into_iter()
            .filter(|capture| capture.starts_with("assertion"))
            .collect();
        assert_eq!(
            found,
            [
                "assertion: assert(a)",
                "assertion: reach_error(0)",
                "assertion: __VERIFIER_error()",
                "assertion: __VERIFIER_assert(b)",
                "assertion: __CPROVER_assert(c, \"\")",
                "assertion: __goblint_check(d)",
            ]
        );
    }
}
