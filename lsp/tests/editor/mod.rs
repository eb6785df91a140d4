//! The editor's side of `braid lsp` as a process.

#![allow(dead_code, reason = "each test file uses what it needs")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Long enough for a busy machine; only failures take that long.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Server {
    pub process: Child,
    pub input: Option<ChildStdin>,
    pub messages: Receiver<Value>,
}

impl Server {
    pub fn start() -> Self {
        Self::start_other(env!("CARGO_BIN_EXE_braid"), &["lsp"]).expect("braid starts")
    }

    /// Another server; `None` if it is not there.
    pub fn start_other(program: &str, args: &[&str]) -> Option<Self> {
        let mut process = Command::new(program)
            .args(args)
            .env("BRAID_CACHE_DIR", cache())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
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
        Some(Self { process, input, messages })
    }

    pub fn initialized() -> Self {
        let mut server = Self::start();
        let capabilities = json!({
            "general": { "positionEncodings": ["utf-8"] },
            "textDocument": { "publishDiagnostics": { "relatedInformation": true } },
        });
        server.request("initialize", json!({ "capabilities": capabilities }));
        server.notify("initialized", json!({}));
        server
    }

    pub fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the server reads");
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    pub fn request(&mut self, method: &str, params: Value) -> Value {
        self.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }));
        let response = self.receive();
        assert_eq!(response["id"], 1, "{response}");
        response
    }

    pub fn receive(&mut self) -> Value {
        self.messages.recv_timeout(PATIENCE).expect("the server says something")
    }

    pub fn open(&mut self, name: &str, text: &str) {
        let uri = format!("file:///no/such/folder/{name}");
        let document = json!({ "uri": uri, "languageId": "c", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// The next message, which is a publication for this file.
    pub fn diagnostics(&mut self, name: &str) -> Value {
        let message = self.receive();
        assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}");
        let params = &message["params"];
        assert_eq!(params["uri"], format!("file:///no/such/folder/{name}"), "{message}");
        params.clone()
    }

    pub fn change(&mut self, name: &str, version: i32, text: &str) {
        let uri = format!("file:///no/such/folder/{name}");
        let document = json!({ "uri": uri, "version": version });
        let changes = json!([{ "text": text }]);
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    /// The violations and failures of the next publication for this file: no hints, nothing stale.
    pub fn codes(&mut self, name: &str) -> Vec<String> {
        loop {
            let params = self.diagnostics(name);
            let list = params["diagnostics"].as_array().expect("a list");
            let is_stale = |one: &Value| {
                one["message"].as_str().is_some_and(|message| message.contains("(stale"))
            };
            if list.iter().any(is_stale) {
                continue;
            }
            let marks = list.iter().filter(|one| one["severity"] != 4);
            return marks.map(|one| one["code"].as_str().expect("a code").to_owned()).collect();
        }
    }

    /// The processes that the server has started.
    pub fn workers(&self) -> Vec<u32> {
        let id = self.process.id();
        let path = format!("/proc/{id}/task/{id}/children");
        let of_thread = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        let tasks = std::fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
        let all = tasks.map(|task| of_thread(&format!("{}/children", task.path().display())));
        let all: String = all.collect::<Vec<_>>().join(" ") + &of_thread(&path);
        let mut ids: Vec<u32> = all.split_whitespace().filter_map(|id| id.parse().ok()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Whether a worker searches or proves at this moment, or would if it were given the time. Only
    /// Linux can tell.
    pub fn is_proving(&self) -> bool {
        let threads =
            |id: &u32| std::fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten();
        let all = self.workers();
        let mut threads = all.iter().flat_map(threads).flatten();
        threads.any(|thread| {
            let stat = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
            // Its number, its name in brackets, its state.
            let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
            stat.contains("(proof)") && state == Some('R')
        })
    }

    /// Waits until a check is under way, and then a while longer.
    pub fn wait_until_proving(&self, longer: Duration) {
        let start = Instant::now();
        while !self.is_proving() {
            assert!(start.elapsed() < PATIENCE, "no check is under way");
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(longer);
    }

    /// Stops everything, as a user does; how long it took until nobody worked any more.
    pub fn stop(&mut self) -> Duration {
        let params = json!({ "command": "braid.stop", "arguments": [] });
        let request = json!({ "jsonrpc": "2.0", "id": 7, "method": "workspace/executeCommand",
                              "params": params });
        let start = Instant::now();
        self.send(&request);
        let mut ended = start.elapsed();
        // A thread may sleep for a moment before it is through.
        while ended + Duration::from_millis(20) > start.elapsed() {
            if self.is_proving() {
                ended = start.elapsed();
                assert!(ended < PATIENCE, "it goes on and on");
            }
            thread::sleep(Duration::from_micros(500));
        }
        ended
    }

    /// Waits for the process to end by itself.
    pub fn ended(mut self) -> ExitStatus {
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

/// Programs that keep the engine busy, each in another way: by many states, by hard questions to the
/// solver, and by a proof that takes many rounds.
pub const BUSY: [(&str, &str); 3] = [
    (
        "states",
        "    while (own < 1000000) { own = own + x; x = own; y = x + z; z = own + y; own++; }\n    assert(own != 77777777);\n",
    ),
    (
        "solver",
        "    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();\n    x = a; y = b; a = x; b = y;\n    assert((a + b) * (a - b) == a * a - b * b);\n",
    ),
    (
        "rounds",
        "    while (own < 90) { if (own % 3 == 1) x = own; own = own + 1; y = x * 2; }\n    assert(own == 90 && y != 181 + z);\n",
    ),
];

/// A whole program around one of these.
pub fn busy(body: &str) -> String {
    format!(
        "#include <assert.h>\n#include <pthread.h>\n\nunsigned long x, y, z;\n\
         unsigned long __VERIFIER_nondet_ulong(void);\n\n\
         void *worker(void *arg) {{\n    unsigned long own = 0;\n{body}    return 0;\n}}\n\n\
         int main(void) {{\n    pthread_t t;\n    while (1) pthread_create(&t, 0, worker, 0);\n}}\n"
    )
}

/// A folder for the caches of this test process.
pub fn cache() -> std::path::PathBuf {
    std::env::temp_dir().join(format!("braid-cache-{}", std::process::id()))
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
