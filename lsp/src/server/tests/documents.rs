//! Texts follow what the client does to them.

use serde_json::{Value, json};

use super::{Published, Session, fake};

fn change(from: (u32, u32), to: (u32, u32), text: &str) -> Value {
    json!({
        "range": {
            "start": { "line": from.0, "character": from.1 },
            "end": { "line": to.0, "character": to.1 },
        },
        "text": text,
    })
}

#[tokio::test]
async fn edits_are_made_in_order() {
    let mut session = Session::start(fake::reader()).await;
    session.open("a.c", 1, "bug ä😀x\r\n").await;
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &["ä😀x"]));
    session
        .edit("a.c", 2, json!([change((0, 7), (0, 8), "yz"), change((0, 8), (0, 9), "!")]))
        .await;
    session.edit("a.c", 3, json!([change((0, 5), (0, 7), "")])).await;
    assert_eq!(session.published().await, Published::new("a.c", Some(3), &["äy!"]));
}

#[tokio::test]
async fn versions_that_are_out_of_date_change_nothing() {
    let mut session = Session::start(fake::reader()).await;
    session.open("a.c", 5, "bug 5").await;
    assert_eq!(session.published().await, Published::new("a.c", Some(5), &["5"]));
    session.change("a.c", 4, "bug 4").await;
    session.edit("a.c", 6, json!([change((0, 5), (0, 5), " and 6")])).await;
    assert_eq!(session.published().await, Published::new("a.c", Some(6), &["5 and 6"]));
}

#[tokio::test]
async fn thousands_of_edits() {
    let mut session = Session::start(fake::reader()).await;
    session.open("a.c", 0, "bug ").await;
    for version in 1..=5000 {
        session.edit("a.c", version, json!([change((0, 4), (0, 4), "x")])).await;
    }
    let last = loop {
        let published = session.published().await;
        if published.version == Some(5000) {
            break published;
        }
    };
    assert_eq!(last.messages, ["x".repeat(5000)]);
}

#[tokio::test]
async fn a_huge_document() {
    let mut session = Session::start(fake::reader()).await;
    session.open("a.c", 0, &"int x;\n".repeat(2_000_000)).await;
    for version in 1..=100 {
        session.edit("a.c", version, json!([change((1_000_000, 0), (1_000_000, 0), "y\n")])).await;
    }
    session.edit("a.c", 101, json!([change((2_000_099, 0), (2_000_100, 0), "bug x\n")])).await;
    let params = loop {
        let params = session.diagnostics().await;
        if params["version"] == 101 {
            break params;
        }
    };
    assert_eq!(params["diagnostics"][0]["range"]["start"]["line"], 2_000_099);
}
