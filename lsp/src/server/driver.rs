//! Asks questions when they are due, and publishes the answers.
//!
//! All diagnostics go through here, one publication after the other: so none can overtake another, and
//! what is cleared stays cleared.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, sleep_until};
use tower_lsp::Client;
use tower_lsp::lsp_types::{Diagnostic, Url};

use super::ledger::{Entry, Ledger};
use super::state::{State, Task};
use super::worker::{Done, Worker};

/// Runs until the worker is gone, which is never: whoever starts it ends it.
pub async fn drive(
    state: Arc<State>,
    client: Client,
    worker: Worker,
    mut answers: UnboundedReceiver<Done>,
) {
    let mut ledger = Ledger::default();
    loop {
        let closed = state.schedule().take_closed();
        for uri in closed {
            let changed = ledger.close(&uri);
            // Without a version: if it is open again by now, this is not about its new text.
            client.publish_diagnostics(uri, Vec::new(), None).await;
            publish(&client, &state, &ledger, changed).await;
        }
        let due = match state.next(Instant::now()) {
            Task::Ask(question) => {
                worker.ask(question, state.client());
                None
            }
            Task::Wait(due) => Some(due),
            Task::Idle => None,
        };
        tokio::select! {
            done = answers.recv() => {
                let Some(done) = done else { return };
                let changed = settle(&state, &mut ledger, done);
                publish(&client, &state, &ledger, changed).await;
            }
            () = state.changed.notified() => {}
            () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {}
        }
    }
}

/// Takes note of an answer, if it is about what is open now. Returns the files for which the client
/// needs a new list.
fn settle(state: &State, ledger: &mut Ledger, done: Done) -> BTreeSet<Url> {
    let root = &done.question.root().uri;
    state.schedule().finished();
    if state.versions(root).is_none() || done.question.is_cancelled() {
        return BTreeSet::new();
    }
    if let Some(wanted) = &done.wanted {
        state.schedule().depends(root, wanted.clone());
    }
    if !is_present(&done, &state.revisions()) {
        // Something that it includes has changed, which nobody could know before it was included.
        state.schedule().retry(root, Instant::now());
        return BTreeSet::new();
    }
    let revisions: BTreeMap<&Url, u64> =
        done.question.buffers.values().map(|buffer| (&buffer.uri, buffer.revision)).collect();
    let entries = done.diagnostics.iter().map(|(uri, diagnostics)| {
        let revision = revisions.get(uri).copied();
        (uri.clone(), Entry { revision, diagnostics: diagnostics.clone() })
    });
    ledger.replace(root, entries.collect())
}

/// Whether everything that went into the answer is still as it was.
fn is_present(done: &Done, now: &BTreeMap<String, u64>) -> bool {
    let then = |name: &String| done.question.buffers.get(name).map(|buffer| buffer.revision);
    let mut names = done.wanted.iter().flatten().chain([&done.question.root]);
    names.all(|name| then(name) == now.get(name).copied())
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
