//! What the editor's settings say: at the start, when they change, and when we ask.

use std::sync::Arc;

use serde_json::Value;
use tower_lsp::Client;
use tower_lsp::lsp_types::{
    ConfigurationItem, DidChangeConfigurationParams, DidChangeWatchedFilesRegistrationOptions,
    FileSystemWatcher, GlobPattern, MessageType, Registration,
};

use crate::server::State;
use crate::settings::Layer;

const SECTION: &str = "braid";

/// What is to be known when something about these changes on disk.
const WATCHED: [&str; 5] =
    ["**/braid.toml", "**/compile_commands.json", "**/*.c", "**/*.h", "**/*.inc"];

/// The client is ready: ask for its settings, and to be told of changes on disk.
pub fn initialized(state: &Arc<State>, client: &Client) {
    state.be_ready();
    ask(state, client);
    if !state.client().watch_files {
        return;
    }
    let watchers = WATCHED.map(|pattern| FileSystemWatcher {
        glob_pattern: GlobPattern::String(pattern.to_owned()),
        kind: None,
    });
    let options = DidChangeWatchedFilesRegistrationOptions { watchers: watchers.to_vec() };
    let registration = Registration {
        id: "braid-files".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: serde_json::to_value(options).ok(),
    };
    let client = client.clone();
    // Without it we only know what is open, which is what most people work on.
    tokio::spawn(async move { client.register_capability(vec![registration]).await });
}

pub fn did_change_configuration(
    state: &Arc<State>,
    client: &Client,
    params: &DidChangeConfigurationParams,
) {
    match params.settings.get(SECTION) {
        Some(settings) => take(state, client, settings),
        None => ask(state, client),
    }
}

fn ask(state: &Arc<State>, client: &Client) {
    if !state.client().configuration {
        return;
    }
    let (state, client) = (state.clone(), client.clone());
    tokio::spawn(async move {
        let item = ConfigurationItem { scope_uri: None, section: Some(SECTION.to_owned()) };
        let answers = client.configuration(vec![item]).await.unwrap_or_default();
        if let Some(settings @ Value::Object(_)) = answers.first() {
            take(&state, &client, settings);
        }
    });
}

/// These settings hold from now on; what is wrong with them is said.
pub fn take(state: &Arc<State>, client: &Client, settings: &Value) {
    let (layer, complaints) = Layer::from_json(settings);
    state.workspace().set_editor(layer);
    state.reconfigured();
    if complaints.is_empty() {
        return;
    }
    let messages = complaints.into_iter().map(|complaint| complaint.message);
    let message = format!("Braid settings: {}", messages.collect::<Vec<_>>().join("; "));
    let client = client.clone();
    tokio::spawn(async move { client.show_message(MessageType::WARNING, message).await });
}
