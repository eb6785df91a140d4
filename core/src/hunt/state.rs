//! States as rows of numbers, and what a macro-step makes of them.
//!
//! A state is `[shared, threads..]`. The order of threads means nothing, so they are sorted; missing
//! ones are 0 and come first. The `Running` form has the thread that moved last in front, unsorted:
//! there, it matters who that was.

use super::names::rename;
use super::outcomes::{Outcome, SAME};
use super::steps::Steps;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Set,
    Running,
}

impl Form {
    /// How many numbers a state has.
    pub fn stride(self, n_threads: u32) -> usize {
        // Shared, `main`, created threads; and whoever is in front may be missing.
        let n_all = n_threads as usize + 2;
        match self {
            Form::Set => n_all,
            Form::Running => n_all + 1,
        }
    }

    /// The index of the first thread whose place means nothing.
    pub fn first_sorted(self) -> usize {
        match self {
            Form::Set => 1,
            Form::Running => 2,
        }
    }
}

impl Steps {
    pub fn initial_state(&mut self, form: Form, n_threads: u32) -> Vec<u32> {
        let (shared, main) = self.initial();
        let mut state = vec![0; form.stride(n_threads)];
        state[0] = shared;
        match form {
            Form::Set => *state.last_mut().expect("a state has room for main") = main,
            Form::Running => state[1] = main,
        }
        state
    }

    /// The state after the thread at `slot` has moved.
    pub fn apply(
        &mut self,
        form: Form,
        state: &[u32],
        slot: usize,
        outcome: &Outcome,
        after: &mut Vec<u32>,
    ) {
        after.clear();
        after.extend_from_slice(state);
        if outcome.shared != SAME {
            after[0] = outcome.shared;
        }
        after[slot] = outcome.thread;
        if form == Form::Running && outcome.n_steps > 0 {
            after.swap(1, slot);
        }
        let first = form.first_sorted();
        let created = self.created(outcome);
        if !created.is_empty() {
            // Missing threads come first, but whoever moved may be missing behind them now.
            let mut free = (first..after.len()).filter(|&idx| after[idx] == 0).collect::<Vec<_>>();
            for &thread in created {
                let idx = free.pop().expect("no more threads than the pool allows");
                after[idx] = thread;
            }
        }
        if outcome.renames {
            let [shared, threads @ ..] = after.as_mut_slice() else { return };
            rename(&mut self.rows, &self.expander, shared, threads);
        }
        after[first..].sort_unstable();
    }
}
