//! Races among ordinary accesses, a sentence each.

use std::collections::BTreeSet;

use super::story;
use crate::engine::Analysis;
use crate::scpl::Shown;

pub fn sentences(analysis: &Analysis) -> Vec<String> {
    let origins = &analysis.model.origins;
    let shown = analysis.races.iter().filter(|(var, _)| origins.var(**var).shown != Shown::Hidden);
    shown
        .map(|(var, edges)| {
            let spans = edges.iter().map(|edge| origins.edge(*edge).span);
            let lines: BTreeSet<u32> = spans.map(|span| analysis.files.line(span)).collect();
            let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
            let word = if lines.len() == 1 { "line" } else { "lines" };
            let places = format!("{word} {}", story::listed(&lines));
            let name = &origins.var(*var).name;
            format!(
                "memory is sequentially consistent, although plain accesses to `{name}` race ({places})"
            )
        })
        .collect()
}
