//! Settings from files, from the editor and from the compilation database.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;
use tower_lsp::lsp_types::Url;

use super::{Session, fake};

const PATIENCE: Duration = Duration::from_secs(60);

/// A folder that is gone when the test ends.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let name = format!("braid-settings-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("the temporary folder can be written");
        Self(path.canonicalize().expect("it is there"))
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
        std::fs::write(path, text).expect("it can be written");
    }

    pub fn uri(&self, name: &str) -> Url {
        Url::from_file_path(self.0.join(name)).expect("a path")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub async fn start(
    folder: &Folder,
    analyse: crate::server::analysis::Analyse,
    options: Value,
) -> Session {
    let mut session = Session::connect(analyse);
    let params = json!({
        "capabilities": { "experimental": { "braid": true } },
        "workspaceFolders": [{ "uri": folder.uri(""), "name": "x" }],
        "initializationOptions": options,
    });
    session.ask("initialize", params).await;
    session.notify("initialized", json!({})).await;
    session
}

pub fn name(path: &Path) -> String {
    // The tests' client puts `file:///` before names.
    path.to_string_lossy().trim_start_matches('/').to_owned()
}

#[tokio::test]
async fn the_file_decides_and_changes_apply_at_once() {
    let folder = Folder::new("file");
    folder.write("braid.toml", "threads = 3\n");
    let (analyse, mut runs) = fake::gated();
    let mut session = start(&folder, analyse, json!({ "threads": 7, "budget": 1000 })).await;
    let a = name(&folder.0.join("src/a.c"));
    session.open(&a, 1, "bug b\n").await;
    let run = runs.recv().await.expect("a run");
    assert_eq!((run.threads, run.budget), (Some(3), 1000));
    run.go();
    session.states(&["violated"]).await;
    // Unsaved, as it is typed.
    session.open(&name(&folder.0.join("braid.toml")), 1, "threads = 4\nthred = 1\nrun = 7\n").await;
    run_with(&mut runs, Some(4)).await;
    let is_toml = |params: &Value| params["uri"].as_str().is_some_and(|uri| uri.ends_with("toml"));
    let params = session.await_("textDocument/publishDiagnostics", is_toml).await;
    let list = params["diagnostics"].as_array().expect("a list");
    let message = |idx: usize| list[idx]["message"].as_str().expect("a text").to_owned();
    assert_eq!(message(0), "there is no setting `thred`: did you mean `threads`?");
    assert_eq!(list[0]["range"]["start"], json!({ "line": 1, "character": 0 }));
    assert_eq!(list[0]["code"], "unknown-setting");
    assert!(message(1).starts_with("`run` must be \"change\""), "{}", message(1));
    assert_eq!(list[1]["range"]["start"], json!({ "line": 2, "character": 6 }));
    session.change(&name(&folder.0.join("braid.toml")), 2, "threads = 'any'\n").await;
    run_with(&mut runs, None).await;
    let params = session.await_("textDocument/publishDiagnostics", is_toml).await;
    assert_eq!(params["diagnostics"], json!([]));
    session.close(&name(&folder.0.join("braid.toml"))).await;
    // As on disk.
    run_with(&mut runs, Some(3)).await;
}

/// The next run is one of the program, with so many threads.
async fn run_with(runs: &mut UnboundedReceiver<fake::Run>, threads: Option<u32>) {
    let run = timeout(PATIENCE, runs.recv()).await;
    let run = run.expect("such a run comes").expect("a run");
    assert_eq!((run.text.as_str(), run.threads), ("bug b\n", threads));
    run.go();
}

#[tokio::test]
async fn the_editor_decides_when_to_run() {
    let folder = Folder::new("run");
    let (analyse, mut runs) = fake::gated();
    let mut session = start(&folder, analyse, json!({ "run": "save" })).await;
    let a = name(&folder.0.join("a.c"));
    session.open(&a, 1, "bug b\n").await;
    runs.recv().await.expect("opening counts as saving").go();
    session.states(&["violated"]).await;
    session.change(&a, 2, "bug c\n").await;
    session.states(&["unknown"]).await;
    assert!(runs.try_recv().is_err(), "nothing runs before it is saved");
    let document = json!({ "textDocument": { "uri": folder.uri("a.c") } });
    session.notify("textDocument/didSave", document).await;
    runs.recv().await.expect("now it runs").go();
    session.states(&["violated"]).await;
    let settings = json!({ "settings": { "braid": { "run": "manual" } } });
    session.notify("workspace/didChangeConfiguration", settings).await;
    session.change(&a, 3, "bug d\n").await;
    session.states(&["unknown"]).await;
    session.command("braid.check", json!([folder.uri("a.c")])).await;
    runs.recv().await.expect("on command").go();
    session.states(&["violated"]).await;
}

#[tokio::test]
async fn wrong_editor_settings_are_told() {
    let folder = Folder::new("wrong");
    let mut session = start(&folder, fake::reader(), json!({ "thraeds": 7, "server": {} })).await;
    let params = session.next("window/showMessage").await;
    let message = "Braid settings: there is no setting `thraeds`: did you mean `threads`?";
    assert_eq!(params["message"], message);
}

#[tokio::test]
async fn the_editor_is_asked_for_its_settings() {
    let (analyse, mut runs) = fake::gated();
    let mut session = Session::connect(analyse);
    session.initialize(json!({ "workspace": { "configuration": true } })).await;
    let request = session.receive().await;
    assert_eq!(request["method"], "workspace/configuration");
    assert_eq!(request["params"]["items"], json!([{ "section": "braid" }]));
    let answer = json!({ "jsonrpc": "2.0", "id": request["id"], "result": [{ "threads": 9 }] });
    session.send(answer).await;
    session.open("a.c", 1, "bug b\n").await;
    let run = runs.recv().await.expect("a run");
    assert_eq!(run.threads, Some(9));
    run.go();
}

#[tokio::test]
async fn what_the_compiler_is_told_we_are_told() {
    let folder = Folder::new("database");
    folder.write("include/limit.h", "#define LIMIT 1\n");
    let directory = folder.0.display();
    let database = format!(
        r#"[{{"directory": "{directory}/build-x", "file": "../a.c",
            "arguments": ["cc", "-I../include", "-DEXTRA=1"]}}]"#
    );
    folder.write("build-x/compile_commands.json", &database);
    let mut session = start(&folder, fake::engine(), json!(null)).await;
    let text = "#include <assert.h>\n#include <limit.h>\n\
                int main(void) { int x = LIMIT + EXTRA; assert(x == 2); return 0; }\n";
    session.open(&name(&folder.0.join("a.c")), 1, text).await;
    session.states(&["proved"]).await;
    // Another header on disk, and everybody knows.
    folder.write("include/limit.h", "#define LIMIT 2\n");
    let change = json!({ "changes": [{ "uri": folder.uri("include/limit.h"), "type": 2 }] });
    session.notify("workspace/didChangeWatchedFiles", change).await;
    session.states(&["violated"]).await;
    // And without the database it is another program.
    folder.write("build-x/compile_commands.json", "[]");
    let uri = folder.uri("build-x/compile_commands.json");
    let change = json!({ "changes": [{ "uri": uri, "type": 2 }] });
    session.notify("workspace/didChangeWatchedFiles", change).await;
    let is_broken = |params: &Value| {
        let list = params["diagnostics"].as_array().expect("a list");
        list.iter().any(|one| one["message"].as_str().is_some_and(|m| m.contains("limit.h")))
    };
    session.await_("textDocument/publishDiagnostics", is_broken).await;
}

