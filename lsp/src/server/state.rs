//! What the server knows: the open documents, the client, and what there is to do.
//!
//! Handlers change it synchronously, one message after the other; the driver reads it when a run
//! starts or ends. Nothing here waits.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use dashmap::DashMap;
use tokio::sync::Notify;
use tokio::time::Instant;
use tower_lsp::lsp_types::{TextDocumentContentChangeEvent, Url};

use super::analysis::{Buffer, Question};
use super::document::Document;
use super::schedule::{Next, Schedule};
use crate::convert::{Abilities, from_lsp};

#[derive(Debug)]
pub struct State {
    documents: DashMap<Url, Document>,
    client: OnceLock<Abilities>,
    schedule: Mutex<Schedule>,
    /// Tells the driver that there may be something to do.
    pub changed: Notify,
    revisions: AtomicU64,
    debounce: Duration,
}

/// What the driver does next.
#[derive(Debug)]
pub enum Task {
    Ask(Question),
    Wait(Instant),
    Idle,
}

impl State {
    /// `debounce` is how long a document must be left alone before it is analysed.
    pub fn new(debounce: Duration) -> Self {
        Self {
            documents: DashMap::new(),
            client: OnceLock::new(),
            schedule: Mutex::default(),
            changed: Notify::new(),
            revisions: AtomicU64::new(1),
            debounce,
        }
    }

    /// The client introduces itself, once.
    pub fn meet(&self, client: Abilities) {
        // A second introduction is refused before it gets here.
        let _ = self.client.set(client);
    }

    pub fn client(&self) -> Abilities {
        self.client.get().copied().unwrap_or_default()
    }

    pub fn open(&self, uri: &Url, language: String, version: i32, text: String) {
        let document = Document::new(language, version, self.new_revision(), text);
        self.documents.insert(uri.clone(), document);
        self.touched(uri, Instant::now());
    }

    /// Makes the changes, unless they are older than what we have. Documents that are not open do not
    /// change.
    pub fn change(&self, uri: &Url, version: i32, changes: &[TextDocumentContentChangeEvent]) {
        {
            let Some(mut document) = self.documents.get_mut(uri) else { return };
            if version < document.version {
                return;
            }
            for change in changes {
                document.apply(change, self.client().encoding);
            }
            document.version = version;
            document.revision = self.new_revision();
        }
        self.touched(uri, Instant::now() + self.debounce);
    }

    pub fn close(&self, uri: &Url) {
        if self.documents.remove(uri).is_none() {
            return;
        }
        let mut schedule = self.schedule();
        schedule.close(uri);
        schedule.want_dependents(&from_lsp::name(uri), Instant::now() + self.debounce);
        drop(schedule);
        self.changed.notify_one();
    }

    /// No more work: the client is about to leave.
    pub fn stop(&self) {
        self.schedule().stop();
    }

    /// A document has a new text: it, and what includes it, is to be analysed.
    fn touched(&self, uri: &Url, due: Instant) {
        let is_c = self.documents.get(uri).is_some_and(|document| is_c(uri, &document));
        let mut schedule = self.schedule();
        if is_c {
            schedule.want(uri, due);
        }
        schedule.want_dependents(&from_lsp::name(uri), due);
        drop(schedule);
        self.changed.notify_one();
    }

    /// What to do now. A question counts as running until [`Schedule::finished`] is called.
    pub fn next(&self, now: Instant) -> Task {
        loop {
            let (root, cancel) = match self.schedule().next(now) {
                Next::Start(root, cancel) => (root, cancel),
                Next::Wait(due) => return Task::Wait(due),
                Next::Idle => return Task::Idle,
            };
            let root = from_lsp::name(&root);
            let buffers = self.buffers();
            if buffers.contains_key(&root) {
                return Task::Ask(Question { root, buffers: Arc::new(buffers), cancel });
            }
            // It was closed in this very moment.
            self.schedule().finished();
        }
    }

    fn buffers(&self) -> BTreeMap<String, Buffer> {
        let buffers = self.documents.iter().map(|document| {
            let uri = document.key().clone();
            let text = document.text().clone();
            (from_lsp::name(&uri), Buffer { uri, revision: document.revision, text })
        });
        buffers.collect()
    }

    /// The revisions of all open documents, by name.
    pub fn revisions(&self) -> BTreeMap<String, u64> {
        let documents = self.documents.iter();
        documents.map(|document| (from_lsp::name(document.key()), document.revision)).collect()
    }

    /// The client's version and our revision of a document, if it is open.
    pub fn versions(&self, uri: &Url) -> Option<(i32, u64)> {
        self.documents.get(uri).map(|document| (document.version, document.revision))
    }

    pub fn schedule(&self) -> MutexGuard<'_, Schedule> {
        // Every change to the schedule is complete in itself, also if its caller panics later.
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn new_revision(&self) -> u64 {
        self.revisions.fetch_add(1, Ordering::Relaxed)
    }
}

/// Headers are often taken for C++, and files without a language occur; the name decides then.
fn is_c(uri: &Url, document: &Document) -> bool {
    document.language.eq_ignore_ascii_case("c") || uri.path().ends_with(".c")
}
