//! A way through a program that no values allow, and why.

use super::program::EdgeId;
use super::trace::ThreadIdx;

/// What one thread does without a pause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    pub thread: ThreadIdx,
    pub edges: Vec<EdgeId>,
}

/// The conditions of a leg are numbered in the order in which they come up. For a `Join` there is one per
/// thread that has been created and not finished, the waiting one included: that it is not the one waited
/// for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConditionIdx {
    pub leg: usize,
    pub nth: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    pub legs: Vec<Leg>,
    /// Conditions that cannot hold together on this way; none can be left out. Sorted.
    pub core: Vec<ConditionIdx>,
}
