//! The diagnostics of a program, from what is known about it.

use std::collections::BTreeMap;

use tower_lsp::lsp_types::{Diagnostic, Url};

use super::answer::Finding;
use super::board::Board;
use super::ledger::Entry;
use super::state::State;
use crate::convert::to_lsp;

/// Codes of findings that are not for the editor: not every file that is opened has threads.
const NOTHING_TO_CHECK: &str = "nothing-to-check";
/// Who writes annotations wants to know what is wrong with them, whatever else is in the file.
const BAD_ANNOTATION: &str = "bad-annotation";

/// Whether a comment ignores anything is known when everything is.
const UNUSED_IGNORE: &str = "unused-ignore";

/// By file; there is an entry for each file of the program that is `open`.
pub fn entries(state: &State, open: &[Url], board: &Board) -> BTreeMap<Url, Entry> {
    let mut by_file = diagnostics(board);
    for uri in open {
        by_file.entry(uri.clone()).or_default();
    }
    let entry = |(uri, mut diagnostics): (Url, Vec<Diagnostic>)| {
        diagnostics.sort_by_key(|diagnostic| (diagnostic.range.start, diagnostic.range.end));
        let revision = state.versions(&uri).map(|(_, revision)| revision);
        (uri, Entry { revision, diagnostics })
    };
    by_file.into_iter().map(entry).collect()
}

fn diagnostics(board: &Board) -> BTreeMap<Url, Vec<Diagnostic>> {
    let current = &board.current.answer;
    let nothing_to_check = current.findings.iter().any(|finding| finding.code == NOTHING_TO_CHECK);
    let shown = |finding: &&Finding| {
        let is_verdict = finding.property.is_some() || finding.code == UNUSED_IGNORE;
        (!nothing_to_check || finding.code == BAD_ANNOTATION) && (!is_verdict || current.complete)
    };
    let findings = current.findings.iter().filter(shown);
    let mut by_file = to_lsp::diagnostics(findings, &board.current.places);
    // A text that cannot be read says enough about itself; what was known before comes back with it.
    if let Some(old) = board.old.as_ref().filter(|_| !current.complete) {
        let is_verdict = |one: &&Finding| one.property.is_some() || old.answer.failed;
        let verdicts = old.answer.findings.iter().filter(is_verdict);
        for (uri, list) in to_lsp::stale_diagnostics(verdicts, &old.places) {
            by_file.entry(uri).or_default().extend(list);
        }
    }
    by_file
}
