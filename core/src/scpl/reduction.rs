//! How a program was made smaller, step by step, so that each step can be checked by somebody else.
//!
//! Locations and variables keep their ids: what is gone has no edges, or no commands. Edges are renumbered
//! by each step, but stay in order: what replaces an edge takes its place.

use std::collections::BTreeMap;

use super::program::{EdgeId, LocId, Program, VarId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Nobody reads these variables, except to compute others of them: every assignment and havoc of
    /// them goes, every argument for them, and every handle that would be stored in them.
    Forget(Vec<VarId>),
    /// The edge has an `Assume` or `Await` without variables that is false, and goes.
    Prune(EdgeId),
    /// No thread gets to these locations: their edges go. The graph shows it (a location that no
    /// edge from a reachable location leads to, and that is no entry).
    Unreachable(Vec<LocId>),
    /// The location goes: every edge into it is followed at once by each edge out of it, in order.
    /// Not for entries, ends and locations with an edge to themselves. At most one command of the
    /// joined edges may be a `Create`, and `Create` and `Join` are only joined on ground `Atomic`.
    Bypass(LocId, Ground),
    /// The atomic sections that are left have loops. The new shared bit of this name (the last
    /// variable, initially 0) is set on the edges from plain to atomic locations and cleared on those
    /// from atomic to other locations; every edge from a plain location first assumes it clear. After
    /// that no location is atomic.
    Guard(String),
    /// These local handles, none at first, are used by `main` only, which is never created: there is one
    /// copy of each, shared, from now on.
    Share(Vec<VarId>),
    /// The new shared variable of this name (the last one, of 32 bits) is the sum of the weights of the
    /// locations that threads are in; locations that are not listed weigh nothing, ends and errors are
    /// not listed. It begins with what the entry of `main` weighs. Every edge first assumes that the sum is
    /// at most [`MAX_COUNTED`], and, from a location with weight, that it is not less. At its end it
    /// adds what the location it leads to, and the entry of a thread that it creates, weigh more than
    /// the one it leaves, unless the run is over with it; if that is anything, it assumes
    /// [`MAX_COUNTED`] again.
    Count { name: String, weights: Vec<(LocId, u32)> },
}

/// The width of what is counted.
pub const COUNT_WIDTH: u8 = 32;

/// No location weighs more.
pub const MAX_WEIGHT: u32 = 64;

/// What is counted does not get larger: at most 2^24 threads run at the same time (A29).
pub const MAX_COUNTED: u64 = (MAX_WEIGHT as u64) << 24;

/// Why nobody can tell that a location is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A thread there moves on before any other, and if it cannot it never came.
    Atomic,
    /// Every edge into it leaves a plain location and touches only the thread's own variables, so it may as well be
    /// taken late: just before the next.
    LocalBefore,
    /// Every edge out of it touches only the thread's own variables and some edge can always be taken, so
    /// it may as well be taken early. None of them leads to a `Halted` location, or to the error of a
    /// property that is not claimed: that would end the run before others had their say.
    LocalAfter,
}

/// A smaller program and how it came to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    pub program: Program,
    pub steps: Vec<Reduction>,
    /// By `EdgeId` of the smaller program: the edges of the original one that it stands for, in order.
    pub paths: Vec<Vec<EdgeId>>,
}

/// A variable that holds the sum of the weights of the locations that threads are in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    pub sum: VarId,
    /// Of the locations that weigh anything.
    pub weights: BTreeMap<LocId, u32>,
}

impl Count {
    pub fn weight(&self, loc: LocId) -> u32 {
        self.weights.get(&loc).copied().unwrap_or(0)
    }

    /// What the last of the steps to this program count. Steps of other kinds behind them could change
    /// what the variables hold.
    pub fn last_of(program: &Program, steps: &[Reduction]) -> Vec<Count> {
        let is_late =
            |step: &&Reduction| matches!(step, Reduction::Count { .. } | Reduction::Share(_));
        let late = steps.iter().rev().take_while(is_late);
        late.filter_map(|step| match step {
            Reduction::Count { name, weights } => {
                let idx = program.vars.iter().position(|var| var.name == *name)?;
                let weights = weights.iter().copied().collect();
                Some(Count { sum: VarId(idx as u32), weights })
            }
            _ => None,
        })
        .collect()
    }
}
