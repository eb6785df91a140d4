//! Races among ordinary accesses, in a sentence.

use std::collections::BTreeSet;

use super::story;
use crate::engine::Analysis;
use crate::scpl::Shown;

/// What is assumed because of them; one sentence at most.
pub fn sentences(analysis: &Analysis) -> Vec<String> {
    let origins = &analysis.model.origins;
    let shown = analysis.races.iter().filter(|(var, _)| origins.var(**var).shown != Shown::Hidden);
    let racing: Vec<String> = shown
        .map(|(var, edges)| {
            let spans = edges.iter().map(|edge| origins.edge(*edge).span);
            let lines: BTreeSet<u32> = spans.map(|span| analysis.files.line(span)).collect();
            let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
            let word = if lines.len() == 1 { "line" } else { "lines" };
            format!("`{}` ({word} {})", origins.name(*var), story::listed(&lines))
        })
        .collect();
    if racing.is_empty() {
        return Vec::new();
    }
    let racing = story::listed(&racing);
    vec![format!(
        "memory is sequentially consistent, although there are data races on {racing}, which are \
         undefined behaviour in C"
    )]
}
