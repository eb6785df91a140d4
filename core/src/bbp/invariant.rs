//! What proves a program: the views that cover all its states.

use super::state::{SharedBits, ThreadBits};
use crate::scpl::{LocId, PredId, Predicates};

/// What k threads and the shared part look like. Invariant: the threads are sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct View {
    pub shared: SharedBits,
    pub threads: Vec<ThreadBits>,
}

/// By `LocId`, the local and mixed predicates that are tracked in a location, sorted. Shared ones are
/// tracked always.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tracked(pub Vec<Vec<PredId>>);

impl Tracked {
    pub fn at(&self, loc: LocId) -> &[PredId] {
        &self.0[loc.index()]
    }
}

/// How much of a state a view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extent {
    /// Any k of its threads, with idle threads without end counted as threads.
    Part,
    /// All threads: `main` and the k-1 others that there are if no more are created.
    Whole,
}

/// A set of views. It says: in every state that can be reached, k threads together with the shared part
/// are among the views; any k, or all that there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    pub extent: Extent,
    /// How many threads a view has: 1 to 3 of them, or all if they are at most 5.
    pub k: u32,
    pub predicates: Predicates,
    pub tracked: Tracked,
    /// Sorted.
    pub views: Vec<View>,
}

/// What a proof rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// For any number of threads, or for as many as are in a view; speaks of the reduced program.
    Views(Invariant),
    /// All states with up to so many created threads can be listed one by one.
    States { n_threads: u32 },
}
