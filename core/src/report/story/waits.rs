//! What the threads of a deadlock wait for.

use super::values::{Names, listed, quoted};
use super::wakes;
use crate::engine::Run;
use crate::scpl::{
    Access, Command, EdgeId, Env, Interpreter, LocKind, Sort, State, StepKind, Thing, ThreadIdx,
    VarId,
};

/// A waiting thread, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wait {
    pub thread: ThreadIdx,
    /// The edge that cannot be taken.
    pub edge: EdgeId,
    /// `waits for b, held by worker#2`.
    pub effect: String,
    /// The events that led to it: who took the lock and where it went with it, which signal came too early.
    pub because: Vec<usize>,
    pub awaited: Awaited,
}

/// What a thread waits for, in the order in which it explains a deadlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Awaited {
    /// A signal on a condition variable.
    Signal,
    /// A lock, a semaphore, a barrier, a condition.
    Thing,
    /// The end of another thread: why that does not come is the question.
    End,
}

/// In the order in which they are told: who waits for the end of a thread comes last, as that is only a
/// consequence.
pub(crate) fn waits(names: Names, run: &Run) -> Vec<Wait> {
    let interpreter = Interpreter::new(&names.model.program);
    let waiting = run.waiting.iter().filter_map(|waiting| {
        let edge = *waiting.edges.first()?;
        Some(wait(names, run, &interpreter, waiting.thread, edge))
    });
    let mut waits: Vec<Wait> = waiting.collect();
    waits.sort_by_key(|wait| wait.awaited == Awaited::End);
    waits
}

fn wait(
    names: Names,
    run: &Run,
    interpreter: &Interpreter,
    thread: ThreadIdx,
    edge: EdgeId,
) -> Wait {
    let Front { state, mut reads } = front(interpreter, &run.state, thread, edge);
    let env = Env {
        layout: interpreter.layout(),
        shared: &state.shared,
        locals: &state.thread(thread).locals,
        self_handle: thread.handle(),
    };
    let mut told =
        Wait { thread, edge, effect: String::new(), because: Vec::new(), awaited: Awaited::Thing };
    for command in &names.model.program.edge(edge).commands {
        match command {
            Command::Await(condition) => {
                env.eval_reading(condition, &mut |var, index, value| {
                    reads.push(Read { var, index, value });
                });
                let cause = reads.iter().rev().find_map(|read| cause(names, *read));
                match cause {
                    Some(Cause::Lock(read)) => held(names, run, read, &mut told),
                    Some(Cause::Other(thing, read)) => lacking(names, run, thing, read, &mut told),
                    None => break,
                }
                return told;
            }
            Command::Join(handle) => {
                let handle = env.eval(handle).value;
                told.effect = format!("waits for {} to end", names.handle(handle));
                told.awaited = Awaited::End;
                return told;
            }
            _ => {}
        }
    }
    told.effect = match names.model.origins.edge(edge).kind {
        StepKind::Lock => "waits for a lock".to_owned(),
        _ => blocked(names, &env, edge),
    };
    told
}

/// A cell that was read, and what was found.
#[derive(Clone, Copy, Debug)]
struct Read {
    var: VarId,
    index: Option<u32>,
    value: u64,
}

/// Where a thread stands when it comes to the edge that it cannot take, and what it has read since others
/// could move.
struct Front {
    state: State,
    reads: Vec<Read>,
}

/// So many states of a section are looked at.
const MAX_STATES: usize = 1_000;

/// In front of the edge; if it is not found, where the thread is.
fn front(interpreter: &Interpreter, state: &State, thread: ThreadIdx, edge: EdgeId) -> Front {
    let program = interpreter.program();
    let start = || Front { state: state.clone(), reads: Vec::new() };
    let mut fronts = vec![start()];
    for next_idx in 0..MAX_STATES {
        let Some(front) = fronts.get(next_idx) else { break };
        let loc = front.state.thread(thread).loc;
        if program.edge(edge).from == loc {
            return fronts.swap_remove(next_idx);
        }
        let mut further = Vec::new();
        for other in program.edges_from(loc) {
            let Ok((state, event)) = interpreter.successor(&front.state, thread, other, &[]) else {
                continue;
            };
            if state.in_section(program) == Some(thread) {
                let mut reads = front.reads.clone();
                reads.extend(event.accesses.iter().filter_map(|access| match *access {
                    Access::Read { var, index, value } => Some(Read { var, index, value }),
                    _ => None,
                }));
                further.push(Front { state, reads });
            }
        }
        fronts.extend(further);
    }
    start()
}

