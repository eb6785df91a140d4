//! `braid lsp` as a process: what only the real thing has, from exit codes to the real engine.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Long enough for a busy machine; only failures take that long.
const PATIENCE: Duration = Duration::from_secs(60);

struct Server {
    process: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
}

impl Server {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_braid"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("braid starts");
        let input = process.stdin.take();
        let mut output = BufReader::new(process.stdout.take().expect("it was asked for"));
        let (send, messages) = channel();
        thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if send.send(message).is_err() {
                    return;
                }
            }
        });
        Self { process, input, messages }
    }

    fn initialized() -> Self {
        let mut server = Self::start();
        let capabilities = json!({
            "general": { "positionEncodings": ["utf-8"] },
            "textDocument": { "publishDiagnostics": { "relatedInformation": true } },
        });
        server.request("initialize", json!({ "capabilities": capabilities }));
        server.notify("initialized", json!({}));
        server
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the server reads");
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        self.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }));
        let response = self.receive();
        assert_eq!(response["id"], 1, "{response}");
        response
    }

    fn receive(&mut self) -> Value {
        self.messages.recv_timeout(PATIENCE).expect("the server says something")
    }

    fn open(&mut self, name: &str, text: &str) {
        let uri = format!("file:///no/such/folder/{name}");
        let document = json!({ "uri": uri, "languageId": "c", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// The next message, which is a publication for this file.
    fn diagnostics(&mut self, name: &str) -> Value {
        let message = self.receive();
        assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}");
        let params = &message["params"];
        assert_eq!(params["uri"], format!("file:///no/such/folder/{name}"), "{message}");
        params.clone()
    }

    /// Waits for the process to end by itself.
    fn ended(mut self) -> ExitStatus {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.process.try_wait().expect("it is our child") {
                return status;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("the server does not end");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A message, or `None` at the end.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some((_, value)) => length = Some(value.parse().ok()?),
            None => break,
        }
    }
    let mut body = vec![0; length?];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

const BUG: &str = "\
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *arg) { x = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    assert(x == 0);
}
";

#[test]
fn a_proper_goodbye_is_a_success() {
    let mut server = Server::initialized();
    server.request("shutdown", json!(null));
    server.notify("exit", json!(null));
    // The input is still open.
    assert_eq!(server.ended().code(), Some(0));
}

#[test]
fn exit_alone_is_a_failure() {
    let mut server = Server::initialized();
    server.notify("exit", json!(null));
    assert_eq!(server.ended().code(), Some(1));
}

#[test]
fn a_client_that_is_gone_ends_the_process() {
    let mut server = Server::initialized();
    server.input = None;
    assert_eq!(server.ended().code(), Some(1));
    let mut server = Server::start();
    server.input = None;
    assert_eq!(server.ended().code(), Some(1));
}

#[test]
fn garbage_does_not_end_the_process() {
    let mut server = Server::initialized();
    server.send_bytes(b"what?\r\n\r\nContent-Length: 1\r\n\r\n{");
    assert_eq!(server.receive()["error"]["code"], -32700);
    assert_eq!(server.receive()["error"]["code"], -32700);
    server.open("a.c", BUG);
    assert_eq!(server.diagnostics("a.c")["diagnostics"][0]["code"], "assertion-violated");
}

#[test]
fn byte_order_marks_and_line_ends_do_not_move_anything() {
    let mut server = Server::initialized();
    let text = format!("\u{feff}/* ä */ {}", BUG.replace("x == 0", "/* 😀 */ x == 0"));
    server.open("a.c", &text.replace('\n', "\r\n"));
    let params = server.diagnostics("a.c");
    let expected = json!({
        "start": { "line": 7, "character": 4 },
        "end": { "line": 7, "character": 4 + "assert(/* 😀 */ x == 0)".len() },
    });
    assert_eq!(params["diagnostics"][0]["range"], expected, "{params}");
}

#[test]
fn headers_come_from_the_editor_and_get_their_own_diagnostics() {
    let mut server = Server::initialized();
    server.open("x.h", "static void check(void) {\n    assert(x == 0);\n}\n");
    server.diagnostics("x.h");
    let text = BUG.replace("assert(x == 0)", "check()");
    let text = text.replace("int x;", "int x;\n#include \"x.h\"");
    server.open("a.c", &text);
    assert_eq!(server.diagnostics("a.c")["diagnostics"], json!([]));
    let params = server.diagnostics("x.h");
    assert_eq!(params["diagnostics"][0]["code"], "assertion-violated", "{params}");
    assert_eq!(params["diagnostics"][0]["range"]["start"]["line"], 1);
    let related = params["diagnostics"][0]["relatedInformation"].as_array().expect("a list");
    assert_eq!(related[0]["location"]["uri"], "file:///no/such/folder/a.c");
    let close = json!({ "textDocument": { "uri": "file:///no/such/folder/a.c" } });
    server.notify("textDocument/didClose", close);
    assert_eq!(server.diagnostics("a.c")["diagnostics"], json!([]));
    assert_eq!(server.diagnostics("x.h")["diagnostics"], json!([]));
}

/// A program that keeps the engine busy for several seconds.
const LONG: &str = "\
#include <assert.h>
#include <pthread.h>
unsigned long x, y, z;
void *worker(void *arg) {
    unsigned long own = 0;
    while (own < 1000000) { own = own + x; x = own; y = x + z; z = own + y; own = own + 1; }
    assert(own != 77777777);
    return 0;
}
int main(void) {
    pthread_t t;
    while (1) pthread_create(&t, 0, worker, 0);
}
";

#[test]
fn an_edit_calls_off_a_long_run() {
    let mut server = Server::initialized();
    server.open("a.c", LONG);
    thread::sleep(Duration::from_millis(500));
    let document = json!({ "uri": "file:///no/such/folder/a.c", "version": 2 });
    let changes = json!([{ "text": BUG }]);
    let params = json!({ "textDocument": document, "contentChanges": changes });
    let start = Instant::now();
    server.notify("textDocument/didChange", params);
    assert_eq!(server.diagnostics("a.c")["version"], 2);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn a_long_run_does_not_hold_up_the_goodbye() {
    let mut server = Server::initialized();
    server.open("a.c", LONG);
    thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    server.request("shutdown", json!(null));
    server.notify("exit", json!(null));
    assert_eq!(server.ended().code(), Some(0));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}
