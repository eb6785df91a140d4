//! Asks questions when they are due, and publishes the answers.
//!
//! All diagnostics go through here, one publication after the other: so none can overtake another, and
//! what is cleared stays cleared.

use std::collections::BTreeSet;
use std::sync::Arc;

use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, sleep_until};
use tower_lsp::Client;
use tower_lsp::lsp_types::{Diagnostic, Url};

use super::analysis::{Depth, Question};
use super::answer::Answer;
use super::known::Held;
use super::ledger::Ledger;
use super::process::failed_after;
use super::publish;
use super::state::State;
use super::teller::Teller;
use super::worker::{Event, Worker};

/// Runs until the worker is gone, which is never: whoever starts it ends it.
pub async fn drive(
    state: Arc<State>,
    client: Client,
    worker: Worker,
    mut events: UnboundedReceiver<Event>,
) {
    let mut ledger = Ledger::default();
    let mut teller = Teller::new(state.clone(), client.clone());
    loop {
        let closed = state.schedule().take_closed();
        for uri in &closed.documents {
            ledger.close(uri);
            teller.forget(uri).await;
            // Without a version: if it is open again by now, this is not about its new text.
            client.publish_diagnostics(uri.clone(), Vec::new(), None).await;
        }
        for program in closed.programs {
            let changed = ledger.drop_program(&program);
            for uri in &changed {
                teller.verdicts_in(uri).await;
            }
            publish(&client, &state, &ledger, changed).await;
        }
        if let Some(problems) = state.take_settings_problems() {
            teller.settings(problems).await;
        }
        let (questions, due) = state.next(Instant::now());
        for question in questions {
            worker.ask(question);
        }
        let told = teller.tell(Instant::now()).await;
        let due = due.into_iter().chain(told).min();
        tokio::select! {
            event = events.recv() => match event {
                None => return,
                Some(Event::Progress(question, progress)) => {
                    state.with_known(&question.program, |known| known.progress = Some(progress));
                }
                Some(Event::Done(question, answer)) => {
                    let program = question.program.clone();
                    teller.notes(&answer.notes).await;
                    let changed = settle(&state, &mut ledger, &question, *answer);
                    publish(&client, &state, &ledger, changed).await;
                    teller.verdicts(&program).await;
                }
            },
            () = state.changed.notified() => {}
            () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {}
        }
    }
}

/// Takes note of an answer, if it is about what is open now. Returns the files for which the client
/// needs a new list.
fn settle(
    state: &State,
    ledger: &mut Ledger,
    question: &Question,
    answer: Answer,
) -> BTreeSet<Url> {
    let root = &question.program;
    state.finished(question.depth);
    if state.with_known(root, |_| ()).is_none() || question.is_cancelled() {
        return BTreeSet::new();
    }
    if !answer.failed {
        state.schedule().depends(root, answer.wanted.clone());
    }
    let held = with_outline(state, root, Held::new(question, answer));
    let is_present = held.is_present(&state.revisions(), &state.options(root));
    let was_complete = held.answer.complete;
    match question.depth {
        Depth::Outline => outlined(state, root, held, is_present),
        Depth::Full => proved(state, root, held, is_present),
    }
    if !is_present {
        return BTreeSet::new();
    }
    let Some(board) = state.board(root) else { return BTreeSet::new() };
    let open = state.open_units(root);
    let entries = publish::entries(state, &open, &board);
    if was_complete { ledger.replace(root, open, entries) } else { ledger.update(root, entries) }
}

/// A run that failed says nothing about the text; its outline does, if there is one.
fn with_outline(state: &State, root: &Url, held: Held) -> Held {
    let outline = state.with_known(root, |known| known.outline.clone()).flatten();
    let outline = outline.filter(|outline| {
        let is_same = *outline.options == *held.options && outline.revisions == held.revisions;
        held.answer.failed && !outline.answer.failed && is_same
    });
    match outline {
        Some(outline) => {
            let answer = Arc::new(failed_after(&outline.answer, &held.answer));
            Held { answer, ..held }
        }
        None => held,
    }
}

fn outlined(state: &State, root: &Url, held: Held, is_present: bool) {
    let now = Instant::now();
    if !is_present {
        // Something that it includes has changed, which nobody could know before it was included.
        state.schedule().outlines.retry(root, now);
        return;
    }
    let (fingerprint, complete) = (held.answer.fingerprint, held.answer.complete);
    let (asked, due) = state
        .with_known(root, |known| {
            if complete && fingerprint.is_some() {
                known.full = Some(held.clone());
            }
            known.outline = Some(held);
            if complete {
                known.asked = false;
            }
            (known.asked, known.due)
        })
        .unwrap_or_default();
    let mut schedule = state.schedule();
    if complete {
        schedule.proofs.drop_all(root);
    } else if !schedule.proofs.answers(root, fingerprint) {
        schedule.proofs.drop_all(root);
        if asked {
            schedule.proofs.want(root, due.unwrap_or(now).max(now));
        }
    }
}

fn proved(state: &State, root: &Url, held: Held, is_present: bool) {
    state.with_known(root, |known| {
        known.progress = None;
        if held.answer.complete {
            known.full = Some(held);
        }
        known.asked |= !is_present;
    });
    if !is_present {
        // The text has changed meanwhile. If it means the same, its outline finds the verdicts.
        state.schedule().outlines.retry(root, Instant::now());
    }
}

/// Sends the lists of these files. They are drawn up together, before anything else can happen.
async fn publish(client: &Client, state: &State, ledger: &Ledger, files: BTreeSet<Url>) {
    let lists: Vec<(Url, Vec<Diagnostic>, Option<i32>)> = files
        .into_iter()
        .map(|file| {
            let versions = state.versions(&file);
            let list = ledger.list(&file, versions.map(|(_, revision)| revision));
            (file, list, versions.map(|(version, _)| version))
        })
        .collect();
    for (file, list, version) in lists {
        client.publish_diagnostics(file, list, version).await;
    }
}
