//! What is wrong with settings files, as diagnostics.

use std::collections::BTreeMap;

use tower_lsp::lsp_types::{Diagnostic, DiagnosticSeverity, NumberOrString, Range, Url};

use super::encoding::Lines;
use super::from_lsp::Abilities;
use super::to_lsp::SOURCE;
use crate::settings::FileProblems;

/// By file; also those in which nothing is wrong.
pub fn diagnostics(
    problems: Vec<FileProblems>,
    client: Abilities,
) -> BTreeMap<Url, Vec<Diagnostic>> {
    let lists = problems.into_iter().filter_map(|file| {
        let uri = Url::from_file_path(&file.path).ok()?;
        let lines = Lines::new(&file.text);
        let at = |offset| lines.position(&file.text, offset, client.encoding);
        let list = file.complaints.into_iter().map(|(bytes, complaint)| Diagnostic {
            range: Range::new(at(bytes.start), at(bytes.end)),
            severity: Some(DiagnosticSeverity::ERROR),
            code: Some(NumberOrString::String(complaint.code.to_owned())),
            source: Some(SOURCE.to_owned()),
            message: complaint.message,
            ..Default::default()
        });
        Some((uri, list.collect()))
    });
    lists.collect()
}
