//! Sessions in which everything happens at random moments: edits, questions, stops, settings, runs that
//! take longer or shorter and go on after they were called off.
//!
//! Whatever the order, in the end the server says what a fresh one says about the same texts. The seed of
//! a failure is in its message; `BRAID_SHUFFLE=100` tries so many seeds, from `BRAID_SEED` on.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use super::places::LOCKED;
use super::{RACE, Session, fake, uri};
use crate::server::analysis::Analyse;

const N_SEEDS: u64 = 3;
const N_STEPS: usize = 60;
/// So many looks in a row must find the server idle, and nothing new.
const N_QUIET: usize = 12;
const FILES: [&str; 3] = ["a.c", "b.c", "x.h"];

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// The real engine, which dawdles before it reads and before it answers.
fn dawdling(seed: u64) -> Analyse {
    let engine = fake::engine();
    let calls = AtomicU64::new(seed << 32);
    Arc::new(move |question, on_progress| {
        let mut dice = Dice(calls.fetch_add(1, Ordering::Relaxed));
        dice.below(2);
        let mut pause =
            |most: usize| std::thread::sleep(Duration::from_millis(dice.below(most) as u64));
        pause(40);
        let answer = engine(question, on_progress);
        pause(120);
        answer
    })
}

/// Texts as they come and go while somebody types.
fn text(file: &str, dice: &mut Dice) -> String {
    if file == "x.h" {
        let texts = ["#define STEP 1\n", "#define STEP 2\n", "#define STEP (\n", "// nothing\n"];
        return texts[dice.below(texts.len())].to_owned();
    }
    let including = |text: &str| {
        let text = text.replacen("= old + 1;", "= old + STEP;", 1);
        format!("#include \"x.h\"\n{text}")
    };
    match dice.below(8) {
        0 => RACE.to_owned(),
        1 => LOCKED.to_owned(),
        2 => including(RACE),
        3 => LOCKED.replacen("turns = mine + 1;", "turns = mine + 2;", 1),
        4 => RACE.replacen("count = old + 1;", "count = old + 1", 1),
        5 => format!("// a remark\n\n{RACE}"),
        6 => RACE.replacen("    count = old + 1;\n", "", 1),
        _ => LOCKED.replacen(
            "    assert(turns",
            "    // braid: ignore[assertion-violated] x\n    assert(turns",
            1,
        ),
    }
}

/// What the server has said last.
#[derive(Default)]
struct Said {
    by_file: BTreeMap<String, Value>,
    is_idle: bool,
    tokens: Vec<Value>,
}

impl Said {
    /// Takes note of all that was said by now, and says how much it was.
    async fn catch_up(&mut self, session: &mut Session) -> usize {
        let messages = session.so_far().await;
        for message in &messages {
            let params = &message["params"];
            match message["method"].as_str() {
                Some("textDocument/publishDiagnostics") => {
                    let uri = params["uri"].as_str().expect("an address").to_owned();
                    self.by_file.insert(uri, params["diagnostics"].clone());
                }
                Some("braid/status") => self.is_idle = params["state"] == "idle",
                Some("window/workDoneProgress/create") => self.tokens.push(params["token"].clone()),
                _ => {}
            }
        }
        messages.len()
    }

    /// Until there is nothing more to say. Empty lists say nothing.
    async fn settle(mut self, session: &mut Session) -> BTreeMap<String, Value> {
        let mut n_quiet = 0;
        for _ in 0..1200 {
            let n = self.catch_up(session).await;
            n_quiet = if n == 0 && self.is_idle { n_quiet + 1 } else { 0 };
            if n_quiet == N_QUIET {
                self.by_file.retain(|_, list| list.as_array().is_none_or(|all| !all.is_empty()));
                return self.by_file;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("it never comes to an end");
    }
}

/// One thing that an editor does.
async fn step(session: &mut Session, dice: &mut Dice, said: &mut Said, open: &mut Open) {
    let file = FILES[dice.below(FILES.len())];
    let document = json!({ "uri": uri(file) });
    let position = json!({ "line": dice.below(20), "character": dice.below(12) });
    let range = json!({ "start": position, "end": position });
    match dice.below(12) {
        0..=4 => open.edit(session, file, text(file, dice)).await,
        5 => {
            let params = json!({ "textDocument": document, "position": position });
            let answer = session.ask("textDocument/hover", params).await;
            assert!(answer.get("error").is_none(), "{answer}");
        }
        6 => {
            let answer =
                session.ask("textDocument/codeLens", json!({ "textDocument": document })).await;
            assert!(answer.get("error").is_none(), "{answer}");
        }
        7 => {
            let params = json!({
                "textDocument": document, "range": range, "context": { "diagnostics": [] },
            });
            let answer = session.ask("textDocument/codeAction", params).await;
            assert!(answer.get("error").is_none(), "{answer}");
        }
        8 => {
            session.command("braid.stop", json!([])).await;
        }
        9 => {
            let token = said.tokens.last().cloned().unwrap_or(json!("braid/0"));
            session.notify("window/workDoneProgress/cancel", json!({ "token": token })).await;
        }
        10 => {
            let budget = if dice.below(2) == 0 { 50_000_000 } else { 1_000 };
            let settings = json!({ "settings": { "braid": { "budget": budget } } });
            session.notify("workspace/didChangeConfiguration", settings).await;
        }
        _ => open.close(session, file).await,
    }
}

/// The texts that are open, with their versions.
#[derive(Default)]
struct Open {
    texts: BTreeMap<&'static str, String>,
    version: i64,
}

impl Open {
    async fn edit(&mut self, session: &mut Session, file: &'static str, text: String) {
        self.version += 1;
        match self.texts.insert(file, text.clone()) {
            None => session.open(file, self.version, &text).await,
            Some(_) => session.change(file, self.version, &text).await,
        }
    }

    async fn close(&mut self, session: &mut Session, file: &'static str) {
        if self.texts.remove(file).is_some() {
            session.close(file).await;
        }
    }
}

async fn shuffled(seed: u64) {
    let mut dice = Dice(seed);
    let mut session = Session::start_braid(dawdling(seed)).await;
    let (mut said, mut open) = (Said::default(), Open::default());
    for _ in 0..N_STEPS {
        step(&mut session, &mut dice, &mut said, &mut open).await;
        said.catch_up(&mut session).await;
        if dice.below(3) > 0 {
            tokio::time::sleep(Duration::from_millis(dice.below(150) as u64)).await;
        }
    }
    // What was stopped stays stopped until somebody types: so somebody does.
    let settings = json!({ "settings": { "braid": { "budget": 50_000_000 } } });
    session.notify("workspace/didChangeConfiguration", settings).await;
    for file in FILES {
        let text = open.texts.get(file).cloned().unwrap_or_else(|| text(file, &mut dice));
        open.edit(&mut session, file, format!("{text}// the end\n")).await;
    }
    let found = said.settle(&mut session).await;
    let mut fresh = Session::start_braid(fake::engine()).await;
    for (file, text) in &open.texts {
        fresh.open(file, 1, text).await;
    }
    let expected = Said::default().settle(&mut fresh).await;
    assert_eq!(found, expected, "seed {seed}: {:#?}", open.texts);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_the_end_the_server_says_what_a_fresh_one_says() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let first: u64 = number("BRAID_SEED").unwrap_or(1);
    for seed in first..first + number("BRAID_SHUFFLE").unwrap_or(N_SEEDS) {
        shuffled(seed).await;
    }
}
