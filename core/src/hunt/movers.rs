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

use super::bitset::BitSet;
use super::model::{Access, Kind, Model};

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
        let n_futures = futures.0.len();
        let mut related = BitSet::new(nexts.0.len() * n_futures);
        for (next_idx, next) in nexts.0.iter().enumerate() {
            for (future_idx, future) in futures.0.iter().enumerate() {
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
        // One location per class stands for all of them: programs have many locations and few classes.
        let mut futures = vec![None; n_futures];
        for (idx, loc) in model.locs.iter().enumerate() {
            if loc.kind == Kind::Plain {
                futures[this.future[idx] as usize].get_or_insert(idx as u32);
            }
        }
        let others: Vec<u32> = futures.into_iter().flatten().collect();
        for idx in 0..n_locs {
            if this.may_move_alone(model, idx as u32, &others) {
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

    fn may_move_alone(&self, model: &Model, loc: u32, others: &[u32]) -> bool {
        let here = model.loc(loc);
        // Besides a possible join, there must be none that becomes possible by somebody's end.
        let joins_early = self.macros[loc as usize].joins
            && (here.edges().len() > 1
                || here.edges().any(|edge| model.loc(model.edge(edge).to).kind == Kind::Atomic));
        here.kind == Kind::Plain
            && !joins_early
            && others.iter().any(|&other| !self.is_related(loc, other))
    }
}

/// Equal accesses, numbered.
#[derive(Default)]
struct Classes(Vec<Access>);

impl Classes {
    fn class(&mut self, access: &Access) -> u32 {
        let known = self.0.iter().position(|known| known == access);
        known.unwrap_or_else(|| {
            self.0.push(access.clone());
            self.0.len() - 1
        }) as u32
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
            super::model::Command::Create { template, .. } => {
                Some(model.templates[*template as usize].entry)
            }
            _ => None,
        });
        created.chain([edge.to]).collect()
    })
}

/// Adds up accesses against the direction of edges, as long as `then` gives further locations.
fn fixpoint(model: &Model, then: impl Fn(&super::model::Edge) -> Vec<u32>) -> Vec<Access> {
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
