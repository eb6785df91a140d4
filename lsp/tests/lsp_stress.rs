//! Random edits on the files of the corpus, faster than anybody types, while workers are killed.
//!
//! Whatever happened before, in the end the server says what a fresh one says about the same texts, and
//! it needs no more memory than at the start. `BRAID_STRESS=10000` makes so many edits.

mod editor;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use editor::Server;
use serde_json::{Value, json};

const N_EDITS: u64 = 150;
const N_FILES: usize = 4;
/// Enough to prove most of them, little enough to get through many.
const BUDGET: u64 = 300_000;

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

fn corpus() -> Vec<PathBuf> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("the corpus is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|ext| ext == "c") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus"), &mut found);
    found.sort();
    found
}

fn start() -> Server {
    let mut server = Server::start();
    let capabilities = json!({
        "general": { "positionEncodings": ["utf-8"] }, "experimental": { "braid": true },
    });
    let options = json!({ "budget": BUDGET });
    let params = json!({ "capabilities": capabilities, "initializationOptions": options });
    server.request("initialize", params);
    server.notify("initialized", json!({}));
    server
}

/// What the server has said last.
#[derive(Default)]
struct Said {
    by_file: BTreeMap<String, Value>,
    is_idle: bool,
}

impl Said {
    fn note(&mut self, message: &Value) {
        let params = &message["params"];
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = params["uri"].as_str().expect("an address").to_owned();
            self.by_file.insert(uri, params["diagnostics"].clone());
        } else if message["method"] == "braid/status" {
            self.is_idle = params["state"] == "idle";
        }
    }
}

/// Waits until the server is idle, and has nothing more to say.
fn settled(server: &mut Server, said: &mut Said) {
    let start = Instant::now();
    loop {
        assert!(start.elapsed() < Duration::from_secs(600), "it comes to an end");
        // It may have been idle before it knew of the last edit.
        let message = match server.messages.recv_timeout(Duration::from_secs(2)) {
            Ok(message) => message,
            Err(_) if said.is_idle => return,
            Err(_) => continue,
        };
        said.note(&message);
    }
}

/// An edit of the kind that people make, and its effect.
fn edit(text: &mut String, dice: &mut Dice) -> Value {
    let boundary = |text: &str, mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(text, dice.below(text.len() + 1));
    let (removed, inserted) = match dice.below(8) {
        0 => (boundary(text, (start + dice.below(12)).min(text.len())) - start, ""),
        1 => (0, "\n"),
        2 => (0, " /* ä😀 */ "),
        3 => (0, "x"),
        4 => (0, "1"),
        5 => (0, "// remark\r\n"),
        6 => (1.min(boundary(text, (start + 1).min(text.len())) - start), ";"),
        _ => (0, " "),
    };
    let position = |text: &str, at: usize| {
        let line = text[..at].matches('\n').count();
        let column = at - text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        json!({ "line": line, "character": column })
    };
    let range = json!({ "start": position(text, start), "end": position(text, start + removed) });
    text.replace_range(start..start + removed, inserted);
    json!({ "range": range, "text": inserted })
}

/// The memory of a process, in kilobytes.
fn memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// What becomes of the workers meanwhile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Workers {
    /// They die, at whatever point, and others take over.
    Die,
    Live,
}

/// How much the server and its worker need, now and then.
#[derive(Debug, Default)]
struct Memories {
    server: Vec<u64>,
    worker: Vec<u64>,
}

fn n_edits() -> u64 {
    std::env::var("BRAID_STRESS").ok().and_then(|text| text.parse().ok()).unwrap_or(N_EDITS)
}

fn stress(workers: Workers) -> Memories {
    let n_edits = n_edits();
    let mut dice = Dice(std::env::var("BRAID_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(7));
    let corpus = corpus();
    let mut server = start();
    let mut said = Said::default();
    let mut texts: Vec<(String, String)> = Vec::new();
    for idx in 0..N_FILES {
        let path = &corpus[dice.below(corpus.len())];
        let text = std::fs::read_to_string(path).expect("it can be read");
        // A lone carriage return would be a line break for the server, and not for us.
        let text = text.replace('\r', "");
        let name = format!("{idx}.c");
        server.open(&name, &text);
        texts.push((name, text));
    }
    let originals = texts.clone();
    if workers == Workers::Live {
        // So that the largest proof is behind us when memory is first looked at.
        settled(&mut server, &mut said);
    }
    let mut memories = Memories::default();
    for version in 2..n_edits + 2 {
        let n_files = texts.len();
        let idx = dice.below(n_files);
        let (name, text) = &mut texts[idx];
        // Most edits are undone, so that the texts stay programs for a while; and when they are none
        // any more, somebody starts anew.
        let anew = dice.below(40) == 0;
        let before = if anew { originals[idx].1.clone() } else { text.clone() };
        let change = edit(text, &mut dice);
        let document =
            json!({ "uri": format!("file:///no/such/folder/{name}"), "version": version });
        let undo = anew || dice.below(4) > 0;
        let mut changes = vec![change];
        if undo {
            changes.push(json!({ "text": before }));
            *text = before;
        }
        let params = json!({ "textDocument": document, "contentChanges": changes });
        server.notify("textDocument/didChange", params);
        if dice.below(20) == 0 {
            std::thread::sleep(Duration::from_millis(dice.below(400) as u64));
        }
        if workers == Workers::Die && dice.below(60) == 0 {
            for worker in server.workers() {
                let _ = Command::new("kill").arg("-9").arg(worker.to_string()).status();
            }
        }
        while let Ok(message) = server.messages.try_recv() {
            said.note(&message);
        }
        if version % (n_edits / 10).max(1) == 0 {
            if workers == Workers::Live {
                // In the middle of a proof it needs what the proof needs.
                settled(&mut server, &mut said);
            }
            memories.server.extend(memory(server.process.id()));
            memories.worker.extend(server.workers().into_iter().filter_map(memory).max());
        }
    }
    // One more edit, so that there is surely an end to wait for.
    for (name, text) in &mut texts {
        text.push('\n');
        server.change(name, 1_000_000, text);
    }
    settled(&mut server, &mut said);
    let mut fresh = start();
    let mut expected = Said::default();
    for (name, text) in &texts {
        fresh.open(name, text);
    }
    settled(&mut fresh, &mut expected);
    assert_eq!(expected.by_file.len(), texts.len());
    for (uri, list) in &expected.by_file {
        assert_eq!(said.by_file.get(uri), Some(list), "{uri}");
    }
    memories
}

/// Within 20 % from some sample on; a few edits say nothing.
fn assert_flat(what: &str, memories: &[u64], from: usize) {
    if n_edits() >= 5000 && memories.len() > from + 2 {
        let (early, late) = (memories[from], memories[memories.len() - 1]);
        assert!(late <= early + early / 5, "the {what} grows: {memories:?}");
    }
}

#[test]
fn many_edits_end_as_if_there_had_been_none() {
    assert_flat("server", &stress(Workers::Die).server, 1);
}

#[test]
fn nothing_piles_up() {
    let memories = stress(Workers::Live);
    if n_edits() >= 5000 {
        // For the record: the bounds below are what counts.
        use std::io::Write;
        let _ = writeln!(std::io::stderr(), "kilobytes: {memories:?}");
    }
    assert_flat("server", &memories.server, 1);
    assert_flat("worker", &memories.worker, 1);
}
