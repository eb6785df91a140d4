//! Why a certificate is not accepted. For us to read: a refusal is a bug of ours.

use std::fmt::{self, Display, Formatter};

use crate::bbp::{SharedBits, ThreadBits, View};
use crate::budget::Stop;
use crate::scpl::{Disabled, EdgeId, Expr, Invalid, LocId, PropId, VarId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Not because it is wrong: the work was called off.
    Stopped(Stop),
    /// The program, or what the steps make of it, is not valid.
    Invalid(Vec<Invalid>),
    /// The program has no such property.
    UnknownProperty(PropId),
    /// The step with this number, counted from 0, must not be taken.
    Reduction { step: usize, why: Misstep },
    /// The invariant is not one, whatever the program.
    Malformed(Malformed),
    /// A view has a thread where a property is violated that is claimed not to be.
    Claimed(PropId, View),
    /// Some initial state is not covered.
    NotInitial,
    /// A step leads from covered states to one that is not.
    NotClosed {
        /// Of the smaller program.
        edge: EdgeId,
        case: Case,
        /// What it starts from: the active thread first, then the created one if it is in sight.
        shared: SharedBits,
        threads: Vec<ThreadBits>,
        /// What comes of it and is not there.
        to: View,
    },
    /// Exploration reaches a violation of what is claimed.
    Reached(PropId),
    /// There are more than this many states.
    TooManyStates(usize),
    /// A step depends on a value of so many bits that not all can be tried.
    WideChoice,
    /// A step was not what it looked like; a bug in `certify`.
    Walk,
    /// More cases than this would have to be told apart in one step.
    TooManyCases(usize),
    /// The interpreter did not play along; a bug in `certify`.
    Interpreter(Disabled),
    /// A formula is larger than we hand to the solver.
    TooLarge,
    /// The solver failed to answer.
    Solver(String),
}

/// What is wrong with a reduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misstep {
    UnknownVar(VarId),
    UnknownLoc(LocId),
    UnknownEdge(EdgeId),
    /// A variable to be forgotten is still read by this edge.
    Read(VarId, EdgeId),
    /// No condition of the edge is false in itself.
    NotFalse,
    /// The location can be reached in the graph.
    Reachable(LocId),
    /// Threads start here.
    Entry,
    /// Threads or the program end here.
    End,
    /// An edge leads from the location to itself.
    SelfLoop,
    /// The location is not atomic, and is said to be.
    NotAtomic,
    /// The location is atomic, and this ground is for others.
    Atomic,
    /// The edge touches more than the thread's own variables.
    NotLocal(EdgeId),
    /// The edge leaves an atomic section.
    LeavesSection(EdgeId),
    /// The edge enters an atomic section.
    EntersSection(EdgeId),
    /// The edge would end the run before others had their say.
    EndsRun(EdgeId),
    /// A create or join would be joined with another edge.
    CreateOrJoin(EdgeId),
    /// Two creates would be on one edge.
    TwoCreates(EdgeId, EdgeId),
    /// A thread can get stuck in the location.
    NotTotal,
    /// Only local handles that are none at first are made shared.
    NotALocalHandle(VarId),
    /// Because of this edge, there may be more than one thread that uses the variable.
    NotOnlyMain(VarId, EdgeId),
    /// The location is an end, is listed twice, or weighs too much.
    Uncountable(LocId),
}

/// What is wrong with an invariant in itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// Views have 1 to 3 threads, whole states up to 5.
    K(u32),
    TooManyPredicates(usize),
    /// Not a truth value over the program's variables.
    Predicate(Expr),
    /// The class noted is not the one that it has.
    Class(Expr),
    /// There is not one list of tracked predicates per location.
    TrackedCount,
    /// Not sorted, unknown, or shared.
    Tracked(LocId),
    /// Of the wrong size, with unsorted threads, unknown places or bits that are not tracked.
    View(View),
    /// The views are not sorted.
    Order,
}

/// Which threads were in sight when something escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    ActiveInSight,
    ActiveOutOfSight,
    /// The active thread in sight, and the one that it creates.
    BothInSight,
    /// Only the created one.
    CreatedInSight,
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Self {
        Refusal::Stopped(stop)
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Refusal {}
