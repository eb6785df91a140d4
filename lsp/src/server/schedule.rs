//! What is to be analysed next, and what is being analysed.
//!
//! There are two lanes: outlines, which are quick, and proofs, which are not. In each, one run at a
//! time, and a program (mostly a document) waits at most once, until it has not changed for a while; whatever it says by
//! then is what is analysed. All of this is decided from the order of events and their times alone, so
//! the same events give the same runs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::time::Instant;
use tower_lsp::lsp_types::Url;

#[derive(Debug, Default)]
pub struct Schedule {
    pub outlines: Lane,
    pub proofs: Lane,
    /// Per program, the names of the files that its last analysis wanted.
    wanted: BTreeMap<Url, BTreeSet<String>>,
    closed: Closed,
}

/// What is gone, with the diagnostics that must go as well.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Closed {
    pub documents: Vec<Url>,
    pub programs: Vec<Url>,
}

#[derive(Debug, Default)]
pub struct Lane {
    /// Each document once, with the time at which it is due.
    waiting: Vec<(Url, Instant)>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    root: Url,
    /// Of the text that is analysed.
    fingerprint: Option<u64>,
    cancel: Arc<AtomicBool>,
}

/// What to do now.
#[derive(Debug)]
pub enum Next {
    /// Analyse this document, unless the flag is raised.
    Start(Url, Arc<AtomicBool>),
    /// Nothing before this time.
    Wait(Instant),
    /// Nothing until something happens.
    Idle,
}

impl Lane {
    /// The document is to be analysed at that time, and not before. A run that is under way goes on.
    pub fn want(&mut self, root: &Url, due: Instant) {
        self.waiting.retain(|(waiting, _)| waiting != root);
        self.waiting.push((root.clone(), due));
    }

    /// The same, but what waits already is not hurried.
    pub fn retry(&mut self, root: &Url, now: Instant) {
        if !self.waiting.iter().any(|(waiting, _)| waiting == root) {
            self.waiting.push((root.clone(), now));
        }
    }

    /// Neither waiting nor running is of use any more.
    pub fn drop_all(&mut self, root: &Url) {
        self.waiting.retain(|(waiting, _)| waiting != root);
        self.cancel(root);
    }

