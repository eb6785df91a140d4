//! The server as `tower-lsp` sees it: one line per message, the rest is in `handlers`.
//!
//! Handlers are plain functions. Whatever a message changes has changed before anything else gets a
//! turn; the transport hands messages over one by one. What a handler wants of the client it asks in a
//! task of its own, since nobody reads the answer before the handler has returned.

use std::sync::Arc;

use serde_json::Value;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    CodeAction, CodeActionParams, CodeActionResponse, CodeLens, CodeLensParams,
    DidChangeConfigurationParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, ExecuteCommandParams, Hover, HoverParams, InitializeParams,
    InitializeResult, InitializedParams, InlayHint, InlayHintParams, WorkDoneProgressCancelParams,
};
use tower_lsp::{Client, LanguageServer};

use super::protocol::{TextContent, TextContentQuestion, TraceAnswer, TraceQuestion};
use super::state::State;
use crate::handlers;

#[derive(Debug)]
pub struct Backend {
    pub state: Arc<State>,
    pub client: Client,
}

impl Backend {
    pub async fn trace(&self, params: TraceQuestion) -> Result<Option<TraceAnswer>> {
        Ok(handlers::trace(&self.state, &params))
    }

    pub async fn text_document_content(&self, params: TextContentQuestion) -> Result<TextContent> {
        handlers::text_document_content(&self.state, &params)
    }

    pub async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        handlers::cancel_progress(&self.state, &params);
    }
}

#[tower_lsp::async_trait]
impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        Ok(handlers::initialize(&self.state, &self.client, &params))
    }

    async fn initialized(&self, _: InitializedParams) {
        handlers::initialized(&self.state, &self.client);
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        handlers::did_change_configuration(&self.state, &self.client, &params);
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        handlers::did_change_workspace_folders(&self.state, &params);
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        handlers::did_change_watched_files(&self.state, &params);
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        handlers::did_save(&self.state, &params);
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        handlers::did_open(&self.state, params);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        handlers::did_change(&self.state, &params);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        handlers::did_close(&self.state, &params);
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        Ok(handlers::hover(&self.state, &params))
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        Ok(handlers::code_lens(&self.state, &params))
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        Ok(handlers::inlay_hint(&self.state, &params))
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        Ok(handlers::code_action(&self.state, &params))
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        handlers::code_action_resolve(&self.state, action)
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        handlers::execute_command(&self.state, &self.client, &params)
    }

    async fn shutdown(&self) -> Result<()> {
        handlers::shutdown(&self.state);
        Ok(())
    }
}
