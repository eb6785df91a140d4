//! What our own notifications, requests and commands say.

use serde_json::{Value, json};

use super::{RACE, Session, fake, uri};

fn states(params: &Value) -> Vec<(String, String, u64)> {
    let list = params["properties"].as_array().expect("a list");
    let row = |one: &Value| {
        let word = |key: &str| one[key].as_str().expect("a text").to_owned();
        let line = one["range"]["start"]["line"].as_u64().expect("a line");
        (word("text"), word("state"), line)
    };
    list.iter().map(row).collect()
}

fn row(text: &str, state: &str, line: u64) -> (String, String, u64) {
    (text.to_owned(), state.to_owned(), line)
}

#[tokio::test]
async fn a_check_from_open_to_edit() {
    let (analyse, mut runs) = fake::gated();
    let mut session = Session::start_braid(analyse).await;
    session.open("a.c", 1, "proof a\nbug b\n").await;
    let params = session.next("braid/verdicts").await;
    assert_eq!(states(&params), [row("a", "checking", 0), row("b", "checking", 1)]);
    assert_eq!(params["version"], 1);
    runs.recv().await.expect("a run").go();
    let params = session.next("braid/verdicts").await;
    assert_eq!(states(&params), [row("a", "proved", 0), row("b", "violated", 1)]);
    assert_eq!(params["properties"][0]["threads"], "any");
    assert_eq!(params["properties"][1]["threads"], 2);
    session.change("a.c", 2, "new\nproof a\nbug b\nproof c\n").await;
    let params = session.next("braid/verdicts").await;
    let expected = [row("a", "stale", 1), row("b", "stale", 2), row("c", "checking", 3)];
    assert_eq!(states(&params), expected);
    assert_eq!(params["version"], 2);
    runs.recv().await.expect("a run").go();
    let params = session.next("braid/verdicts").await;
    let expected = [row("a", "proved", 1), row("b", "violated", 2), row("c", "proved", 3)];
    assert_eq!(states(&params), expected);
    session.close("a.c").await;
    let params = session.next("braid/verdicts").await;
    assert_eq!(states(&params), []);
}

#[tokio::test]
async fn what_is_wrong_with_the_text_is_said_before_anything_is_proved() {
    let (analyse, mut runs) = fake::gated();
    let mut session = Session::start(analyse).await;
    session.open("a.c", 1, "oops now\nbug later\n").await;
    assert_eq!(session.published().await.messages, ["now"]);
    runs.recv().await.expect("a run").go();
    assert_eq!(session.published().await.messages, ["now", "later"]);
    session.change("a.c", 2, "bug later\n").await;
    let params = session.diagnostics().await;
    let messages: Vec<&str> = params["diagnostics"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["message"].as_str().expect("a text"))
        .collect();
    assert_eq!(messages, ["later (stale: the text has changed)"]);
    assert_eq!(params["diagnostics"][0]["range"]["start"]["line"], 0, "it moved with its line");
    runs.recv().await.expect("a run").go();
    assert_eq!(session.published().await.messages, ["later"]);
}

#[tokio::test]
async fn a_comment_keeps_the_verdict_without_a_run() {
    let (analyse, mut runs) = fake::gate(fake::engine());
    let mut session = Session::start_braid(analyse).await;
    session.open("a.c", 1, RACE).await;
    runs.recv().await.expect("a run").go();
    let before = session.states(&["violated"]).await;
    let line = before["properties"][0]["range"]["start"]["line"].as_u64().expect("a line");
    let text = format!("/* one\n   two */\nint unused(int z) {{ return z; }}\n{RACE}");
    session.change("a.c", 2, &text).await;
    let after = session.next("braid/verdicts").await;
    assert_eq!(after["version"], 2);
    assert_eq!(after["properties"][0]["state"], "violated", "{after}");
    assert_eq!(after["properties"][0]["range"]["start"]["line"], line + 3);
    let id = after["properties"][0]["id"].as_str().expect("a text");
    assert!(id.ends_with(&(line + 4).to_string()), "{id}");
    assert!(runs.try_recv().is_err(), "nothing was run");
}

