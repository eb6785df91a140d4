//! What is shown.

use serde_json::json;

use super::{Published, Session, fake};

#[tokio::test]
async fn an_open_file_gets_its_diagnostics() {
    let mut session = Session::start(fake::reader()).await;
    session.open("a.c", 7, "one\ntwo\nbug x > 0 fails\n").await;
    let params = session.diagnostics().await;
    let at = |line: u32, end: u32| json!({ "start": { "line": line, "character": 0 }, "end": { "line": line, "character": end } });
    let related = |line: u32, message: &str| {
        let location = json!({ "uri": "file:///a.c", "range": at(line, 3) });
        json!({ "location": location, "message": message })
    };
    let expected = json!({
        "uri": "file:///a.c",
        "version": 7,
        "diagnostics": [{
            "range": at(2, 15),
            "severity": 1,
            "code": "assertion-violated",
            "source": "braid",
            "message": "x > 0 fails",
            "relatedInformation": [related(0, "[1/9] one"), related(1, "[2/9] two")],
        }],
    });
    assert_eq!(params, expected);
}

#[tokio::test]
async fn a_clean_file_gets_an_empty_list() {
    let mut session = Session::start(fake::reader()).await;
    session.open("a.c", 1, "fine\n").await;
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &[]));
}

#[tokio::test]
async fn columns_are_counted_as_agreed() {
    for (offered, agreed, end) in [
        (json!(["utf-8", "utf-16"]), "utf-8", 10),
        (json!(["utf-16", "utf-8"]), "utf-16", 7),
        (json!(["utf-32"]), "utf-16", 7),
        (json!(null), "utf-16", 7),
    ] {
        let mut session = Session::connect(fake::reader());
        let result =
            session.initialize(json!({ "general": { "positionEncodings": offered } })).await;
        assert_eq!(result["capabilities"]["positionEncoding"], agreed);
        session.open("a.c", 1, "\r\nbug ä😀\r\n").await;
        let range = &session.diagnostics().await["diagnostics"][0]["range"];
        assert_eq!(range["start"], json!({ "line": 1, "character": 0 }));
        assert_eq!(range["end"], json!({ "line": 1, "character": end }));
    }
}

#[tokio::test]
async fn related_places_are_for_clients_that_show_them() {
    let mut session = Session::connect(fake::reader());
    session.initialize(json!({})).await;
    session.open("a.c", 1, "one\nbug two\n").await;
    let diagnostic = &session.diagnostics().await["diagnostics"][0];
    assert_eq!(diagnostic["message"], "two");
    assert!(diagnostic.get("relatedInformation").is_none());
}

#[tokio::test]
async fn files_without_threads_are_left_alone() {
    let mut session =
        Session::start(fake::codes(&["unsupported-construct", "nothing-to-check"])).await;
    session.open("a.c", 1, "int f(void);\n").await;
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &[]));
}

#[tokio::test]
async fn wrong_annotations_are_shown_even_if_there_is_nothing_else() {
    let mut session = Session::start(fake::codes(&["nothing-to-check", "bad-annotation"])).await;
    session.open("a.c", 1, "// braid: thraed(any)\n").await;
    assert_eq!(session.published().await, Published::new("a.c", Some(1), &["bad-annotation"]));
}

#[tokio::test]
async fn a_panic_is_a_diagnostic() {
    let mut session = Session::start(fake::reader()).await;
    session.open("a.c", 1, "panic\n").await;
    let params = session.diagnostics().await;
    let diagnostic = &params["diagnostics"][0];
    assert_eq!(diagnostic["code"], "internal-error");
    assert_eq!(diagnostic["severity"], 2);
    let message = diagnostic["message"].as_str().expect("a text");
    assert!(message.contains("panic in the text"), "{message}");
    // And the next run is as good as any.
    session.change("a.c", 2, "bug x\n").await;
    assert_eq!(session.published().await, Published::new("a.c", Some(2), &["x"]));
}

#[tokio::test]
async fn the_hint_is_on_what_was_done_to_the_value() {
    let text = "\
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;
void *writer(void *arg) {
    pthread_mutex_lock(&m);
    data = 1;
    pthread_mutex_unlock(&m);
    return 0;
}
void *reader(void *arg) {
    pthread_mutex_lock(&m);
    int seen = data;
    pthread_mutex_unlock(&m);
    assert(seen == 0);
    assert(seen < 1);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    pthread_create(&t, 0, reader, 0);
}
";
    let mut session = Session::start_braid(fake::engine()).await;
    session.open("a.c", 1, text).await;
    let params = session.await_("textDocument/publishDiagnostics", |params| {
        params["diagnostics"].as_array().is_some_and(|list| !list.is_empty())
    });
    let params = params.await;
    let list = params["diagnostics"].as_array().expect("a list").iter();
    let hints: Vec<(u64, &str)> = list
        .filter(|one| one["severity"] == 4)
        .map(|one| {
            let line = one["range"]["start"]["line"].as_u64().expect("a line");
            (line, one["message"].as_str().expect("a text"))
        })
        .collect();
    // Not on the lock, although the failing thread waited for it.
    assert!(hints.iter().all(|(line, _)| *line == 6), "{hints:?}");
    assert!(hints[0].1.starts_with("writer#1 sets data = 1 (was 0), and assertion"), "{hints:?}");
}
