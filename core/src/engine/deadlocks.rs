//! Looks for deadlocks, and for threads that wait for a signal that never comes.
//!
//! In the program that is searched and proved, waiting for a condition variable may end at any time, so
//! nobody is seen to wait for ever. Here it ends by a signal only. Runs of this program are runs of the
//! other one in which nobody wakes up for no reason, so a deadlock in one of them is real. All else that
//! they come to is left to the other program, which has more runs.

use super::explore::Explorer;
use super::verdict::{Reason, Verdict};
use crate::budget::Stop;
use crate::hunt::{Deadlocks, Unmodelled};

/// Searching ends after so many steps in all, or this part of what is left, and after so many states with
/// one number of threads: it is one kind of mistake among many, and most of them need few steps.
const SEARCHING: u64 = 2_000_000;
const SHARE: u64 = 8;
const MAX_STATES: u32 = 200_000;

impl Explorer<'_> {
    /// Looks for such deadlocks, unless something worse has been found.
    pub(super) fn search_signalled(&mut self) {
        let was_cancelled = matches!(self.stopped, Some((_, Stop::Cancelled)));
        let Some(model) = self.model.signalled.as_deref() else { return };
        if was_cancelled || self.deadlocks(Unmodelled::Cut) == Deadlocks::Ignored {
            return;
        }
        // Nothing but deadlocks is open.
        let verdicts =
            vec![Some(Verdict::Unknown(Reason::Cancelled)); model.program.properties.len()];
        let hunting = self.budget.part(SEARCHING.min(self.budget.remaining() / SHARE));
        let on_progress = &mut *self.on_progress;
        let mut explorer =
            Explorer::new(model, verdicts, self.threads, self.budget, hunting, on_progress);
        explorer.max_states = MAX_STATES;
        explorer.sweep(Unmodelled::Cut);
        let Explorer { deadlock, stopped, .. } = explorer;
        self.deadlock = deadlock;
        if let Some((n_threads, Stop::Cancelled)) = stopped {
            self.stopped = Some((n_threads, Stop::Cancelled));
        }
    }

    /// Deadlocks are looked for until something is found: a program with a violation is broken
    /// already. One that rests on approximations is not worth telling.
    pub(super) fn deadlocks(&self, unmodelled: Unmodelled) -> Deadlocks {
        let found = self.deadlock.is_some()
            || self.verdicts.iter().any(|v| matches!(v, Some(Verdict::Violated(_))));
        match unmodelled {
            Unmodelled::Cut if !found => Deadlocks::Wanted,
            _ => Deadlocks::Ignored,
        }
    }
}