    pub fn cancel(&self, root: &Url) {
        if let Some(running) = self.running.as_ref().filter(|running| running.root == *root) {
            running.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// The earliest document that is due; among equals, the one that has waited longest.
    pub fn next(&mut self, now: Instant) -> Next {
        if self.running.is_some() {
            return Next::Idle;
        }
        let Some((idx, (_, due))) =
            self.waiting.iter().enumerate().min_by_key(|(idx, (_, due))| (*due, *idx))
        else {
            return Next::Idle;
        };
        if *due > now {
            return Next::Wait(*due);
        }
        let (root, _) = self.waiting.remove(idx);
        let cancel: Arc<AtomicBool> = Arc::default();
        let running = Running { root: root.clone(), fingerprint: None, cancel: cancel.clone() };
        self.running = Some(running);
        Next::Start(root, cancel)
    }

    /// What is running is about this meaning.
    pub fn means(&mut self, fingerprint: Option<u64>) {
        if let Some(running) = &mut self.running {
            running.fingerprint = fingerprint;
        }
    }

    /// Whether a run for the document is under way that answers for this meaning.
    pub fn answers(&self, root: &Url, fingerprint: Option<u64>) -> bool {
        self.running.as_ref().is_some_and(|running| {
            running.root == *root
                && fingerprint.is_some()
                && running.fingerprint == fingerprint
                && !running.cancel.load(Ordering::Relaxed)
        })
    }

    /// The run has ended, one way or another.
    pub fn finished(&mut self) {
        self.running = None;
    }

    /// Whether the document waits or runs; `None` asks about any document.
    pub fn is_busy(&self, root: Option<&Url>) -> bool {
        let is_it = |uri: &Url| root.is_none_or(|root| root == uri);
        self.waiting.iter().any(|(uri, _)| is_it(uri)) || self.running().is_some_and(is_it)
    }

    /// What is running, and still wanted.
    pub fn running(&self) -> Option<&Url> {
        let running = self.running.as_ref()?;
        (!running.cancel.load(Ordering::Relaxed)).then_some(&running.root)
    }
}

impl Schedule {
    /// All documents whose last analysis wanted the file of this name.
    pub fn dependents(&self, name: &str) -> Vec<Url> {
        let dependents = self.wanted.iter().filter(|(_, wanted)| wanted.contains(name));
        dependents.map(|(root, _)| root.clone()).collect()
    }

    /// The document depends on these files, until we hear otherwise.
    pub fn depends(&mut self, root: &Url, wanted: BTreeSet<String>) {
        self.wanted.insert(root.clone(), wanted);
    }

    /// The document has been closed.
    pub fn close(&mut self, uri: &Url) {
        self.closed.documents.push(uri.clone());
    }

    /// There is no such program any more.
    pub fn drop_program(&mut self, program: &Url) {
        self.outlines.drop_all(program);
        self.proofs.drop_all(program);
        self.wanted.remove(program);
        self.closed.programs.push(program.clone());
    }

    /// What is gone since the last time.
    pub fn take_closed(&mut self) -> Closed {
        std::mem::take(&mut self.closed)
    }

    /// Nothing is wanted any more.
    pub fn stop(&mut self) {
        for lane in [&mut self.outlines, &mut self.proofs] {
            if let Some(running) = &lane.running {
                running.cancel.store(true, Ordering::Relaxed);
            }
            lane.waiting.clear();
        }
        self.closed = Closed::default();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn uri(name: &str) -> Url {
        format!("file:///{name}").parse().unwrap()
    }

    /// Starts what is next and says what it is.
    fn start(lane: &mut Lane, now: Instant) -> Option<(String, Arc<AtomicBool>)> {
        match lane.next(now) {
            Next::Start(root, cancel) => Some((root.path()[1..].to_owned(), cancel)),
            Next::Wait(_) | Next::Idle => None,
        }
    }

    fn order(lane: &mut Lane, now: Instant) -> Vec<String> {
        std::iter::from_fn(|| {
            let started = start(lane, now);
            lane.finished();
            started.map(|(name, _)| name)
        })
        .collect()
    }

    #[test]
    fn the_latest_request_wins() {
        let (mut lane, t0) = (Lane::default(), Instant::now());
        let later = t0 + Duration::from_millis(300);
        lane.want(&uri("a"), t0);
        lane.want(&uri("b"), t0);
        lane.want(&uri("a"), later);
        assert_eq!(order(&mut lane, t0), ["b"]);
        assert!(matches!(lane.next(t0), Next::Wait(due) if due == later));
        assert_eq!(order(&mut lane, later), ["a"]);
        assert!(matches!(lane.next(later), Next::Idle));
        assert!(!lane.is_busy(None));
    }

    #[test]
    fn one_run_at_a_time() {
        let (mut lane, t0) = (Lane::default(), Instant::now());
        lane.want(&uri("a"), t0);
        lane.want(&uri("b"), t0);
        let (name, _) = start(&mut lane, t0).unwrap();
        assert_eq!(name, "a");
        assert!(start(&mut lane, t0).is_none());
        assert!(lane.is_busy(Some(&uri("a"))) && lane.is_busy(Some(&uri("b"))));
        lane.finished();
        assert_eq!(start(&mut lane, t0).unwrap().0, "b");
        assert!(!lane.is_busy(Some(&uri("a"))));
    }

    #[test]
    fn only_the_run_of_the_document_is_called_off() {
        let (mut lane, t0) = (Lane::default(), Instant::now());
        lane.want(&uri("a"), t0);
        let (_, cancel) = start(&mut lane, t0).unwrap();
        lane.want(&uri("b"), t0);
        lane.drop_all(&uri("b"));
        assert!(!cancel.load(Ordering::Relaxed));
        lane.drop_all(&uri("a"));
        assert!(cancel.load(Ordering::Relaxed));
        lane.finished();
        lane.want(&uri("a"), t0);
        let (_, again) = start(&mut lane, t0).unwrap();
        assert!(!again.load(Ordering::Relaxed), "each run has a flag of its own");
    }

    #[test]
    fn a_run_answers_for_what_means_the_same() {
        let (mut lane, t0) = (Lane::default(), Instant::now());
        lane.want(&uri("a"), t0);
        start(&mut lane, t0).unwrap();
        assert!(!lane.answers(&uri("a"), None));
        lane.means(Some(7));
        assert!(lane.answers(&uri("a"), Some(7)));
        assert!(!lane.answers(&uri("a"), Some(8)) && !lane.answers(&uri("b"), Some(7)));
        lane.cancel(&uri("a"));
        assert!(!lane.answers(&uri("a"), Some(7)));
    }

    #[test]
    fn a_file_moves_those_who_wanted_it() {
        let mut schedule = Schedule::default();
        schedule.depends(&uri("a"), ["/x.h".to_owned()].into());
        schedule.depends(&uri("b"), ["/y.h".to_owned()].into());
        assert_eq!(schedule.dependents("/x.h"), [uri("a")]);
        schedule.close(&uri("a"));
        assert_eq!(schedule.dependents("/x.h"), [uri("a")], "another file of it may be open");
        schedule.drop_program(&uri("a"));
        assert_eq!(schedule.dependents("/x.h"), []);
        let closed = Closed { documents: vec![uri("a")], programs: vec![uri("a")] };
        assert_eq!(schedule.take_closed(), closed);
    }

    #[test]
    fn a_retry_does_not_hurry_what_waits() {
        let (mut lane, t0) = (Lane::default(), Instant::now());
        lane.want(&uri("a"), t0 + Duration::from_millis(300));
        lane.retry(&uri("a"), t0);
        assert!(matches!(lane.next(t0), Next::Wait(_)));
    }
}