#[tokio::test]
async fn ignored_files_are_left_alone() {
    let folder = Folder::new("ignored");
    folder.write("braid.toml", "ignore = ['third_party/**']\n");
    let (analyse, mut runs) = fake::gated();
    let mut session = start(&folder, analyse, json!(null)).await;
    session.open(&name(&folder.0.join("third_party/x.c")), 1, "bug x\n").await;
    session.open(&name(&folder.0.join("own.c")), 1, "bug own\n").await;
    let run = runs.recv().await.expect("a run");
    assert_eq!(run.text, "bug own\n");
    run.go();
    session.states(&["violated"]).await;
}

#[tokio::test]
async fn settings_are_shown() {
    let folder = Folder::new("shown");
    folder.write("braid.toml", "threads = 3\n");
    let mut session = start(&folder, fake::reader(), json!({ "run": "save" })).await;
    session.open(&name(&folder.0.join("a.c")), 1, "bug b\n").await;
    let answer = session.command("braid.showSettings", json!([])).await;
    let address: Url = answer["result"].as_str().expect("an address").parse().expect("a URI");
    let text = std::fs::read_to_string(address.to_file_path().expect("a path")).expect("a text");
    assert!(text.contains("threads       3  (") && text.contains("braid.toml)"), "{text}");
    assert!(text.contains("run           save  (editor)"), "{text}");
    assert!(text.contains("atomicity     access  (default)"), "{text}");
}

