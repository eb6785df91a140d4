//! The proof by listing all states, with so many created threads.
//!
//! Breadth first over single steps of the interpreter, all choices tried; no symmetry, no macro-steps, no
//! reduction beyond the recorded ones. While a thread is in an atomic location the interpreter refuses the
//! steps of all others, so single steps are enough.
//!
//! If no creation was ever refused for want of idle threads, more of them would make no difference: the
//! program creates no more than these, and the proof is for any number.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::dead::without_dead_choices;
use super::{Covers, Refusal};
use crate::budget::Budget;
use crate::scpl::{Disabled, Interpreter, LocKind, Program, PropId, State};

/// More states than this are refused.
pub const MAX_STATES: usize = 300_000;

/// Wider choices are not tried in full.
const MAX_WIDTH: u8 = 8;

/// More choices than this for one step, or for the initial state, are refused.
const MAX_CHOICES: usize = 1 << 16;

pub fn verify(
    program: &Program,
    n_threads: u32,
    claimed: &[PropId],
    budget: &Budget,
) -> Result<Covers, Refusal> {
    let program = &without_dead_choices(program);
    let interpreter = Interpreter::new(program);
    let mut listing =
        Listing { program, claimed, seen: FxHashSet::default(), queue: VecDeque::new() };
    let mut covers = Covers::Any;
    for state in outcomes(budget, &|choices| interpreter.initial(n_threads, choices))?.states {
        listing.reach(state)?;
    }
    while let Some(state) = listing.queue.pop_front() {
        for thread in state.thread_idxs() {
            for edge in program.edges_from(state.thread(thread).loc) {
                let step = |choices: &[u64]| {
                    interpreter.successor(&state, thread, edge, choices).map(|(next, _)| next)
                };
                let outcomes = outcomes(budget, &step)?;
                if outcomes.lacks_idle {
                    covers = Covers::UpTo(n_threads);
                }
                for next in outcomes.states {
                    listing.reach(next)?;
                }
            }
        }
    }
    Ok(covers)
}

struct Listing<'a> {
    program: &'a Program,
    claimed: &'a [PropId],
    seen: FxHashSet<Rc<State>>,
    queue: VecDeque<Rc<State>>,
}

impl Listing<'_> {
    fn reach(&mut self, state: State) -> Result<(), Refusal> {
        for thread in state.thread_idxs() {
            if let LocKind::Error(property) = state.kind(self.program, thread)
                && self.claimed.contains(&property)
            {
                return Err(Refusal::Reached(property));
            }
        }
        let state = Rc::new(state);
        if self.seen.insert(state.clone()) {
            if self.seen.len() > MAX_STATES {
                return Err(Refusal::TooManyStates(MAX_STATES));
            }
            self.queue.push_back(state);
        }
        Ok(())
    }
}

/// All that can come of something that takes choices.
struct Outcomes {
    states: Vec<State>,
    /// Whether it failed for want of an idle thread.
    lacks_idle: bool,
}

/// Tries all lists of choices, longer ones where it asks for more.
fn outcomes(
    budget: &Budget,
    attempt: &dyn Fn(&[u64]) -> Result<State, Disabled>,
) -> Result<Outcomes, Refusal> {
    let mut outcomes = Outcomes { states: Vec::new(), lacks_idle: false };
    let mut pending: Vec<Vec<u64>> = vec![Vec::new()];
    while let Some(choices) = pending.pop() {
        budget.spend(1)?;
        match attempt(&choices) {
            Ok(state) => outcomes.states.push(state),
            Err(Disabled::MissingChoice { width }) => {
                if width > MAX_WIDTH {
                    return Err(Refusal::WideChoice(width));
                }
                for value in 0..1 << width {
                    let mut longer = choices.clone();
                    longer.push(value);
                    pending.push(longer);
                }
            }
            Err(Disabled::NoIdleThread) => outcomes.lacks_idle = true,
            // Not a step of this state, whatever the choices.
            Err(
                Disabled::Over
                | Disabled::InSection(_)
                | Disabled::AssumeFails
                | Disabled::Waits
                | Disabled::NoSuchEdge,
            ) => {}
            Err(
                disabled @ (Disabled::NoSuchThread
                | Disabled::WideChoice { .. }
                | Disabled::SurplusChoice),
            ) => return Err(Refusal::Interpreter(disabled)),
        }
        if pending.len() + outcomes.states.len() > MAX_CHOICES {
            return Err(Refusal::TooManyChoices(MAX_CHOICES));
        }
    }
    Ok(outcomes)
}

#[cfg(test)]
mod tests;
