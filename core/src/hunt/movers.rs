//! Which steps need not be interleaved with which.
//!
//! Two ideas, both from partial-order reduction. A step that touches only the thread's own locals
//! commutes with every step of every other thread, so a thread is run through such steps at once
//! (`expand.rs`). And if whatever a thread can do next has nothing to do with anything that any other
//! thread may ever do, it is enough to let that thread move: its next steps are a *persistent set*
//! [Godefroid], and the others lose nothing by waiting. Which is why `main` creates its threads one
//! after the other before any of them runs.
//!
//! Ends are special. An edge to an error or to the end of the program stops everybody, so it commutes
//! with nothing. It is never run ahead of others, but others may be run ahead of it.
//!
//! The end of a thread only makes joins possible, never impossible, so it may be early. A join that is
//! possible stays possible.

use crate::hash::FxHashMap;

use super::bitset::BitSet;
use super::model::{Access, Command, Edge, Kind, Model};

#[derive(Debug)]
pub(super) struct Movers {
    /// Locations whose edges are all local.
    local: BitSet,
    /// Locations such that every cycle has one of them.
    heads: BitSet,
    /// By location: the class of what a thread there may do next.
    next: Vec<u32>,
    /// By location: the class of all that a thread there may still do.
    future: Vec<u32>,
    n_futures: usize,
    /// For each pair of a `next` and a `future` class, whether they have to do with each other.
    related: BitSet,
    /// Locations whose next steps have nothing to do with the future of some live thread.
    independent: BitSet,
    /// By location: what its macro-steps have to do with others.
    pub macros: Vec<Access>,
}

impl Movers {
    pub fn new(model: &Model) -> Self {
        let n_locs = model.locs.len();
        let macros = macros(model);
        let mut local = BitSet::new(n_locs);
        for (idx, loc) in model.locs.iter().enumerate() {
            let is_local = |edge: u32| {
                let edge = model.edge(edge);
                edge.access.is_local() && model.loc(edge.to).kind != Kind::Atomic
            };
            if loc.kind == Kind::Plain && loc.edges().all(is_local) && !loc.edges().is_empty() {
                local.insert(idx);
            }
        }
        let mut nexts = Classes::default();
        let mut futures = Classes::default();
        let next: Vec<u32> = macros.iter().map(|access| nexts.class(access)).collect();
        let future = future(model).iter().map(|access| futures.class(access)).collect();
        let n_futures = futures.accesses.len();
        let mut related = BitSet::new(nexts.accesses.len() * n_futures);
        for (next_idx, next) in nexts.accesses.iter().enumerate() {
            for (future_idx, future) in futures.accesses.iter().enumerate() {
                if are_related(next, future) {
                    related.insert(next_idx * n_futures + future_idx);
                }
            }
        }
        let mut this = Self {
            local,
            heads: heads(model),
            next,
            future,
            n_futures,
            related,
            independent: BitSet::new(n_locs),
            macros,
        };
        let independent = this.independent_of_some(model, nexts.accesses.len());
        for idx in 0..n_locs {
            let is_independent = independent.contains(this.next[idx] as usize);
            if is_independent && !this.may_join_later(model, idx as u32) {
                this.independent.insert(idx);
            }
        }
        this
    }

    pub fn is_local(&self, loc: u32) -> bool {
        self.local.contains(loc as usize)
    }

    pub fn is_head(&self, loc: u32) -> bool {
        self.heads.contains(loc as usize)
    }

    /// Whether it is worth asking [`Self::is_related`].
    pub fn is_independent(&self, loc: u32) -> bool {
        self.independent.contains(loc as usize)
    }

    /// Whether what a thread at `active` may do next has to do with what one at `other` may still
    /// do.
    pub fn is_related(&self, active: u32, other: u32) -> bool {
        let row = self.next[active as usize] as usize * self.n_futures;
        self.related.contains(row + self.future[other as usize] as usize)
    }

