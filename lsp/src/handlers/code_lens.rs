use serde_json::{Value, json};
use tower_lsp::lsp_types::{CodeLens, CodeLensParams, Command, Url};

use super::execute_command::{CHECK, SHOW_TRACE, STOP};
use crate::convert::summary;
use crate::server::State;
use crate::server::board::{Board, Row, Shown};

/// On every thread function how it stands with what is claimed in it, and on `main` with everything; once
/// for each program that it is part of.
pub fn code_lens(state: &State, params: &CodeLensParams) -> Option<Vec<CodeLens>> {
    let uri = &params.text_document.uri;
    let boards = state.boards_in(uri);
    let lenses: Vec<Vec<CodeLens>> = boards
        .iter()
        .filter_map(|(program, board)| of_program(state, uri, program, board))
        .collect();
    (!lenses.is_empty()).then(|| lenses.concat())
}

fn of_program(state: &State, uri: &Url, program: &Url, board: &Board) -> Option<Vec<CodeLens>> {
    let sheet = board.readable();
    sheet.answer.fingerprint?;
    let progress = state.with_known(program, |known| known.progress.clone()).flatten();
    let progress = progress.map(|progress| progress.sentence());
    let meant = state.meant_by(uri, program);
    let threads = sheet.answer.threads.iter();
    let lenses = threads.filter_map(|thread| {
        let range = sheet.places.range_in_root(thread.span)?;
        let of_thread =
            |row: &&Row| thread.name == "main" || board.property(row).function == thread.name;
        let rows: Vec<&Row> = board.rows.iter().filter(of_thread).collect();
        let (title, row) = summary::lens(board, &rows, progress.as_deref());
        let command = command(&meant, board, title, row);
        Some(CodeLens { range, command: Some(command), data: None })
    });
    Some(lenses.collect())
}

fn command(uri: &Url, board: &Board, title: String, row: Option<&Row>) -> Command {
    let has_trace = |row: &&Row| {
        matches!(row.state, Shown::Verdict(_))
            && board.found(row).is_some_and(|found| found.trace.is_some())
    };
    let (command, arguments) = match row.filter(has_trace) {
        Some(row) => (SHOW_TRACE, vec![json!(uri), json!(row.id)]),
        None if board.busy => (STOP, vec![json!(uri)]),
        None => (CHECK, vec![json!(uri)]),
    };
    let arguments: Option<Vec<Value>> = Some(arguments);
    Command { title, command: command.to_owned(), arguments }
}
