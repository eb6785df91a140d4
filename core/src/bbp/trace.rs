//! A way through the abstract states, with the threads told apart.

use crate::scpl::{EdgeId, ThreadIdx};

/// One edge taken by one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub thread: ThreadIdx,
    /// Of the reduced program.
    pub edge: EdgeId,
}

/// The moves that lead to a violation. Threads are numbered as in runs: 0 is `main`, the others by
/// their creation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    pub n_threads: u32,
    pub moves: Vec<Move>,
}
