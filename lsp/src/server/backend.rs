//! The server as `tower-lsp` sees it: one line per message, the rest is in `handlers`.
//!
//! Handlers are plain functions. Whatever a message changes has changed before anything else gets a
//! turn; the transport hands messages over one by one.

use std::sync::Arc;

use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    InitializeParams, InitializeResult,
};

use super::state::State;
use crate::handlers;

#[derive(Debug)]
pub struct Backend {
    pub state: Arc<State>,
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

    async fn shutdown(&self) -> Result<()> {
        handlers::shutdown(&self.state);
        Ok(())
    }
}
