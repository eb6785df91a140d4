//! Waiting for a condition variable, and waking up for no reason.
//!
//! The model lets a waiting thread go on at any time, as C does. When nobody else has moved since the
//! thread began to wait, nobody can have signalled: then the story says so, because this is what most
//! readers do not expect. When somebody has moved, whether that was a signal is not looked into.

use super::values::Names;
use crate::scpl::{Event, StepKind, Trace};

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
