//! Programs of several files.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::settings::{Folder, name, start};
use super::{Session, fake};
use crate::convert::to_lsp::STALE;

const MAIN: &str = "\
#include <assert.h>
#include <pthread.h>
#include \"bump.h\"
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, bump, 0);
    pthread_create(&b, 0, bump, 0);
    assert(limit == 2);
    return 0;
}
";
const BUMP: &str = "\
#include <assert.h>
#include \"bump.h\"
int count;
int limit = LIMIT;
void *bump(void *arg) {
    int seen = count;
    count = seen + 1;
    assert(count == seen + 1);
    return 0;
}
";
const HEADER: &str = "#define LIMIT 2\nextern int count, limit;\nvoid *bump(void *arg);\n";
const LINK: &str = "threads = 2\nlink = ['main.c', 'bump.c']\n";

fn project(test: &str) -> Folder {
    let folder = Folder::new(test);
    folder.write("main.c", MAIN);
    folder.write("bump.c", BUMP);
    folder.write("bump.h", HEADER);
    folder.write("braid.toml", LINK);
    folder
}

/// An editor, with what it was told since it last did something.
struct Editor<'a> {
    folder: &'a Folder,
    session: Session,
    told: BTreeMap<(String, String), Value>,
}

impl<'a> Editor<'a> {
    async fn start(folder: &'a Folder, analyse: crate::server::analysis::Analyse) -> Self {
        let session = start(folder, analyse, json!(null)).await;
        Self { folder, session, told: BTreeMap::new() }
    }

    async fn name(&mut self, file: &str) -> String {
        self.session.so_far().await;
        self.told.clear();
        name(&self.folder.0.join(file))
    }

    async fn open(&mut self, file: &str, text: &str) {
        let name = self.name(file).await;
        self.session.open(&name, 1, text).await;
    }

    async fn change(&mut self, file: &str, version: i64, text: &str) {
        let name = self.name(file).await;
        self.session.change(&name, version, text).await;
    }

    async fn close(&mut self, file: &str) {
        let name = self.name(file).await;
        self.session.close(&name).await;
    }

    async fn on_disk(&mut self, file: &str, typ: u32) {
        self.name(file).await;
        let change = json!({ "changes": [{ "uri": self.folder.uri(file), "type": typ }] });
        self.session.notify("workspace/didChangeWatchedFiles", change).await;
    }

    /// What is told about a file, as soon as it is this.
    async fn told(&mut self, method: &str, file: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let key = (method.to_owned(), self.folder.uri(file).to_string());
        loop {
            if let Some(params) = self.told.get(&key).filter(|params| is_it(params)) {
                return params.clone();
            }
            let message = self.session.receive().await;
            let texts = (message["method"].as_str(), message["params"]["uri"].as_str());
            if let (Some(method), Some(uri)) = texts {
                let key = (method.to_owned(), uri.to_owned());
                self.told.insert(key, message["params"].clone());
            }
        }
    }

    /// The verdicts of a file, as soon as they are these.
    async fn states(&mut self, file: &str, expected: &[&str]) -> Value {
        let is_it = |params: &Value| {
            let list = params["properties"].as_array().expect("a list");
            let states: Vec<&str> = list.iter().filter_map(|one| one["state"].as_str()).collect();
            states == expected
        };
        self.told("braid/verdicts", file, is_it).await
    }

    /// The errors and warnings of a file, as soon as they have these codes and are not stale.
    async fn codes(&mut self, file: &str, expected: &[&str]) -> Value {
        let is_it = |params: &Value| {
            let list = params["diagnostics"].as_array().expect("a list");
            let is_stale =
                |one: &Value| one["message"].as_str().is_some_and(|m| m.ends_with(STALE));
            let shown = list.iter().filter(|one| one["severity"] != 4);
            let codes: Vec<&str> = shown.filter_map(|one| one["code"].as_str()).collect();
            codes == expected && !list.iter().any(is_stale)
        };
        self.told("textDocument/publishDiagnostics", file, is_it).await
    }

    async fn ask(&mut self, method: &str, file: &str, mut params: Value) -> Value {
        params["textDocument"] = json!({ "uri": self.folder.uri(file) });
        self.session.ask(method, params).await["result"].clone()
    }

