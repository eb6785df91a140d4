//! Findings as diagnostics.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::Encoding;
    use braid_core::text::FileId;

    const CLIENT: Abilities = Abilities { encoding: Encoding::Utf16, related_information: true };

    fn finding(span: Span) -> Finding {
        Finding {
            code: "assertion-violated",
            severity: Severity::Error,
            span,
            message: "`x` is violated".to_owned(),
            related: Vec::new(),
            hint: String::new(),
            property: None,
        }
    }

    fn places() -> Places {
        let place = |uri: &str, text: &str| {
            Place::new(format!("file:///{uri}").parse().unwrap(), Arc::new(text.to_owned()))
        };
        let root = place("a.c", "/* 😀 */ x;\r\ny;\r\n");
        let files = vec![Some(root.clone()), None, Some(place("a.h", "z;"))];
        Places { root, files }
    }

    fn span(file: u32, start: u32, end: u32) -> Span {
        Span::new(FileId(file), start, end)
    }

    fn range(from: (u32, u32), to: (u32, u32)) -> lsp::Range {
        lsp::Range::new(lsp::Position::new(from.0, from.1), lsp::Position::new(to.0, to.1))
    }

    #[test]
    fn each_file_gets_its_own_from_top_to_bottom() {
        let findings = [span(0, 15, 17), span(2, 0, 1), span(0, 11, 12)].map(finding);
        let all = diagnostics(&findings, &places(), CLIENT);
        let ranges: Vec<(&str, Vec<lsp::Range>)> = all
            .iter()
            .map(|(uri, list)| (uri.path(), list.iter().map(|one| one.range).collect()))
            .collect();
        let root = vec![range((0, 9), (0, 10)), range((1, 0), (1, 2))];
        assert_eq!(ranges, [("/a.c", root), ("/a.h", vec![range((0, 0), (0, 1))])]);
    }

    #[test]
    fn a_diagnostic_says_what_it_is() {
        let all = diagnostics(&[finding(span(0, 11, 12))], &places(), CLIENT);
        let one = &all.values().next().unwrap()[0];
        assert_eq!(one.source.as_deref(), Some("braid"));
        assert_eq!(one.severity, Some(lsp::DiagnosticSeverity::ERROR));
        let code = lsp::NumberOrString::String("assertion-violated".to_owned());
        assert_eq!(one.code, Some(code));
        assert_eq!(one.related_information, None);
    }

    #[test]
    fn what_lies_in_our_own_headers_is_shown_at_the_top() {
        let all = diagnostics(&[finding(span(1, 7, 9)), finding(span(9, 7, 9))], &places(), CLIENT);
        assert_eq!(all.len(), 1);
        let ranges: Vec<lsp::Range> = all.values().flatten().map(|one| one.range).collect();
        assert_eq!(ranges, [lsp::Range::default(); 2]);
    }

    #[test]
    fn the_last_related_places_are_kept() {
        let related = (1..=20).map(|idx| {
            let file = if idx == 19 { 1 } else { 2 };
            Related { span: span(file, 0, 1), message: format!("[{idx}/20] goes\non") }
        });
        let finding = Finding { related: related.collect(), ..finding(span(0, 0, 0)) };
        let all = diagnostics(std::slice::from_ref(&finding), &places(), CLIENT);
        let related = all.values().next().unwrap()[0].related_information.as_ref().unwrap();
        assert_eq!(related.len(), 11, "twelve, without the one in a header of ours");
        assert_eq!(related[0].message, "[9/20] goes on");
        assert_eq!(related[10].message, "[20/20] goes on");
        assert_eq!(related[10].location.uri.path(), "/a.h");
        let client = Abilities { related_information: false, ..CLIENT };
        let all = diagnostics(&[finding], &places(), client);
        assert_eq!(all.values().next().unwrap()[0].related_information, None);
    }

    #[test]
    fn messages_are_one_line() {
        let message = |message: &str, hint: &str| {
            let finding = Finding {
                message: message.to_owned(),
                hint: hint.to_owned(),
                ..finding(span(0, 0, 0))
            };
            super::message(&finding)
        };
        assert_eq!(message("`a  b` fails", ""), "`a  b` fails");
        assert_eq!(message("`a &&\r\n    b` fails", ""), "`a && b` fails");
        assert_eq!(message("no budget", "raise it"), "no budget. Raise it");
    }
}
