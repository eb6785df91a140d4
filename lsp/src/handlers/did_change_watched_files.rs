use tower_lsp::lsp_types::{DidChangeWatchedFilesParams, FileChangeType};

use crate::server::State;
use crate::settings::Workspace;

pub fn did_change_watched_files(state: &State, params: &DidChangeWatchedFilesParams) {
    let mut has_settings = false;
    for change in &params.changes {
        let path = change.uri.to_file_path();
        if path.is_ok_and(|path| Workspace::is_relevant(&path)) {
            has_settings = true;
        } else {
            let is_there = match change.typ {
                FileChangeType::CREATED => Some(true),
                FileChangeType::DELETED => Some(false),
                _ => None,
            };
            state.changed_on_disk(&change.uri, is_there);
        }
    }
    if has_settings {
        state.workspace().forget();
        state.reconfigured();
    }
}
