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
