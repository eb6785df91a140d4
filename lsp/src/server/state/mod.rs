//! What the server knows: the open documents, the client, and what there is to do.
//!
//! Handlers change it synchronously, one message after the other; the driver reads it when a run
//! starts or ends. Nothing here waits.

mod configured;
mod programs;
mod view;
mod work;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use dashmap::DashMap;
use tokio::sync::Notify;
use tower_lsp::lsp_types::{ProgressToken, TextDocumentContentChangeEvent, Url};

use crate::convert::{Abilities, from_lsp};
use crate::server::analysis::Buffer;
use crate::server::document::Document;
use crate::server::known::Known;
use crate::server::schedule::Schedule;
use crate::settings::Workspace;

/// How long things wait.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How long a document must be left alone before it is read.
    pub outline: Duration,
    /// And before it is checked.
    pub proof: Duration,
    /// A run that takes longer is worth a progress bar.
    pub progress: Duration,
    /// Between two reports of progress.
    pub report: Duration,
}

#[derive(Debug)]
pub struct State {
    documents: DashMap<Url, Document>,
    /// By program: what is known about each of which something is open.
    known: DashMap<Url, Known>,
    client: OnceLock<Abilities>,
    schedule: Mutex<Schedule>,
    /// Tells the driver that there may be something to do.
    pub changed: Notify,
    revisions: AtomicU64,
    /// Whether the client has our introduction: before that, nothing else may be said.
    ready: AtomicBool,
    /// How often files that are not open have changed on disk, as far as we were told; by name.
    disk: Mutex<BTreeMap<String, u64>>,
    /// Programs about which there may be something else to say.
    unsettled: Mutex<BTreeSet<Url>>,
    workspace: Mutex<Workspace>,
    /// Whether what is wrong with settings files may have changed.
    settings_changed: AtomicBool,
    /// Addresses of texts that the client may have open, and the programs that they are about.
    shown: Mutex<BTreeMap<Url, Url>>,
    /// The progress bar that was shown last, and what it is about.
    bar: Mutex<Option<(ProgressToken, Url)>>,
    pub pace: Pace,
}

impl State {
    pub fn new(pace: Pace) -> Self {
        Self {
            documents: DashMap::new(),
            known: DashMap::new(),
            client: OnceLock::new(),
            schedule: Mutex::default(),
            changed: Notify::new(),
            revisions: AtomicU64::new(1),
            ready: AtomicBool::new(false),
            disk: Mutex::default(),
            unsettled: Mutex::default(),
            workspace: Mutex::default(),
            settings_changed: AtomicBool::new(false),
            shown: Mutex::default(),
            bar: Mutex::default(),
            pace,
        }
    }

    /// The client introduces itself, once.
    pub fn meet(&self, client: Abilities) {
        // A second introduction is refused before it gets here.
        let _ = self.client.set(client);
    }

    /// The client has our introduction.
    pub fn be_ready(&self) {
        self.ready.store(true, Ordering::Relaxed);
        self.changed.notify_one();
    }

    pub fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Relaxed)
    }

    pub fn client(&self) -> Abilities {
        self.client.get().copied().unwrap_or_default()
    }

    pub fn open(&self, uri: &Url, language: String, version: i32, text: String) {
        let document = Document::new(language, version, self.new_revision(), text);
        self.documents.insert(uri.clone(), document);
        self.known.remove(uri);
        self.be_ready();
        if !self.tell_workspace(uri) {
            self.tell_programs(uri, true);
            self.touched(uri, Duration::ZERO, Duration::ZERO);
            // A settings file may have been read for the first time.
            self.settings_changed.store(true, Ordering::Relaxed);
        }
    }

    /// Makes the changes, unless they are older than what we have. Documents that are not open do not
    /// change.
    pub fn change(&self, uri: &Url, version: i32, changes: &[TextDocumentContentChangeEvent]) {
        {
            let Some(mut document) = self.documents.get_mut(uri) else { return };
            if version < document.version {
                return;
            }
            let revision = self.new_revision();
            document.change(changes, self.client().encoding, version, revision);
        }
        if !self.tell_workspace(uri) {
            self.touched(uri, self.pace.outline, self.pace.proof);
        }
    }

    pub fn close(&self, uri: &Url) {
        if self.documents.remove(uri).is_none() {
            return;
        }
        self.schedule().close(uri);
        self.tell_workspace(uri);
        self.tell_programs(uri, false);
        self.prune();
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.retain(|_, about| self.known.contains_key(about));
        drop(shown);
        self.touch_dependents(&from_lsp::name(uri), self.pace.outline, self.pace.proof);
        self.changed.notify_one();
    }

    /// No more work: the client is about to leave.
    pub fn stop(&self) {
        self.schedule().stop();
    }

    fn buffers(&self) -> BTreeMap<String, Buffer> {
        let buffers = self.documents.iter().map(|document| {
            let (revision, text) = (document.revision, document.text().clone());
            (from_lsp::name(document.key()), Buffer { revision, text })
        });
        buffers.collect()
    }

    /// What we have of each file, by name: the revisions of open documents, and of what has changed on disk.
    pub fn revisions(&self) -> BTreeMap<String, u64> {
        let mut revisions = self.disk.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let documents = self.documents.iter();
        revisions.extend(documents.map(|one| (from_lsp::name(one.key()), one.revision)));
        revisions
    }

    /// The client's version and our revision of a document, if it is open.
    pub fn versions(&self, uri: &Url) -> Option<(i32, u64)> {
        self.documents.get(uri).map(|document| (document.version, document.revision))
    }

    /// What is known about a program, to be looked at or changed; nothing may be held meanwhile.
    pub fn with_known<T>(&self, uri: &Url, action: impl FnOnce(&mut Known) -> T) -> Option<T> {
        self.known.get_mut(uri).map(|mut known| action(&mut known))
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
