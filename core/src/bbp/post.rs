//! The successors of abstract states, on demand.

use std::rc::Rc;

use super::state::{SharedBits, ThreadBits};
use crate::budget::{Budget, Stop};
use crate::scpl::EdgeId;

/// What an edge can come to for the active thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    pub shared: SharedBits,
    pub active: ThreadBits,
    /// The thread that was idle, if the edge creates one.
    pub created: Option<ThreadBits>,
}

/// A Boolean broadcast program, as the checkers see it. Implementations may give more successors than
/// there are, never fewer. All lists are sorted and without duplicates.
pub trait Post {
    /// How a run can begin: the shared part and `main`.
    fn initial(&mut self, budget: &Budget) -> Result<Vec<(SharedBits, ThreadBits)>, Stop>;

    /// The edges that a thread could take from where it is.
    fn edges(&self, thread: ThreadBits) -> Vec<EdgeId>;

    /// Whether the edge can change anything for other threads, the shared part included, or depends on
    /// them. If not, everybody else stays as they are.
    fn is_broadcast(&self, edge: EdgeId) -> bool;

    fn outcomes(
        &mut self,
        edge: EdgeId,
        shared: SharedBits,
        active: ThreadBits,
        budget: &Budget,
    ) -> Result<Rc<[Outcome]>, Stop>;

    /// What becomes of another thread when the edge has this outcome; empty if the two do not go
    /// together. Given as well: where the active thread came from.
    fn passive(
        &mut self,
        edge: EdgeId,
        shared: SharedBits,
        active: ThreadBits,
        outcome: Outcome,
        passive: ThreadBits,
        budget: &Budget,
    ) -> Result<Rc<[ThreadBits]>, Stop>;

    /// Whether the thread's location ends the whole run.
    fn is_end(&self, thread: ThreadBits) -> bool;

    /// Whether the thread's location violates a property that is looked at.
    fn is_bad(&self, thread: ThreadBits) -> bool;
}
