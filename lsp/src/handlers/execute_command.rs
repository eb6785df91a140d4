use std::sync::Arc;

use serde_json::Value;
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{ExecuteCommandParams, Url};

use super::show;
use crate::server::State;
use crate::server::protocol::ThreadCount;

pub const CHECK: &str = "braid.check";
pub const STOP: &str = "braid.stop";
pub const THREADS: &str = "braid.threads";
pub const SHOW_TRACE: &str = "braid.showTrace";
pub const SHOW_SETTINGS: &str = "braid.showSettings";

pub const ALL: [&str; 5] = [CHECK, STOP, THREADS, SHOW_TRACE, SHOW_SETTINGS];

pub fn execute_command(
    state: &Arc<State>,
    client: &Client,
    params: &ExecuteCommandParams,
) -> Result<Option<Value>> {
    let arguments = Arguments(&params.arguments);
    match params.command.as_str() {
        CHECK => state.check(&arguments.uri(0)?),
        STOP => match params.arguments.first() {
            None | Some(Value::Null) => state.call_off(None),
            Some(_) => state.call_off(Some(&arguments.uri(0)?)),
        },
        THREADS => state.set_threads(&arguments.uri(0)?, arguments.threads(1)?),
        SHOW_TRACE => return show::trace(state, client, &arguments.uri(0)?, &arguments.text(1)?),
        SHOW_SETTINGS => return show::settings(state, client),
        other => return Err(Error::invalid_params(format!("there is no command {other}"))),
    }
    Ok(None)
}

struct Arguments<'a>(&'a [Value]);

impl Arguments<'_> {
    fn text(&self, idx: usize) -> Result<String> {
        let text = self.0.get(idx).and_then(Value::as_str);
        text.map(str::to_owned)
            .ok_or_else(|| Error::invalid_params(format!("argument {} must be a text", idx + 1)))
    }

    fn uri(&self, idx: usize) -> Result<Url> {
        let uri = self.text(idx)?.parse();
        uri.map_err(|_| Error::invalid_params(format!("argument {} must be a URI", idx + 1)))
    }

    fn threads(&self, idx: usize) -> Result<Option<u32>> {
        let count = self.0.get(idx).cloned().unwrap_or_default();
        let count = serde_json::from_value::<ThreadCount>(count);
        count.map(|count| count.0).map_err(|_| {
            let message = "argument 2 must be a number of threads from 1 on, or \"any\"";
            Error::invalid_params(message.to_owned())
        })
    }
}
