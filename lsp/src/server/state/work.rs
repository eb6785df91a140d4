//! What is to be done, and what is being done.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use tower_lsp::lsp_types::{ProgressToken, Url};

use super::State;
use crate::convert::from_lsp;
use crate::server::analysis::{Depth, Question};
use crate::server::known::Known;
use crate::server::protocol::Doing;
use crate::server::schedule::Next;
use crate::settings::Run;

impl State {
    /// The user wants verdicts now.
    pub fn check(&self, uri: &Url) {
        if !self.documents.contains_key(uri) {
            return;
        }
        for program in self.programs_of(uri) {
            self.known.entry(program.clone()).or_default().full = None;
            self.want(&program, Duration::ZERO, Duration::ZERO, true);
            self.unsettle(&program);
        }
        self.changed.notify_one();
    }

    /// The user has seen enough; `None` means of everything.
    pub fn call_off(&self, uri: Option<&Url>) {
        let roots: Vec<Url> = self.known.iter().map(|known| known.key().clone()).collect();
        let meant = uri.map(|uri| self.programs_meant(uri));
        let is_meant = |root: &&Url| meant.as_ref().is_none_or(|meant| meant.contains(root));
        for root in roots.iter().filter(is_meant) {
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

    /// From now on the programs of the document are checked with so many threads.
    pub fn set_threads(&self, uri: &Url, threads: Option<u32>) {
        if !self.documents.contains_key(uri) {
            return;
        }
        for program in self.programs_of(uri) {
            self.known.entry(program.clone()).or_default().threads = Some(threads);
            self.want(&program, Duration::ZERO, Duration::ZERO, true);
        }
        self.changed.notify_one();
    }

    /// A document has a new text: its programs, and those that include it, are to be analysed.
    pub(super) fn touched(&self, uri: &Url, outline: Duration, proof: Duration) {
        if self.is_checked(uri) {
            for program in self.programs_of(uri) {
                let is_first = self.known.get(&program).is_none_or(|known| known.outline.is_none());
                let asked = match self.settings(uri).run {
                    Run::Change => true,
                    Run::Save => is_first,
                    Run::Manual => false,
                };
                self.want(&program, outline, proof, asked);
            }
        }
        self.touch_dependents(&from_lsp::name(uri), outline, proof);
        self.changed.notify_one();
    }

    pub(super) fn touch_dependents(&self, name: &str, outline: Duration, proof: Duration) {
        let dependents = self.schedule().dependents(name);
        for root in dependents {
            let asked = self.settings_of(&root).run == Run::Change;
            self.want(&root, outline, proof, asked);
        }
    }

    pub(super) fn want(&self, root: &Url, outline: Duration, proof: Duration, asked: bool) {
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

    pub(super) fn question(
        &self,
        program: &Url,
        depth: Depth,
        cancel: Arc<AtomicBool>,
    ) -> Option<Question> {
        let buffers = Arc::new(self.buffers());
        let revisions = Arc::new(self.revisions());
        let options = Arc::new(self.options(program));
        if !options.units.iter().any(|unit| buffers.contains_key(&unit.name)) {
            return None;
        }
        if depth == Depth::Full {
            let mut known = self.known.get_mut(program)?;
            let outline = known.outline.as_ref()?;
            if !outline.is_present(&revisions, &options) {
                return None;
            }
            let fingerprint = outline.answer.fingerprint;
            known.asked = false;
            known.progress = None;
            self.schedule().proofs.means(fingerprint);
        }
        let program = program.clone();
        Some(Question { program, buffers, revisions, depth, options, cancel })
    }

    /// A question has been answered.
    pub fn finished(&self, depth: Depth) {
        let mut schedule = self.schedule();
        match depth {
            Depth::Outline => schedule.outlines.finished(),
            Depth::Full => schedule.proofs.finished(),
        }
    }

    /// Whether something is under way or waits for a program.
    pub fn is_busy(&self, uri: &Url) -> bool {
        let schedule = self.schedule();
        schedule.outlines.is_busy(Some(uri)) || schedule.proofs.is_busy(Some(uri))
    }

    /// What is being done, where nothing is running, and in which program.
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

    /// There may be something else to say about a program.
    pub(super) fn unsettle(&self, uri: &Url) {
        self.unsettled.lock().unwrap_or_else(PoisonError::into_inner).insert(uri.clone());
    }

    pub fn take_unsettled(&self) -> BTreeSet<Url> {
        std::mem::take(&mut *self.unsettled.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The client may open a text of ours about a program.
    pub fn shows(&self, address: &Url, about: &Url) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.insert(address.clone(), about.clone());
    }

    /// The texts of ours about a program that the client may have open.
    pub fn shown(&self, about: &Url) -> Vec<Url> {
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown
            .iter()
            .filter(|(_, root)| *root == about)
            .map(|(address, _)| address.clone())
            .collect()
    }

    /// This progress bar is shown for this program.
    pub fn set_bar(&self, token: &ProgressToken, uri: &Url) {
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        *bar = Some((token.clone(), uri.clone()));
    }

    /// What a progress bar is about, if it is shown.
    pub fn bar(&self, token: &ProgressToken) -> Option<Url> {
        let bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        bar.as_ref().filter(|(shown, _)| shown == token).map(|(_, uri)| uri.clone())
    }
}
