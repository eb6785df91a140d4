//! Waiting for a condition variable, and waking up for no reason.
//!
//! The model lets a waiting thread go on at any time, as C does. When nobody else has moved since the
//! thread began to wait, nobody can have signalled: then the story says so, because this is what most
//! readers do not expect. When somebody has moved, whether that was a signal is not looked into.
//!
//! Where deadlocks are looked for, signals are counted: then a thread goes on only when it is woken, and
//! the story tells whom a signal wakes.

use super::values::Names;
use crate::scpl::{Access, Event, StepKind, Thing, ThreadIdx, Trace};

/// Whether a step belongs to a call that waits for a condition variable.
pub(super) fn is_wait(names: Names, event: &Event) -> bool {
    let text = names.line(names.model.origins.edge(event.edge).span);
    let name = text.split('(').next().unwrap_or_default().trim();
    matches!(
        name,
        "pthread_cond_wait"
            | "pthread_cond_timedwait"
            | "pthread_cond_clockwait"
            | "cnd_wait"
            | "cnd_timedwait"
    )
}

/// How a thread that waited for a condition variable gets to lock the mutex again; `None` if it did not
/// wait.
pub(super) fn how(names: Names, trace: &Trace, event: &Event) -> Option<&'static str> {
    if !is_wait(names, event) {
        return None;
    }
    let here = trace.events.iter().position(|other| std::ptr::eq(other, event))?;
    let is_start = |other: &Event| {
        other.thread == event.thread
            && names.model.origins.edge(other.edge).kind == StepKind::Unlock
    };
    let start = trace.events[..here].iter().rposition(is_start)?;
    let is_alone = trace.events[start..here].iter().all(|other| other.thread == event.thread);
    Some(if is_alone { " for no reason, which C allows," } else { "" })
}

/// The condition variable that a thread begins to wait for when it unlocks the mutex, if signals are
/// counted.
pub(super) fn condition(names: Names, trace: &Trace, event: &Event) -> Option<String> {
    let here = trace.events.iter().position(|other| std::ptr::eq(other, event))?;
    // Nobody comes between the two.
    let own = trace.events[here..].iter().take_while(|other| other.thread == event.thread);
    let (name, ..) = own.into_iter().find_map(|other| counted(names, other))?;
    Some(name)
}

/// What a signal does, in words.
pub(super) fn signal(names: Names, trace: &Trace, event: &Event) -> Option<String> {
    let (name, before, after) = counted(names, event)?;
    // Those that wait with a time limit are not counted.
    let is_timed = |event: &Event| {
        names.model.origins.edge(event.edge).kind == StepKind::Unlock
            && is_wait(names, event)
            && condition(names, trace, event).is_none()
    };
    Some(match (before, before.saturating_sub(after)) {
        (0, _) if trace.events.iter().any(is_timed) => {
            format!("signals {name}, which wakes nobody")
        }
        (0, _) => format!("signals {name} while nobody waits for it"),
        (1, _) => format!("wakes up the thread that waits for {name}"),
        (all, woken) if woken == all => format!("wakes up the {all} threads that wait for {name}"),
        (all, _) => format!("wakes up one of the {all} threads that wait for {name}"),
    })
}

/// Why a thread waits for this condition variable in the end: it began to, and the last signals came when
/// nobody waited, or to another one.
pub(super) fn causes(names: Names, trace: &Trace, thread: ThreadIdx, name: &str) -> Vec<usize> {
    let kind = |event: &Event| names.model.origins.edge(event.edge).kind;
    let began = trace.events.iter().rposition(|event| {
        event.thread == thread && kind(event) == StepKind::Unlock && is_wait(names, event)
    });
    let last = |is_it: &dyn Fn(&str, u64) -> bool| {
        trace.events.iter().rposition(|event| {
            kind(event) == StepKind::Signal
                && counted(names, event).is_some_and(|(other, before, _)| is_it(&other, before))
        })
    };
    let here = last(&|other, _| other == name);
    let lost = last(&|other, before| other == name && before == 0);
    let elsewhere = last(&|_, before| before == 0);
    began.into_iter().chain(lost.or(here).or(elsewhere)).collect()
}

/// The condition variable of which an event changes the number of those that wait, and that number before
/// and after.
fn counted(names: Names, event: &Event) -> Option<(String, u64, u64)> {
    event.accesses.iter().find_map(|access| match *access {
        Access::Write { var, index, old, new }
            if names.model.origins.var(var).part_of == Some(Thing::Condition) =>
        {
            Some((names.cell(var, index), old, new))
        }
        _ => None,
    })
}
