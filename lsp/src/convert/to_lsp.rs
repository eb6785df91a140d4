//! Findings as diagnostics, spans as ranges.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use braid_core::report::MAX_RELATED;
use tower_lsp::lsp_types::{self as lsp, Url};

use super::encoding::Lines;
use super::from_lsp::Abilities;
use crate::server::answer::{Finding, Related, Severity, Span};
use crate::server::edits::{Edit, follow};

/// Under this name the client shows where a diagnostic comes from.
pub const SOURCE: &str = "braid";

/// What is added to a verdict about a text that has changed since.
pub const STALE: &str = " (stale: the text has changed)";

/// A file that the client can open, as it is now.
#[derive(Clone, Debug)]
pub struct Place {
    pub uri: Url,
    text: Arc<String>,
    lines: Arc<Lines>,
    /// What happened to the text since spans were made that point into it.
    edits: Vec<Edit>,
}

impl Place {
    pub fn new(uri: Url, text: Arc<String>) -> Self {
        let lines = Arc::new(Lines::new(&text));
        Self { uri, text, lines, edits: Vec::new() }
    }

    pub fn open(uri: Url, text: Arc<String>, lines: Arc<Lines>, edits: Vec<Edit>) -> Self {
        Self { uri, text, lines, edits }
    }
}

/// The files of one analysis.
#[derive(Clone, Debug)]
pub struct Places {
    pub root: Place,
    /// By the engine's number of the file; `None` for headers that exist in Braid only.
    pub files: Vec<Option<Place>>,
    pub client: Abilities,
}

impl Places {
    fn get(&self, span: Span) -> Option<&Place> {
        self.files.get(span.file)?.as_ref()
    }

    /// Where a span is in the present text, in bytes; `None` if it is gone.
    pub fn follow(&self, span: Span) -> Option<Span> {
        follow(span, &self.get(span)?.edits)
    }

    pub fn location(&self, span: Span) -> Option<lsp::Location> {
        let place = self.get(span)?;
        let span = follow(span, &place.edits)?;
        let at = |offset| place.lines.position(&place.text, offset, self.client.encoding);
        let range = lsp::Range::new(at(span.start), at(span.end));
        Some(lsp::Location::new(place.uri.clone(), range))
    }

    /// The range of a span, if it is in the root.
    pub fn range_in_root(&self, span: Span) -> Option<lsp::Range> {
        let location = self.location(span)?;
        (location.uri == self.root.uri).then_some(location.range)
    }

    /// The number of the file that is the root.
    pub fn root_file(&self) -> Option<usize> {
        let is_root =
            |place: &Option<Place>| place.as_ref().is_some_and(|place| place.uri == self.root.uri);
        self.files.iter().position(is_root)
    }

    /// The byte of a position in the root.
    pub fn offset_in_root(&self, position: lsp::Position) -> usize {
        self.root.lines.offset(&self.root.text, position, self.client.encoding)
    }

    /// The text of the root, as it is now.
    pub fn root_text(&self) -> &str {
        &self.root.text
    }

    /// A line of the root, without its end.
    pub fn line_in_root(&self, line: u32) -> Option<&str> {
        self.root.lines.line(&self.root.text, line as usize)
    }

    pub fn end_of_line_in_root(&self, line: u32) -> lsp::Position {
        let end = lsp::Position::new(line, u32::MAX);
        self.position_in_root(self.offset_in_root(end))
    }

    /// The position of a byte of the root.
    pub fn position_in_root(&self, offset: usize) -> lsp::Position {
        self.root.lines.position(&self.root.text, offset, self.client.encoding)
    }
}

/// The diagnostics of each file, from top to bottom. What has no place that the client can open is
/// shown at the start of the root.
pub fn diagnostics<'a>(
    findings: impl Iterator<Item = &'a Finding>,
    places: &Places,
) -> BTreeMap<Url, Vec<lsp::Diagnostic>> {
    let mut by_uri: BTreeMap<Url, Vec<lsp::Diagnostic>> = BTreeMap::new();
    for finding in findings {
        let location = places
            .location(finding.span)
            .unwrap_or_else(|| lsp::Location::new(places.root.uri.clone(), lsp::Range::default()));
        if let Some((uri, hint)) = decisive(finding, &location, places) {
            let list = by_uri.entry(uri).or_default();
            // Several assertions may fail by the same deed, which is told once.
            let same =
                |one: &lsp::Diagnostic| (one.range, &one.message) == (hint.range, &hint.message);
            if !list.iter().any(same) {
                list.push(hint);
            }
        }
        let diagnostic = diagnostic(finding, location.range, places);
        by_uri.entry(location.uri).or_default().push(diagnostic);
    }
    for list in by_uri.values_mut() {
        list.sort_by_key(|diagnostic| (diagnostic.range.start, diagnostic.range.end));
    }
    by_uri
}

/// The diagnostics of verdicts about a text that has changed since. Those whose place is gone go too.
pub fn stale_diagnostics<'a>(
    findings: impl Iterator<Item = &'a Finding>,
    places: &Places,
) -> BTreeMap<Url, Vec<lsp::Diagnostic>> {
    let still_there = findings.filter(|finding| places.location(finding.span).is_some());
    let mut by_uri = diagnostics(still_there, places);
    for diagnostic in by_uri.values_mut().flatten() {
        diagnostic.message.push_str(STALE);
    }
    by_uri
}

fn diagnostic(finding: &Finding, range: lsp::Range, places: &Places) -> lsp::Diagnostic {
    let related = &finding.related;
    // The last one is the failure, and it must stay.
    let related = &related[related.len().saturating_sub(MAX_RELATED)..];
    let related = related.iter().filter_map(|related| related_information(related, places));
    lsp::Diagnostic {
        range,
        severity: Some(severity(finding.severity)),
        code: Some(lsp::NumberOrString::String(finding.code.clone())),
        source: Some(SOURCE.to_owned()),
        message: message(finding),
        related_information: places
            .client
            .related_information
            .then(|| related.collect::<Vec<_>>())
            .filter(|related| !related.is_empty()),
        data: finding.trace.as_ref().map(|id| serde_json::json!({ "trace": id })),
        ..Default::default()
    }
}

/// A hint on what another thread does to make it fail.
fn decisive(
    finding: &Finding,
    failure: &lsp::Location,
    places: &Places,
) -> Option<(Url, lsp::Diagnostic)> {
    let decisive = finding.decisive.as_ref()?;
    let location = places.location(decisive.span)?;
    let because = lsp::DiagnosticRelatedInformation {
        location: failure.clone(),
        message: one_line(&finding.message),
    };
    let hint = lsp::Diagnostic {
        range: location.range,
        severity: Some(lsp::DiagnosticSeverity::HINT),
        code: Some(lsp::NumberOrString::String(finding.code.clone())),
        source: Some(SOURCE.to_owned()),
        message: one_line(&format!("{}, and {}", decisive.message, finding.message)),
        related_information: places.client.related_information.then(|| vec![because]),
        ..Default::default()
    };
    Some((location.uri, hint))
}

fn related_information(
    related: &Related,
    places: &Places,
) -> Option<lsp::DiagnosticRelatedInformation> {
    let location = places.location(related.span)?;
    Some(lsp::DiagnosticRelatedInformation { location, message: one_line(&related.message) })
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
