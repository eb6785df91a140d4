//! Runs the stages in order and answers.
//!
//! Must not know: how answers are shown.

mod config;
mod files;
mod model;
mod progress;
mod verdict;

pub use config::{Atomicity, Config, MAX_THREADS_FOR_ANY, Threads};
pub use files::Files;
pub use model::Model;
pub use progress::{Phase, Progress};
pub use verdict::{Checked, Coverage, Kind, Obstacle, Reason, Run, Subject, Verdict, Violation};

use crate::text::{FileId, Problem};

/// Everything there is to say about a program. Plain data: it crosses threads and outlives the
/// sources.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub files: Files,
    pub root: FileId,
    /// What was asked.
    pub threads: Threads,
    /// In order of their places.
    pub problems: Vec<Problem>,
    pub model: Model,
    /// One per property of the program, in its order; a deadlock that was found comes last.
    pub properties: Vec<Checked>,
    /// The searches that were made, in order.
    pub rounds: Vec<Round>,
    /// All work done, in engine steps.
    pub steps: u64,
}

/// One search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    pub n_threads: u32,
    /// Whether values that Braid does not model were tried as well.
    pub approximated: bool,
    pub n_states: u64,
    pub n_steps: u64,
    pub coverage: Coverage,
}

impl Analysis {
    /// Whether the text is not understood well enough to say anything about it.
    pub fn is_input_error(&self) -> bool {
        self.problems.iter().any(|problem| problem.fatal)
    }
}
