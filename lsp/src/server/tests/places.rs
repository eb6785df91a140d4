//! What is shown at places: hovers, lenses, hints.

use serde_json::{Value, json};

use super::{RACE, Session, fake, uri};

pub const LOCKED: &str = "\
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
pub fn at(text: &str, what: &str) -> Value {
    let offset = text.find(what).expect("it occurs");
    let line = text[..offset].matches('\n').count();
    let character = offset - text[..offset].rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": character })
}

/// A session in which everything is known about a text.
pub async fn checked(text: &str) -> Session {
    let mut session = Session::start_braid(fake::engine()).await;
    session.open("a.c", 1, text).await;
    session.decided().await;
    session
}

pub async fn hover(session: &mut Session, position: Value) -> String {
    let params = json!({ "textDocument": { "uri": uri("a.c") }, "position": position });
    let answer = session.ask("textDocument/hover", params).await;
    answer["result"]["contents"]["value"].as_str().unwrap_or_default().to_owned()
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
    assert_eq!(text.matches("any number of threads").count(), 1, "{text}");
    let text = hover(&mut session, at(LOCKED, "turns = mine")).await;
    assert!(text.contains("A thread here holds `gate`."), "{text}");
    let text = hover(&mut session, at(LOCKED, "assert(turns")).await;
    assert!(text.contains("*mixed*\n- `turns"), "{text}");
    let mut session = checked(RACE).await;
    let text = hover(&mut session, at(RACE, "assert(count")).await;
    assert!(text.contains("fails with 2 threads, and not with fewer"), "{text}");
}

/// The lenses from top to bottom: line, title, command.
async fn lenses(session: &mut Session) -> Vec<(u64, String, String)> {
    let params = json!({ "textDocument": { "uri": uri("a.c") } });
    let answer = session.ask("textDocument/codeLens", params).await;
    let list = answer["result"].as_array().expect("a list").clone();
    let lens = |lens: &Value| {
        let line = lens["range"]["start"]["line"].as_u64().expect("a line");
        let command = lens["command"]["command"].as_str().expect("a text").to_owned();
        (line, lens["command"]["title"].as_str().expect("a text").to_owned(), command)
    };
    let mut lenses: Vec<_> = list.iter().map(lens).collect();
    lenses.sort();
    lenses
}

#[tokio::test]
async fn lenses_tell_how_it_stands() {
    let row = |line: u64, title: &str, command: &str| (line, title.to_owned(), command.to_owned());
    let found = lenses(&mut checked(LOCKED).await).await;
    let proved = "proved for any number of threads, 1 assertion";
    assert_eq!(found, [row(5, proved, "braid.check"), row(14, proved, "braid.check")]);
    let found = lenses(&mut checked(RACE).await).await;
    let fails = "fails with 2 threads: show trace";
    assert_eq!(found, [row(3, fails, "braid.showTrace"), row(9, fails, "braid.showTrace")]);
}

#[tokio::test]
async fn a_number_of_threads_is_one_with_all_smaller_ones() {
    let mut session = checked(LOCKED).await;
    session.command("braid.threads", json!([uri("a.c"), 3])).await;
    session.await_("braid/verdicts", |params| params["properties"][0]["state"] == "bounded").await;
    let (_, title, _) = lenses(&mut session).await.remove(0);
    assert_eq!(title, "proved for up to 3 threads, 1 assertion");
    let text = hover(&mut session, at(LOCKED, "assert(turns")).await;
    assert!(text.contains("`turns == mine + 1`: proved for up to 3 threads\n"), "{text}");
}

#[tokio::test]
async fn what_fails_without_threads_fails_in_main() {
    let text = LOCKED.replace("    pthread_t a;", "    assert(turns == 1); pthread_t a;");
    let mut session = checked(&text).await;
    let (_, title, _) = lenses(&mut session).await.pop().expect("main has a lens");
    assert_eq!(title, "fails in main alone: show trace");
    let text = hover(&mut session, at(&text, "assert(turns == 1)")).await;
    assert!(text.contains("`turns == 1`: fails in main alone\n"), "{text}");
}

#[tokio::test]
async fn a_lens_is_short() {
    let long = "a_function_with_a_name_that_is_about_as_long_as_names_in_c_ever_get_to_be";
    let text = format!(
        "#include <assert.h>\nint {long}(void);\nint main(void) {{\n    \
         int x = {long}();\n    assert(x != 1 || {long}() != 2 || {long}() != 3);\n}}\n"
    );
    let mut session = checked(&text).await;
    let (_, title, command) = lenses(&mut session).await.remove(0);
    assert!(
        title.starts_with("unknown: may fail if `a_function") && title.ends_with('…'),
        "{title}"
    );
    assert!(title.chars().count() < 100, "{title}");
    assert_eq!(command, "braid.showTrace");
}

#[tokio::test]
async fn a_run_that_fails_leaves_what_was_read() {
    let mut session = Session::start_braid(fake::failing(fake::engine())).await;
    session.open("a.c", 1, LOCKED).await;
    let published = session.await_("textDocument/publishDiagnostics", |params| {
        params["diagnostics"][0]["code"] == "internal-error"
    });
    let published = published.await;
    assert_eq!(published["diagnostics"].as_array().map(Vec::len), Some(1), "{published}");
    let verdicts = session.decided().await;
    let property = &verdicts["properties"][1];
    assert_eq!(
        (&property["state"], &property["text"]),
        (&json!("unknown"), &json!("turns == mine + 1"))
    );
    assert_eq!(property["message"], "`turns == mine + 1` is not proved: Braid failed");
    let operation = "that `&gate` is held by this thread is not proved: Braid failed";
    assert_eq!(verdicts["properties"][2]["message"], operation);
    let unknown = ("unknown: Braid failed".to_owned(), "braid.check".to_owned());
    let found = lenses(&mut session).await.into_iter();
    let found: Vec<(String, String)> = found.map(|(_, title, command)| (title, command)).collect();
    assert_eq!(found, [unknown.clone(), unknown]);
    let text = hover(&mut session, at(LOCKED, "turns = mine")).await;
    assert!(text.contains("`gate` is held at every access."), "{text}");
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
