//! Who freed the memory that a run goes wrong on, or where the lifetime of a variable has ended.

use super::values::Names;
use crate::scpl::{Access, StepKind, Trace, VarId};
use crate::text::Span;

/// Memory that was freed before it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Freed {
    /// The event that freed it.
    pub event: usize,
    /// The thread that did.
    pub who: String,
    pub line: u32,
    /// The statement that freed it, and the call that led there.
    statement: Span,
    call: Option<Span>,
    /// What says whether the memory is there.
    memory: VarId,
    /// The variable, if it is one whose lifetime has ended.
    pub variable: Option<String>,
}

impl Freed {
    /// Whether both are to blame on the same piece of the program.
    pub fn is_same_cause(&self, other: &Freed) -> bool {
        let cause = |it: &Freed| (it.statement, it.call, it.memory);
        cause(self) == cause(other)
    }
}

/// If the run ends because memory is not there any more, which thread freed it, and where.
pub(super) fn freed(names: Names, trace: &Trace) -> Option<Freed> {
    let (last, before) = trace.events.split_last()?;
    let missing = last.accesses.iter().filter_map(|access| match access {
        Access::Read { value: 0, .. } => Some(access.cell()),
        _ => None,
    });
    let missing: Vec<_> = missing.collect();
    let kind = |event| names.model.origins.edge(event).kind;
    let frees = before.iter().enumerate().rev().filter(|(_, it)| kind(it.edge) == StepKind::Free);
    let mut frees = frees.filter_map(|(idx, event)| {
        let cell = event.accesses.iter().find_map(|access| match access {
            Access::Write { new: 0, .. } => {
                Some(access.cell()).filter(|cell| missing.contains(cell))
            }
            _ => None,
        })?;
        Some((idx, event, cell))
    });
    let (idx, event, (memory, index)) = frees.next()?;
    let origin = names.model.origins.edge(event.edge);
    Some(Freed {
        event: idx,
        who: names.label(event.thread).to_owned(),
        line: names.files.line(origin.statement),
        statement: origin.statement,
        call: origin.call,
        memory,
        variable: names.owners.variable(names.model, memory, index),
    })
}
