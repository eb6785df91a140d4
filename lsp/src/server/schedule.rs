//! What is to be analysed next, and what is being analysed.
//!
//! One run at a time. A document waits at most once, until it has not changed for a while; whatever
//! it says by then is what is analysed. A change also calls off the run that it makes useless. All
//! of this is decided from the order of events and their times alone, so the same events give the
//! same runs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::time::Instant;
use tower_lsp::lsp_types::Url;

#[derive(Debug, Default)]
pub struct Schedule {
    /// Each document once, with the time at which it is due.
    waiting: Vec<(Url, Instant)>,
    running: Option<Running>,
    /// Per document, the names of the files that its last analysis wanted.
    wanted: BTreeMap<Url, BTreeSet<String>>,
    /// Documents that were closed, and whose diagnostics must go.
    closed: Vec<Url>,
}

#[derive(Debug)]
struct Running {
    root: Url,
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

impl Schedule {
    /// The document is to be analysed at that time, and not before.
    pub fn want(&mut self, root: &Url, due: Instant) {
        self.cancel(root);
        self.waiting.retain(|(waiting, _)| waiting != root);
        self.waiting.push((root.clone(), due));
    }

    /// The same for all documents whose last analysis wanted the file of this name.
    pub fn want_dependents(&mut self, name: &str, due: Instant) {
        let dependents = self.wanted.iter().filter(|(_, wanted)| wanted.contains(name));
        let dependents: Vec<Url> = dependents.map(|(root, _)| root.clone()).collect();
        for root in dependents {
            self.want(&root, due);
        }
    }

    /// A run could not be used, though nobody called it off: once more.
    pub fn retry(&mut self, root: &Url, now: Instant) {
        if !self.waiting.iter().any(|(waiting, _)| waiting == root) {
            self.waiting.push((root.clone(), now));
        }
    }

    /// The document has been closed.
    pub fn close(&mut self, uri: &Url) {
        self.cancel(uri);
        self.waiting.retain(|(waiting, _)| waiting != uri);
        self.wanted.remove(uri);
        self.closed.push(uri.clone());
    }

    /// What was closed since the last time.
    pub fn take_closed(&mut self) -> Vec<Url> {
        std::mem::take(&mut self.closed)
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
        self.running = Some(Running { root: root.clone(), cancel: cancel.clone() });
        Next::Start(root, cancel)
    }

    /// The run has ended, one way or another.
    pub fn finished(&mut self) {
        self.running = None;
    }

    /// The document depends on these files, until we hear otherwise.
    pub fn depends(&mut self, root: &Url, wanted: BTreeSet<String>) {
        self.wanted.insert(root.clone(), wanted);
    }

    /// Nothing is wanted any more.
    pub fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.cancel.store(true, Ordering::Relaxed);
        }
        self.waiting.clear();
        self.closed.clear();
    }

    fn cancel(&self, root: &Url) {
        if let Some(running) = self.running.as_ref().filter(|running| running.root == *root) {
            running.cancel.store(true, Ordering::Relaxed);
        }
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
    fn start(schedule: &mut Schedule, now: Instant) -> Option<(String, Arc<AtomicBool>)> {
        match schedule.next(now) {
            Next::Start(root, cancel) => Some((root.path()[1..].to_owned(), cancel)),
            Next::Wait(_) | Next::Idle => None,
        }
    }

    fn order(schedule: &mut Schedule, now: Instant) -> Vec<String> {
        std::iter::from_fn(|| {
            let started = start(schedule, now);
            schedule.finished();
            started.map(|(name, _)| name)
        })
        .collect()
    }

    #[test]
    fn the_latest_request_wins() {
        let (mut schedule, t0) = (Schedule::default(), Instant::now());
        let later = t0 + Duration::from_millis(300);
        schedule.want(&uri("a"), t0);
        schedule.want(&uri("b"), t0);
        schedule.want(&uri("a"), later);
        assert_eq!(order(&mut schedule, t0), ["b"]);
        assert!(matches!(schedule.next(t0), Next::Wait(due) if due == later));
        assert_eq!(order(&mut schedule, later), ["a"]);
        assert!(matches!(schedule.next(later), Next::Idle));
    }

    #[test]
    fn one_run_at_a_time() {
        let (mut schedule, t0) = (Schedule::default(), Instant::now());
        schedule.want(&uri("a"), t0);
        schedule.want(&uri("b"), t0);
        let (name, _) = start(&mut schedule, t0).unwrap();
        assert_eq!(name, "a");
        assert!(start(&mut schedule, t0).is_none());
        schedule.finished();
        assert_eq!(start(&mut schedule, t0).unwrap().0, "b");
    }

    #[test]
    fn a_change_calls_off_its_run_only() {
        let (mut schedule, t0) = (Schedule::default(), Instant::now());
        schedule.want(&uri("a"), t0);
        let (_, cancel) = start(&mut schedule, t0).unwrap();
        schedule.want(&uri("b"), t0);
        assert!(!cancel.load(Ordering::Relaxed));
        schedule.want(&uri("a"), t0);
        assert!(cancel.load(Ordering::Relaxed));
        schedule.finished();
        let (_, again) = start(&mut schedule, t0).unwrap();
        assert!(!again.load(Ordering::Relaxed), "each run has a flag of its own");
    }

    #[test]
    fn a_file_moves_those_who_wanted_it() {
        let (mut schedule, t0) = (Schedule::default(), Instant::now());
        schedule.depends(&uri("a"), ["/x.h".to_owned()].into());
        schedule.depends(&uri("b"), ["/y.h".to_owned()].into());
        schedule.want_dependents("/x.h", t0);
        assert_eq!(order(&mut schedule, t0), ["a"]);
        schedule.close(&uri("a"));
        schedule.want_dependents("/x.h", t0);
        assert_eq!(order(&mut schedule, t0), [""; 0]);
        assert_eq!(schedule.take_closed(), [uri("a")]);
    }

    #[test]
    fn a_retry_does_not_hurry_what_waits() {
        let (mut schedule, t0) = (Schedule::default(), Instant::now());
        schedule.want(&uri("a"), t0 + Duration::from_millis(300));
        schedule.retry(&uri("a"), t0);
        assert!(matches!(schedule.next(t0), Next::Wait(_)));
    }
}