#[tokio::test]
async fn every_root_has_settings_of_its_own() {
    let (one, two, outside) = (Folder::new("one"), Folder::new("two"), Folder::new("outside"));
    one.write("braid.toml", "threads = 2\nbudget = 1000\n");
    two.write("braid.toml", "threads = 3\nthreds = 4\n");
    outside.write("braid.toml", "threads = 9\n");
    let (analyse, mut runs) = fake::gated();
    let mut session = Session::connect(analyse);
    let roots = json!([
        { "uri": one.uri(""), "name": "one" },
        { "uri": two.uri(""), "name": "two" },
    ]);
    let params = json!({
        "capabilities": { "experimental": { "braid": true } }, "workspaceFolders": roots,
        "initializationOptions": { "threads": 7, "budget": 500 },
    });
    session.ask("initialize", params).await;
    session.notify("initialized", json!({})).await;
    let (a, b) = (name(&one.0.join("src/a.c")), name(&two.0.join("b.c")));
    session.open(&a, 1, "bug a\n").await;
    let run = runs.recv().await.expect("a run");
    assert_eq!((run.text.as_str(), run.threads, run.budget), ("bug a\n", Some(2), 1000));
    run.go();
    session.open(&b, 1, "bug b\n").await;
    let run = runs.recv().await.expect("a run");
    assert_eq!((run.text.as_str(), run.threads, run.budget), ("bug b\n", Some(3), 500));
    run.go();
    // What is wrong with one of them is said about that one.
    let is_toml = |params: &Value| params["uri"].as_str().is_some_and(|uri| uri.ends_with("toml"));
    let said = session.await_("textDocument/publishDiagnostics", is_toml).await;
    assert_eq!(said["uri"], json!(two.uri("braid.toml")));
    assert_eq!(said["diagnostics"].as_array().map(Vec::len), Some(1), "{said}");
    // A change in one root changes what holds in it, and nothing else.
    one.write("braid.toml", "threads = 5\n");
    let changes = json!({ "changes": [{ "uri": one.uri("braid.toml"), "type": 2 }] });
    session.notify("workspace/didChangeWatchedFiles", changes).await;
    // The other one may be looked at again, but as before.
    loop {
        let run = runs.recv().await.expect("a run");
        let (text, asked) = (run.text.clone(), (run.threads, run.budget));
        run.go();
        if text == "bug a\n" {
            assert_eq!(asked, (Some(5), 500));
            break;
        }
        assert_eq!((text.as_str(), asked), ("bug b\n", (Some(3), 500)));
    }
    // A root that comes brings its settings. A file whose root goes keeps those that lie beside it.
    let event = json!({
        "added": [{ "uri": outside.uri(""), "name": "outside" }],
        "removed": [{ "uri": two.uri(""), "name": "two" }],
    });
    session.notify("workspace/didChangeWorkspaceFolders", json!({ "event": event })).await;
    session.open(&name(&outside.0.join("c.c")), 1, "bug c\n").await;
    let expected = [("bug a\n", Some(5)), ("bug b\n", Some(3)), ("bug c\n", Some(9))];
    loop {
        let run = runs.recv().await.expect("a run");
        assert!(expected.contains(&(run.text.as_str(), run.threads)), "{:?}", run.threads);
        let is_last = run.text == "bug c\n";
        run.go();
        if is_last {
            break;
        }
    }
}
