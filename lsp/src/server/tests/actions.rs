//! What can be done at places.

use serde_json::{Value, json};

use super::places::{LOCKED, at, checked, hover};
use super::{RACE, Session, fake, uri};

async fn actions(session: &mut Session, position: Value, diagnostics: Value) -> Vec<Value> {
    let range = json!({ "start": position, "end": position });
    let params = json!({
        "textDocument": { "uri": uri("a.c") }, "range": range,
        "context": { "diagnostics": diagnostics },
    });
    let answer = session.ask("textDocument/codeAction", params).await;
    answer["result"].as_array().cloned().unwrap_or_default()
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions.iter().map(|action| action["title"].as_str().expect("a title")).collect()
}

#[tokio::test]
async fn actions_on_a_violation() {
    let mut session = Session::start(fake::engine()).await;
    session.open("a.c", 1, RACE).await;
    let diagnostics = session.diagnostics().await["diagnostics"].clone();
    let list = actions(&mut session, at(RACE, "assert(count"), diagnostics).await;
    let expected = [
        "Show full trace",
        "Check again with 3 threads",
        "Check again with 4 threads",
        "Ignore this assertion-violated, with a reason",
    ];
    assert_eq!(titles(&list), expected);
    // Clients that sort put what is about a diagnostic first; so all of it is.
    for action in &list {
        assert_eq!(action["diagnostics"][0]["code"], "assertion-violated", "{action}");
    }
    let edit = &list[3]["edit"]["changes"][uri("a.c")][0];
    assert_eq!(edit["range"]["start"], json!({ "line": 6, "character": 0 }));
    let comment = edit["newText"].as_str().expect("a text");
    assert!(comment.starts_with("    // braid: ignore[assertion-violated] "), "{comment}");
    // And it works.
    let text = RACE.replace("    assert(count", &format!("{comment}    assert(count"));
    session.change("a.c", 2, &text).await;
    assert_eq!(session.published().await.messages, [""; 0]);
    session.change("a.c", 3, &text.replace("    count = old + 1;\n", "    count = count;\n")).await;
    let messages = session.published().await.messages;
    assert!(messages.iter().all(|message| !message.contains("nothing here is")), "{messages:?}");
}

#[tokio::test]
async fn ignoring_nothing_is_told_when_everything_is_known() {
    let (analyse, mut runs) = fake::gate(fake::engine());
    let mut session = Session::start(analyse).await;
    let text = LOCKED.replace("seen = 1;", "seen = 1; // braid: ignore[deadlock] never happens");
    session.open("a.c", 1, &text).await;
    runs.recv().await.expect("a run").go();
    let messages = session.published().await.messages;
    assert_eq!(messages, ["nothing here is `deadlock`. Remove the comment"]);
}

#[tokio::test]
async fn actions_on_what_is_inferred() {
    let mut session = checked(LOCKED).await;
    let list = actions(&mut session, at(LOCKED, "turns;"), json!([])).await;
    assert_eq!(titles(&list), ["Mark `turns` as shared"]);
    assert_eq!(list[0]["edit"]["changes"][uri("a.c")][0]["newText"], " // braid: shared");
    let list = actions(&mut session, at(LOCKED, "worker(void"), json!([])).await;
    assert_eq!(titles(&list), ["Mark `worker` as a thread function"]);
}

#[tokio::test]
async fn actions_on_what_is_proved_for_few_threads() {
    let (analyse, mut runs) = fake::gate(fake::engine());
    let mut session = Session::start_braid(analyse).await;
    session.open("a.c", 1, LOCKED).await;
    session.command("braid.threads", json!([uri("a.c"), 2])).await;
    let run = runs.recv().await.expect("a run");
    let list = actions(&mut session, at(LOCKED, "assert(turns"), json!([])).await;
    assert_eq!(titles(&list), ["Stop checking"]);
    run.go();
    if let Ok(Some(run)) =
        tokio::time::timeout(std::time::Duration::from_secs(1), runs.recv()).await
    {
        run.go();
    }
    session.decided().await;
    let list = actions(&mut session, at(LOCKED, "assert(turns"), json!([])).await;
    let expected = [
        "Check again with 3 threads",
        "Check again with 4 threads",
        "Check again with any number of threads",
    ];
    assert_eq!(titles(&list)[..3], expected);
    assert_eq!(list[0]["command"]["arguments"], json!([uri("a.c"), 3]));
}

/// The text after an action of which the edit is known.
fn applied(text: &str, action: &Value) -> String {
    let edit = &action["edit"]["changes"][uri("a.c")][0];
    assert_eq!(edit["range"]["start"], edit["range"]["end"], "only additions: {action}");
    let number = |key: &str| edit["range"]["start"][key].as_u64().expect("a number") as usize;
    let line: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
    let mut after = text.to_owned();
    after.insert_str(line + number("character"), edit["newText"].as_str().expect("a text"));
    after
}

