//! `braid lsp` as a process: what only the real thing has, from exit codes to the real engine.

mod editor;

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use editor::Server;

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
    assert_eq!(server.codes("a.c"), ["assertion-violated"]);
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
    let list = params["diagnostics"].as_array().expect("a list");
    let error = list.iter().find(|one| one["severity"] == 1).expect("an error");
    assert_eq!(error["range"], expected, "{params}");
}

#[test]
fn headers_come_from_the_editor_and_get_their_own_diagnostics() {
    let mut server = Server::initialized();
    server.open("x.h", "static void check(void) {\n    assert(x == 0);\n}\n");
    server.diagnostics("x.h");
    let text = BUG.replace("assert(x == 0)", "check()");
    let text = text.replace("int x;", "int x;\n#include \"x.h\"");
    server.open("a.c", &text);
    assert_eq!(server.codes("a.c"), [""; 0]);
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
