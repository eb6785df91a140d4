//! What is known about a program, which mostly is a document: its outline, its last verdicts, and whether more is wanted.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::time::Instant;

use super::analysis::{Options, Question};
use super::answer::{Answer, Progress};

#[derive(Debug, Default)]
pub struct Known {
    /// Of the newest text that has been read.
    pub outline: Option<Held>,
    /// The newest complete answer, perhaps about an older text.
    pub full: Option<Held>,
    /// Whether verdicts are wanted as soon as the outline is there.
    pub asked: bool,
    /// When the text was last touched, so that typing is not disturbed.
    pub due: Option<Instant>,
    /// How many threads the user wants to see, instead of what the settings say.
    pub threads: Option<Option<u32>>,
    /// Whether the user has stopped the last run.
    pub stopped: bool,
    /// How the run goes that is under way.
    pub progress: Option<Progress>,
}

/// An answer with what it is about.
#[derive(Clone, Debug)]
pub struct Held {
    pub answer: Arc<Answer>,
    /// The revisions of the files, by name.
    pub revisions: Arc<BTreeMap<String, u64>>,
    pub options: Arc<Options>,
}

impl Held {
    pub fn new(question: &Question, answer: Answer) -> Self {
        Self {
            revisions: question.revisions.clone(),
            options: question.options.clone(),
            answer: Arc::new(answer),
        }
    }

    /// Whether everything that went into it is still as it was.
    pub fn is_present(&self, now: &BTreeMap<String, u64>, options: &Options) -> bool {
        if self.answer.failed {
            // Nobody knows what it looked at.
            return *self.options == *options && *self.revisions == *now;
        }
        let units = self.options.units.iter().map(|unit| &unit.name);
        let mut names = self.answer.wanted.iter().chain(units);
        *self.options == *options && names.all(|name| self.revisions.get(name) == now.get(name))
    }
}