const HANDOFF: &str = include_str!("../../../../tests/corpus/handoff/flag_data.c");

#[tokio::test]
async fn a_predicate_is_kept_and_nothing_else_changes() {
    for include in ["", "#include \"braid.h\"\n"] {
        let text = format!("{include}{HANDOFF}");
        let mut session = checked(&text).await;
        let list = actions(&mut session, at(&text, "assert(data"), json!([])).await;
        let keeps: Vec<&Value> = list
            .iter()
            .filter(|action| action["title"].as_str().is_some_and(|t| t.starts_with("Keep `")))
            .collect();
        assert!(!keeps.is_empty(), "{:?}", titles(&list));
        for (version, keep) in keeps.iter().enumerate() {
            assert_eq!(keep["kind"], "refactor.rewrite");
            let after = applied(&text, keep);
            let word = if include.is_empty() { "// braid: invariant(" } else { "BRAID_INVARIANT(" };
            assert!(after.contains(word), "{after}");
            session.change("a.c", 2 + version as i64, &after).await;
            // The last word about this text: the same verdicts, and nothing wrong with what was added.
            let is_last = |params: &Value| params["version"] == 2 + version as i64;
            let said = session.await_("textDocument/publishDiagnostics", is_last).await;
            assert_eq!(said["diagnostics"], json!([]), "{after}");
            let said = session.decided().await;
            let all = said["properties"].as_array().expect("a list");
            assert!(all.len() == 1 && all.iter().all(|one| one["state"] == "proved"), "{said}");
        }
    }
    // The lock is what the proof found out here, but it is no condition.
    let mut session = checked(LOCKED).await;
    assert!(hover(&mut session, at(LOCKED, "turns = mine")).await.contains("- `gate`"));
    let list = actions(&mut session, at(LOCKED, "turns = mine"), json!([])).await;
    assert!(!titles(&list).contains(&"Keep `gate` as BRAID_INVARIANT"), "{:?}", titles(&list));
}

#[tokio::test]
async fn what_was_stopped_can_be_checked_now() {
    let (analyse, mut runs) = fake::gate(fake::engine());
    let mut session = Session::start_braid(analyse).await;
    session.open("a.c", 1, RACE).await;
    let run = runs.recv().await.expect("a run");
    session.command("braid.stop", json!([uri("a.c")])).await;
    run.go();
    session.states(&["unknown"]).await;
    session.await_("braid/status", |params| params["state"] == "stopped").await;
    let list = actions(&mut session, at(RACE, "count;"), json!([])).await;
    assert_eq!(titles(&list), ["Mark `count` as shared", "Check now"]);
    let command = &list[1]["command"];
    let name = command["command"].as_str().expect("a text").to_owned();
    let answer = session.command(&name, command["arguments"].clone()).await;
    assert!(answer.get("error").is_none(), "{answer}");
    runs.recv().await.expect("a run").go();
    session.states(&["violated"]).await;
    let list = actions(&mut session, at(RACE, "count;"), json!([])).await;
    assert_eq!(titles(&list), ["Mark `count` as shared"], "there is nothing left to check");
}

#[tokio::test]
async fn edits_come_when_they_are_asked_for() {
    let mut session = Session::connect(fake::engine());
    let action = json!({ "dataSupport": true, "resolveSupport": { "properties": ["edit"] } });
    let document = json!({ "codeAction": action });
    let capabilities = json!({ "textDocument": document, "experimental": { "braid": true } });
    let told = session.initialize(capabilities).await;
    assert_eq!(told["capabilities"]["codeActionProvider"]["resolveProvider"], true);
    session.open("a.c", 1, RACE).await;
    let is_it =
        |params: &Value| params["diagnostics"].as_array().is_some_and(|all| !all.is_empty());
    let found =
        session.await_("textDocument/publishDiagnostics", is_it).await["diagnostics"].clone();
    let list = actions(&mut session, at(RACE, "assert(count"), found).await;
    let ignore = list.last().expect("an action").clone();
    assert!(ignore.get("edit").is_none() && ignore["data"].is_object(), "{ignore}");
    let resolved = session.ask("codeAction/resolve", ignore.clone()).await["result"].clone();
    let text = applied(RACE, &resolved);
    assert!(text.contains("    // braid: ignore[assertion-violated] "), "{text}");
    // What needs no edit is left as it is.
    let show = session.ask("codeAction/resolve", list[0].clone()).await["result"].clone();
    assert_eq!(show["command"]["command"], "braid.showTrace");
    session.change("a.c", 2, &format!("\n{RACE}")).await;
    let late = session.ask("codeAction/resolve", ignore).await;
    assert_eq!(late["error"]["code"], -32801, "{late}");
    let mut strange = show;
    strange["data"] = json!({ "whose": "not ours" });
    assert_eq!(session.ask("codeAction/resolve", strange).await["error"]["code"], -32602);
}
