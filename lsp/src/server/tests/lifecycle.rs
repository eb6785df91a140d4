//! Hello and goodbye.

use serde_json::{Value, json};

use super::{Published, Session, fake};
use crate::server::transport::Goodbye;

#[tokio::test]
async fn the_server_introduces_itself() {
    let mut session = Session::connect(fake::reader());
    let result = session.initialize(json!({})).await;
    let capabilities = serde_json::to_string_pretty(&result["capabilities"]).expect("it is JSON");
    insta::assert_snapshot!(capabilities);
    let name = json!({ "name": "braid", "version": env!("CARGO_PKG_VERSION") });
    assert_eq!(result["serverInfo"], name);
}

#[tokio::test]
async fn nothing_is_said_before_the_introduction() {
    for _ in 0..50 {
        let mut session = Session::connect(fake::reader());
        let params = json!({
            "capabilities": { "experimental": { "braid": true } },
            "initializationOptions": { "threads": 3 },
        });
        let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
        session.send(hello).await;
        let message = session.receive().await;
        assert_eq!(message["id"], 1, "{message}");
    }
}

#[tokio::test]
async fn a_document_may_follow_at_once() {
    let mut session = Session::connect(fake::reader());
    let params = json!({ "capabilities": {} });
    let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
    session.send(hello).await;
    session.open("a.c", 1, "bug 1").await;
    assert_eq!(session.receive().await["id"], 1);
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &["1"]));
}

#[tokio::test]
async fn before_the_introduction_nothing_else_works() {
    let mut session = Session::connect(fake::reader());
    session.open("a.c", 1, "bug 1").await;
    assert_eq!(session.request("shutdown", json!(null)).await["error"]["code"], -32002);
    assert_eq!(session.request("textDocument/hover", json!({})).await["error"]["code"], -32002);
    session.initialize(json!({})).await;
    session.nothing().await;
}

#[tokio::test]
async fn a_second_introduction_is_refused() {
    let mut session = Session::start(fake::reader()).await;
    let response = session.request("initialize", json!({ "capabilities": {} })).await;
    assert_eq!(response["error"]["code"], -32600);
    session.nothing().await;
}

#[tokio::test]
async fn an_introduction_may_fail_and_be_repeated() {
    let mut session = Session::connect(fake::reader());
    let response = session.request("initialize", json!({ "capabilities": 7 })).await;
    assert_eq!(response["error"]["code"], -32602);
    session.initialize(json!({})).await;
    session.nothing().await;
}

#[tokio::test]
async fn a_proper_goodbye() {
    for params in [json!(null), Value::Object(Default::default())] {
        let mut session = Session::start(fake::reader()).await;
        let response = session.request("shutdown", json!(null)).await;
        assert_eq!(response["result"], Value::Null);
        assert!(response.get("error").is_none(), "{response}");
        // The input stays open: many clients wait for us to leave before they close it.
        session.notify("exit", params).await;
        assert_eq!(session.goodbye().await, Goodbye::Proper);
    }
}

#[tokio::test]
async fn after_shutdown_nothing_works_any_more() {
    let mut session = Session::start(fake::reader()).await;
    session.request("shutdown", json!(null)).await;
    assert_eq!(session.request("shutdown", json!(null)).await["error"]["code"], -32600);
    session.open("a.c", 1, "bug 1").await;
    assert_eq!(session.request("textDocument/hover", json!({})).await["error"]["code"], -32600);
}

#[tokio::test]
async fn exit_alone_is_abrupt() {
    let mut session = Session::start(fake::reader()).await;
    session.notify("exit", json!(null)).await;
    assert_eq!(session.goodbye().await, Goodbye::Abrupt);
    let mut session = Session::connect(fake::reader());
    session.notify("exit", json!(null)).await;
    assert_eq!(session.goodbye().await, Goodbye::Abrupt);
}

#[tokio::test]
async fn a_client_that_is_gone_ends_the_server() {
    let mut session = Session::start(fake::reader()).await;
    session.hang_up();
    assert_eq!(session.goodbye().await, Goodbye::Abrupt);
}

#[tokio::test]
async fn leaving_calls_off_the_run() {
    let (analyse, mut runs) = fake::gated();
    let mut session = Session::start(analyse).await;
    session.open("a.c", 1, "bug 1").await;
    let run = runs.recv().await.expect("a run");
    session.request("shutdown", json!(null)).await;
    assert!(run.is_cancelled());
    session.notify("exit", json!(null)).await;
    assert_eq!(session.goodbye().await, Goodbye::Proper);
}

#[tokio::test]
async fn a_client_that_does_not_listen_can_leave() {
    let mut session = Session::start(fake::reader()).await;
    for idx in 0..50 {
        session.open(&format!("{idx}.c"), 1, &"bug x\n".repeat(200)).await;
    }
    session.notify("exit", json!(null)).await;
    assert_eq!(session.goodbye().await, Goodbye::Abrupt);
}