#[tokio::test]
async fn a_run_goes_on_while_comments_are_written() {
    let (analyse, mut runs) = fake::gate(fake::engine());
    let mut session = Session::start_braid(analyse).await;
    session.open("a.c", 1, RACE).await;
    let run = runs.recv().await.expect("a run");
    session.states(&["checking"]).await;
    session.change("a.c", 2, &format!("// a comment\n{RACE}")).await;
    session.await_("braid/verdicts", |params| params["version"] == 2).await;
    assert!(!run.is_cancelled());
    run.go();
    let params = session.states(&["violated"]).await;
    assert_eq!(params["version"], 2);
    assert!(runs.try_recv().is_err(), "one run was enough");
    session.change("a.c", 3, &RACE.replace("old + 1;", "old + 2;")).await;
    session.states(&["stale"]).await;
    let run = runs.recv().await.expect("this means something else");
    session.change("a.c", 4, &RACE.replace("old + 1;", "old + 3;")).await;
    run.cancelled().await;
    run.go();
    runs.recv().await.expect("and so does this").go();
    session.states(&["violated"]).await;
}

#[tokio::test]
async fn traces_are_told() {
    let mut session = Session::start_braid(fake::engine()).await;
    session.open("a.c", 1, RACE).await;
    let params = session.states(&["violated"]).await;
    let property = &params["properties"][0];
    assert_eq!(property["hasTrace"], true);
    assert_eq!(property["threads"], 2);
    let id = property["id"].clone();
    let question = json!({ "uri": uri("a.c"), "id": id });
    let trace = session.ask("braid/trace", question).await["result"].clone();
    let names: Vec<&str> = trace["threads"]
        .as_array()
        .expect("threads")
        .iter()
        .map(|thread| thread["name"].as_str().expect("a text"))
        .collect();
    assert_eq!(names, ["main", "worker#1", "worker#2"]);
    let steps = trace["steps"].as_array().expect("steps");
    let last = steps.last().expect("a step");
    assert_eq!(last["failure"], true);
    assert_eq!(last["uri"], uri("a.c"));
    assert!(!last["conflicts"].as_array().expect("a list").is_empty(), "{last}");
    let written = |name: &str| {
        let all = steps.iter().flat_map(|step| step["writes"].as_array().expect("a list"));
        let shared: Vec<bool> = all
            .filter(|one| one["name"] == name)
            .filter_map(|one| one["shared"].as_bool())
            .collect();
        shared
    };
    assert_eq!((written("count"), written("old")), (vec![true; 2], vec![false; 2]));
    let nothing = session.ask("braid/trace", json!({ "uri": uri("a.c"), "id": "x" })).await;
    assert_eq!(nothing["result"], Value::Null);
    assert!(nothing.get("error").is_none());
    let shown = session.command("braid.showTrace", json!([uri("a.c"), id])).await;
    assert!(shown.get("error").is_none(), "{shown}");
    let params = session.next("window/showDocument").await;
    let address: tower_lsp::lsp_types::Url =
        params["uri"].as_str().expect("a text").parse().expect("an address");
    let path = address.to_file_path().expect("a path");
    let text = std::fs::read_to_string(path).expect("the text");
    assert!(text.contains("worker#2") && text.contains("count = old + 1"), "{text}");
    let missing = session.command("braid.showTrace", json!([uri("a.c"), "x"])).await;
    assert_eq!(missing["error"]["code"], -32602);
}

#[tokio::test]
async fn traces_are_texts_for_clients_that_ask_for_them() {
    let mut session = Session::connect(fake::engine());
    let window = json!({ "showDocument": { "support": true } });
    let workspace = json!({ "textDocumentContent": { "dynamicRegistration": false } });
    let capabilities =
        json!({ "window": window, "workspace": workspace, "experimental": { "braid": true } });
    let told = session.initialize(capabilities).await;
    let can = &told["capabilities"]["workspace"];
    assert_eq!(can["textDocumentContent"]["schemes"], json!(["braid-trace"]));
    assert_eq!(can["workspaceFolders"]["supported"], true);
    session.open("a.c", 1, RACE).await;
    let id = session.states(&["violated"]).await["properties"][0]["id"].clone();
    session.command("braid.showTrace", json!([uri("a.c"), id])).await;
    let shown = session.next("window/showDocument").await["uri"].clone();
    assert!(shown.as_str().is_some_and(|uri| uri.starts_with("braid-trace:/")), "{shown}");
    let question = json!({ "uri": shown });
    let text = |answer: Value| answer["result"]["text"].as_str().expect("a text").to_owned();
    let first = text(session.ask("workspace/textDocumentContent", question.clone()).await);
    assert!(first.starts_with("a.c: ") && first.contains("worker#2"), "{first}");
    assert!(!first.contains("has changed since"), "{first}");
    // A change is told, and the text says so.
    session.change("a.c", 2, &RACE.replace("old + 1;", "old + 2;")).await;
    let refresh = "workspace/textDocumentContent/refresh";
    assert_eq!(session.next(refresh).await["uri"], shown);
    let stale = text(session.ask("workspace/textDocumentContent", question.clone()).await);
    assert!(stale.contains("The text has changed since."), "{stale}");
    session.close("a.c").await;
    let gone = text(session.ask("workspace/textDocumentContent", question).await);
    assert_eq!(gone, "There is no such trace any more.\n");
    for wrong in ["file:///a.c", "braid-trace:/x", "braid-trace:/x?uri=7&id=8"] {
        let question = json!({ "uri": wrong });
        let answer = session.ask("workspace/textDocumentContent", question).await;
        assert_eq!(answer["error"]["code"], -32602, "{wrong}: {answer}");
    }
}

