//! What the threads of a deadlock wait for.

use super::values::{Names, listed, quoted};
use crate::engine::Run;
use crate::scpl::{Access, Bits, Command, EdgeId, Env, Expr, Layout, StepKind, ThreadIdx, VarId};

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

pub(crate) fn waits(names: Names, run: &Run) -> Vec<Wait> {
    let layout = Layout::new(&names.model.program);
    let waiting = run.waiting.iter().filter_map(|waiting| {
        let edge = *waiting.edges.first()?;
        Some(wait(names, run, &layout, waiting.thread, edge))
    });
    waiting.collect()
}

fn wait(names: Names, run: &Run, layout: &Layout, thread: ThreadIdx, edge: EdgeId) -> Wait {
    let told = |effect: String, because| Wait { thread, edge, effect, because };
    let env = Env {
        layout,
        shared: &run.state.shared,
        locals: &run.state.thread(thread).locals,
        self_handle: thread.handle(),
    };
    for command in &names.model.program.edge(edge).commands {
        match command {
            Command::Await(condition) => {
                let Some((var, index)) = held_mutex(names, &env, condition) else { break };
                let mutex = names.cell(var, index);
                let Some(taken) = last_write(run, var, index) else {
                    return told(format!("waits for {mutex}"), None);
                };
                let holder = run.trace.events[taken].thread;
                let holder = if holder == thread { "itself" } else { names.label(holder) };
                return told(format!("waits for {mutex}, held by {holder}"), Some(taken));
            }
            Command::Join(handle) => {
                let handle = env.eval(handle).value;
                return told(format!("waits for {} to end", names.handle(handle)), None);
            }
            _ => {}
        }
    }
    let effect = match names.model.origins.edge(edge).kind {
        StepKind::Lock => "waits for a mutex".to_owned(),
        _ => blocked(names, &env, edge),
    };
    told(effect, None)
}

/// Where a thread waits for something else, such as a semaphore, and what it finds there:
/// ``waits in `sem_wait(&items)`, as items = 0``.
fn blocked(names: Names, env: &Env, edge: EdgeId) -> String {
    let call = names.line(names.model.origins.edge(edge).statement);
    let call = quoted(call.trim_end_matches(';').trim_end());
    let mut found: Vec<String> = Vec::new();
    for command in &names.model.program.edge(edge).commands {
        let (Command::Await(condition) | Command::Assume(condition)) = command else { continue };
        env.eval_reading(condition, &mut |var, index, value| {
            let told = format!("{} = {}", names.cell(var, index), names.value(var, value));
            if names.is_visible(var) && !found.contains(&told) {
                found.push(told);
            }
        });
    }
    match found.is_empty() {
        true => format!("waits in {call}"),
        false => format!("waits in {call}, as {}", listed(&found)),
    }
}

/// The mutex that a condition waits for: the locked one among those that its evaluation reads.
fn held_mutex(names: Names, env: &Env, condition: &Expr) -> Option<(VarId, Option<u32>)> {
    let mut held = Vec::new();
    env.eval_reading(condition, &mut |var, index, value| {
        if names.is_mutex(var) && value != Bits::FALSE.value && !held.contains(&(var, index)) {
            held.push((var, index));
        }
    });
    match held.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

fn last_write(run: &Run, var: VarId, index: Option<u32>) -> Option<usize> {
    let is_write =
        |access: &Access| matches!(access, Access::Write { .. }) && access.cell() == (var, index);
    run.trace.events.iter().rposition(|event| event.accesses.iter().any(is_write))
}
