use crate::convert::verdicts;
use crate::server::State;
use crate::server::protocol::{TraceAnswer, TraceQuestion};

pub fn trace(state: &State, params: &TraceQuestion) -> Option<TraceAnswer> {
    let (_, board) = state.board_with(&params.uri, &params.id)?;
    let (property, sheet) = board.get(board.row(&params.id)?.verdict?);
    let version = state.versions(&params.uri).map(|(version, _)| version);
    verdicts::trace(property, sheet, version)
}
