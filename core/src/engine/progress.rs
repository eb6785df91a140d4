//! What the engine says while it works.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub phase: Phase,
    /// How many threads are being explored.
    pub n_threads: u32,
    /// The states explored in all searches that have ended.
    pub n_states: u64,
    /// Of the refinement, and the predicates it has come to.
    pub n_rounds: usize,
    pub n_predicates: usize,
}

impl Progress {
    pub(super) fn new(phase: Phase, n_threads: u32) -> Self {
        Self { phase, n_threads, n_states: 0, n_rounds: 0, n_predicates: 0 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Preprocessing, parsing, lowering.
    Reading,
    Searching,
    Minimising,
    /// Looking for an invariant.
    Proving,
}
