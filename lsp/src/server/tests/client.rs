//! The editor's side of a session.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::convert::to_lsp::STALE;
use crate::server::analysis::Analyse;
use crate::server::frame::{self, Frame};
use crate::server::state::Pace;
use crate::server::transport::Goodbye;

/// Shorter than the real one, but much longer than a busy machine takes between two messages.
const PACE: Pace = Pace {
    outline: Duration::from_millis(40),
    proof: Duration::from_millis(200),
    progress: Duration::from_millis(20),
    report: Duration::from_millis(50),
};
/// Long enough for a busy machine; only failures take that long.
const PATIENCE: Duration = Duration::from_secs(30);

pub struct Session {
    input: Option<DuplexStream>,
    output: BufReader<DuplexStream>,
    server: JoinHandle<io::Result<Goodbye>>,
    next_id: i64,
    /// Messages that came while we waited for something else.
    backlog: VecDeque<Value>,
}

/// A publication, with what most tests look at.
#[derive(Debug, PartialEq, Eq)]
pub struct Published {
    pub file: String,
    pub version: Option<i64>,
    pub messages: Vec<String>,
}

impl Published {
    pub fn new(file: &str, version: Option<i64>, messages: &[&str]) -> Self {
        let messages = messages.iter().map(|&message| message.to_owned()).collect();
        Self { file: file.to_owned(), version, messages }
    }
}

pub fn uri(file: &str) -> String {
    format!("file:///{file}")
}

impl Session {
    /// A connection on which nothing has been said.
    pub fn connect(analyse: Analyse) -> Self {
        let (input, their_input) = duplex(1 << 16);
        let (output, their_output) = duplex(1 << 16);
        let serving = crate::server::serve(their_input, their_output, analyse, PACE);
        let server = tokio::spawn(serving);
        Self {
            input: Some(input),
            output: BufReader::new(output),
            server,
            next_id: 1,
            backlog: VecDeque::new(),
        }
    }

    /// A session in which client and server have been introduced.
    pub async fn start(analyse: Analyse) -> Self {
        let publish = json!({ "relatedInformation": true });
        let mut session = Self::connect(analyse);
        session.initialize(json!({ "textDocument": { "publishDiagnostics": publish } })).await;
        session
    }

    /// The same with a client that knows what we speak beyond the standard.
    pub async fn start_braid(analyse: Analyse) -> Self {
        let mut session = Self::connect(analyse);
        let document = json!({ "publishDiagnostics": { "relatedInformation": true } });
        let window = json!({ "workDoneProgress": true, "showDocument": { "support": true } });
        let capabilities = json!({
            "textDocument": document, "window": window, "experimental": { "braid": true },
        });
        session.initialize(capabilities).await;
        session
    }

    /// The parameters of the next message of this kind; requests are granted, the rest is skipped.
    pub async fn next(&mut self, method: &str) -> Value {
        loop {
            let message = self.receive().await;
            if message.get("method").is_some()
                && let Some(id) = message.get("id")
            {
                let result = match message["method"].as_str() {
                    Some("window/showDocument") => json!({ "success": true }),
                    _ => Value::Null,
                };
                self.send(json!({ "jsonrpc": "2.0", "id": id, "result": result })).await;
            }
            if message["method"] == method {
                return message["params"].clone();
            }
        }
    }