/// What a thread waits for.
enum Cause {
    /// A lock that somebody holds.
    Lock(Read),
    /// Something else of the library.
    Other(Thing, Read),
}

/// What a read says about what the thread waits for.
fn cause(names: Names, read: Read) -> Option<Cause> {
    match names.model.origins.var(read.var).part_of {
        _ if names.is_mutex(read.var) => (read.value != 0).then_some(Cause::Lock(read)),
        None | Some(Thing::ReadWriteLock) => None,
        Some(thing) => Some(Cause::Other(thing, read)),
    }
}

/// A lock, by its kind and name, and who holds it.
fn held(names: Names, run: &Run, read: Read, told: &mut Wait) {
    let lock = names.lock(read.var, read.index, told.edge);
    let takers = takers(names, run, read);
    let holders: Vec<String> = takers
        .iter()
        .map(|&taken| run.trace.events[taken].thread)
        .map(|holder| match holder == told.thread {
            true => "itself".to_owned(),
            false if has_ended(names, run, holder) => {
                format!("{}, which has ended", names.label(holder))
            }
            false => names.label(holder).to_owned(),
        })
        .collect();
    told.effect = match (holders.is_empty(), is_count(names, read.var)) {
        (true, _) => format!("waits for {lock}"),
        (false, false) => format!("waits for {lock}, held by {}", listed(&holders)),
        (false, true) => format!("waits for {lock}, held for reading by {}", listed(&holders)),
    };
    // On its last step depends what it has decided since: why it still holds the lock.
    let last = |thread| run.trace.events.iter().rposition(|event| event.thread == thread);
    told.because =
        takers.iter().filter_map(|&taken| last(run.trace.events[taken].thread)).collect();
    told.because.extend(takers);
}

fn has_ended(names: Names, run: &Run, thread: ThreadIdx) -> bool {
    names.model.program.loc(run.state.thread(thread).loc).kind == LocKind::Finished
}

/// The events by which those that hold a lock have taken it.
fn takers(names: Names, run: &Run, read: Read) -> Vec<usize> {
    let cell = (read.var, read.index);
    let writes = run.trace.events.iter().enumerate().flat_map(|(idx, event)| {
        event.accesses.iter().filter(move |access| access.cell() == cell).filter_map(
            move |access| match *access {
                Access::Write { old, new, .. } => Some((idx, event.thread, old, new)),
                _ => None,
            },
        )
    });
    if !is_count(names, read.var) {
        return writes.last().map(|(idx, ..)| idx).into_iter().collect();
    }
    // Each reader counts itself.
    let mut taken: Vec<(usize, ThreadIdx)> = Vec::new();
    for (idx, thread, old, new) in writes {
        if old < new {
            taken.push((idx, thread));
        } else if let Some(given) = taken.iter().rposition(|(_, reader)| *reader == thread) {
            taken.remove(given);
        }
    }
    taken.sort_by_key(|(_, thread)| *thread);
    taken.dedup_by_key(|(_, thread)| *thread);
    taken.into_iter().map(|(idx, _)| idx).collect()
}

/// Whether the cell of a lock says how many hold it.
fn is_count(names: Names, var: VarId) -> bool {
    names.model.program.var(var).sort != Sort::Bits(1)
}

/// Something that nobody gives.
fn lacking(names: Names, run: &Run, thing: Thing, read: Read, told: &mut Wait) {
    let name = names.cell(read.var, read.index);
    told.effect = match thing {
        Thing::Semaphore => format!("waits for the semaphore {name}, which is {}", read.value),
        Thing::Barrier => format!("waits at the barrier {name} for more threads to arrive"),
        Thing::Condition | Thing::ReadWriteLock => {
            format!("waits for a signal on {name} that nobody will send")
        }
    };
    if thing == Thing::Condition {
        told.awaited = Awaited::Signal;
        told.because = wakes::causes(names, &run.trace, told.thread, &name);
    }
}

/// Where a thread waits for something that the user has written, and what it finds there:
/// ``waits in `await(flag)`, as flag = 0``.
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
