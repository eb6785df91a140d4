//! From a path of states to a schedule of the program.
//!
//! States do not say who is who, so the path is walked again with real threads: each has a number in
//! the order of creation and, beside it, the number of its state. Whenever a thread in some state
//! moves, any of the threads in that state may be taken for it.
//!
//! A choice is made long before its value is decided. It is noted with 0, and corrected when the cell
//! that it opened is decided; if it never is, 0 is as good as anything.

use std::collections::BTreeMap;

use super::expand::End;
use super::names::rename;
use super::outcomes::{Outcome, SAME};
use super::row::{At, Row};
use super::scene::Event;
use super::state::Form;
use super::steps::Steps;
use crate::budget::{Budget, Stop};
use crate::scpl::{EdgeId, Schedule, Step, ThreadIdx};

/// Walks along a path.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    steps: &'a mut Steps,
    form: Form,
    budget: &'a Budget,
    state: Vec<u32>,
    /// Who is there, in which state.
    threads: Vec<(ThreadIdx, u32)>,
    n_created: u32,
    /// Who moved last.
    last: ThreadIdx,
    /// The choices that opened cells.
    open: BTreeMap<Address, ChoiceIdx>,
    schedule: Schedule,
}

/// Of several steps between the same states, the least is taken.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Preference {
    /// Whether it is another thread's than the step before.
    switches: bool,
    n_steps: u32,
}

/// A cell of the run: `None` is the shared row.
type Address = (Option<ThreadIdx>, u32);

#[derive(Clone, Copy, Debug)]
enum ChoiceIdx {
    Init(usize),
    Step { step_idx: usize, choice_idx: usize },
}

impl<'a> Walk<'a> {
    pub fn new(steps: &'a mut Steps, form: Form, n_threads: u32, budget: &'a Budget) -> Self {
        let state = steps.initial_state(form, n_threads);
        let main = ThreadIdx(0);
        let (_, id) = steps.initial();
        let choices = &steps.model().initial_choices;
        let mut open = BTreeMap::new();
        for (idx, at) in choices.iter().enumerate() {
            if let Some(at) = at {
                open.insert(address(main, *at), ChoiceIdx::Init(idx));
            }
        }
        let schedule = Schedule { n_threads, init: vec![0; choices.len()], steps: Vec::new() };
        let threads = vec![(main, id)];
        Self { steps, form, budget, state, threads, n_created: 0, last: main, open, schedule }
    }

    /// Goes to the next state of the path.
    pub fn step_to(&mut self, next: &[u32]) -> Result<(), Stop> {
        let state = self.state.clone();
        let mut after = Vec::new();
        let mut best: Option<(Preference, usize, usize)> = None;
        let last = self.threads.iter().find(|(idx, _)| *idx == self.last).map(|(_, id)| *id);
        for slot in (1..state.len()).filter(|&slot| state[slot] != 0) {
            let post = self.steps.post(state[0], state[slot], &state[1..], self.budget)?;
            for (idx, outcome_idx) in post.outcomes().enumerate() {
                let outcome = *self.steps.outcome(outcome_idx);
                let switches = match self.form {
                    Form::Set => Some(state[slot]) != last,
                    Form::Running => slot != 1,
                };
                let preference = Preference { switches, n_steps: outcome.n_steps };
                let is_better = best.is_none_or(|(best, _, _)| preference < best);
                if outcome.end == End::Moved && is_better {
                    self.steps.apply(self.form, &state, slot, &outcome, &mut after);
                    if after == next {
                        best = Some((preference, slot, idx));
                    }
                }
            }
        }
        let (_, slot, idx) = best.expect("a state's parent has a step to it");
        self.take(slot, idx)?;
        self.state = next.to_vec();
        Ok(())
    }

    /// The thread at `slot` takes one of its outcomes.
    pub fn take(&mut self, slot: usize, outcome_idx: usize) -> Result<(), Stop> {
        let thread = self.state[slot];
        let post = self.steps.post(self.state[0], thread, &self.state[1..], self.budget)?;
        let outcome = *self.steps.outcome(post.outcomes().start + outcome_idx as u32);
        let log = self.steps.explain(&self.state, slot, &outcome, self.budget)?;
        let position = self.choose(slot, thread);
        self.record(self.threads[position].0, &log);
        self.update(position, &outcome);
        Ok(())
    }

    pub fn finish(self) -> Schedule {
        self.schedule
    }

    /// Who, among those in this state, moves.
    fn choose(&self, slot: usize, thread: u32) -> usize {
        let mut alike: Vec<usize> =
            (0..self.threads.len()).filter(|&idx| self.threads[idx].1 == thread).collect();
        // In running form the one in front is the one that moved last, and the others are not.
        alike.sort_by_key(|&idx| {
            let is_last = self.threads[idx].0 == self.last;
            let prefers_last = self.form == Form::Set || slot < self.form.first_sorted();
            (is_last != prefers_last, idx)
        });
        *alike.first().expect("every thread of a state is somebody")
    }

    fn record(&mut self, active: ThreadIdx, log: &[Event]) {
        let first_new = self.n_created;
        let who = |who: u8| match who {
            0 => active,
            new => ThreadIdx(first_new + u32::from(new)),
        };
        for event in log {
            match *event {
                Event::Edge { who: idx, edge } => {
                    self.last = active;
                    let step = Step { thread: who(idx), edge: EdgeId(edge), choices: Vec::new() };
                    self.schedule.steps.push(step);
                }
                Event::Choose { who: idx, at } => {
                    let step_idx = self.schedule.steps.len() - 1;
                    let choices = &mut self.schedule.steps[step_idx].choices;
                    let choice = ChoiceIdx::Step { step_idx, choice_idx: choices.len() };
                    choices.push(0);
                    if let Some(at) = at {
                        self.open.insert(address(who(idx), at), choice);
                    }
                }
                Event::Decide { who: idx, at, value } => {
                    let choice = self.open.remove(&address(who(idx), at));
                    match choice.expect("an open cell was opened by a choice") {
                        ChoiceIdx::Init(idx) => self.schedule.init[idx] = value,
                        ChoiceIdx::Step { step_idx, choice_idx } => {
                            self.schedule.steps[step_idx].choices[choice_idx] = value;
                        }
                    }
                }
            }
        }
    }

    fn update(&mut self, position: usize, outcome: &Outcome) {
        self.threads[position].1 = outcome.thread;
        for &id in self.steps.created(outcome) {
            self.n_created += 1;
            self.threads.push((ThreadIdx(self.n_created), id));
        }
        if outcome.renames {
            let mut ids: Vec<u32> = self.threads.iter().map(|(_, id)| *id).collect();
            let mut shared = match outcome.shared {
                SAME => self.state[0],
                shared => shared,
            };
            rename(&mut self.steps.rows, &self.steps.expander, &mut shared, &mut ids);
            for (thread, id) in self.threads.iter_mut().zip(ids) {
                thread.1 = id;
            }
        }
        self.threads.retain(|(_, id)| *id != 0);
    }
}

fn address(thread: ThreadIdx, at: At) -> Address {
    match at.row {
        Row::Shared => (None, at.cell),
        Row::Local => (Some(thread), at.cell),
    }
}
