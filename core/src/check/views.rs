//! Views: safety for every number of threads at once.
//!
//! A view is what k threads and the shared part look like, whatever the others do. We collect the
//! views that can occur. When all k-subsets of k+1 thread states have been seen, the k+1 threads may
//! coexist, so each of them acts once and the other k show us their new view [symmpa, Fig. 3]. When
//! nothing new appears, the views are an invariant with k universally quantified threads.
//!
//! Idle threads count as threads, and there is no end to them, so there are always k+1. A step that
//! changes nothing for others needs only the views that its thread is in.
//!
//! Creating moves two threads, and a view after it may show one, both or neither of them. So a
//! creation is also taken with the created thread out of sight: in the view of the creator, and in
//! the k+1 threads of which the creator is the one that is left out. Without this, unsafe programs
//! are proved.

use rustc_hash::{FxHashMap, FxHashSet};

use super::product::Act;
use super::threads::{Threads, Tid};
use crate::bbp::{At, Post, SharedBits, ThreadBits, View};
use crate::budget::{Budget, Stop};
use crate::sabotage::Sabotage;

/// The largest k.
const MAX_K: usize = 3;

/// With more views than this, memory would be the next to run out.
const MAX_VIEWS: usize = 4_000_000;

/// What came out.
#[derive(Clone, Debug)]
pub enum Views {
    /// This view, with a thread in a bad location, could not be excluded.
    Bad(View),
    /// All views, sorted; none is bad.
    Closed(Vec<View>),
}

/// Collects views of `k` threads until one is bad or there are no more. Too many are exhausting, whatever
/// the budget.
pub fn views(post: &mut dyn Post, k: u32, budget: &Budget) -> Result<Views, Stop> {
    let k = (k as usize).clamp(1, MAX_K);
    let mut search = Search {
        post,
        budget,
        k,
        threads: Threads::new(),
        views: FxHashMap::default(),
        queue: Vec::new(),
        partners: FxHashMap::default(),
        bad: None,
    };
    for (shared, main) in search.post.initial(budget)? {
        let idle = vec![ThreadBits::IDLE; k];
        search.add(shared, &idle);
        let mut with_main = idle;
        with_main[0] = main;
        search.add(shared, &with_main);
    }
    let mut next = 0;
    while next < search.queue.len() && search.bad.is_none() {
        search.process(next)?;
        next += 1;
    }
    if let Some(bad) = search.bad {
        return Ok(Views::Bad(bad));
    }
    let mut all: Vec<View> = search.queue.iter().map(|key| search.view(key)).collect();
    all.sort();
    Ok(Views::Closed(all))
}

/// Thread states, sorted; unused places hold the largest number.
type Row = [Tid; MAX_K];
type Key = (SharedBits, Row);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Queued,
    Processed,
}

struct Search<'a> {
    post: &'a mut dyn Post,
    budget: &'a Budget,
    k: usize,
    threads: Threads,
    views: FxHashMap<Key, Progress>,
    queue: Vec<Key>,
    /// Per shared part and thread state, those it was processed with, in the order of the first view
    /// that shows both.
    partners: FxHashMap<(SharedBits, Tid), Met>,
    bad: Option<View>,
}

/// Thread states without repetition.
#[derive(Default)]
struct Met {
    list: Vec<Tid>,
    set: FxHashSet<Tid>,
}

impl Met {
    fn add(&mut self, one: Tid) {
        if self.set.insert(one) {
            self.list.push(one);
        }
    }
}

