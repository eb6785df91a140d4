//! What the threads of a deadlock wait for.

use super::values::Names;
use crate::scpl::{
    Access, Command, EdgeId, Expr, Scope, Sort, StepKind, ThreadIdx, Trace, VarId, Waiting,
};

/// A waiting thread, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wait {
    pub thread: ThreadIdx,
    /// The edge that cannot be taken.
    pub edge: EdgeId,
    /// `waits for b, held by worker#2`.
    pub effect: String,
    /// The event that took the lock, if it is a lock.
    pub because: Option<usize>,
}

pub(crate) fn waits(names: Names, trace: &Trace, waiting: &[Waiting]) -> Vec<Wait> {
    waiting
        .iter()
        .filter_map(|waiting| {
            let edge = *waiting.edges.first()?;
            Some(wait(names, trace, waiting.thread, edge))
        })
        .collect()
}

fn wait(names: Names, trace: &Trace, thread: ThreadIdx, edge: EdgeId) -> Wait {
    for command in &names.model.program.edge(edge).commands {
        match command {
            Command::Await(condition) => {
                let Some((var, index, taken)) = held_mutex(names, trace, condition) else { break };
                let mutex = names.cell(var, index);
                let holder = trace.events[taken].thread;
                let holder = if holder == thread { "itself" } else { names.label(holder) };
                let effect = format!("waits for {mutex}, held by {holder}");
                return Wait { thread, edge, effect, because: Some(taken) };
            }
            Command::Join(handle) => {
                let whom = joined(names, trace, thread, handle);
                let effect = format!("waits for {whom} to end");
                return Wait { thread, edge, effect, because: None };
            }
            _ => {}
        }
    }
    let effect = match names.model.origins.edge(edge).kind {
        StepKind::Lock => "waits for a mutex",
        _ => "waits",
    };
    Wait { thread, edge, effect: effect.to_owned(), because: None }
}

/// The mutex that a condition waits for and the event that locked it: of those it mentions, the only
/// one that is locked.
fn held_mutex(
    names: Names,
    trace: &Trace,
    condition: &Expr,
) -> Option<(VarId, Option<u32>, usize)> {
    let mut mutexes = Vec::new();
    condition.for_each_var(&mut |var| {
        if names.is_mutex(var) && !mutexes.contains(&var) {
            mutexes.push(var);
        }
    });
    let mut held = Vec::new();
    for var in mutexes {
        let mut settled = Vec::new();
        for (idx, event) in trace.events.iter().enumerate().rev() {
            for access in event.accesses.iter().rev() {
                let Access::Write { var: written, index, new, .. } = *access else { continue };
                if written == var && !settled.contains(&index) {
                    settled.push(index);
                    if new != 0 {
                        held.push((var, index, idx));
                    }
                }
            }
        }
    }
    match held.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// The thread whose handle an expression holds.
fn joined(names: Names, trace: &Trace, thread: ThreadIdx, handle: &Expr) -> String {
    let unknown = || "a thread".to_owned();
    let Expr::Var(var) = handle else { return unknown() };
    let declared = names.model.program.var(*var);
    if declared.sort != Sort::Handle {
        return unknown();
    }
    let written = trace.events.iter().rev().find_map(|event| {
        if declared.scope == Scope::Local && event.thread != thread {
            return None;
        }
        event.accesses.iter().rev().find_map(|access| match access {
            Access::Write { var: written, new, .. } if written == var => Some(*new),
            _ => None,
        })
    });
    written.map_or_else(unknown, |raw| names.handle(raw))
}
