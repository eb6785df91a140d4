//! How a run goes, and calling it off.

use serde_json::{Value, json};

use super::{Session, fake, uri};

#[tokio::test]
async fn the_status_follows_the_work() {
    let (analyse, mut runs) = fake::gated();
    let mut session = Session::start_braid(analyse).await;
    session.open("a.c", 1, "bug b\n").await;
    let run = runs.recv().await.expect("a run");
    let is_told = |params: &Value| params["round"] == 3;
    let status = session.await_("braid/status", is_told).await;
    let expected = json!({
        "state": "checking", "uri": uri("a.c"), "message": "checking, round 3, 12 predicates",
        "phase": "proving", "round": 3, "predicates": 12, "threads": null,
    });
    assert_eq!(status, expected);
    run.go();
    let status = session.next("braid/status").await;
    assert_eq!(status["state"], "idle", "and nothing in between");
}

#[tokio::test]
async fn a_long_run_has_a_progress_bar_that_stops_it() {
    let (analyse, mut runs) = fake::gated();
    let mut session = Session::start_braid(analyse).await;
    session.open("a.c", 1, "bug b\n").await;
    let run = runs.recv().await.expect("a run");
    let token = session.next("window/workDoneProgress/create").await["token"].clone();
    let begin = session.next("$/progress").await;
    assert_eq!(begin["token"], token);
    assert_eq!(begin["value"]["kind"], "begin");
    assert_eq!(begin["value"]["title"], "Braid: a.c");
    assert_eq!(begin["value"]["cancellable"], true);
    session.notify("window/workDoneProgress/cancel", json!({ "token": "another" })).await;
    session.ask("test/nothing", json!({})).await;
    assert!(!run.is_cancelled());
    session.notify("window/workDoneProgress/cancel", json!({ "token": token })).await;
    run.cancelled().await;
    run.go();
    let end = session.await_("$/progress", |params| params["value"]["kind"] == "end").await;
    assert_eq!(end["token"], token);
}

#[tokio::test]
async fn clients_that_did_not_ask_are_left_alone() {
    let (analyse, mut runs) = fake::gated();
    let mut session = Session::start(analyse).await;
    session.open("a.c", 1, "bug b\n").await;
    let run = runs.recv().await.expect("a run");
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    run.go();
    session.diagnostics().await;
    session.nothing().await;
}
