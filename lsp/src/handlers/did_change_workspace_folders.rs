use std::path::PathBuf;

use tower_lsp::lsp_types::{DidChangeWorkspaceFoldersParams, WorkspaceFolder};

use crate::server::State;

pub fn did_change_workspace_folders(state: &State, params: &DidChangeWorkspaceFoldersParams) {
    let paths = |folders: &[WorkspaceFolder]| -> Vec<PathBuf> {
        folders.iter().filter_map(|folder| folder.uri.to_file_path().ok()).collect()
    };
    let (added, removed) = (paths(&params.event.added), paths(&params.event.removed));
    state.workspace().change_roots(added, &removed);
    state.reconfigured();
}
