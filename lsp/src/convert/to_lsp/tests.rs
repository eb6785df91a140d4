use super::*;
use crate::convert::Encoding;

fn client() -> Abilities {
    Abilities { encoding: Encoding::Utf16, related_information: true, ..Abilities::default() }
}

fn finding(span: Span) -> Finding {
    Finding {
        code: "assertion-violated".to_owned(),
        severity: Severity::Error,
        span,
        message: "`x` is violated".to_owned(),
        related: Vec::new(),
        hint: String::new(),
        property: None,
        decisive: None,
        trace: None,
    }
}

fn places() -> Places {
    let place = |uri: &str, text: &str| {
        Place::new(format!("file:///{uri}").parse().unwrap(), Arc::new(text.to_owned()))
    };
    let root = place("a.c", "/* 😀 */ x;\r\ny;\r\n");
    let files = vec![Some(root.clone()), None, Some(place("a.h", "z;"))];
    Places { root, files, client: client() }
}

fn span(file: usize, start: usize, end: usize) -> Span {
    Span { file, start, end }
}

fn range(from: (u32, u32), to: (u32, u32)) -> lsp::Range {
    lsp::Range::new(lsp::Position::new(from.0, from.1), lsp::Position::new(to.0, to.1))
}

#[test]
fn each_file_gets_its_own_from_top_to_bottom() {
    let findings = [span(0, 15, 17), span(2, 0, 1), span(0, 11, 12)].map(finding);
    let all = diagnostics(findings.iter(), &places());
    let ranges: Vec<(&str, Vec<lsp::Range>)> = all
        .iter()
        .map(|(uri, list)| (uri.path(), list.iter().map(|one| one.range).collect()))
        .collect();
    let root = vec![range((0, 9), (0, 10)), range((1, 0), (1, 2))];
    assert_eq!(ranges, [("/a.c", root), ("/a.h", vec![range((0, 0), (0, 1))])]);
}

#[test]
fn a_diagnostic_says_what_it_is() {
    let all = diagnostics([finding(span(0, 11, 12))].iter(), &places());
    let one = &all.values().next().unwrap()[0];
    assert_eq!(one.source.as_deref(), Some("braid"));
    assert_eq!(one.severity, Some(lsp::DiagnosticSeverity::ERROR));
    let code = lsp::NumberOrString::String("assertion-violated".to_owned());
    assert_eq!(one.code, Some(code));
    assert_eq!(one.related_information, None);
    assert_eq!(one.data, None);
    let finding = Finding { trace: Some("x@3".to_owned()), ..finding(span(0, 11, 12)) };
    let all = diagnostics([&finding].into_iter(), &places());
    let data = all.values().next().unwrap()[0].data.clone();
    assert_eq!(data, Some(serde_json::json!({ "trace": "x@3" })));
}

#[test]
fn what_lies_in_our_own_headers_is_shown_at_the_top() {
    let all = diagnostics([span(1, 7, 9), span(9, 7, 9)].map(finding).iter(), &places());
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
    let all = diagnostics([&finding].into_iter(), &places());
    let related = all.values().next().unwrap()[0].related_information.as_ref().unwrap();
    assert_eq!(related.len(), 11, "twelve, without the one in a header of ours");
    assert_eq!(related[0].message, "[9/20] goes on");
    assert_eq!(related[10].message, "[20/20] goes on");
    assert_eq!(related[10].location.uri.path(), "/a.h");
    let client = Abilities { related_information: false, ..client() };
    let all = diagnostics([&finding].into_iter(), &Places { client, ..places() });
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

#[test]
fn what_another_thread_did_gets_a_hint() {
    let decisive = Related { span: span(2, 0, 1), message: "worker#2 sets x = 1".to_owned() };
    let finding = Finding { decisive: Some(decisive), ..finding(span(0, 11, 12)) };
    let all = diagnostics([&finding].into_iter(), &places());
    let hint = &all[&"file:///a.h".parse().unwrap()][0];
    assert_eq!(hint.severity, Some(lsp::DiagnosticSeverity::HINT));
    assert_eq!(hint.message, "worker#2 sets x = 1, and `x` is violated");
    assert_eq!(hint.related_information.as_ref().unwrap()[0].location.uri.path(), "/a.c");
    // What makes several assertions fail in the same way is told once.
    let another = Finding { span: span(0, 15, 16), ..finding.clone() };
    let all = diagnostics([&finding, &another].into_iter(), &places());
    assert_eq!(all[&"file:///a.h".parse().unwrap()].len(), 1);
    assert_eq!(all[&"file:///a.c".parse().unwrap()].len(), 2);
}

#[test]
fn stale_verdicts_say_so_and_go_with_their_place() {
    let mut places = places();
    let edit = |start, removed, inserted| Edit { start, removed, inserted };
    let moved = |edits: Vec<Edit>, places: &mut Places| {
        places.files[0].as_mut().unwrap().edits = edits;
        let all = stale_diagnostics([&finding(span(0, 11, 12))].into_iter(), places);
        all.into_values().flatten().map(|one| (one.range, one.message)).collect::<Vec<_>>()
    };
    let message = format!("`x` is violated{STALE}");
    let there = vec![(range((0, 8), (0, 9)), message)];
    assert_eq!(moved(vec![edit(0, 1, 0)], &mut places), there);
    assert_eq!(moved(vec![edit(10, 3, 0)], &mut places), []);
}
