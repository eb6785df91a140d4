//! Values that nobody ever set.

use crate::hash::FxHashSet;

use crate::engine::Model;
use crate::scpl::{Access, Command, Init, Scope, ThreadIdx, Trace, VarId};

/// A cell of an event: the variable and the index.
pub(super) type Cell = (VarId, Option<u32>);

/// The reads, as event and cell, that found what happened to be there: the variable starts with any
/// value, and nothing was written to it.
pub(super) fn reads_by_chance(model: &Model, trace: &Trace) -> FxHashSet<(usize, Cell)> {
    let program = &model.program;
    let mut set: FxHashSet<(Cell, Option<ThreadIdx>)> = FxHashSet::default();
    let mut by_chance = FxHashSet::default();
    for (idx, event) in trace.events.iter().enumerate() {
        for access in &event.accesses {
            let cell = access.cell();
            let var = program.var(cell.0);
            let owner = (var.scope == Scope::Local).then_some(event.thread);
            match access {
                Access::Read { .. } => {
                    if var.init == Init::Any && !set.contains(&(cell, owner)) {
                        by_chance.insert((idx, cell));
                    }
                }
                Access::Write { .. } | Access::Choose { .. } => {
                    set.insert((cell, owner));
                }
            }
        }
        for command in &program.edge(event.edge).commands {
            if let Command::Create { args, .. } = command {
                set.extend(args.iter().map(|(var, _)| ((*var, None), event.created)));
            }
        }
    }
    by_chance
}
