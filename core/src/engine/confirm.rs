//! A run is believed when the interpreter has repeated it.

use crate::hash::FxHashSet;

use super::model::Model;
use super::verdict::{Run, Subject};
use crate::scpl::{
    Command, EdgeId, Expr, Interpreter, Place, Program, Schedule, Scope, Source, ThreadIdx, VarId,
    run,
};

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

/// Whether the run depends on a value that Braid does not model. If no condition on its way does, the
/// same steps can be made whatever the value is.
pub(super) fn is_approximated(model: &Model, run: &Run) -> bool {
    let mut made_up = MadeUp { program: &model.program, held: FxHashSet::default() };
    run.trace.events.iter().any(|event| {
        let commands = &model.program.edge(event.edge).commands;
        commands.iter().any(|command| made_up.decides(command, event.thread))
    })
}

/// The variables that hold a value in place of one that Braid does not model, or what was made of it.
struct MadeUp<'a> {
    program: &'a Program,
    /// Of locals, whose they are. An array counts as one variable.
    held: FxHashSet<(Option<ThreadIdx>, VarId)>,
}

impl MadeUp<'_> {
    /// Whether it matters for what happens next that a thread executes this. If not, takes notice.
    fn decides(&mut self, command: &Command, thread: ThreadIdx) -> bool {
        let (place, is_made_up) = match command {
            Command::Assume(expr) | Command::Await(expr) | Command::Join(expr) => {
                return self.is_in(expr, thread);
            }
            Command::Create { args, handle, .. } => {
                return args.iter().any(|(_, value)| self.is_in(value, thread))
                    || handle.iter().any(|place| self.is_index(place, thread));
            }
            Command::Assign(place, value) => (place, self.is_in(value, thread)),
            Command::Havoc(place, source) => (place, *source == Source::Unmodelled),
        };
        let key = self.key(place.var(), thread);
        match place {
            Place::Var(_) if !is_made_up => {
                self.held.remove(&key);
            }
            Place::Elem(..) if !is_made_up => {}
            _ => {
                self.held.insert(key);
            }
        }
        self.is_index(place, thread)
    }

    fn is_index(&self, place: &Place, thread: ThreadIdx) -> bool {
        match place {
            Place::Var(_) => false,
            Place::Elem(_, index) => self.is_in(index, thread),
        }
    }

    fn is_in(&self, expr: &Expr, thread: ThreadIdx) -> bool {
        let mut found = false;
        expr.for_each_var(&mut |var| found |= self.held.contains(&self.key(var, thread)));
        found
    }

    fn key(&self, var: VarId, thread: ThreadIdx) -> (Option<ThreadIdx>, VarId) {
        match self.program.var(var).scope {
            Scope::Shared => (None, var),
            Scope::Local => (Some(thread), var),
        }
    }
}

/// Whether a step makes up a value in place of one that Braid does not model.
pub(super) fn has_unmodelled(model: &Model, edge: EdgeId) -> bool {
    let commands = &model.program.edge(edge).commands;
    commands.iter().any(|command| matches!(command, Command::Havoc(_, Source::Unmodelled)))
}
