//! A fixed number of threads, breadth first.
//!
//! Threads in the same state are interchangeable, so a state is the shared part and a sorted row of
//! thread states [boom, Sect. 5.1]. Each state remembers from which position of its predecessor's
//! row every thread came: that is enough to tell the threads apart again along a trace.

use std::rc::Rc;

use crate::hash::FxHashMap;

use super::product::Act;
use super::threads::{Threads, Tid};
use crate::bbp::{Move, Post, SharedBits, ThreadBits, Trace, View};
use crate::budget::{Budget, Stop};
use crate::scpl::{EdgeId, ThreadIdx};

/// With more states than this, memory would be the next to run out.
const MAX_STATES: usize = 2_000_000;

/// More are of no use as a proof.
const MAX_SHOWN: usize = 100_000;

/// What came out.
#[derive(Clone, Debug)]
pub struct Exact {
    /// Ways to bad locations, shortest first; at most as many as were asked for.
    pub hits: Vec<Trace>,
    pub n_states: usize,
    /// All states, sorted, if none is bad and they are few enough to be shown.
    pub states: Option<Vec<View>>,
    /// Whether a thread could not be created for lack of an idle one.
    pub starved: bool,
}

/// Explores `main` and up to `n_threads` more, until there are `max_hits` ways to a bad location or no
/// new states. Too many states are exhausting, whatever the budget.
pub fn exact(
    post: &mut dyn Post,
    n_threads: u32,
    max_hits: usize,
    budget: &Budget,
) -> Result<Exact, Stop> {
    let mut search = Search {
        post,
        budget,
        threads: Threads::new(),
        states: Vec::new(),
        known: FxHashMap::default(),
        hits: Vec::new(),
        starved: false,
    };
    for (shared, main) in search.post.initial(budget)? {
        let main = search.threads.id(main);
        let mut row = vec![(Tid::IDLE, 0); n_threads as usize];
        row.push((main, 0));
        search.add(shared, row, None);
    }
    let mut next = 0;
    while next < search.states.len() && search.hits.len() < max_hits {
        search.expand(next as u32)?;
        next += 1;
    }
    let mut hits = std::mem::take(&mut search.hits);
    hits.truncate(max_hits);
    let hits: Vec<Trace> = hits.into_iter().map(|state| search.trace(state, n_threads)).collect();
    let is_shown = hits.is_empty() && search.states.len() <= MAX_SHOWN;
    let states = is_shown.then(|| search.views());
    Ok(Exact { hits, n_states: search.states.len(), states, starved: search.starved })
}

struct Search<'a> {
    post: &'a mut dyn Post,
    budget: &'a Budget,
    threads: Threads,
    states: Vec<State>,
    known: FxHashMap<(SharedBits, Rc<[Tid]>), u32>,
    /// States with a thread in a bad location.
    hits: Vec<u32>,
    starved: bool,
}

struct State {
    shared: SharedBits,
    row: Rc<[Tid]>,
    /// How it was first reached.
    parent: Option<Parent>,
}

struct Parent {
    state: u32,
    edge: EdgeId,
    /// Positions in the parent's row.
    active: u32,
    created: Option<u32>,
    /// By position in the row, the position in the parent's row.
    from: Box<[u32]>,
}

/// A new row with each thread's position in the old one.
type Row = Vec<(Tid, u32)>;

