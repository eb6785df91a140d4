//! `initialize`: who we are and what we do.
//!
//! Diagnostics are pushed, never pulled: clients that get both show them twice. There is no
//! completion, formatting or go to definition: clangd, which usually serves the same file, does that.

use std::path::PathBuf;
use std::sync::Arc;

use tower_lsp::Client;
use tower_lsp::lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    ExecuteCommandOptions, HoverProviderCapability, InitializeParams, InitializeResult, OneOf,
    ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

use super::{configuration, execute_command};
use crate::convert::Abilities;
use crate::server::State;

pub fn initialize(
    state: &Arc<State>,
    client: &Client,
    params: &InitializeParams,
) -> InitializeResult {
    let abilities = Abilities::of(&params.capabilities);
    state.meet(abilities);
    state.workspace().set_roots(roots(params));
    if let Some(settings) = &params.initialization_options {
        configuration::take(state, client, settings);
    }
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::Supported(true)),
        ..Default::default()
    };
    InitializeResult {
        capabilities: ServerCapabilities {
            position_encoding: Some(abilities.encoding.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
            workspace: Some(WorkspaceServerCapabilities {
                workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                    supported: Some(true),
                    change_notifications: Some(OneOf::Left(true)),
                }),
                file_operations: None,
            }),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
            inlay_hint_provider: Some(OneOf::Left(true)),
            code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(vec![
                    CodeActionKind::QUICKFIX,
                    CodeActionKind::REFACTOR_REWRITE,
                ]),
                resolve_provider: abilities.resolve_edits.then_some(true),
                ..Default::default()
            })),
            execute_command_provider: Some(ExecuteCommandOptions {
                commands: execute_command::ALL.map(str::to_owned).to_vec(),
                ..Default::default()
            }),
            ..Default::default()
        },
        server_info: Some(ServerInfo {
            name: "braid".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

#[allow(deprecated, reason = "older clients have one root")]
fn roots(params: &InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    let paths: Vec<PathBuf> = folders.filter_map(|uri| uri.to_file_path().ok()).collect();
    if !paths.is_empty() {
        return paths;
    }
    params.root_uri.iter().filter_map(|uri| uri.to_file_path().ok()).collect()
}
