//! A run is believed when the interpreter has repeated it.

use super::model::Model;
use super::verdict::{Run, Subject};
use crate::scpl::{Command, EdgeId, Interpreter, Schedule, Source, run};

/// The run of a schedule, if it ends as claimed. Otherwise what is wrong with it, for the report of
/// the bug that this is.
pub(super) fn confirm(model: &Model, subject: Subject, schedule: &Schedule) -> Result<Run, String> {
    let (trace, _) = run(&model.program, schedule, &mut |_| {})
        .map_err(|error| format!("a run cannot be repeated: {error:?}"))?;
    // The search had so many threads at hand; the run is shown with those that it creates.
    let n_threads = trace.threads.len() as u32 - 1;
    let schedule = Schedule { n_threads, ..schedule.clone() };
    let (trace, state) = run(&model.program, &schedule, &mut |_| {})
        .map_err(|error| format!("a run needs more threads than it creates: {error:?}"))?;
    let waiting = match subject {
        Subject::Property(property) if trace.violated == Some(property) => Vec::new(),
        Subject::Property(_) => {
            return Err(format!("a run violates {:?} instead", trace.violated));
        }
        Subject::Uncalled(_) => return Err("a run gets to what nobody calls".to_owned()),
        Subject::Deadlock => Interpreter::new(&model.program)
            .deadlocked(&state)
            .ok_or_else(|| "a run does not end in a deadlock".to_owned())?,
    };
    Ok(Run { schedule, trace, state, waiting, wakeups: model.wakeups })
}

/// Whether a step makes up a value in place of one that Braid does not model.
pub(super) fn has_unmodelled(model: &Model, edge: EdgeId) -> bool {
    let commands = &model.program.edge(edge).commands;
    commands.iter().any(|command| matches!(command, Command::Havoc(_, Source::Unmodelled)))
}
