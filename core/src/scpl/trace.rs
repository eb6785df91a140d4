//! Runs of a program: what was scheduled, and what happened.

use super::program::{EdgeId, PropId, TemplateId, VarId};

/// A thread of one run: 0 is `main`, the others are numbered in the order of their creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadIdx(pub u32);

/// Everything needed to repeat a run exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// How many threads may be created.
    pub n_threads: u32,
    /// Values of the cells with `Init::Any`, in order: those of the shared variables, then those of
    /// `main`'s locals.
    pub init: Vec<u64>,
    pub steps: Vec<Step>,
}

/// One edge taken by one thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub thread: ThreadIdx,
    pub edge: EdgeId,
    /// The values of the edge's `Havoc` commands in order; where a `Create` is among the commands,
    /// those of the created thread's locals with `Init::Any` that are no arguments, in order of
    /// their cells.
    pub choices: Vec<u64>,
}

/// A run as the interpreter saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The templates of the threads that took part, by `ThreadIdx`.
    pub threads: Vec<TemplateId>,
    pub events: Vec<Event>,
    /// The property whose error location was reached by the last event; `None` if the run ends
    /// otherwise (a deadlock, or just an end).
    pub violated: Option<PropId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub thread: ThreadIdx,
    pub edge: EdgeId,
    /// In the order in which they happened; each cell at most once as read, before it is written.
    /// All of them are the active thread's: the first values of a created thread's locals are only
    /// in the states.
    pub accesses: Vec<Access>,
    /// The thread that this event created.
    pub created: Option<ThreadIdx>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read {
        var: VarId,
        index: Option<u32>,
        value: u64,
    },
    Write {
        var: VarId,
        index: Option<u32>,
        old: u64,
        new: u64,
    },
    /// A write of a value that was chosen, not computed.
    Choose {
        var: VarId,
        index: Option<u32>,
        old: u64,
        new: u64,
    },
}

impl Access {
    pub fn cell(&self) -> (VarId, Option<u32>) {
        match *self {
            Access::Read { var, index, .. }
            | Access::Write { var, index, .. }
            | Access::Choose { var, index, .. } => (var, index),
        }
    }
}
