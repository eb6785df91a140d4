//! How much work may be done, counted in engine steps, and how it is called off.
//!
//! Steps, not seconds: the same input stops at the same place on every machine. The cancel flag is the
//! only thing from outside; whoever raises it throws the result away or reports the run as cancelled.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why work ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The step limit was reached.
    Exhausted,
    /// Somebody raised the cancel flag.
    Cancelled,
}

#[derive(Clone, Debug)]
pub struct Budget {
    limit: u64,
    spent: Cell<u64>,
    cancel: Arc<AtomicBool>,
}

impl Budget {
    pub fn new(limit: u64) -> Self {
        Self::cancellable(limit, Arc::default())
    }

    pub fn cancellable(limit: u64, cancel: Arc<AtomicBool>) -> Self {
        Self { limit, spent: Cell::new(0), cancel }
    }

    /// Counts `steps` as done; an error says that no more may follow.
    pub fn spend(&self, steps: u64) -> Result<(), Stop> {
        let spent = self.spent.get().saturating_add(steps);
        self.spent.set(spent);
        if self.cancel.load(Ordering::Relaxed) {
            Err(Stop::Cancelled)
        } else if spent > self.limit {
            Err(Stop::Exhausted)
        } else {
            Ok(())
        }
    }

    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    pub fn remaining(&self) -> u64 {
        self.limit.saturating_sub(self.spent.get())
    }

    /// A budget for a part of the work: at most `limit` steps, and no more than remain here. The
    /// caller adds what was spent with [`Self::spend`].
    pub fn part(&self, limit: u64) -> Budget {
        Self::cancellable(limit.min(self.remaining()), self.cancel.clone())
    }
}
