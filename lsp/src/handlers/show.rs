//! Texts that are too long for a message, as documents that the client opens.
//!
//! A client that asks for the text of addresses that only we know gets such an address, and is told
//! when its text has changed. For all others it is a file.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use serde_json::Value;
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{MessageType, ShowDocumentParams, Url};

use crate::convert::newer::TRACE_SCHEME;
use crate::server::board::Shown;
use crate::server::protocol::{TextContent, TextContentQuestion};
use crate::server::{State, cache};

/// Opens a trace, one column per thread.
pub fn trace(state: &State, client: &Client, uri: &Url, id: &str) -> Result<Option<Value>> {
    let text = trace_text(state, uri, id)
        .ok_or_else(|| Error::invalid_params(format!("there is no trace for {id}")))?;
    let stem = id.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    if state.client().text_content {
        let address = trace_address(uri, &stem, id)?;
        if let Some((program, _)) = state.board_with(uri, id) {
            state.shows(&address, &program);
        }
        return Ok(Some(open(state, client, address)));
    }
    let mut hasher = DefaultHasher::new();
    (uri, id).hash(&mut hasher);
    show(state, client, &format!("{stem}-{:08x}.txt", hasher.finish() as u32), &text)
}

/// The text of an address that we have given away.
pub fn text_document_content(state: &State, params: &TextContentQuestion) -> Result<TextContent> {
    let gone = || "There is no such trace any more.\n".to_owned();
    let of = |name: &str| {
        let mut pairs = params.uri.query_pairs();
        pairs.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    };
    let uri = of("uri").and_then(|uri| uri.parse::<Url>().ok());
    let (Some(uri), Some(id), TRACE_SCHEME) = (uri, of("id"), params.uri.scheme()) else {
        return Err(Error::invalid_params(format!("{} is no address of ours", params.uri)));
    };
    Ok(TextContent { text: trace_text(state, &uri, &id).unwrap_or_else(gone) })
}

/// Opens the settings in force.
pub fn settings(state: &State, client: &Client) -> Result<Option<Value>> {
    show(state, client, "settings.txt", &state.settings_text())
}

fn trace_text(state: &State, uri: &Url, id: &str) -> Option<String> {
    let (_, board) = state.board_with(uri, id)?;
    let row = board.row(id)?;
    let (property, _) = board.get(row.verdict?);
    let trace = property.trace.as_ref()?;
    let stale = match row.state {
        Shown::Stale => "\nThe text has changed since.\n",
        _ => "",
    };
    let name = uri.path_segments().and_then(|mut parts| parts.next_back()).unwrap_or_default();
    Some(format!("{name}: {}\n{stale}\n{}", property.message, trace.lanes))
}

fn trace_address(uri: &Url, stem: &str, id: &str) -> Result<Url> {
    let mut address =
        Url::parse(&format!("{TRACE_SCHEME}:/{stem}.txt")).map_err(|_| Error::internal_error())?;
    address.query_pairs_mut().append_pair("uri", uri.as_str()).append_pair("id", id);
    Ok(address)
}

fn show(state: &State, client: &Client, name: &str, text: &str) -> Result<Option<Value>> {
    let path = write(name, text).map_err(|error| {
        let mut failure = Error::internal_error();
        failure.message = format!("the text cannot be written to the cache folder: {error}").into();
        failure
    })?;
    let uri = Url::from_file_path(&path).map_err(|()| Error::internal_error())?;
    Ok(Some(open(state, client, uri)))
}

/// Has the client open a document, and answers with its address.
fn open(state: &State, client: &Client, uri: Url) -> Value {
    let (client, can_show) = (client.clone(), state.client().show_document);
    let answer = Value::String(uri.to_string());
    let name = uri.to_file_path().map_or(uri.to_string(), |path| path.display().to_string());
    tokio::spawn(async move {
        let params = ShowDocumentParams {
            uri,
            external: Some(false),
            take_focus: Some(true),
            selection: None,
        };
        let shown = can_show && client.show_document(params).await.unwrap_or(false);
        if !shown {
            client.show_message(MessageType::INFO, format!("see {name}")).await;
        }
    });
    answer
}

fn write(name: &str, text: &str) -> std::io::Result<PathBuf> {
    let folder = cache::folder().ok_or(std::io::ErrorKind::NotFound)?.join("shown");
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(name);
    std::fs::write(&path, text)?;
    Ok(path)
}