    /// The next message of this kind that is what we wait for.
    pub async fn await_(&mut self, method: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let params = self.next(method).await;
            if is_it(&params) {
                return params;
            }
        }
    }

    /// The states of all properties, as soon as they are these.
    pub async fn states(&mut self, expected: &[&str]) -> Value {
        let states = |params: &Value| {
            let list = params["properties"].as_array().expect("a list");
            list.iter().map(|one| one["state"].as_str().expect("a text").to_owned()).collect()
        };
        self.await_("braid/verdicts", |params| {
            let states: Vec<String> = states(params);
            states == expected
        })
        .await
    }

    /// The verdicts, as soon as all are there.
    pub async fn decided(&mut self) -> Value {
        let is_open = |one: &Value| one["state"] == "checking" || one["state"] == "stale";
        self.await_("braid/verdicts", |params| {
            let list = params["properties"].as_array().expect("a list");
            !list.is_empty() && !list.iter().any(is_open)
        })
        .await
    }

    /// A request whose answer may come after other messages.
    pub async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(message).await;
        loop {
            let message = self.read().await;
            if message.get("method").is_none() && message["id"] == id {
                return message;
            }
            self.backlog.push_back(message);
        }
    }

    /// Everything that the server has said so far; its requests are granted.
    pub async fn so_far(&mut self) -> Vec<Value> {
        self.ask("test/so-far", json!({})).await;
        let messages: Vec<Value> = self.backlog.drain(..).collect();
        for message in &messages {
            if let (Some(_), Some(id)) = (message.get("method"), message.get("id")) {
                self.send(json!({ "jsonrpc": "2.0", "id": id, "result": null })).await;
            }
        }
        messages
    }

    pub async fn command(&mut self, command: &str, arguments: Value) -> Value {
        let params = json!({ "command": command, "arguments": arguments });
        self.ask("workspace/executeCommand", params).await
    }

    pub async fn initialize(&mut self, capabilities: Value) -> Value {
        let result = self.request("initialize", json!({ "capabilities": capabilities })).await;
        self.notify("initialized", json!({})).await;
        result["result"].clone()
    }

    pub async fn send(&mut self, message: Value) {
        let input = self.input.as_mut().expect("the input is open");
        frame::write(input, message.to_string().as_bytes()).await.expect("the server reads");
    }

    pub async fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).await.expect("the server reads");
    }

    pub async fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params })).await;
    }

    /// The response to a request; nothing else may come before it.
    pub async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(message).await;
        let response = self.receive().await;
        assert_eq!(response["id"], id, "{response}");
        response
    }

    pub async fn receive(&mut self) -> Value {
        match self.backlog.pop_front() {
            Some(message) => message,
            None => self.read().await,
        }
    }

    async fn read(&mut self) -> Value {
        let frame = timeout(PATIENCE, frame::read(&mut self.output)).await;
        match frame.expect("the server says something").expect("it can be read") {
            Some(Frame::Body(body)) => serde_json::from_slice(&body).expect("it is JSON"),
            other => panic!("the server said {other:?}"),
        }
    }

    /// The next message, which is a publication.
    pub async fn diagnostics(&mut self) -> Value {
        let message = self.receive().await;
        assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}");
        message["params"].clone()
    }

    /// The next publication of results that are not stale.
    pub async fn published(&mut self) -> Published {
        let is_stale = |one: &Value| one["message"].as_str().is_some_and(|m| m.ends_with(STALE));
        let params = loop {
            let params = self.diagnostics().await;
            if !params["diagnostics"].as_array().is_some_and(|list| list.iter().any(is_stale)) {
                break params;
            }
        };
        let list = params["diagnostics"].as_array().expect("a list");
        let message = |one: &Value| one["message"].as_str().expect("a text").to_owned();
        let address = params["uri"].as_str().expect("an address");
        Published {
            file: address.strip_prefix("file:///").unwrap_or(address).to_owned(),
            version: params["version"].as_i64(),
            messages: list.iter().map(message).collect(),
        }
    }

    /// Everything sent so far has been handled, and the server has said nothing.
    pub async fn nothing(&mut self) {
        let response = self.request("test/nothing", json!({})).await;
        assert_eq!(response["error"]["code"], -32601);
    }

    pub async fn open(&mut self, file: &str, version: i64, text: &str) {
        let language = if file.ends_with(".cpp") || file.ends_with(".h") { "cpp" } else { "c" };
        let document = json!({
            "uri": uri(file), "languageId": language, "version": version, "text": text,
        });
        self.notify("textDocument/didOpen", json!({ "textDocument": document })).await;
    }

    /// Replaces the whole text.
    pub async fn change(&mut self, file: &str, version: i64, text: &str) {
        self.edit(file, version, json!([{ "text": text }])).await;
    }

    pub async fn edit(&mut self, file: &str, version: i64, changes: Value) {
        let document = json!({ "uri": uri(file), "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params).await;
    }

    pub async fn close(&mut self, file: &str) {
        let params = json!({ "textDocument": { "uri": uri(file) } });
        self.notify("textDocument/didClose", params).await;
    }

    /// Closes the server's input.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits for the server to end by itself.
    pub async fn goodbye(self) -> Goodbye {
        let ended = timeout(PATIENCE, self.server).await.expect("the server ends");
        ended.expect("it does not panic").expect("it had a thread")
    }
}