impl Search<'_> {
    fn add(&mut self, shared: SharedBits, threads: &[ThreadBits]) {
        let mut row = [Tid(u32::MAX); MAX_K];
        for (place, thread) in row.iter_mut().zip(threads) {
            *place = self.threads.id(*thread);
        }
        row[..self.k].sort_unstable();
        let key = (shared, row);
        if self.views.contains_key(&key) {
            return;
        }
        self.views.insert(key, Progress::Queued);
        self.queue.push(key);
        if self.bad.is_none() && threads.iter().any(|thread| self.post.is_bad(*thread)) {
            self.bad = Some(self.view(&key));
        }
    }

    fn view(&self, (shared, row): &Key) -> View {
        let mut threads: Vec<ThreadBits> =
            row[..self.k].iter().map(|tid| self.threads.get(*tid)).collect();
        threads.sort_unstable();
        View { shared: *shared, threads }
    }

    fn process(&mut self, idx: usize) -> Result<(), Stop> {
        self.budget.spend(1)?;
        if self.queue.len() > MAX_VIEWS {
            return Err(Stop::Exhausted);
        }
        let key = self.queue[idx];
        self.views.insert(key, Progress::Processed);
        let (shared, row) = key;
        let candidates = self.candidates(shared, &row[..self.k]);
        let threads: Vec<ThreadBits> =
            row[..self.k].iter().map(|tid| self.threads.get(*tid)).collect();
        if threads.iter().any(|thread| self.post.is_end(*thread)) {
            return Ok(());
        }
        for active in 0..self.k {
            if active == 0 || row[active - 1] != row[active] {
                self.act(shared, &threads, active, Sight::Active)?;
            }
        }
        for extra in candidates {
            self.budget.spend(1)?;
            if self.coexist(shared, &row, extra) {
                self.meet(shared, &threads, self.threads.get(extra))?;
            }
        }
        Ok(())
    }

    /// Those that may coexist with a row, which is noted as processed: they were met by each of its
    /// threads, so by the one that has met fewest.
    fn candidates(&mut self, shared: SharedBits, row: &[Tid]) -> Vec<Tid> {
        if let [alone] = row {
            // No view shows two threads, so any two may meet.
            let met = self.partners.entry((shared, Tid(u32::MAX))).or_default();
            met.add(*alone);
            return met.list.clone();
        }
        for (at, &one) in row.iter().enumerate() {
            for (_, &other) in row.iter().enumerate().filter(|(place, _)| *place != at) {
                self.partners.entry((shared, one)).or_default().add(other);
            }
        }
        let lists = row.iter().filter_map(|one| self.partners.get(&(shared, *one)));
        lists.map(|met| &met.list).min_by_key(|list| list.len()).cloned().unwrap_or_default()
    }

    /// Whether all k-subsets of the row with one more thread have been processed. So a set of k+1
    /// threads is met exactly once, when its last view is.
    fn coexist(&self, shared: SharedBits, row: &Row, extra: Tid) -> bool {
        (0..self.k).all(|left_out| {
            let mut subset = *row;
            subset[left_out] = extra;
            subset[..self.k].sort_unstable();
            self.views.get(&(shared, subset)) == Some(&Progress::Processed)
        })
    }

    /// Each of k+1 threads acts, and the others are looked at.
    fn meet(
        &mut self,
        shared: SharedBits,
        threads: &[ThreadBits],
        extra: ThreadBits,
    ) -> Result<(), Stop> {
        if self.post.is_end(extra) {
            return Ok(());
        }
        let mut all = threads.to_vec();
        all.push(extra);
        all.sort_unstable();
        for active in 0..all.len() {
            if active == 0 || all[active - 1] != all[active] {
                self.act(shared, &all, active, Sight::Others)?;
            }
        }
        Ok(())
    }

    fn act(
        &mut self,
        shared: SharedBits,
        threads: &[ThreadBits],
        active: usize,
        sight: Sight,
    ) -> Result<(), Stop> {
        let thread = threads[active];
        let mut others = threads.to_vec();
        others.remove(active);
        for edge in self.post.edges(thread) {
            if sight == Sight::Others && !self.post.is_broadcast(edge) {
                continue;
            }
            let outcomes = self.post.outcomes(edge, shared, thread, self.budget)?;
            for &outcome in outcomes.iter() {
                self.budget.spend(1)?;
                let act = Act { edge, shared, active: thread, outcome };
                let seen = match sight {
                    Sight::Active => Some(outcome.active),
                    Sight::Others => None,
                };
                let is_hidden = Sabotage::PartnerInSight.is_on(); // in some tests only
                if outcome.created.is_none() || !is_hidden {
                    self.show(&act, &others, seen, None)?;
                }
                // The created thread among those in sight.
                let idle = others.iter().position(|other| other.at == At::Idle);
                if let (Some(created), Some(idle)) = (outcome.created, idle) {
                    let mut rest = others.clone();
                    rest.remove(idle);
                    self.show(&act, &rest, seen, Some(created))?;
                }
            }
        }
        Ok(())
    }

    /// The views after a step: what becomes of the passives, with the movers that are in sight.
    fn show(
        &mut self,
        act: &Act,
        passives: &[ThreadBits],
        active: Option<ThreadBits>,
        created: Option<ThreadBits>,
    ) -> Result<(), Stop> {
        let mut found = Vec::new();
        act.each_product(self.post, passives, self.budget, &mut |after| {
            let view: Vec<ThreadBits> =
                after.iter().copied().chain(active).chain(created).collect();
            found.push(view);
            Ok(())
        })?;
        for view in found {
            self.add(act.outcome.shared, &view);
        }
        Ok(())
    }
}

/// Who is in sight after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    Active,
    Others,
}
