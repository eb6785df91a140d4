//! `textDocument/didClose`: the text on disk counts again, and diagnostics go.

use tower_lsp::lsp_types::DidCloseTextDocumentParams;

use crate::server::State;

pub fn did_close(state: &State, params: &DidCloseTextDocumentParams) {
    state.close(&params.text_document.uri);
}
