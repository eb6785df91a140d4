use tower_lsp::lsp_types::WorkDoneProgressCancelParams;

use crate::server::State;

pub fn cancel_progress(state: &State, params: &WorkDoneProgressCancelParams) {
    if let Some(uri) = state.bar(&params.token) {
        state.call_off(Some(&uri));
    }
}
