//! Who freed the memory that a run goes wrong on.

use super::values::Names;
use crate::scpl::{Access, StepKind, Trace};

/// If the run ends because memory is not there any more, which thread freed it, and in which line.
pub(super) fn freed(names: Names, trace: &Trace) -> Option<(String, u32)> {
    let (last, before) = trace.events.split_last()?;
    let missing = last.accesses.iter().filter_map(|access| match access {
        Access::Read { value: 0, .. } => Some(access.cell()),
        _ => None,
    });
    let missing: Vec<_> = missing.collect();
    let free = before.iter().rfind(|event| {
        let is_missing = |access: &Access| {
            matches!(access, Access::Write { new: 0, .. }) && missing.contains(&access.cell())
        };
        names.model.origins.edge(event.edge).kind == StepKind::Free
            && event.accesses.iter().any(is_missing)
    })?;
    let statement = names.model.origins.edge(free.edge).statement;
    Some((names.label(free.thread).to_owned(), names.files.line(statement)))
}
