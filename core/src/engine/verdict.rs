//! Answers. Each property gets exactly one [`Verdict`].

use super::config::Threads;
use super::refined::Stuck;
use crate::scpl::{PropId, PropertyKind, Schedule, State, Trace, Waiting};
use crate::text::{Span, Wakeups};

/// What can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Assertion,
    ReachError,
    Undefined,
    Deadlock,
    /// An access that another thread's may meet: one without the lock that is said to guard it.
    Race,
}

impl Kind {
    /// The word used in ids and output formats.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Assertion => "assertion",
            Kind::ReachError => "reach-error",
            Kind::Undefined => "undefined",
            Kind::Deadlock => "deadlock",
            Kind::Race => "race",
        }
    }
}

impl From<PropertyKind> for Kind {
    fn from(kind: PropertyKind) -> Self {
        match kind {
            PropertyKind::Assertion => Kind::Assertion,
            PropertyKind::ReachError => Kind::ReachError,
            PropertyKind::Unguarded => Kind::Race,
            // Not the user's, and never shown as a property.
            PropertyKind::Undefined | PropertyKind::Unmodelled => Kind::Undefined,
        }
    }
}

/// What a verdict is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    Property(PropId),
    /// An assertion in a function that no thread calls.
    Uncalled(Span),
    /// All threads wait for each other. Listed only when it was found.
    Deadlock,
}

/// A property and what came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    pub subject: Subject,
    pub kind: Kind,
    pub verdict: Verdict,
    /// If it is proved for fewer threads than were asked for, why it is not for more.
    pub beyond: Option<Reason>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It holds in every run with so many threads: a certificate says so and has been checked.
    Proved(Threads),
    Violated(Violation),
    Unknown(Reason),
}

/// A run that really happens: the interpreter has repeated it.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// How many threads the run may create; it creates no fewer.
    pub n_threads: u32,
    /// Whether it is known that fewer threads are not enough.
    pub minimal: bool,
    pub run: Run,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub schedule: Schedule,
    pub trace: Trace,
    /// How it ends.
    pub state: State,
    /// The threads that wait for each other at the end, if it is a deadlock.
    pub waiting: Vec<Waiting>,
    /// Of which model it is a run.
    pub wakeups: Wakeups,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The search ended without a violation, and nothing has been proved.
    NoViolationFound {
        up_to: u32,
        coverage: Coverage,
    },
    /// Not all of the program was reached by the search, and what checks this property was not.
    NotReached(Obstacle),
    /// The step budget was used up while so many threads were explored.
    Budget {
        n_threads: u32,
    },
    Cancelled,
    /// A thread gets to something that is not modelled, and what lies behind it is not known; `what`
    /// names it.
    Unsupported {
        what: String,
        span: Span,
    },
    /// This run violates the property, if these approximated values can really occur.
    RestsOnApproximation {
        run: Run,
    },
    /// No proof was found; `stuck` says what was in the way. No violation was found either, with up to
    /// so many threads.
    NotProved {
        stuck: Stuck,
        up_to: u32,
        coverage: Coverage,
    },
    /// An operation may have no defined behaviour, and then anything can happen after it; this one is
    /// not proved.
    AfterUndefined(PropId),
    /// The text is not understood well enough to say anything.
    Input,
    /// Braid contradicts itself; `what` says where, for the report.
    Internal {
        what: String,
    },
}

/// How much of what can happen was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// Every interleaving and every value, with as many threads as the program ever creates.
    Everything,
    /// Every interleaving and every value, with up to the explored number of threads.
    EveryRun,
    /// Every interleaving, but not every value of inputs and uninitialised memory.
    SomeValues,
    /// Not every interleaving.
    SomeRuns,
}

/// What kept the search from a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// No thread calls the function.
    Uncalled,
    /// No run of the program leads there, whatever the number of threads.
    NoPath,
    /// So many threads are not enough to get past this place.
    Threads { n_threads: u32, span: Option<Span> },
}

impl Verdict {
    /// The run that shows, or would show, the violation.
    pub fn run(&self) -> Option<&Run> {
        match self {
            Verdict::Violated(violation) => Some(&violation.run),
            Verdict::Unknown(Reason::RestsOnApproximation { run }) => Some(run),
            Verdict::Unknown(_) | Verdict::Proved(_) => None,
        }
    }
}
