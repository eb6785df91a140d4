//! When things are analysed, and which results are used.

use super::{Published, Session, fake};

#[tokio::test]
async fn only_the_last_of_many_quick_edits_is_analysed() {
    let (analyse, mut runs) = fake::gated();
    let mut session = Session::start(analyse).await;
    session.open("a.c", 1, "bug 1").await;
    let run = runs.recv().await.expect("opening starts a run");
    assert_eq!(run.text, "bug 1");
    run.go();
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &["1"]));
    for version in 2..=9 {
        session.change("a.c", version, &format!("bug {version}")).await;
    }
    let run = runs.recv().await.expect("editing starts a run");
    assert_eq!(run.text, "bug 9");
    run.go();
    assert_eq!(session.published().await, Published::new("a.c", Some(9), &["9"]));
    session.nothing().await;
    assert!(runs.try_recv().is_err(), "one run for all edits");
}

#[tokio::test]
async fn an_edit_calls_off_the_run_and_its_result() {
    let (analyse, mut runs) = fake::gated();
    let mut session = Session::start(analyse).await;
    session.open("a.c", 1, "bug 1").await;
    let old = runs.recv().await.expect("a run");
    assert!(!old.is_cancelled());
    session.change("a.c", 2, "bug 2").await;
    old.cancelled().await;
    // It answers nevertheless, as if it had not looked at the flag.
    old.go();
    let new = runs.recv().await.expect("another run");
    assert_eq!(new.text, "bug 2");
    assert!(!new.is_cancelled());
    new.go();
    assert_eq!(session.published().await, Published::new("a.c", Some(2), &["2"]));
}

#[tokio::test]
async fn documents_take_turns() {
    let (analyse, mut runs) = fake::gated();
    let mut session = Session::start(analyse).await;
    session.open("a.c", 1, "bug a1").await;
    session.open("b.c", 1, "bug b1").await;
    let first = runs.recv().await.expect("a run");
    assert_eq!(first.text, "bug a1");
    session.nothing().await;
    assert!(runs.try_recv().is_err(), "one run at a time");
    session.change("b.c", 2, "bug b2").await;
    session.nothing().await;
    assert!(!first.is_cancelled(), "the edit is not about this run");
    first.go();
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &["a1"]));
    let second = runs.recv().await.expect("another run");
    assert_eq!(second.text, "bug b2", "by now it says something else");
    second.go();
    assert_eq!(session.published().await, Published::new("b.c", Some(2), &["b2"]));
}

#[tokio::test]
async fn closing_clears() {
    let mut session = Session::start(fake::reader()).await;
    session.open("a.c", 1, "bug 1").await;
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &["1"]));
    session.close("a.c").await;
    assert_eq!(session.published().await, Published::new("a.c", None, &[]));
    session.open("a.c", 1, "bug 2").await;
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &["2"]));
}

#[tokio::test]
async fn closing_calls_off_the_run_and_its_result() {
    let (analyse, mut runs) = fake::gated();
    let mut session = Session::start(analyse).await;
    session.open("a.c", 1, "bug 1").await;
    let run = runs.recv().await.expect("a run");
    session.close("a.c").await;
    assert_eq!(session.published().await, Published::new("a.c", None, &[]));
    assert!(run.is_cancelled());
    run.go();
    session.open("b.c", 1, "bug 2").await;
    runs.recv().await.expect("the run of the other file").go();
    assert_eq!(session.published().await, Published::new("b.c", Some(1), &["2"]));
}

#[tokio::test]
async fn a_new_document_under_an_old_name_is_a_new_document() {
    let (analyse, mut runs) = fake::gated();
    let mut session = Session::start(analyse).await;
    session.open("a.c", 1, "bug old").await;
    let old = runs.recv().await.expect("a run");
    session.close("a.c").await;
    session.open("a.c", 1, "bug new").await;
    assert_eq!(session.published().await, Published::new("a.c", None, &[]));
    old.go();
    runs.recv().await.expect("another run").go();
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &["new"]));
}

#[tokio::test]
async fn closing_what_is_not_open_does_nothing() {
    let mut session = Session::start(fake::reader()).await;
    session.close("a.c").await;
    session.change("a.c", 1, "bug 1").await;
    session.nothing().await;
}

#[tokio::test]
async fn other_languages_are_not_analysed() {
    let (analyse, mut runs) = fake::gated();
    let mut session = Session::start(analyse).await;
    session.open("a.cpp", 1, "bug 1").await;
    session.change("a.cpp", 2, "bug 2").await;
    session.open("b.c", 1, "bug 3").await;
    let run = runs.recv().await.expect("a run");
    assert_eq!(run.text, "bug 3");
    run.go();
    assert_eq!(session.published().await, Published::new("b.c", Some(1), &["3"]));
}
