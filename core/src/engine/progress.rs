//! What the engine says while it works.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub phase: Phase,
    /// How many threads are being explored.
    pub n_threads: u32,
    /// The states explored in all searches that have ended.
    pub n_states: u64,
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
