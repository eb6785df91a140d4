//! What is shown at places: hovers, lenses, hints, actions.

use serde_json::{Value, json};

use super::{RACE, Session, fake, uri};

const LOCKED: &str = "\
#include <assert.h>
#include <pthread.h>
pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
int turns;
int seen;
void *worker(void *arg) {
    pthread_mutex_lock(&gate);
    int mine = turns;
    turns = mine + 1;
    assert(turns == mine + 1);
    pthread_mutex_unlock(&gate);
    seen = 1;
    return 0;
}
int main(void) {
    pthread_t a;
    while (1) pthread_create(&a, 0, worker, 0);
}
";

/// The position of the first occurrence of `what` in `text`.
fn at(text: &str, what: &str) -> Value {
    let offset = text.find(what).expect("it occurs");
    let line = text[..offset].matches('\n').count();
    let character = offset - text[..offset].rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": character })
}

/// A session in which everything is known about a text.
async fn checked(text: &str) -> Session {
    let mut session = Session::start_braid(fake::engine()).await;
    session.open("a.c", 1, text).await;
    session.decided().await;
    session
}

async fn hover(session: &mut Session, position: Value) -> String {
    let params = json!({ "textDocument": { "uri": uri("a.c") }, "position": position });
    let answer = session.ask("textDocument/hover", params).await;
    answer["result"]["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

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
async fn a_hover_tells_about_variables() {
    let mut session = checked(LOCKED).await;
    let text = hover(&mut session, at(LOCKED, "turns = mine")).await;
    assert!(text.starts_with("**Braid**"), "{text}");
    assert!(text.contains("`turns` is shared: declared at file scope"), "{text}");
    assert!(text.contains("`gate` is held at every access."), "{text}");
    let text = hover(&mut session, at(LOCKED, "mine + 1;")).await;
    assert!(text.contains("`mine` is local"), "{text}");
    let text = hover(&mut session, at(LOCKED, "seen = 1")).await;
    assert!(text.contains("No lock is held in line 12."), "{text}");
    assert_eq!(hover(&mut session, at(LOCKED, "#include")).await, "");
}

#[tokio::test]
async fn a_hover_tells_about_assertions_and_predicates() {
    let mut session = checked(LOCKED).await;
    let text = hover(&mut session, at(LOCKED, "assert(turns")).await;
    assert!(text.contains("`turns == mine + 1`: proved for any number of threads"), "{text}");
    assert!(text.contains("Evidence: an invariant of"), "{text}");
    let text = hover(&mut session, at(LOCKED, "turns = mine")).await;
    assert!(text.contains("A thread here holds `gate`."), "{text}");
    let text = hover(&mut session, at(LOCKED, "assert(turns")).await;
    assert!(text.contains("*mixed*\n- `turns"), "{text}");
    let mut session = checked(RACE).await;
    let text = hover(&mut session, at(RACE, "assert(count")).await;
    assert!(text.contains("fails with 2 threads, and not with fewer"), "{text}");
}

#[tokio::test]
async fn lenses_tell_how_it_stands() {
    let lenses = |session: Session| async move {
        let mut session = session;
        let params = json!({ "textDocument": { "uri": uri("a.c") } });
        let answer = session.ask("textDocument/codeLens", params).await;
        let list = answer["result"].as_array().expect("a list").clone();
        let lens = |lens: &Value| {
            let line = lens["range"]["start"]["line"].as_u64().expect("a line");
            let command = lens["command"]["command"].as_str().expect("a text").to_owned();
            (line, lens["command"]["title"].as_str().expect("a text").to_owned(), command)
        };
        list.iter().map(lens).collect::<Vec<_>>()
    };
    let row = |line: u64, title: &str, command: &str| (line, title.to_owned(), command.to_owned());
    let mut found = lenses(checked(LOCKED).await).await;
    found.sort();
    let proved = "proved for any number of threads, 1 assertion";
    assert_eq!(found, [row(5, proved, "braid.check"), row(14, proved, "braid.check")]);
    let mut found = lenses(checked(RACE).await).await;
    found.sort();
    let fails = "fails with 2 threads: show trace";
    assert_eq!(found, [row(3, fails, "braid.showTrace"), row(9, fails, "braid.showTrace")]);
}

#[tokio::test]
async fn a_lens_follows_the_run() {
    let (analyse, mut runs) = fake::gate(fake::engine());
    let mut session = Session::start_braid(analyse).await;
    session.open("a.c", 1, RACE).await;
    let run = runs.recv().await.expect("a run");
    session.await_("braid/status", |params| params["round"] == 3).await;
    let params = json!({ "textDocument": { "uri": uri("a.c") } });
    let answer = session.ask("textDocument/codeLens", params).await;
    let command = &answer["result"][0]["command"];
    assert_eq!(command["title"], "checking, round 3, 12 predicates");
    assert_eq!(command["command"], "braid.stop");
    run.go();
}

#[tokio::test]
async fn hints_are_for_those_who_want_them() {
    let mut session = checked(LOCKED).await;
    let start = json!({ "line": 0, "character": 0 });
    let range = json!({ "start": start, "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": { "uri": uri("a.c") }, "range": range });
    let answer = session.ask("textDocument/inlayHint", params.clone()).await;
    assert_eq!(answer["result"], Value::Null);
    let settings = json!({ "settings": { "braid": { "hints": true } } });
    session.notify("workspace/didChangeConfiguration", settings).await;
    let answer = session.ask("textDocument/inlayHint", params).await;
    let hints: Vec<&str> = answer["result"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|hint| hint["label"].as_str().expect("a text"))
        .collect();
    assert!(hints.contains(&": shared") && hints.contains(&": local"), "{hints:?}");
    assert!(hints.contains(&"holds gate "), "{hints:?}");
}

#[tokio::test]
async fn actions_on_a_violation() {
    let mut session = Session::start(fake::engine()).await;
    session.open("a.c", 1, RACE).await;
    let diagnostics = session.diagnostics().await["diagnostics"].clone();
    let list = actions(&mut session, at(RACE, "assert(count"), diagnostics).await;
    assert_eq!(titles(&list), ["Show full trace", "Ignore this assertion-violated, with a reason"]);
    let edit = &list[1]["edit"]["changes"][uri("a.c")][0];
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
