//! Running a schedule.

use super::Interpreter;
use super::state::State;
use super::step::Disabled;
use crate::scpl::program::Program;
use crate::scpl::trace::{Schedule, Trace};

/// A schedule that the program does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The index of the refused step; `None` if the initial values are at fault.
    pub step_idx: Option<usize>,
    pub disabled: Disabled,
}

/// Runs a schedule exactly, and says what happened.
pub fn replay(program: &Program, schedule: &Schedule) -> Result<Trace, ReplayError> {
    run(program, schedule, &mut |_| {}).map(|(trace, _)| trace)
}

/// Runs a schedule exactly. `on_state` is shown the initial state and the state after each step; the
/// last one is returned beside the trace.
pub fn run(
    program: &Program,
    schedule: &Schedule,
    on_state: &mut dyn FnMut(&State),
) -> Result<(Trace, State), ReplayError> {
    let interpreter = Interpreter::new(program);
    let mut state = interpreter
        .initial(schedule.n_threads, &schedule.init)
        .map_err(|disabled| ReplayError { step_idx: None, disabled })?;
    on_state(&state);
    let mut events = Vec::with_capacity(schedule.steps.len());
    for (idx, step) in schedule.steps.iter().enumerate() {
        let event = interpreter
            .step(&mut state, step.thread, step.edge, &step.choices)
            .map_err(|disabled| ReplayError { step_idx: Some(idx), disabled })?;
        events.push(event);
        on_state(&state);
    }
    let threads = state.threads.iter().map(|thread| thread.template).collect();
    // Nobody moves after a violation, so it can only be the last event's.
    let violated = state.violated(program);
    Ok((Trace { threads, events, violated }, state))
}
