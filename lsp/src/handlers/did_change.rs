//! `textDocument/didChange`: edits, in order.

use tower_lsp::lsp_types::DidChangeTextDocumentParams;

use crate::server::State;

pub fn did_change(state: &State, params: &DidChangeTextDocumentParams) {
    let document = &params.text_document;
    state.change(&document.uri, document.version, &params.content_changes);
}
