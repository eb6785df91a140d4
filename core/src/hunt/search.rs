//! Breadth-first search for violations and deadlocks.
//!
//! Where one thread's moves are enough (`movers.rs`), the others must not be put off forever: going
//! round in a cycle, the search would never let them move. So one of the moves must lead to a state
//! that is expanded later than this one; then, following such moves, a state where all threads are
//! looked at comes at last.

use super::bitset::BitSet;
use super::expand::{End, ExpansionKind};
use super::outcomes::SAME;
use super::scene::Reasons;
use super::space::{Found, NO_PARENT, Space, hash, hash_shared, hash_thread};
use super::state::Form;
use super::steps::Steps;
use super::{Config, Deadlocks, Goals, Reduction};
use crate::budget::{Budget, Stop};

#[derive(Debug)]
pub(super) struct Search<'a> {
    pub steps: Steps,
    pub space: Space,
    reduction: Reduction,
    max_states: usize,
    max_ahead: u64,
    budget: &'a Budget,
    /// By `PropId`: the properties still looked for.
    wanted: BitSet,
    deadlocks: Deadlocks,
    pub hits: Vec<Hit>,
    /// The state being expanded.
    state: Vec<u32>,
    after: Vec<u32>,
}

/// Something looked for, and where it was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub state: u32,
    pub what: What,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    /// The state is a deadlock.
    Deadlock,
    /// The thread at this slot violates the property with this outcome, counted from its first.
    Violation { property: crate::scpl::PropId, slot: usize, outcome: u32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// No state is left.
    Exhausted,
    /// Everything looked for was found.
    AllFound,
    /// There are too many states.
    Capped,
}

/// What a thread's moves came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moved {
    /// It has none.
    Stuck(Reasons),
    /// Some lead to states that are yet to be expanded, none ends the run.
    Onward,
    /// The same, and the state was only split by deciding a value: others need not move.
    Split,
    Otherwise,
}

impl<'a> Search<'a> {
    pub fn new(
        mut steps: Steps,
        n_threads: u32,
        goals: &Goals,
        config: &Config,
        budget: &'a Budget,
    ) -> Self {
        let largest = goals.properties.iter().map(|property| property.index() + 1).max();
        let mut wanted = BitSet::new(largest.unwrap_or(0));
        for property in &goals.properties {
            wanted.insert(property.index());
        }
        let initial = steps.initial_state(Form::Set, n_threads);
        let mut space = Space::new(initial.len());
        space.insert(&initial, hash(&initial), NO_PARENT);
        Self {
            steps,
            space,
            reduction: config.reduction,
            max_states: config.max_states as usize,
            max_ahead: config.max_ahead,
            budget,
            wanted,
            deadlocks: goals.deadlocks,
            hits: Vec::new(),
            state: Vec::new(),
            after: Vec::new(),
        }
    }

    pub fn run(&mut self) -> Result<Ended, Stop> {
        let mut idx = 0;
        while idx < self.space.len() {
            if self.wanted.is_empty() && self.deadlocks == Deadlocks::Ignored {
                return Ok(Ended::AllFound);
            }
            let n_ahead = self.steps.expander.n_ahead;
            if self.space.len() > self.max_states || n_ahead > self.max_ahead {
                return Ok(Ended::Capped);
            }
            self.budget.spend(1)?;
            self.expand(idx as u32)?;
            idx += 1;
        }
        Ok(Ended::Exhausted)
    }

    /// The largest number of threads created in one run.
    pub fn most_created(&self) -> u32 {
        self.steps.rows.most_created
    }

    fn expand(&mut self, idx: u32) -> Result<(), Stop> {
        let mut state = std::mem::take(&mut self.state);
        state.clear();
        state.extend_from_slice(self.space.get(idx));
        let result = self.expand_state(idx, &state);
        self.state = state;
        result
    }

