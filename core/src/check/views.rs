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

use std::rc::Rc;

use crate::hash::{FxHashMap, FxHashSet};

use super::product::{Act, each_product};
use super::threads::{Threads, Tid};
use crate::bbp::{Post, SharedBits, ThreadBits, View};
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
        acts: FxHashMap::default(),
        afters: FxHashMap::default(),
        n_acts: 0,
        bad: None,
    };
    for (shared, main) in search.post.initial(budget)? {
        let idle = vec![Tid::IDLE; k];
        search.add(shared, &idle);
        let mut with_main = idle;
        with_main[0] = search.threads.id(main);
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
    /// What a thread in this state can do.
    acts: FxHashMap<(SharedBits, Tid), Rc<[Numbered]>>,
    /// What may become of another thread by an act.
    afters: FxHashMap<(u32, Tid), Rc<[Tid]>>,
    n_acts: u32,
    bad: Option<View>,
}

#[derive(Clone, Copy, Debug)]
struct Numbered {
    number: u32,
    act: Act,
    /// The active thread and the one it created, afterwards.
    active: Tid,
    created: Option<Tid>,
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
    fn add(&mut self, shared: SharedBits, threads: &[Tid]) {
        let mut row = [Tid(u32::MAX); MAX_K];
        row[..self.k].copy_from_slice(threads);
        row[..self.k].sort_unstable();
        let key = (shared, row);
        if self.views.contains_key(&key) {
            return;
        }
        self.views.insert(key, Progress::Queued);
        self.queue.push(key);
        let mut threads = threads.iter().map(|&thread| self.threads.get(thread));
        if self.bad.is_none() && threads.any(|thread| self.post.is_bad(thread)) {
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
        let threads = &row[..self.k];
        let candidates = self.candidates(shared, threads);
        if threads.iter().any(|&thread| self.is_end(thread)) {
            return Ok(());
        }
        for active in 0..self.k {
            if active == 0 || threads[active - 1] != threads[active] {
                self.act(shared, threads, active, Sight::Active)?;
            }
        }
        let is_quiet = !self.any_loud(shared, threads)?;
        for extra in candidates {
            if is_quiet && !self.any_loud(shared, &[extra])? {
                continue;
            }
            self.budget.spend(1)?;
            if self.coexist(shared, &row, extra) {
                self.meet(shared, threads, extra)?;
            }
        }
        Ok(())
    }

    fn is_end(&self, thread: Tid) -> bool {
        self.post.is_end(self.threads.get(thread))
    }

    /// Those that may coexist with a row, which is noted as processed: each of its threads has met
    /// them.
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
        let met: Vec<&Met> =
            row.iter().filter_map(|one| self.partners.get(&(shared, *one))).collect();
        let Some(fewest) = met.iter().min_by_key(|met| met.list.len()) else { return Vec::new() };
        let by_all = |one: &&Tid| met.iter().all(|met| met.set.contains(one));
        fewest.list.iter().filter(by_all).copied().collect()
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
    fn meet(&mut self, shared: SharedBits, threads: &[Tid], extra: Tid) -> Result<(), Stop> {
        if self.is_end(extra) {
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
        threads: &[Tid],
        active: usize,
        sight: Sight,
    ) -> Result<(), Stop> {
        let mut others = threads.to_vec();
        let thread = others.remove(active);
        for done in self.acts(shared, thread)?.iter() {
            if sight == Sight::Others && !self.post.is_broadcast(done.act.edge) {
                continue;
            }
            let seen = match sight {
                Sight::Active => Some(done.active),
                Sight::Others => None,
            };
            let is_hidden = Sabotage::PartnerInSight.is_on(); // in some tests only
            if done.created.is_none() || !is_hidden {
                self.show(done, &others, seen, None)?;
            }
            // The created thread among those in sight.
            let idle = others.iter().position(|other| *other == Tid::IDLE);
            if let (Some(created), Some(idle)) = (done.created, idle) {
                let mut rest = others.clone();
                rest.remove(idle);
                self.show(done, &rest, seen, Some(created))?;
            }
        }
        Ok(())
    }

    /// All that a thread can do, found once.
    fn acts(&mut self, shared: SharedBits, thread: Tid) -> Result<Rc<[Numbered]>, Stop> {
        if let Some(acts) = self.acts.get(&(shared, thread)) {
            return Ok(acts.clone());
        }
        let active = self.threads.get(thread);
        let mut acts = Vec::new();
        for edge in self.post.edges(active) {
            for &outcome in self.post.outcomes(edge, shared, active, self.budget)?.iter() {
                self.budget.spend(1)?;
                acts.push(Numbered {
                    number: self.n_acts,
                    act: Act { edge, shared, active, outcome },
                    active: self.threads.id(outcome.active),
                    created: outcome.created.map(|created| self.threads.id(created)),
                });
                self.n_acts += 1;
            }
        }
        let acts: Rc<[Numbered]> = acts.into();
        self.acts.insert((shared, thread), acts.clone());
        Ok(acts)
    }

    /// Whether one of these threads can do anything that others notice.
    fn any_loud(&mut self, shared: SharedBits, threads: &[Tid]) -> Result<bool, Stop> {
        for &thread in threads {
            let acts = self.acts(shared, thread)?;
            if acts.iter().any(|done| self.post.is_broadcast(done.act.edge)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What may become of another thread, found once.
    fn after(&mut self, done: &Numbered, passive: Tid) -> Result<Rc<[Tid]>, Stop> {
        if let Some(after) = self.afters.get(&(done.number, passive)) {
            return Ok(after.clone());
        }
        let after = done.act.passive(self.post, self.threads.get(passive), self.budget)?;
        let after: Rc<[Tid]> = after.iter().map(|&thread| self.threads.id(thread)).collect();
        self.afters.insert((done.number, passive), after.clone());
        Ok(after)
    }

    /// The views after a step: what becomes of the passives, with the movers that are in sight.
    fn show(
        &mut self,
        done: &Numbered,
        passives: &[Tid],
        active: Option<Tid>,
        created: Option<Tid>,
    ) -> Result<(), Stop> {
        let mut choices = Vec::with_capacity(passives.len());
        for &passive in passives {
            let after = self.after(done, passive)?;
            if after.is_empty() {
                return Ok(());
            }
            choices.push(after);
        }
        let shared = done.act.outcome.shared;
        let movers = active.into_iter().chain(created);
        let stay = choices.iter().zip(passives).all(|(after, passive)| **after == [*passive]);
        if stay && shared == done.act.shared && movers.clone().next().is_none() {
            // What can be seen is as it was.
            return Ok(());
        }
        let mut found = Vec::new();
        each_product(&choices, self.budget, &mut |after| {
            found.push(after.iter().copied().chain(movers.clone()).collect::<Vec<Tid>>());
        })?;
        for view in found {
            self.add(shared, &view);
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
