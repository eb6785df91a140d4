//! Findings as diagnostics.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use braid_core::report::{Finding, MAX_RELATED, Related, Severity};
use braid_core::text::Span;
use tower_lsp::lsp_types::{self as lsp, Url};

use super::encoding::Lines;
use super::from_lsp::Abilities;

/// Under this name the client shows where a diagnostic comes from.
pub const SOURCE: &str = "braid";

/// A file that the client can open, with the text that spans point into.
#[derive(Clone, Debug)]
pub struct Place {
    pub uri: Url,
    text: Arc<String>,
    lines: Lines,
}

impl Place {
    pub fn new(uri: Url, text: Arc<String>) -> Self {
        let lines = Lines::new(&text);
        Self { uri, text, lines }
    }
}

/// The files of one analysis.
#[derive(Clone, Debug)]
pub struct Places {
    pub root: Place,
    /// By the engine's number of the file; `None` for headers that exist in Braid only.
    pub files: Vec<Option<Place>>,
}

impl Places {
    fn get(&self, span: Span) -> Option<&Place> {
        self.files.get(span.file.index())?.as_ref()
    }
}

/// The diagnostics of each file, from top to bottom. What has no place that the client can open is
/// shown at the start of the root.
pub fn diagnostics(
    findings: &[Finding],
    places: &Places,
    client: Abilities,
) -> BTreeMap<Url, Vec<lsp::Diagnostic>> {
    let mut by_uri: BTreeMap<Url, Vec<lsp::Diagnostic>> = BTreeMap::new();
    for finding in findings {
        let place = places.get(finding.span);
        let range = place.map(|place| range(place, finding.span, client)).unwrap_or_default();
        let uri = &place.unwrap_or(&places.root).uri;
        let diagnostic = diagnostic(finding, range, places, client);
        by_uri.entry(uri.clone()).or_default().push(diagnostic);
    }
    for list in by_uri.values_mut() {
        list.sort_by_key(|diagnostic| (diagnostic.range.start, diagnostic.range.end));
    }
    by_uri
}

fn diagnostic(
    finding: &Finding,
    range: lsp::Range,
    places: &Places,
    client: Abilities,
) -> lsp::Diagnostic {
    let related = &finding.related;
    // The last one is the failure, and it must stay.
    let related = &related[related.len().saturating_sub(MAX_RELATED)..];
    let related = related.iter().filter_map(|related| related_information(related, places, client));
    lsp::Diagnostic {
        range,
        severity: Some(severity(finding.severity)),
        code: Some(lsp::NumberOrString::String(finding.code.to_owned())),
        source: Some(SOURCE.to_owned()),
        message: message(finding),
        related_information: client
            .related_information
            .then(|| related.collect::<Vec<_>>())
            .filter(|related| !related.is_empty()),
        ..Default::default()
    }
}

fn related_information(
    related: &Related,
    places: &Places,
    client: Abilities,
) -> Option<lsp::DiagnosticRelatedInformation> {
    let place = places.get(related.span)?;
    Some(lsp::DiagnosticRelatedInformation {
        location: lsp::Location::new(place.uri.clone(), range(place, related.span, client)),
        message: one_line(&related.message),
    })
}

fn range(place: &Place, span: Span, client: Abilities) -> lsp::Range {
    let at = |offset: u32| place.lines.position(&place.text, offset as usize, client.encoding);
    lsp::Range::new(at(span.start), at(span.end))
}

fn severity(severity: Severity) -> lsp::DiagnosticSeverity {
    match severity {
        Severity::Error => lsp::DiagnosticSeverity::ERROR,
        Severity::Warning => lsp::DiagnosticSeverity::WARNING,
        Severity::Information => lsp::DiagnosticSeverity::INFORMATION,
    }
}

/// What is the matter and what to do about it, in one line: lists of problems show no more.
fn message(finding: &Finding) -> String {
    let mut hint = finding.hint.chars();
    match hint.next() {
        None => one_line(&finding.message),
        Some(first) => {
            let first = first.to_uppercase();
            one_line(&format!("{}. {first}{}", finding.message, hint.as_str()))
        }
    }
}

fn one_line(text: &str) -> String {
    if text.contains(char::is_control) {
        let words = text.split(|c: char| c.is_whitespace() || c.is_control());
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    } else {
        text.to_owned()
    }
}
