//! Lowering, by example.

mod declarations;
mod link;
mod models;
mod recursion;

use super::{Config, Lowered, lower};
use crate::frontend;
use crate::preprocess;
use crate::text::{FileId, Sources};

/// Lowers a program of these units, whose files are `a.c`, `b.c` and so on.
fn lowered(units: &[&str]) -> (Sources, Lowered) {
    let sources = Sources::new(Box::new(crate::text::NoIncludes));
    let mut parsed = Vec::new();
    let mut roots: Vec<FileId> = Vec::new();
    for (number, text) in units.iter().enumerate() {
        let name = format!("{}.c", char::from(b'a' + number as u8));
        let root = sources.add(&name, text, false);
        let (tokens, problems) = preprocess::expand(&sources, root, &Default::default());
        assert!(problems.is_empty(), "{problems:?}");
        let (unit, problems) = frontend::parse(&tokens);
        assert!(problems.is_empty(), "{problems:?}");
        parsed.push(unit);
        roots.push(root);
    }
    let lowered = lower(&parsed, &roots, &sources, &Config::default());
    (sources, lowered)
}

/// The problems, a line each: `b.c: long: what is wrong`, with `!` if nothing can be said any more.
#[track_caller]
fn check_problems(units: &[&str], expect: &[&str]) {
    let (sources, lowered) = lowered(units);
    let found: Vec<String> = lowered
        .problems
        .iter()
        .map(|problem| {
            let file = sources.file(problem.span.file);
            let fatal = if problem.fatal { "!" } else { "" };
            format!("{fatal}{}: {}: {}", file.name, sources.text(problem.span), problem.message)
        })
        .collect();
    assert_eq!(found, expect);
}

/// The variables of the graph that have names, in order.
fn variables(lowered: &Lowered) -> Vec<&str> {
    let names = lowered.program.vars.iter().map(|var| var.name.as_str());
    names.filter(|name| !name.starts_with('$')).collect()
}

/// What the properties say, in order of the graph.
fn properties(lowered: &Lowered) -> Vec<&str> {
    lowered.origins.properties.iter().map(|property| property.condition.as_str()).collect()
}
