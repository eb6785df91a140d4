//! `initialize`: who we are and what we do.
//!
//! Diagnostics are pushed, never pulled: clients that get both show them twice. There is no
//! completion, formatting or go to definition: clangd, which usually serves the same file, does that.

use tower_lsp::lsp_types::{
    ExecuteCommandOptions, InitializeParams, InitializeResult, ServerCapabilities, ServerInfo,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
};

use super::execute_command;
use crate::convert::Abilities;
use crate::server::State;

pub fn initialize(state: &State, params: &InitializeParams) -> InitializeResult {
    let client = Abilities::of(&params.capabilities);
    state.meet(client);
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        ..Default::default()
    };
    InitializeResult {
        capabilities: ServerCapabilities {
            position_encoding: Some(client.encoding.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
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
