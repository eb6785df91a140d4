use tower_lsp::lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams, Position};

use crate::server::State;
use crate::server::answer::Point;
use crate::server::board::Sheet;

/// What Braid infers and the text does not say: who sees a variable, and which locks are held.
pub fn inlay_hint(state: &State, params: &InlayHintParams) -> Option<Vec<InlayHint>> {
    let uri = &params.text_document.uri;
    if !state.settings(uri).hints {
        return None;
    }
    let (_, board) = state.boards_of(uri).into_iter().next()?;
    let mut hints = variables(board.readable());
    hints.extend(locks(board.readable()));
    hints.retain(|hint| params.range.start <= hint.position && hint.position <= params.range.end);
    hints.sort_by_key(|hint| hint.position);
    Some(hints)
}

fn variables(sheet: &Sheet) -> Vec<InlayHint> {
    let mut hints: Vec<InlayHint> = Vec::new();
    for variable in &sheet.answer.variables {
        let Some(range) = sheet.places.range_in_root(variable.span) else { continue };
        let scope = if variable.shared { "shared" } else { "local" };
        let known = hints.iter().any(|hint| hint.position == range.end);
        if !known {
            hints.push(hint(range.end, format!(": {scope}"), &variable.why));
        }
    }
    hints
}

/// At the first statement of those that hold the same locks.
fn locks(sheet: &Sheet) -> Vec<InlayHint> {
    let mut hints = Vec::new();
    let mut last: Option<&Point> = None;
    for point in &sheet.answer.points {
        let same =
            last.is_some_and(|last| last.locks == point.locks && last.function == point.function);
        last = Some(point);
        if same || point.locks.is_empty() {
            continue;
        }
        if let Some(range) = sheet.places.range_in_root(point.span) {
            let label = format!("holds {} ", point.locks.join(", "));
            hints.push(hint(range.start, label, "on every way to this statement"));
        }
    }
    hints
}

fn hint(position: Position, label: String, why: &str) -> InlayHint {
    InlayHint {
        position,
        label: InlayHintLabel::String(label),
        kind: Some(InlayHintKind::TYPE),
        text_edits: None,
        tooltip: Some(tower_lsp::lsp_types::InlayHintTooltip::String(format!("Braid: {why}"))),
        padding_left: None,
        padding_right: None,
        data: None,
    }
}
