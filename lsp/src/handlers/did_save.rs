use tower_lsp::lsp_types::DidSaveTextDocumentParams;

use crate::server::State;

pub fn did_save(state: &State, params: &DidSaveTextDocumentParams) {
    state.saved(&params.text_document.uri);
}
