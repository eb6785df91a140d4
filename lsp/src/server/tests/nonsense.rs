//! Messages that make no sense. Each is answered if it can be, and the session goes on.

use serde_json::json;

use super::{Published, Session, fake, uri};

/// Sends bytes as the body of a message.
async fn send_body(session: &mut Session, body: &[u8]) {
    session.send_bytes(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes()).await;
    session.send_bytes(body).await;
}

#[tokio::test]
async fn bodies_that_are_no_messages() {
    let mut session = Session::start(fake::reader()).await;
    let deep = "[".repeat(100_000);
    let cases: &[(&[u8], i64)] = &[
        (b"", -32700),
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (deep.as_bytes(), -32700),
        (b"[]", -32600),
        (b"7", -32600),
        (b"{}", -32600),
        (br#"{"jsonrpc":"2.0","method":7}"#, -32600),
        (br#"{"jsonrpc":"1.0","method":"initialized"}"#, -32600),
        (br#"{"method":"initialized"}"#, -32600),
        (br#"{"jsonrpc":"2.0","id":{},"method":"shutdown"}"#, -32600),
    ];
    for (body, code) in cases {
        send_body(&mut session, body).await;
        let response = session.receive().await;
        assert_eq!(response["error"]["code"], *code, "{}", String::from_utf8_lossy(body));
        assert!(response["id"].is_null());
    }
    send_body(&mut session, br#"{"jsonrpc":"2.0","id":70}"#).await;
    assert_eq!(session.receive().await["id"], 70);
    session.nothing().await;
}

#[tokio::test]
async fn headers_that_are_no_headers() {
    let mut session = Session::start(fake::reader()).await;
    session.send_bytes(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert_eq!(session.receive().await["error"]["code"], -32700);
    session.send_bytes(b"Content-Length: many\r\n\r\n").await;
    assert_eq!(session.receive().await["error"]["code"], -32700);
    session.nothing().await;
}

#[tokio::test]
async fn methods_and_parameters_that_do_not_exist() {
    let mut session = Session::start(fake::reader()).await;
    assert_eq!(session.request("no/such", json!({})).await["error"]["code"], -32601);
    assert_eq!(session.request("$/such", json!({})).await["error"]["code"], -32601);
    assert_eq!(session.request("textDocument/hover", json!([])).await["error"]["code"], -32602);
    // We did not say that we can complete.
    let position = json!({ "line": 0, "character": 0 });
    let params = json!({ "textDocument": { "uri": uri("a.c") }, "position": position });
    let response = session.request("textDocument/completion", params).await;
    assert_eq!(response["error"]["code"], -32601);
    session.notify("no/such", json!({})).await;
    session.notify("$/setTrace", json!({ "value": "off" })).await;
    session.notify("$/cancelRequest", json!({ "id": 1 })).await;
    session.notify("textDocument/didOpen", json!({ "textDocument": 1 })).await;
    session.notify("textDocument/didOpen", json!(null)).await;
    session.notify("textDocument/didChange", json!({})).await;
    session.notify("textDocument/didClose", json!("a.c")).await;
    let document = json!({ "uri": "no address", "languageId": "c", "version": 1, "text": "" });
    session.notify("textDocument/didOpen", json!({ "textDocument": document })).await;
    // A reply to a question that nobody asked.
    session.send(json!({ "jsonrpc": "2.0", "id": 99, "result": null })).await;
    session.nothing().await;
    session.open("a.c", 1, "bug 1").await;
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &["1"]));
}

#[tokio::test]
async fn documents_that_are_not_in_files() {
    let mut session = Session::start(fake::reader()).await;
    let document = json!({
        "uri": "untitled:Untitled-1", "languageId": "c", "version": 1, "text": "bug 1",
    });
    session.notify("textDocument/didOpen", json!({ "textDocument": document })).await;
    let expected = Published::new("untitled:Untitled-1", Some(1), &["1"]);
    assert_eq!(session.published().await, expected);
}
