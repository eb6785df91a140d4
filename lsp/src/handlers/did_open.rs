//! `textDocument/didOpen`: the text in the editor counts from now on, not the one on disk.

use tower_lsp::lsp_types::DidOpenTextDocumentParams;

use crate::server::State;

pub fn did_open(state: &State, params: DidOpenTextDocumentParams) {
    let document = params.text_document;
    state.open(&document.uri, document.language_id, document.version, document.text);
}