    fn expand_state(&mut self, idx: u32, state: &[u32]) -> Result<(), Stop> {
        let state_hash = hash(state);
        // The slots that were looked at.
        let mut done = 0u64;
        let mut is_alive = false;
        let mut is_stuck = true;
        let mut all_wait = true;
        let mut may_wait = true;
        let mut stuck = |reasons: Reasons| {
            all_wait &= reasons.is_waiting();
            may_wait &= reasons.may_be_waiting();
        };
        if self.reduction == Reduction::Full {
            for slot in 1..state.len() {
                if !self.is_alone(state, slot) {
                    continue;
                }
                done |= 1 << slot;
                is_alive = true;
                match self.move_thread(idx, state, state_hash, slot)? {
                    Moved::Onward | Moved::Split => return Ok(()),
                    Moved::Otherwise => {
                        is_stuck = false;
                        break;
                    }
                    Moved::Stuck(reasons) => stuck(reasons),
                }
            }
        }
        for slot in 1..state.len() {
            // Neighbours that are alike do the same.
            let is_repeated = slot > 1 && state[slot] == state[slot - 1];
            if is_repeated || done >> slot & 1 == 1 || self.steps.rows.info(state[slot]).is_finished
            {
                continue;
            }
            is_alive = true;
            match self.move_thread(idx, state, state_hash, slot)? {
                Moved::Stuck(reasons) => stuck(reasons),
                Moved::Split => return Ok(()),
                Moved::Onward | Moved::Otherwise => is_stuck = false,
            }
        }
        if self.deadlocks == Deadlocks::Wanted && is_stuck && is_alive {
            if all_wait {
                self.hits.push(Hit { state: idx, what: What::Deadlock });
                self.deadlocks = Deadlocks::Ignored;
            } else if may_wait {
                // It may be a deadlock that we cannot show.
                self.steps.expander.runner.notes.left_out = true;
            }
        }
        Ok(())
    }

    /// Whether it is enough to let this thread move, if it can.
    fn is_alone(&self, state: &[u32], slot: usize) -> bool {
        let info = self.steps.rows.info(state[slot]);
        let movers = &self.steps.expander.movers;
        info.is_independent
            && (1..state.len())
                .filter(|&other| other != slot && state[other] != 0)
                .all(|other| !movers.is_related(info.loc, self.steps.rows.info(state[other]).loc))
    }

    fn move_thread(
        &mut self,
        idx: u32,
        state: &[u32],
        state_hash: u64,
        slot: usize,
    ) -> Result<Moved, Stop> {
        let thread = state[slot];
        let post = self.steps.post(state[0], thread, &state[1..], self.budget)?;
        if post.outcomes().is_empty() {
            return Ok(Moved::Stuck(post.reasons));
        }
        let base = state_hash.wrapping_sub(hash_shared(state[0])).wrapping_sub(hash_thread(thread));
        let mut leads_on = false;
        let mut ends_run = false;
        for outcome_idx in post.outcomes() {
            let outcome = *self.steps.outcome(outcome_idx);
            match outcome.end {
                End::Moved => {}
                End::Halted => {
                    ends_run = true;
                    continue;
                }
                End::Violated(property) => {
                    ends_run = true;
                    if self.wanted.contains(property.index()) {
                        self.wanted.remove(property.index());
                        let outcome = outcome_idx - post.outcomes().start;
                        let what = What::Violation { property, slot, outcome };
                        self.hits.push(Hit { state: idx, what });
                    }
                    continue;
                }
            }
            let found = if outcome.renames || !self.steps.created(&outcome).is_empty() {
                let mut after = std::mem::take(&mut self.after);
                self.steps.apply(Form::Set, state, slot, &outcome, &mut after);
                let found = self.space.insert(&after, hash(&after), idx);
                self.after = after;
                found
            } else {
                let shared = if outcome.shared == SAME { state[0] } else { outcome.shared };
                if (shared, outcome.thread) == (state[0], thread) {
                    // Nothing changes: the thread waits in a loop.
                    continue;
                }
                replace(state, slot, outcome.thread, &mut self.after);
                self.after[0] = shared;
                let hash = base
                    .wrapping_add(hash_shared(shared))
                    .wrapping_add(hash_thread(outcome.thread));
                self.space.insert(&self.after, hash, idx)
            };
            leads_on |= match found {
                Found::New(_) => true,
                Found::Known(known) => known > idx,
            };
        }
        Ok(match post.kind {
            _ if !leads_on || ends_run => Moved::Otherwise,
            ExpansionKind::Decides => Moved::Split,
            ExpansionKind::Steps => Moved::Onward,
        })
    }
}

/// Copies the state with another thread at `slot`, and moves that to where it belongs.
fn replace(state: &[u32], mut slot: usize, thread: u32, after: &mut Vec<u32>) {
    after.clear();
    after.extend_from_slice(state);
    while slot + 1 < after.len() && after[slot + 1] < thread {
        after[slot] = after[slot + 1];
        slot += 1;
    }
    while slot > 1 && after[slot - 1] > thread {
        after[slot] = after[slot - 1];
        slot -= 1;
    }
    after[slot] = thread;
}
