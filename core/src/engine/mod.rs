//! Runs the stages in order and answers.
//!
//! The text is preprocessed, parsed and lowered to a program (`model`); the program is searched for
//! violations with more and more threads (`explore`), and once more for threads that wait for a signal
//! that never comes (`deadlocks`); every run that is found is repeated by the
//! interpreter before it is believed (`confirm`). What has no violation is proved (`prove`,
//! `refinement`), and a proof is believed when `certify` has checked it. The rest is unknown, with the
//! reason.
//!
//! Must not know: how answers are shown.

mod attach;
mod behind;
mod claims;
mod config;
mod confirm;
mod deadlocks;
mod explore;
mod files;
mod groups;
mod growth;
mod made_up;
mod memo;
mod model;
mod points;
mod progress;
mod prove;
mod reach;
mod recheck;
mod refined;
mod refinement;
mod stage;
#[cfg(test)]
mod tests;
mod trusted;
mod verdict;

pub use crate::lower::{Atomicity, Heap, Sharing, ThreadInfo};
pub use attach::outline;
pub use config::{Config, MAX_THREADS_FOR_ANY, Threads};
pub use files::Files;
pub use memo::{Memo, NoMemo};
pub use model::Model;
pub use points::Tracked;
pub use progress::{Phase, Progress};
pub use prove::Refinement;
pub use recheck::{Rechecked, proof_text, recheck};
pub use refined::{Check, Found, Refined, RefinementRound, Stuck};
pub use stage::{Stage, dump};
pub use verdict::{Checked, Coverage, Kind, Obstacle, Reason, Run, Subject, Verdict, Violation};

use std::collections::BTreeMap;

use crate::bbp::Certificate;
use crate::budget::Budget;
use crate::hunt::Races;
use crate::scpl::{Program, PropId, Reduced};
use crate::text::{FileId, Problem, Sources, Wakeups};

/// Whoever wants to know how the work goes. Called now and then, at most a few times per search.
pub type OnProgress<'a> = &'a mut dyn FnMut(Progress);

/// Answers for the program whose main file is `roots`, or whose units are these files: a [`FileId`], or
/// a slice of several, each of which is preprocessed and parsed by itself before they are linked.
pub fn analyze(
    sources: &Sources,
    roots: impl AsRef<[FileId]>,
    config: &Config,
    budget: &Budget,
) -> Analysis {
    analyze_with(sources, roots, config, &mut Memo::default(), budget, &mut |_| {})
}

/// As [`analyze`], with what earlier runs left in the memo, and says how it goes.
pub fn analyze_with(
    sources: &Sources,
    roots: impl AsRef<[FileId]>,
    config: &Config,
    memo: &mut Memo,
    budget: &Budget,
    on_progress: OnProgress,
) -> Analysis {
    on_progress(Progress::new(Phase::Reading, 0));
    let roots = roots.as_ref();
    let growth::Attempt { heap, read, explored } =
        growth::answer(sources, roots, config, memo, budget, on_progress);
    Analysis {
        files: Files::of(sources),
        root: roots.first().copied().unwrap_or(FileId(0)),
        roots: roots.to_vec(),
        threads: config.threads,
        heap,
        problems: read.problems,
        model: read.model,
        properties: explored.properties,
        rounds: explored.rounds,
        certificates: explored.certificates,
        refinement: explored.refinement,
        races: explored.races,
        steps: budget.spent(),
    }
}

/// Answers for a program that comes from no text: the verdicts by `PropId`, as far as the program is the
/// user's, and the evidence. For those who compare engines.
pub fn answer(program: &Program, threads: Threads, budget: &Budget) -> Answers {
    let model = Model::without_text(program.clone(), FileId(0));
    let memo = &mut Memo::default();
    let explored = explore::explore(&model, threads, &[], memo, budget, &mut |_| {});
    let verdicts = explored.properties.into_iter().filter_map(|checked| match checked.subject {
        Subject::Property(property) => Some((property, checked.verdict)),
        Subject::Uncalled(_) | Subject::Deadlock => None,
    });
    Answers {
        verdicts: verdicts.collect(),
        certificates: explored.certificates,
        refinement: explored.refinement,
    }
}

/// What the refinement loop alone says about these properties, before anybody has checked it. For those
/// who test the loop.
pub fn refine(program: &Program, goals: &[PropId], budget: &Budget) -> (Reduced, Refined) {
    let open = prove::Open {
        goals,
        everything: None,
        unseen: &[],
        counts: false,
        max_threads: MAX_THREADS_FOR_ANY,
    };
    let reduced = crate::reduce::reduce(program, goals);
    prove::attempt(program, reduced, open, &[], &mut Memo::default(), budget, &mut |_| {})
}

/// The same, of the program with what its counters count, if it has any: otherwise that is for properties
/// only that nothing else has decided.
pub fn refine_counting(
    program: &Program,
    goals: &[PropId],
    budget: &Budget,
) -> Option<(Reduced, Refined)> {
    prove::attempt_counting(program, goals, MAX_THREADS_FOR_ANY, budget)
}

/// What [`answer`] gives.
#[derive(Clone, Debug)]
pub struct Answers {
    pub verdicts: BTreeMap<PropId, Verdict>,
    pub certificates: Vec<Certificate>,
    pub refinement: Option<Refinement>,
}

/// Everything there is to say about a program. Plain data: it crosses threads and outlives the
/// sources.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub files: Files,
    /// The first of the program's units.
    pub root: FileId,
    /// All of them, in the order in which they were given.
    pub roots: Vec<FileId>,
    /// What was asked.
    pub threads: Threads,
    /// The room that the heap has in the model: what was asked for, or what was found to be needed.
    pub heap: Heap,
    /// In order of their places.
    pub problems: Vec<Problem>,
    pub model: Model,
    /// In order of their places; a deadlock that was found comes last.
    pub properties: Vec<Checked>,
    /// The searches that were made, in order.
    pub rounds: Vec<Round>,
    /// What the proofs rest on; each has been checked.
    pub certificates: Vec<Certificate>,
    /// How the refinement went, if there was one.
    pub refinement: Option<Refinement>,
    /// Ordinary accesses that can meet, if anything was proved: which variables, and where.
    pub races: Races,
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
    /// The model that a run is one of.
    pub fn model_of(&self, run: &Run) -> &Model {
        match (run.wakeups, &self.model.signalled) {
            (Wakeups::Signalled, Some(signalled)) => signalled,
            _ => &self.model,
        }
    }

    /// Whether the text is not understood well enough to say anything about it.
    pub fn is_input_error(&self) -> bool {
        self.problems.iter().any(|problem| problem.fatal)
    }
}

impl explore::Explored {
    /// Nothing is known about anything.
    fn all_unknown(model: &Model, reason: &Reason) -> Self {
        let unknown = |_: PropId| Verdict::Unknown(reason.clone());
        Self {
            properties: explore::checked(model, &unknown),
            rounds: Vec::new(),
            certificates: Vec::new(),
            refinement: None,
            races: Races::new(),
            outgrown: Vec::new(),
            is_whole: true,
            n_hopeless: 0,
        }
    }
}
