//! Files that include others.

use serde_json::{Value, json};

use super::places::at;
use super::{Published, Session, fake, uri};

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

const COUNTER: &str = "\
#include <assert.h>
#include <pthread.h>
int count;
void *worker(void *arg) {
    int old = count;
    count = old + 1;
    assert(count == old + 1);
    return 0;
}
";
const USER: &str = "\
#include \"counter.h\"
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    return 0;
}
";

async fn hover(session: &mut Session, position: Value) -> String {
    let params = json!({ "textDocument": { "uri": uri("counter.h") }, "position": position });
    let answer = session.ask("textDocument/hover", params).await;
    answer["result"]["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

async fn lenses(session: &mut Session) -> Vec<Value> {
    let params = json!({ "textDocument": { "uri": uri("counter.h") } });
    let answer = session.ask("textDocument/codeLens", params).await;
    answer["result"].as_array().cloned().unwrap_or_default()
}

#[tokio::test]
async fn a_header_tells_what_is_known_about_a_program_that_includes_it() {
    let mut session = Session::start_braid(fake::engine()).await;
    session.open("counter.h", 1, COUNTER).await;
    assert_eq!(hover(&mut session, at(COUNTER, "count = old")).await, "");
    session.open("main.c", 1, USER).await;
    let is_it = |params: &Value| {
        params["uri"] == uri("counter.h")
            && params["diagnostics"].as_array().is_some_and(|all| !all.is_empty())
    };
    session.await_("textDocument/publishDiagnostics", is_it).await;
    let text = hover(&mut session, at(COUNTER, "count = old")).await;
    assert!(text.contains("`count` is shared"), "{text}");
    let text = hover(&mut session, at(COUNTER, "assert(count")).await;
    assert!(text.contains("fails with 2 threads, and not with fewer"), "{text}");
    let found = lenses(&mut session).await;
    assert_eq!(found.len(), 1, "only the thread that stands in it: {found:?}");
    assert_eq!(found[0]["range"]["start"]["line"], 3);
    let command = &found[0]["command"];
    assert_eq!(command["title"], "fails with 2 threads: show trace");
    assert_eq!(command["arguments"][0], uri("main.c"), "the trace is one of the program");
    let answer = session.command("braid.showTrace", command["arguments"].clone()).await;
    assert!(answer.get("error").is_none(), "{answer}");
    // It moves with edits of the header, and goes with the program.
    let moved = format!("\n\n{COUNTER}");
    session.change("counter.h", 2, &moved).await;
    let text = hover(&mut session, at(&moved, "count = old")).await;
    assert!(text.contains("`count` is shared"), "{text}");
    assert_eq!(lenses(&mut session).await[0]["range"]["start"]["line"], 5);
    session.close("main.c").await;
    assert_eq!(hover(&mut session, at(&moved, "count = old")).await, "");
    assert!(lenses(&mut session).await.is_empty());
}

#[tokio::test]
async fn what_can_be_done_in_a_header() {
    let mut session = Session::start_braid(fake::engine()).await;
    session.open("counter.h", 1, COUNTER).await;
    session.open("main.c", 1, USER).await;
    let is_it = |params: &Value| {
        params["uri"] == uri("counter.h")
            && params["diagnostics"].as_array().is_some_and(|all| !all.is_empty())
    };
    let said = session.await_("textDocument/publishDiagnostics", is_it).await;
    let mut at_place = async |place: &str| -> Vec<Value> {
        let position = at(COUNTER, place);
        let params = json!({
            "textDocument": { "uri": uri("counter.h") },
            "range": { "start": position, "end": position },
            "context": { "diagnostics": said["diagnostics"] },
        });
        let answer = session.ask("textDocument/codeAction", params).await;
        answer["result"].as_array().cloned().unwrap_or_default()
    };
    let titles = |list: &[Value]| -> Vec<String> {
        list.iter().filter_map(|one| one["title"].as_str().map(str::to_owned)).collect()
    };
    let list = at_place("assert(count").await;
    let expected = [
        "Show full trace",
        "Check again with 3 threads",
        "Check again with 4 threads",
        "Ignore this assertion-violated, with a reason",
    ];
    assert_eq!(titles(&list), expected);
    // Commands are about the program, edits about the header.
    for action in &list[..3] {
        assert_eq!(action["command"]["arguments"][0], uri("main.c"), "{action}");
    }
    let edit = &list[3]["edit"]["changes"][uri("counter.h")][0];
    assert_eq!(edit["range"]["start"], json!({ "line": 6, "character": 0 }));
    let ignored = edit["newText"].as_str().expect("a text").to_owned();
    let list = at_place("worker(").await;
    assert_eq!(titles(&list), ["Mark `worker` as a thread function"]);
    let edit = &list[0]["edit"]["changes"][uri("counter.h")][0];
    assert_eq!(edit["range"]["start"], json!({ "line": 3, "character": 0 }));
    let list = at_place("count;").await;
    assert_eq!(titles(&list), ["Mark `count` as shared"]);
    // They do what they say: in the header, for the program.
    let position = json!([uri("main.c"), 3]);
    session.command("braid.threads", position).await;
    let text = COUNTER.replace("    assert(count", &format!("{ignored}    assert(count"));
    session.change("counter.h", 2, &text).await;
    let is_hidden = |params: &Value| {
        params["uri"] == uri("counter.h")
            && params["version"] == 2
            && params["diagnostics"] == json!([])
    };
    session.await_("textDocument/publishDiagnostics", is_hidden).await;
}
