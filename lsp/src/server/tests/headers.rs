//! Files that include others.

use super::{Published, Session, fake};

#[tokio::test]
async fn a_header_shows_what_is_wrong_in_it() {
    let mut session = Session::start(fake::reader()).await;
    session.open("x.h", 3, "bug x\n").await;
    session.open("a.c", 1, "bug a\ninclude x.h\n").await;
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &["a"]));
    assert_eq!(session.published().await, Published::new("x.h", Some(3), &["x"]));
    // A second file that says the same about it adds nothing; one that says more does.
    session.open("b.c", 1, "include x.h\n").await;
    assert_eq!(session.published().await, Published::new("b.c", Some(1), &[]));
    assert_eq!(session.published().await, Published::new("x.h", Some(3), &["x"]));
    session.close("b.c").await;
    assert_eq!(session.published().await, Published::new("b.c", None, &[]));
    assert_eq!(session.published().await, Published::new("x.h", Some(3), &["x"]));
    session.close("a.c").await;
    assert_eq!(session.published().await, Published::new("a.c", None, &[]));
    assert_eq!(session.published().await, Published::new("x.h", Some(3), &[]));
}

#[tokio::test]
async fn an_edited_header_moves_those_who_include_it() {
    let mut session = Session::start(fake::reader()).await;
    session.open("x.h", 1, "bug x\n").await;
    session.open("a.c", 1, "include x.h\n").await;
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &[]));
    assert_eq!(session.published().await, Published::new("x.h", Some(1), &["x"]));
    session.change("x.h", 2, "fine\n").await;
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &[]));
    assert_eq!(session.published().await, Published::new("x.h", Some(2), &[]));
}

#[tokio::test]
async fn a_header_that_appears_is_included() {
    let mut session = Session::start(fake::reader()).await;
    session.open("a.c", 1, "include x.h\n").await;
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &[]));
    session.open("x.h", 1, "bug x\n").await;
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &[]));
    assert_eq!(session.published().await, Published::new("x.h", Some(1), &["x"]));
    session.close("x.h").await;
    assert_eq!(session.published().await, Published::new("x.h", None, &[]));
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &[]));
}

#[tokio::test]
async fn a_run_that_saw_an_older_header_is_repeated() {
    let (analyse, mut runs) = fake::gated();
    let mut session = Session::start(analyse).await;
    session.open("x.h", 1, "bug old\n").await;
    session.open("a.c", 1, "include x.h\n").await;
    let run = runs.recv().await.expect("a run");
    session.change("x.h", 2, "bug new\n").await;
    session.nothing().await;
    run.go();
    runs.recv().await.expect("the run is repeated").go();
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &[]));
    assert_eq!(session.published().await, Published::new("x.h", Some(2), &["new"]));
}

#[tokio::test]
async fn a_header_that_brings_braid_down_can_be_mended() {
    let mut session = Session::start(fake::reader()).await;
    session.open("x.h", 1, "fine\n").await;
    session.open("a.c", 1, "include x.h\n").await;
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &[]));
    session.change("x.h", 2, "panic\n").await;
    let params = session.diagnostics().await;
    assert_eq!(params["diagnostics"][0]["code"], "internal-error", "{params}");
    session.change("x.h", 3, "fine\n").await;
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &[]));
}
