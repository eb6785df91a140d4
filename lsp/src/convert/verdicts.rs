//! Properties and traces in our own words on the wire.

use tower_lsp::lsp_types::Url;

use crate::server::answer::{Property, Verdict};
use crate::server::board::{Board, Row, Sheet, Shown};
use crate::server::protocol::{
    PropertyParams, ThreadCount, TraceAnswer, TraceStep, TraceThread, TraceWrite, VerdictsParams,
};

/// All properties that stand in a document, of the programs that it is part of. Where several say something
/// about the same, it is what the worst of them says.
pub fn verdicts(uri: &Url, version: Option<i32>, boards: &[(Url, Board)]) -> VerdictsParams {
    let mut ranked: Vec<(u8, PropertyParams)> = Vec::new();
    for (_, board) in boards {
        let rows = board.rows.iter();
        for (row, new) in rows.filter_map(|row| Some((row, property(uri, board, row)?))) {
            let rank = row.state.rank();
            let same = |(_, known): &&mut (u8, PropertyParams)| {
                boards.len() > 1
                    && (known.range, &known.kind, &known.text) == (new.range, &new.kind, &new.text)
            };
            match ranked.iter_mut().find(same) {
                Some(known) if known.0 < rank => *known = (rank, new),
                Some(_) => {}
                None => ranked.push((rank, new)),
            }
        }
    }
    let properties = ranked.into_iter().map(|(_, property)| property).collect();
    VerdictsParams { uri: uri.clone(), version, properties }
}

fn property(uri: &Url, board: &Board, row: &Row) -> Option<PropertyParams> {
    let location = board.location(row).filter(|location| location.uri == *uri)?;
    let (stands, found) = (board.property(row), board.found(row));
    Some(PropertyParams {
        id: row.id.clone(),
        kind: stands.kind.clone(),
        range: location.range,
        function: stands.function.clone(),
        text: stands.text.clone(),
        state: row.state.word().to_owned(),
        threads: found
            .filter(|found| found.verdict != Verdict::Unknown)
            .map(|found| ThreadCount(found.threads)),
        minimal: found.is_some_and(|found| found.minimal),
        message: message(row, found),
        assumptions: found.map(|found| found.assumptions.clone()).unwrap_or_default(),
        has_trace: found.is_some_and(|found| found.trace.is_some()),
    })
}

/// What there is to say about a property, in one sentence.
pub fn message(row: &Row, found: Option<&Property>) -> String {
    match (row.state, found) {
        (Shown::Checking, _) | (_, None) if row.state != Shown::Unchecked => "checking".to_owned(),
        (Shown::Stale, Some(found)) => format!("before the last change: {}", found.message),
        (Shown::Unchecked, _) | (_, None) => "not checked yet".to_owned(),
        (_, Some(found)) => found.message.clone(),
    }
}

pub fn trace(property: &Property, sheet: &Sheet, version: Option<i32>) -> Option<TraceAnswer> {
    let trace = property.trace.as_ref()?;
    let threads = trace.threads.iter();
    let root = &sheet.places.root.uri;
    let steps = trace.steps.iter().map(|step| {
        let location = sheet.places.location(step.span);
        let (uri, range) = location.map_or_else(
            || (root.clone(), Default::default()),
            |location| (location.uri, location.range),
        );
        TraceStep {
            thread: step.thread,
            function: step.function.clone(),
            uri,
            range,
            text: step.text.clone(),
            story: step.story.clone(),
            writes: step
                .writes
                .iter()
                .map(|change| TraceWrite {
                    name: change.name.clone(),
                    old: change.old.clone(),
                    new: change.new.clone(),
                    shared: change.shared,
                })
                .collect(),
            switch: step.switch,
            conflicts: step.conflicts.clone(),
            failure: step.failure,
        }
    });
    Some(TraceAnswer {
        title: property.message.clone(),
        uri: root.clone(),
        version,
        threads: threads
            .map(|(name, template)| TraceThread { name: name.clone(), template: template.clone() })
            .collect(),
        steps: steps.collect(),
    })
}
