//! The server as `tower-lsp` sees it: one line per message, the rest is in `handlers`.
//!
//! Handlers are plain functions. Whatever a message changes has changed before anything else gets a
//! turn; the transport hands messages over one by one. What a handler wants of the client it asks in a
//! task of its own, since nobody reads the answer before the handler has returned.

use std::sync::Arc;

use serde_json::Value;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    ExecuteCommandParams, InitializeParams, InitializeResult, WorkDoneProgressCancelParams,
};
use tower_lsp::{Client, LanguageServer};

use super::protocol::{TraceAnswer, TraceQuestion};
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

    pub async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        handlers::cancel_progress(&self.state, &params);
    }
}

#[tower_lsp::async_trait]
impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        Ok(handlers::initialize(&self.state, &params))
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

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        handlers::execute_command(&self.state, &self.client, &params)
    }

    async fn shutdown(&self) -> Result<()> {
        handlers::shutdown(&self.state);
        Ok(())
    }
}
