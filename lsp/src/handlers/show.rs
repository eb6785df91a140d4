//! Texts that are too long for a message, as documents that the client opens.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use serde_json::Value;
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{MessageType, ShowDocumentParams, Url};

use crate::server::{State, cache};

/// Opens a trace, one column per thread.
pub fn trace(state: &State, client: &Client, uri: &Url, id: &str) -> Result<Option<Value>> {
    let missing = || Error::invalid_params(format!("there is no trace for {id}"));
    let board = state.board(uri).ok_or_else(missing)?;
    let row = board.row(id).ok_or_else(missing)?;
    let (property, _) = board.get(row.verdict.ok_or_else(missing)?);
    let trace = property.trace.as_ref().ok_or_else(missing)?;
    let stale = match row.state {
        crate::server::board::Shown::Stale => "\nThe text has changed since.\n",
        _ => "",
    };
    let name = uri.path_segments().and_then(|mut parts| parts.next_back()).unwrap_or_default();
    let text = format!("{name}: {}\n{stale}\n{}", property.message, trace.lanes);
    let mut hasher = DefaultHasher::new();
    (uri, id).hash(&mut hasher);
    let stem = id.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    show(state, client, &format!("{stem}-{:08x}.txt", hasher.finish() as u32), text)
}

/// Opens the settings in force.
pub fn settings(state: &State, client: &Client) -> Result<Option<Value>> {
    show(state, client, "settings.txt", state.settings_text())
}

fn show(state: &State, client: &Client, name: &str, text: String) -> Result<Option<Value>> {
    let path = write(name, &text).map_err(|error| {
        let mut failure = Error::internal_error();
        failure.message = format!("the text cannot be written to the cache folder: {error}").into();
        failure
    })?;
    let uri = Url::from_file_path(&path).map_err(|()| Error::internal_error())?;
    let (client, can_show) = (client.clone(), state.client().show_document);
    let answer = Value::String(uri.to_string());
    tokio::spawn(async move {
        let params = ShowDocumentParams {
            uri,
            external: Some(false),
            take_focus: Some(true),
            selection: None,
        };
        let shown = can_show && client.show_document(params).await.unwrap_or(false);
        if !shown {
            let message = format!("see {}", path.display());
            client.show_message(MessageType::INFO, message).await;
        }
    });
    Ok(Some(answer))
}

fn write(name: &str, text: &str) -> std::io::Result<PathBuf> {
    let folder = cache::folder().ok_or(std::io::ErrorKind::NotFound)?.join("shown");
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(name);
    std::fs::write(&path, text)?;
    Ok(path)
}