    async fn hover(&mut self, file: &str, text: &str, at: &str) -> String {
        let position = super::places::at(text, at);
        let answer = self.ask("textDocument/hover", file, json!({ "position": position })).await;
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    async fn lenses(&mut self, file: &str) -> Vec<(u64, String)> {
        let answer = self.ask("textDocument/codeLens", file, json!({})).await;
        let lens = |one: &Value| {
            let line = one["range"]["start"]["line"].as_u64().expect("a line");
            (line, one["command"]["title"].as_str().expect("a title").to_owned())
        };
        answer.as_array().expect("a list").iter().map(lens).collect()
    }

    async fn actions(
        &mut self,
        file: &str,
        text: &str,
        at: &str,
        diagnostics: Value,
    ) -> Vec<Value> {
        let position = super::places::at(text, at);
        let range = json!({ "start": position, "end": position });
        let params = json!({ "range": range, "context": { "diagnostics": diagnostics } });
        let answer = self.ask("textDocument/codeAction", file, params).await;
        answer.as_array().expect("a list").clone()
    }
}

#[tokio::test]
async fn each_file_shows_its_part_of_the_program() {
    let folder = project("parts");
    let mut editor = Editor::start(&folder, fake::engine()).await;
    // What is not open is read from disk, and gets its diagnostics all the same.
    editor.open("main.c", MAIN).await;
    let said = editor.codes("bump.c", &["assertion-violated"]).await;
    assert_eq!(said["version"], Value::Null);
    editor.states("main.c", &["proved"]).await;
    // Then it is the text in the editor that counts.
    let moved = format!("\n\n{BUMP}");
    editor.open("bump.c", &moved).await;
    let said = editor.codes("bump.c", &["assertion-violated"]).await;
    assert_eq!(said["version"], 1);
    let list = said["diagnostics"].as_array().expect("a list");
    let error = list.iter().find(|one| one["severity"] == 1).expect("an error");
    assert_eq!(error["range"]["start"]["line"], 9);
    let params = editor.states("bump.c", &["violated"]).await;
    let text = editor.hover("bump.c", &moved, "assert(count").await;
    assert!(text.contains("fails with 2 threads"), "{text}");
    let text = editor.hover("main.c", MAIN, "assert(limit").await;
    assert!(text.contains("proved for"), "{text}");
    assert_eq!(editor.lenses("bump.c").await, [(6, "fails with 2 threads: show trace".to_owned())]);
    assert_eq!(editor.lenses("main.c").await, [(3, "fails with 2 threads: show trace".to_owned())]);
    let list = editor.actions("bump.c", &moved, "assert(count", said["diagnostics"].clone()).await;
    let titles: Vec<&str> = list.iter().filter_map(|one| one["title"].as_str()).collect();
    assert_eq!(titles[0], "Show full trace");
    assert!(titles.contains(&"Ignore this assertion-violated, with a reason"), "{titles:?}");
    assert_eq!(list[0]["command"]["arguments"][0], json!(folder.uri("bump.c")));
    let shown =
        editor.session.command("braid.showTrace", list[0]["command"]["arguments"].clone()).await;
    assert!(shown.get("error").is_none(), "{shown}");
    let id = params["properties"][0]["id"].clone();
    let question = json!({ "uri": folder.uri("bump.c"), "id": id });
    let trace = editor.session.ask("braid/trace", question).await["result"].clone();
    let steps = trace["steps"].as_array().expect("steps");
    assert_eq!(steps[0]["uri"], json!(folder.uri("main.c")), "main creates the threads");
    assert_eq!(steps[steps.len() - 1]["uri"], json!(folder.uri("bump.c")));
}

#[tokio::test]
async fn a_change_in_any_file_or_header_is_checked() {
    let folder = project("changes");
    let mut editor = Editor::start(&folder, fake::engine()).await;
    editor.open("main.c", MAIN).await;
    editor.open("bump.c", BUMP).await;
    editor.states("bump.c", &["violated"]).await;
    // Unsaved, in the file that has no assertion about it.
    editor.change("bump.c", 2, &BUMP.replace("= LIMIT", "= 3")).await;
    editor.states("main.c", &["violated"]).await;
    editor.change("bump.c", 3, BUMP).await;
    editor.states("main.c", &["proved"]).await;
    // A header, on disk and in the editor.
    folder.write("bump.h", &HEADER.replace("LIMIT 2", "LIMIT 4"));
    editor.on_disk("bump.h", 2).await;
    editor.states("main.c", &["stale"]).await;
    editor.states("main.c", &["violated"]).await;
    editor.open("bump.h", HEADER).await;
    editor.states("main.c", &["proved"]).await;
    // A file of the program that is not open, on disk.
    editor.close("bump.c").await;
    editor.codes("main.c", &[]).await;
    folder.write("bump.c", &BUMP.replace("= LIMIT", "= 5"));
    editor.on_disk("bump.c", 2).await;
    editor.states("main.c", &["violated"]).await;
    editor.codes("main.c", &["assertion-violated"]).await;
}

#[tokio::test]
async fn closing_a_file_leaves_the_others_what_they_have() {
    let folder = project("closing");
    let mut editor = Editor::start(&folder, fake::engine()).await;
    editor.open("main.c", MAIN).await;
    editor.open("bump.c", BUMP).await;
    editor.states("bump.c", &["violated"]).await;
    editor.close("main.c").await;
    // Its text is that on disk, so nothing is to be found out anew.
    let text = editor.hover("bump.c", BUMP, "assert(count").await;
    assert!(text.contains("fails with 2 threads") || text.contains("stale"), "{text}");
    editor.codes("bump.c", &["assertion-violated"]).await;
    let text = editor.hover("bump.c", BUMP, "assert(count").await;
    assert!(text.contains("fails with 2 threads"), "{text}");
    // With the last one everything goes.
    editor.close("bump.c").await;
    editor.codes("bump.c", &[]).await;
    editor.open("bump.c", BUMP).await;
    editor.codes("bump.c", &["assertion-violated"]).await;
}

#[tokio::test]
async fn a_file_that_is_missing_is_told_where_it_is_named() {
    let folder = project("missing");
    std::fs::remove_file(folder.0.join("bump.c")).expect("it was there");
    let mut editor = Editor::start(&folder, fake::engine()).await;
    editor.open("main.c", MAIN).await;
    let said = editor.codes("braid.toml", &["file-not-found"]).await;
    assert_eq!(said["diagnostics"][0]["message"], "there is no file `bump.c`");
    let expected =
        json!({ "start": { "line": 1, "character": 18 }, "end": { "line": 1, "character": 26 } });
    assert_eq!(said["diagnostics"][0]["range"], expected);
    let said = editor.codes("main.c", &["file-not-found"]).await;
    let message = said["diagnostics"][0]["message"].as_str().expect("a text");
    assert!(
        message.starts_with("the program is not checked: a file of it cannot be read"),
        "{message}"
    );
    // It comes,
    folder.write("bump.c", BUMP);
    editor.on_disk("bump.c", 1).await;
    editor.codes("braid.toml", &[]).await;
    editor.states("main.c", &["proved"]).await;
    // and goes: what was known before says nothing any more.
    std::fs::remove_file(folder.0.join("bump.c")).expect("it was there");
    editor.on_disk("bump.c", 3).await;
    editor.codes("braid.toml", &["file-not-found"]).await;
    editor.codes("main.c", &["file-not-found"]).await;
    // In the editor it is there before it is saved.
    editor.open("bump.c", BUMP).await;
    editor.codes("bump.c", &["assertion-violated"]).await;
}

#[tokio::test]
async fn a_file_of_several_programs_shows_the_worst() {
    let folder = project("several");
    folder
        .write("braid.toml", "threads = 2\nlink = [['main.c', 'bump.c'], ['test.c', 'bump.c']]\n");
    let test = "#include \"bump.h\"\nint main(void) { bump(0); return 0; }\n";
    folder.write("test.c", test);
    let mut editor = Editor::start(&folder, fake::engine()).await;
    editor.open("bump.c", BUMP).await;
    editor.states("bump.c", &["violated"]).await;
    editor.open("test.c", test).await;
    loop {
        let text = editor.hover("bump.c", BUMP, "assert(count").await;
        if !text.contains("checking")
            && !text.contains("stale")
            && text.contains("**Braid**, main.c and 1 more")
            && text.contains("**Braid**, test.c and 1 more")
        {
            assert!(text.contains("fails with 2 threads"), "{text}");
            assert!(
                text.contains("`count == seen + 1`: proved"),
                "only main calls it in test.c: {text}"
            );
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    // Fixed for the one, and for the other.
    editor
        .change("bump.c", 2, &BUMP.replace("assert(count == seen + 1)", "assert(seen >= 0)"))
        .await;
    editor.states("bump.c", &["bounded"]).await;
    editor.codes("bump.c", &[]).await;
}

#[tokio::test]
async fn what_makes_a_program_can_change() {
    let folder = project("relink");
    folder.write("braid.toml", "threads = 2\n");
    let (analyse, mut runs) = fake::gated();
    let mut editor = Editor::start(&folder, analyse).await;
    editor.open("main.c", "proof a\n").await;
    editor.open("bump.c", "bug b\n").await;
    for text in ["proof a\n", "bug b\n"] {
        let run = runs.recv().await.expect("a run");
        assert_eq!(run.text, text);
        run.go();
    }
    editor.states("bump.c", &["violated"]).await;
    // Together, as it is typed,
    editor.open("braid.toml", LINK).await;
    let run = runs.recv().await.expect("a run");
    assert_eq!(run.text, "proof a\nbug b\n");
    run.go();
    editor.states("main.c", &["proved"]).await;
    editor.states("bump.c", &["violated"]).await;
    // one of them with another one that has just been made,
    editor.change("braid.toml", 2, "link = ['b*.c']\n").await;
    editor.open("bond.c", "proof c\n").await;
    let mut seen: Vec<String> = Vec::new();
    while !seen.iter().any(|text| text == "proof c\nbug b\n") {
        let run = runs.recv().await.expect("a run");
        seen.push(run.text.clone());
        run.go();
    }
    // and alone again.
    editor.change("braid.toml", 3, "").await;
    let mut seen: Vec<String> = Vec::new();
    while !["proof a\n", "bug b\n", "proof c\n"]
        .iter()
        .all(|one| seen.iter().any(|text| text == one))
    {
        let run = runs.recv().await.expect("a run");
        seen.push(run.text.clone());
        run.go();
    }
}

#[tokio::test]
async fn one_run_for_a_program_and_commands_in_each_file() {
    let folder = project("commands");
    let (analyse, mut runs) = fake::gated();
    let mut editor = Editor::start(&folder, analyse).await;
    editor.open("bump.c", "bug b\n").await;
    editor.open("main.c", "proof a\n").await;
    let run = loop {
        let run = runs.recv().await.expect("a run");
        if run.text == "proof a\nbug b\n" {
            break run;
        }
        run.go();
    };
    // Whoever looks at one of the files can stop it, and have it done again.
    editor.session.command("braid.stop", json!([folder.uri("bump.c")])).await;
    run.cancelled().await;
    run.go();
    let status = editor.session.await_("braid/status", |params| params["state"] == "stopped").await;
    assert_eq!(status["uri"], json!(folder.uri("main.c")), "a document stands for the program");
    editor.session.command("braid.threads", json!([folder.uri("bump.c"), 5])).await;
    let run = runs.recv().await.expect("a run");
    assert_eq!((run.text.as_str(), run.threads), ("proof a\nbug b\n", Some(5)));
    run.go();
    editor.states("main.c", &["proved"]).await;
    assert!(runs.try_recv().is_err(), "one run for both files");
}

#[tokio::test]
async fn the_database_tells_targets_and_what_each_file_is_compiled_with() {
    let folder = project("targets");
    folder.write("braid.toml", "threads = 2\nlink = 'database'\n");
    let mut editor = Editor::start(&folder, fake::engine()).await;
    editor.open("main.c", &MAIN.replace("limit == 2", "limit == LIMIT")).await;
    let said = editor.codes("braid.toml", &["bad-setting"]).await;
    let message = said["diagnostics"][0]["message"].as_str().expect("a text");
    assert!(message.contains("there is no compile_commands.json"), "{message}");
    let directory = folder.0.join("build").display().to_string();
    let entry = |file: &str, flags: &str| {
        let object = format!("CMakeFiles/app.dir/{file}.o");
        json!({
            "directory": directory, "file": format!("../{file}"),
            "command": format!("cc {flags} -o {object} -c ../{file}"),
        })
    };
    let database = |flags: &str| json!([entry("main.c", "-DLIMIT=7"), entry("bump.c", flags)]);
    folder.write("bump.h", &HEADER.replace("#define LIMIT 2\n", ""));
    folder.write("build/compile_commands.json", &database("-DLIMIT=8").to_string());
    editor.on_disk("build/compile_commands.json", 1).await;
    editor.states("main.c", &["violated"]).await;
    editor.codes("braid.toml", &[]).await;
    folder.write("build/compile_commands.json", &database("-DLIMIT=7").to_string());
    editor.on_disk("build/compile_commands.json", 2).await;
    editor.states("main.c", &["proved"]).await;
}