impl Search<'_> {
    fn add(
        &mut self,
        shared: SharedBits,
        mut row: Row,
        parent: Option<(u32, EdgeId, u32, Option<u32>)>,
    ) {
        row.sort_unstable();
        let tids: Rc<[Tid]> = row.iter().map(|(tid, _)| *tid).collect();
        let id = self.states.len() as u32;
        if self.known.contains_key(&(shared, tids.clone())) {
            return;
        }
        self.known.insert((shared, tids.clone()), id);
        if tids.iter().any(|tid| self.post.is_bad(self.threads.get(*tid))) {
            self.hits.push(id);
        }
        let parent = parent.map(|(state, edge, active, created)| {
            let from = row.iter().map(|(_, from)| *from).collect();
            Parent { state, edge, active, created, from }
        });
        self.states.push(State { shared, row: tids, parent });
    }

    fn views(&self) -> Vec<View> {
        let view = |State { shared, row, .. }: &State| {
            let mut threads: Vec<ThreadBits> =
                row.iter().map(|tid| self.threads.get(*tid)).collect();
            threads.sort_unstable();
            View { shared: *shared, threads }
        };
        let mut views: Vec<View> = self.states.iter().map(view).collect();
        views.sort();
        views
    }

    fn expand(&mut self, id: u32) -> Result<(), Stop> {
        self.budget.spend(1)?;
        if self.states.len() > MAX_STATES {
            return Err(Stop::Exhausted);
        }
        let (shared, row) = {
            let state = &self.states[id as usize];
            (state.shared, state.row.clone())
        };
        if row.iter().any(|tid| self.post.is_end(self.threads.get(*tid))) {
            return Ok(());
        }
        for active in 0..row.len() {
            // Of equal threads one is enough.
            if active > 0 && row[active - 1] == row[active] || row[active] == Tid::IDLE {
                continue;
            }
            for edge in self.post.edges(self.threads.get(row[active])) {
                self.take(id, shared, &row, active, edge)?;
            }
        }
        Ok(())
    }

    fn take(
        &mut self,
        id: u32,
        shared: SharedBits,
        row: &[Tid],
        active: usize,
        edge: EdgeId,
    ) -> Result<(), Stop> {
        let thread = self.threads.get(row[active]);
        let outcomes = self.post.outcomes(edge, shared, thread, self.budget)?;
        for &outcome in outcomes.iter() {
            self.budget.spend(1)?;
            let mut partner = None;
            if outcome.created.is_some() {
                // The row is sorted, and idle threads come first.
                if row[0] != Tid::IDLE {
                    self.starved = true;
                    continue;
                }
                partner = Some(0);
            }
            let others: Vec<usize> =
                (0..row.len()).filter(|&at| at != active && Some(at) != partner).collect();
            let passives: Vec<ThreadBits> =
                others.iter().map(|&at| self.threads.get(row[at])).collect();
            let act = Act { edge, shared, active: thread, outcome };
            let mut found: Vec<Vec<ThreadBits>> = Vec::new();
            act.each_product(self.post, &passives, self.budget, &mut |after| {
                found.push(after.to_vec());
            })?;
            for after in found {
                let mut next: Row = Vec::with_capacity(row.len());
                next.push((self.threads.id(outcome.active), active as u32));
                if let (Some(at), Some(created)) = (partner, outcome.created) {
                    next.push((self.threads.id(created), at as u32));
                }
                for (at, thread) in others.iter().zip(after) {
                    next.push((self.threads.id(thread), *at as u32));
                }
                let parent = (id, edge, active as u32, partner.map(|at| at as u32));
                self.add(outcome.shared, next, Some(parent));
            }
        }
        Ok(())
    }

    /// The moves to a state, with threads numbered by their creation.
    fn trace(&self, state: u32, n_threads: u32) -> Trace {
        let mut path = Vec::new();
        let mut at = state;
        while let Some(parent) = &self.states[at as usize].parent {
            path.push(parent);
            at = parent.state;
        }
        // By position in the row; `main` is the only one that is not idle at first.
        let row = &self.states[at as usize].row;
        let mut names: Vec<Option<ThreadIdx>> =
            row.iter().map(|tid| (*tid != Tid::IDLE).then_some(ThreadIdx(0))).collect();
        let mut n_created = 0;
        let mut moves = Vec::new();
        for parent in path.into_iter().rev() {
            let thread = names[parent.active as usize].unwrap_or(ThreadIdx(0));
            moves.push(Move { thread, edge: parent.edge });
            if let Some(created) = parent.created {
                n_created += 1;
                names[created as usize] = Some(ThreadIdx(n_created));
            }
            names = parent.from.iter().map(|&from| names[from as usize]).collect();
        }
        Trace { n_threads, moves }
    }
}
