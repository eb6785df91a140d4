//! What the server knows: the open documents, the client, and what there is to do.
//!
//! Handlers change it synchronously, one message after the other; the driver reads it when a run
//! starts or ends. Nothing here waits.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use dashmap::DashMap;
use tokio::sync::Notify;
use tokio::time::Instant;
use tower_lsp::lsp_types::{ProgressToken, TextDocumentContentChangeEvent, Url};

use super::analysis::{Buffer, Depth, Options, Question};
use super::answer::File;
use super::board::{Board, Sheet};
use super::document::Document;
use super::known::{Held, Known};
use super::protocol::Doing;
use super::schedule::{Next, Schedule};
use crate::convert::to_lsp::{Place, Places};
use crate::convert::{Abilities, from_lsp};
use crate::settings::{Effective, FileProblems, Run, Workspace};

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
    known: DashMap<Url, Known>,
    client: OnceLock<Abilities>,
    schedule: Mutex<Schedule>,
    /// Tells the driver that there may be something to do.
    pub changed: Notify,
    revisions: AtomicU64,
    /// Documents about which there may be something else to say.
    unsettled: Mutex<BTreeSet<Url>>,
    workspace: Mutex<Workspace>,
    /// Whether what is wrong with settings files may have changed.
    settings_changed: AtomicBool,
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
            unsettled: Mutex::default(),
            workspace: Mutex::default(),
            settings_changed: AtomicBool::new(false),
            bar: Mutex::default(),
            pace,
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
        self.known.remove(uri);
        if !self.tell_workspace(uri) {
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
        self.known.remove(uri);
        self.schedule().close(uri);
        self.tell_workspace(uri);
        self.touch_dependents(&from_lsp::name(uri), self.pace.outline, self.pace.proof);
        self.changed.notify_one();
    }

    /// No more work: the client is about to leave.
    pub fn stop(&self) {
        self.schedule().stop();
    }

    /// The user wants verdicts now.
    pub fn check(&self, uri: &Url) {
        if !self.documents.contains_key(uri) {
            return;
        }
        let mut known = self.known.entry(uri.clone()).or_default();
        known.full = None;
        drop(known);
        self.want(uri, Duration::ZERO, Duration::ZERO, true);
        self.unsettle(uri);
        self.changed.notify_one();
    }

    /// The user has seen enough; `None` means of everything.
    pub fn call_off(&self, uri: Option<&Url>) {
        let roots: Vec<Url> = self.known.iter().map(|known| known.key().clone()).collect();
        for root in roots.iter().filter(|root| uri.is_none_or(|uri| uri == *root)) {
            let mut schedule = self.schedule();
            let was_busy = schedule.proofs.is_busy(Some(root));
            schedule.proofs.drop_all(root);
            drop(schedule);
            if let Some(mut known) = self.known.get_mut(root) {
                let was_asked = std::mem::take(&mut known.asked);
                known.stopped |= was_busy || was_asked;
            }
            self.unsettle(root);
        }
        self.changed.notify_one();
    }

    /// From now on the document is checked with so many threads.
    pub fn set_threads(&self, uri: &Url, threads: Option<u32>) {
        if !self.documents.contains_key(uri) {
            return;
        }
        self.known.entry(uri.clone()).or_default().threads = Some(threads);
        self.want(uri, Duration::ZERO, Duration::ZERO, true);
        self.changed.notify_one();
    }

    /// A document has a new text: it, and what includes it, is to be analysed.
    fn touched(&self, uri: &Url, outline: Duration, proof: Duration) {
        if self.is_checked(uri) {
            let is_first = self.known.get(uri).is_none_or(|known| known.outline.is_none());
            let asked = match self.settings(uri).run {
                Run::Change => true,
                Run::Save => is_first,
                Run::Manual => false,
            };
            self.want(uri, outline, proof, asked);
        } else if self.known.remove(uri).is_some() {
            self.schedule().close(uri);
        }
        self.touch_dependents(&from_lsp::name(uri), outline, proof);
        self.changed.notify_one();
    }

    fn touch_dependents(&self, name: &str, outline: Duration, proof: Duration) {
        let dependents = self.schedule().dependents(name);
        for root in dependents {
            let asked = self.settings(&root).run == Run::Change;
            self.want(&root, outline, proof, asked);
        }
    }

    fn want(&self, root: &Url, outline: Duration, proof: Duration, asked: bool) {
        let now = Instant::now();
        let mut known = self.known.entry(root.clone()).or_default();
        known.due = Some(now + proof);
        known.asked |= asked;
        known.stopped = false;
        drop(known);
        self.schedule().outlines.want(root, now + outline);
    }

    /// What the driver can start now, and when there is more to do.
    pub fn next(&self, now: Instant) -> (Vec<Question>, Option<Instant>) {
        let mut due: Vec<Instant> = Vec::new();
        let mut questions = Vec::new();
        for depth in [Depth::Outline, Depth::Full] {
            loop {
                let mut schedule = self.schedule();
                let lane = match depth {
                    Depth::Outline => &mut schedule.outlines,
                    Depth::Full => &mut schedule.proofs,
                };
                let (root, cancel) = match lane.next(now) {
                    Next::Start(root, cancel) => (root, cancel),
                    Next::Wait(at) => {
                        due.push(at);
                        break;
                    }
                    Next::Idle => break,
                };
                drop(schedule);
                match self.question(&root, depth, cancel) {
                    Some(question) => {
                        questions.push(question);
                        break;
                    }
                    // It was closed or edited in this very moment; an outline comes first.
                    None => self.finished(depth),
                }
            }
        }
        (questions, due.into_iter().min())
    }

    fn question(&self, uri: &Url, depth: Depth, cancel: Arc<AtomicBool>) -> Option<Question> {
        let root = from_lsp::name(uri);
        let buffers = Arc::new(self.buffers());
        let options = self.options(uri);
        if !buffers.contains_key(&root) {
            return None;
        }
        if depth == Depth::Full {
            let mut known = self.known.get_mut(uri)?;
            let outline = known.outline.as_ref()?;
            if !outline.is_present(&self.revisions(), &options) {
                return None;
            }
            let fingerprint = outline.answer.fingerprint;
            known.asked = false;
            known.progress = None;
            self.schedule().proofs.means(fingerprint);
        }
        Some(Question { root, buffers, depth, options, cancel })
    }

    /// A question has been answered.
    pub fn finished(&self, depth: Depth) {
        let mut schedule = self.schedule();
        match depth {
            Depth::Outline => schedule.outlines.finished(),
            Depth::Full => schedule.proofs.finished(),
        }
    }

    /// What the settings say about a document.
    pub fn settings(&self, uri: &Url) -> Effective {
        let path = uri.to_file_path().ok().filter(|_| uri.scheme() == "file");
        self.workspace().effective(path.as_deref())
    }

    /// How a document is checked.
    pub fn options(&self, uri: &Url) -> Arc<Options> {
        let mut options = self.settings(uri).options;
        if let Some(threads) = self.known.get(uri).and_then(|known| known.threads) {
            options.threads = threads;
        }
        Arc::new(options)
    }

    /// The settings in force, to be read.
    pub fn settings_text(&self) -> String {
        let documents = self.documents.iter().map(|document| document.key().clone());
        let mut uris: Vec<Url> = documents.collect();
        uris.sort();
        if uris.is_empty() {
            return format!(
                "Settings without a document\n{}",
                self.workspace().effective(None).text()
            );
        }
        let texts = uris.iter().map(|uri| {
            let asked = self.known.get(uri).and_then(|known| known.threads);
            let asked = asked.map_or(String::new(), |n| {
                format!(
                    "  threads, as asked for this document: {}\n",
                    crate::convert::summary::threads(n)
                )
            });
            format!("{uri}\n{}{asked}\n", self.settings(uri).text())
        });
        texts.collect()
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

    /// What is known about a document, to be looked at or changed; nothing may be held meanwhile.
    pub fn with_known<T>(&self, uri: &Url, action: impl FnOnce(&mut Known) -> T) -> Option<T> {
        self.known.get_mut(uri).map(|mut known| action(&mut known))
    }

    /// What the user is shown of a document.
    pub fn board(&self, uri: &Url) -> Option<Board> {
        let options = self.options(uri);
        let now = self.revisions();
        let (outline, full, asked) =
            self.with_known(uri, |known| (known.outline.clone(), known.full.clone(), known.asked))?;
        let busy = asked || self.is_busy(uri);
        let sheet = |held: &Held| self.sheet(uri, held);
        Some(match (outline, full) {
            (_, Some(full)) if full.is_present(&now, &options) => {
                Board::settled(sheet(&full)?, busy)
            }
            (Some(outline), full) => Board::open(
                sheet(&outline)?,
                full.as_ref().filter(|_| !outline.answer.failed).and_then(sheet),
                busy,
            ),
            (None, Some(full)) => Board::stale(sheet(&full)?, busy),
            (None, None) => return None,
        })
    }

    fn sheet(&self, uri: &Url, held: &Held) -> Option<Sheet> {
        let files = held.answer.files.iter().map(|file| match file {
            File::Builtin => None,
            File::Disk(path, text) => {
                Some(Place::new(Url::from_file_path(path).ok()?, text.clone()))
            }
            File::Buffer(name) => self.place(name, *held.revisions.get(name)?),
        });
        let files = files.collect();
        let root = self.documents.get(uri)?;
        let root = Place::open(uri.clone(), root.text().clone(), root.lines().clone(), Vec::new());
        let client = self.client();
        Some(Sheet { answer: held.answer.clone(), places: Places { root, files, client } })
    }

    /// An open document, and what was done to it since a revision.
    fn place(&self, name: &str, revision: u64) -> Option<Place> {
        let mut documents = self.documents.iter();
        let document = documents.find(|document| from_lsp::name(document.key()) == name)?;
        let edits = document.edits_since(revision)?;
        let (text, lines) = (document.text().clone(), document.lines().clone());
        Some(Place::open(document.key().clone(), text, lines, edits))
    }

    /// Whether something is under way or waits for a document.
    pub fn is_busy(&self, uri: &Url) -> bool {
        let schedule = self.schedule();
        schedule.outlines.is_busy(Some(uri)) || schedule.proofs.is_busy(Some(uri))
    }

    /// What is being done, where nothing is running.
    pub fn doing(&self) -> (Doing, Option<Url>) {
        let schedule = self.schedule();
        let is_busy = schedule.outlines.is_busy(None) || schedule.proofs.is_busy(None);
        drop(schedule);
        let find = |what: &dyn Fn(&Known) -> bool| {
            self.known.iter().find(|known| what(known)).map(|known| known.key().clone())
        };
        let has_failed = |known: &Known| {
            let held = [&known.outline, &known.full];
            held.into_iter().flatten().any(|held| held.answer.failed)
        };
        if is_busy {
            (Doing::Checking, find(&|known| known.asked))
        } else if let Some(uri) = find(&|known| known.stopped) {
            (Doing::Stopped, Some(uri))
        } else if let Some(uri) = find(&has_failed) {
            (Doing::Failed, Some(uri))
        } else {
            (Doing::Idle, None)
        }
    }

    pub fn workspace(&self) -> MutexGuard<'_, Workspace> {
        self.workspace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Settings have changed, or may have: what is open is looked at again.
    pub fn reconfigured(&self) {
        let uris: Vec<Url> = self.documents.iter().map(|one| one.key().clone()).collect();
        for uri in uris {
            self.touched(&uri, Duration::ZERO, Duration::ZERO);
        }
        self.settings_changed.store(true, Ordering::Relaxed);
        self.changed.notify_one();
    }

    /// What is wrong with settings files, if that may have changed.
    pub fn take_settings_problems(&self) -> Option<Vec<FileProblems>> {
        if !self.settings_changed.swap(false, Ordering::Relaxed) {
            return None;
        }
        Some(self.workspace().problems())
    }

    /// A file has changed on disk.
    pub fn changed_on_disk(&self, uri: &Url) {
        if self.documents.contains_key(uri) {
            return;
        }
        self.touch_dependents(&from_lsp::name(uri), self.pace.outline, self.pace.proof);
        self.changed.notify_one();
    }

    /// A document was saved.
    pub fn saved(&self, uri: &Url) {
        if self.settings(uri).run == Run::Save && self.is_checked(uri) {
            self.want(uri, Duration::ZERO, Duration::ZERO, true);
            self.changed.notify_one();
        }
    }

    fn is_checked(&self, uri: &Url) -> bool {
        self.documents.get(uri).is_some_and(|document| is_c(uri, &document))
            && !self.settings(uri).ignored
    }

    /// Tells the workspace if the document is a settings file.
    fn tell_workspace(&self, uri: &Url) -> bool {
        let Ok(path) = uri.to_file_path() else { return false };
        if !Workspace::is_settings(&path) {
            return false;
        }
        let text = self.documents.get(uri).map(|document| document.text().to_string());
        self.workspace().set_open(&path, text);
        self.reconfigured();
        true
    }

    /// There may be something else to say about a document.
    fn unsettle(&self, uri: &Url) {
        self.unsettled.lock().unwrap_or_else(PoisonError::into_inner).insert(uri.clone());
    }

    pub fn take_unsettled(&self) -> BTreeSet<Url> {
        std::mem::take(&mut *self.unsettled.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// This progress bar is shown for this document.
    pub fn set_bar(&self, token: &ProgressToken, uri: &Url) {
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        *bar = Some((token.clone(), uri.clone()));
    }

    /// What a progress bar is about, if it is shown.
    pub fn bar(&self, token: &ProgressToken) -> Option<Url> {
        let bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        bar.as_ref().filter(|(shown, _)| shown == token).map(|(_, uri)| uri.clone())
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
