//! Abstract states: truth values packed into words, by `PredId`.

use crate::scpl::{LocId, PredId};

/// More predicates than this are not handled.
pub const MAX_PREDICATES: usize = 128;

/// Truth values of the shared predicates; bits of others are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SharedBits(pub u128);

/// Where a thread is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum At {
    /// Not created yet.
    Idle,
    Loc(LocId),
}

/// A thread: where it is, and the truth values of the local and mixed predicates tracked there; bits
/// of others are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadBits {
    pub at: At,
    pub bits: u128,
}

impl ThreadBits {
    pub const IDLE: ThreadBits = ThreadBits { at: At::Idle, bits: 0 };

    pub fn loc(self) -> Option<LocId> {
        match self.at {
            At::Idle => None,
            At::Loc(loc) => Some(loc),
        }
    }
}

/// The bit of a predicate.
pub fn bit(pred: PredId) -> u128 {
    1 << pred.0
}