#[tokio::test]
async fn commands_steer_the_check() {
    let (analyse, mut runs) = fake::gated();
    let mut session = Session::start_braid(analyse).await;
    session.open("a.c", 1, "bug b\n").await;
    let run = runs.recv().await.expect("a run");
    assert_eq!(run.threads, None);
    session.command("braid.stop", json!([])).await;
    run.cancelled().await;
    run.go();
    session.states(&["unknown"]).await;
    session.await_("braid/status", |params| params["state"] == "stopped").await;
    session.command("braid.check", json!([uri("a.c")])).await;
    runs.recv().await.expect("a run").go();
    session.states(&["violated"]).await;
    session.command("braid.threads", json!([uri("a.c"), 3])).await;
    let run = runs.recv().await.expect("a run");
    assert_eq!(run.threads, Some(3));
    run.go();
    session.states(&["violated"]).await;
    session.change("a.c", 2, "bug c\n").await;
    let run = runs.recv().await.expect("a run");
    assert_eq!(run.threads, Some(3), "it lasts");
    run.go();
    for wrong in [json!([uri("a.c"), 0]), json!([uri("a.c"), "some"]), json!([uri("a.c")])] {
        let answer = session.command("braid.threads", wrong).await;
        assert_eq!(answer["error"]["code"], -32602);
    }
    assert_eq!(session.command("braid.dance", json!([])).await["error"]["code"], -32602);
    assert_eq!(session.command("braid.check", json!([7])).await["error"]["code"], -32602);
}

#[tokio::test]
async fn what_was_found_out_is_used_again() {
    use crate::server::desk::Desk;
    use crate::server::store::Store;
    use std::sync::{Arc, Mutex};

    let folder = std::env::temp_dir().join(format!("braid-memo-{}", std::process::id()));
    let steps: Arc<Mutex<Vec<u64>>> = Arc::default();
    let desk = || -> crate::server::analysis::Analyse {
        let desk = Desk::with_store(Some(Store::new(&folder)));
        let steps = steps.clone();
        Arc::new(move |question, on_progress| {
            let answer = desk.answer(question, on_progress);
            if answer.steps > 0 {
                steps.lock().expect("nobody panics").push(answer.steps);
            }
            answer
        })
    };
    let text = include_str!("../../../../tests/corpus/locks/ticket_lock.c");
    for _ in 0..2 {
        let mut session = Session::start_braid(desk()).await;
        session.open("a.c", 1, text).await;
        session.decided().await;
    }
    let (cold, warm) = match steps.lock().expect("nobody panics")[..] {
        [cold, warm] => (cold, warm),
        ref other => panic!("two runs: {other:?}"),
    };
    assert!(warm * 10 < cold * 7, "a new session starts where the last one ended: {cold}, {warm}");
    for entry in std::fs::read_dir(&folder).expect("it is there").flatten() {
        for entry in std::fs::read_dir(entry.path()).expect("it is there").flatten() {
            std::fs::write(entry.path(), "broken").expect("it can be written");
        }
    }
    let mut session = Session::start_braid(desk()).await;
    session.open("a.c", 1, text).await;
    let note = session.next("window/logMessage").await;
    assert_eq!(note["message"], "a damaged entry in the cache was ignored and removed");
    session.decided().await;
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}
