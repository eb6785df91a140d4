//! How long an editor waits: from an edit to its diagnostics, and for hovers, lenses and actions, on a
//! file of 2,000 lines while another file is checked all the time; and how long a check takes to end
//! that is stopped. The same edits with clangd, where it is installed.
//!
//! `cargo bench -p braid-lsp` prints a table; the figures of record are in `README.md`.

#[path = "../tests/editor/mod.rs"]
mod editor;

use std::io::Write;
use std::time::{Duration, Instant};

use editor::{BUSY, Server, busy};
use serde_json::{Value, json};

const N_EDITS: usize = 100;
const N_LINES: usize = 2_000;
const N_STOPS: usize = 20;

/// Functions that compute something, and threads that call some of them.
fn program() -> String {
    let mut text = String::from("#include <assert.h>\n#include <pthread.h>\n\nint total;\n");
    let mut n = 0;
    while text.lines().count() < N_LINES - 40 {
        text.push_str(&format!(
            "\nstatic int step_{n}(int a, int b) {{\n    int sum = a + b * {n};\n    if (sum > {n}) {{\n        \
             sum = sum - {n};\n    }} else {{\n        sum = sum + 1;\n    }}\n    return sum;\n}}\n"
        ));
        n += 1;
    }
    text.push_str(
        "\nunsigned long x, y, z;\nvoid *worker(void *arg) {\n    unsigned long own = 0;\n    \
         while (own < 1000000) { own = own + x; x = own; y = x + z; z = own + y; own = own + 1; }\n    \
         assert(own != 77777777);\n    total = step_1(total, step_2(1, 2));\n    return 0;\n}\n\
         int main(void) {\n    pthread_t t;\n    while (1) pthread_create(&t, 0, worker, 0);\n}\n",
    );
    text
}

struct Editor {
    server: Server,
    version: i32,
    uri: String,
}

impl Editor {
    fn start(mut server: Server, text: &str) -> Self {
        let capabilities = json!({
            "general": { "positionEncodings": ["utf-8"] },
            "textDocument": { "publishDiagnostics": { "versionSupport": true } },
        });
        // More work than there is time for. Only Braid reads this.
        let options = json!({ "budget": u64::MAX / 2 });
        let params = json!({
            "capabilities": capabilities, "rootUri": null, "initializationOptions": options,
        });
        server.request("initialize", params);
        server.notify("initialized", json!({}));
        let uri = "file:///no/such/folder/a.c".to_owned();
        let document = json!({ "uri": uri, "languageId": "c", "version": 1, "text": text });
        server.notify("textDocument/didOpen", json!({ "textDocument": document }));
        Self { server, version: 1, uri }
    }

    /// Puts a mistake into the text or takes it out again; until this is seen.
    fn edit(&mut self, line: usize, broken: bool) -> Duration {
        self.version += 1;
        let start = json!({ "line": line, "character": 0 });
        let (end, text) = match broken {
            true => (start.clone(), ")"),
            false => (json!({ "line": line, "character": 1 }), ""),
        };
        let change = json!({ "range": { "start": start, "end": end }, "text": text });
        let document = json!({ "uri": self.uri, "version": self.version });
        let began = Instant::now();
        let params = json!({ "textDocument": document, "contentChanges": [change] });
        self.server.notify("textDocument/didChange", params);
        loop {
            let message = self.server.receive();
            if message["method"] != "textDocument/publishDiagnostics" {
                continue;
            }
            let list = message["params"]["diagnostics"].as_array().expect("a list");
            if list.iter().any(|one| one["severity"] == 1) == broken {
                return began.elapsed();
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Duration {
        let began = Instant::now();
        let request = json!({ "jsonrpc": "2.0", "id": 77, "method": method, "params": params });
        self.server.send(&request);
        loop {
            if self.server.receive()["id"] == 77 {
                return began.elapsed();
            }
        }
    }
}

fn percentiles(mut times: Vec<Duration>) -> String {
    times.sort();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
    format!("{:>8.1} {:>8.1} {:>8.1} {:>8.1}", at(50), at(95), at(99), at(100))
}

fn measure(name: &str, server: Server, is_braid: bool, out: &mut impl Write) {
    let text = program();
    let mut editor = Editor::start(server, &text);
    if is_braid {
        // The file that is edited has its turn when it is left alone: never.
        editor.server.open("busy.c", &busy(BUSY[0].1));
        editor.server.wait_until_proving(Duration::ZERO);
    }
    // The first reading is not what is measured.
    std::thread::sleep(Duration::from_secs(3));
    let line = text.lines().position(|line| line.starts_with("static int step_50")).unwrap_or(500);
    let mut rows: Vec<(&str, Vec<Duration>)> = Vec::new();
    let mut n_busy = 0;
    let mut edits = Vec::new();
    let mut hovers = Vec::new();
    let mut lenses = Vec::new();
    let mut actions = Vec::new();
    let document = json!({ "uri": editor.uri });
    for idx in 0..N_EDITS {
        n_busy += usize::from(is_braid && editor.server.is_proving());
        edits.push(editor.edit(line, true));
        edits.push(editor.edit(line, false));
        std::thread::sleep(Duration::from_millis(if idx % 10 == 0 { 500 } else { 20 }));
        let position = json!({ "line": line + 1, "character": 8 });
        let params = json!({ "textDocument": document, "position": position });
        hovers.push(editor.ask("textDocument/hover", params));
        if is_braid {
            let params = json!({ "textDocument": document });
            lenses.push(editor.ask("textDocument/codeLens", params));
            let range = json!({ "start": position, "end": position });
            let context = json!({ "diagnostics": [] });
            let params = json!({ "textDocument": document, "range": range, "context": context });
            actions.push(editor.ask("textDocument/codeAction", params));
        }
    }
    rows.push(("edit to diagnostics", edits));
    rows.push(("hover", hovers));
    if is_braid {
        rows.push(("code lens", lenses));
        rows.push(("code action", actions));
    }
    for (what, times) in rows {
        let _ = writeln!(out, "{name:8} {what:20} {}", percentiles(times));
    }
    if is_braid {
        let _ = writeln!(out, "         a check was under way at {n_busy} of {N_EDITS} edits");
    }
}

/// From "stop" until no thread works on the check any more, at various moments of various checks.
fn measure_stops(out: &mut impl Write) {
    for (what, body) in BUSY {
        let mut editor = Editor::start(Server::start(), &busy(body));
        let mut times = Vec::new();
        for idx in 0..N_STOPS {
            let uri = &editor.uri;
            let check = json!({ "command": "braid.check", "arguments": [uri] });
            let request = json!({ "jsonrpc": "2.0", "id": 8, "method": "workspace/executeCommand",
                                  "params": check });
            editor.server.send(&request);
            editor.server.wait_until_proving(Duration::from_millis(50 + 97 * idx as u64 % 2000));
            times.push(editor.server.stop());
        }
        let _ =
            writeln!(out, "{:8} {:20} {}", "braid", format!("stop, {what}"), percentiles(times));
    }
}

fn main() {
    let mut out = std::io::stdout();
    let _ = writeln!(
        out,
        "{:8} {:20} {:>8} {:>8} {:>8} {:>8}  ms",
        "", "", "50 %", "95 %", "99 %", "most"
    );
    measure("braid", Server::start(), true, &mut out);
    measure_stops(&mut out);
    match Server::start_other("clangd", &["--log=error", "--background-index=false"]) {
        Some(server) => measure("clangd", server, false, &mut out),
        None => {
            let _ = writeln!(out, "clangd is not installed");
        }
    }
}