    /// The `next` classes that have nothing to do with the future of some live thread.
    fn independent_of_some(&self, model: &Model, n_nexts: usize) -> BitSet {
        let mut live = BitSet::new(self.n_futures);
        for (loc, future) in model.locs.iter().zip(&self.future) {
            if loc.kind == Kind::Plain {
                live.insert(*future as usize);
            }
        }
        let mut independent = BitSet::new(n_nexts);
        for next in 0..n_nexts {
            let is_related = |future| self.related.contains(next * self.n_futures + future);
            if (0..self.n_futures).any(|future| live.contains(future) && !is_related(future)) {
                independent.insert(next);
            }
        }
        independent
    }

    /// Whether a join that is not possible yet may add to what the thread can do next. A single edge
    /// with a join is possible or not as a whole.
    fn may_join_later(&self, model: &Model, loc: u32) -> bool {
        let edges = model.loc(loc).edges();
        let is_atomic = |edge: u32| model.loc(model.edge(edge).to).kind == Kind::Atomic;
        self.macros[loc as usize].joins && (edges.len() > 1 || edges.clone().any(is_atomic))
    }
}

/// Equal accesses, numbered.
#[derive(Default)]
struct Classes {
    numbers: FxHashMap<Access, u32>,
    /// By number.
    accesses: Vec<Access>,
}

impl Classes {
    fn class(&mut self, access: &Access) -> u32 {
        *self.numbers.entry(access.clone()).or_insert_with(|| {
            self.accesses.push(access.clone());
            self.accesses.len() as u32 - 1
        })
    }
}

fn are_related(next: &Access, future: &Access) -> bool {
    next.writes.intersects(&future.reads)
        || next.writes.intersects(&future.writes)
        || next.reads.intersects(&future.writes)
        || next.creates && future.creates
}

/// By location: what its macro-steps do. Of an atomic location, what the rest of the section does.
fn macros(model: &Model) -> Vec<Access> {
    fixpoint(model, |edge| match model.loc(edge.to).kind {
        Kind::Atomic => vec![edge.to],
        _ => Vec::new(),
    })
}

/// By location: what a thread there, and those it creates, may still do.
fn future(model: &Model) -> Vec<Access> {
    fixpoint(model, |edge| {
        let created = edge.commands.iter().filter_map(|command| match command {
            Command::Create { template, .. } => Some(model.templates[*template as usize].entry),
            _ => None,
        });
        created.chain([edge.to]).collect()
    })
}

/// Adds up accesses against the direction of edges, as long as `then` gives further locations.
fn fixpoint(model: &Model, then: impl Fn(&Edge) -> Vec<u32>) -> Vec<Access> {
    let none = Access::none(model.shared.shapes.len());
    let mut found = vec![none; model.locs.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (idx, loc) in model.locs.iter().enumerate().rev() {
            for edge in loc.edges() {
                let edge = model.edge(edge);
                changed |= found[idx].union(&edge.access);
                for next in then(edge) {
                    let next = found[next as usize].clone();
                    changed |= found[idx].union(&next);
                }
            }
        }
    }
    found
}

/// The targets of edges that a depth-first walk finds to lead back.
fn heads(model: &Model) -> BitSet {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        Unseen,
        Open,
        Closed,
    }
    let mut marks = vec![Mark::Unseen; model.locs.len()];
    let mut heads = BitSet::new(model.locs.len());
    for root in 0..model.locs.len() as u32 {
        if marks[root as usize] != Mark::Unseen {
            continue;
        }
        marks[root as usize] = Mark::Open;
        let mut path = vec![(root, model.loc(root).edges())];
        while let Some((loc, edges)) = path.last_mut() {
            let Some(edge) = edges.next() else {
                marks[*loc as usize] = Mark::Closed;
                path.pop();
                continue;
            };
            let to = model.edge(edge).to;
            match marks[to as usize] {
                Mark::Unseen => {
                    marks[to as usize] = Mark::Open;
                    path.push((to, model.loc(to).edges()));
                }
                Mark::Open => {
                    heads.insert(to as usize);
                }
                Mark::Closed => {}
            }
        }
    }
    heads
}
