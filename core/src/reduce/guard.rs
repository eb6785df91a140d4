//! Atomic sections with loops: a shared bit says that somebody is inside.

use super::Draft;
use crate::sabotage::Sabotage;
use crate::scpl::{BinOp, Command, Edge, Expr, Init, Place, Reduction, Scope, Sort, Var, VarId};

pub(super) fn guard(draft: &mut Draft) {
    let program = &draft.program;
    let touches = |edge: &Edge| program.loc(edge.from).atomic || program.loc(edge.to).atomic;
    // Locations of sections that became single edges are still there, but nobody gets to them.
    if !program.edges.iter().any(touches) {
        return;
    }
    let name = free_name(draft);
    let bit = VarId(draft.program.vars.len() as u32);
    draft.program.vars.push(Var {
        name: name.clone(),
        scope: Scope::Shared,
        sort: Sort::Bits(1),
        len: None,
        init: Init::Zero,
    });
    let set = |value: u64| Command::Assign(Place::Var(bit), Expr::constant(value, 1));
    let is_clear = Expr::bin(BinOp::Eq, Expr::Var(bit), Expr::constant(0, 1));
    let locs = draft.program.locs.clone();
    for edge in &mut draft.program.edges {
        match (locs[edge.from.index()].atomic, locs[edge.to.index()].atomic) {
            (false, enters) => {
                edge.commands.insert(0, Command::Assume(is_clear.clone()));
                if enters {
                    edge.commands.push(set(1));
                }
            }
            (true, false) if Sabotage::GuardKept.is_on() => {} // in some tests only
            (true, false) => edge.commands.push(set(0)),
            (true, true) => {}
        }
    }
    for loc in &mut draft.program.locs {
        loc.atomic = false;
    }
    draft.steps.push(Reduction::Guard(name));
}

fn free_name(draft: &Draft) -> String {
    let mut name = "$section".to_owned();
    while draft.program.vars.iter().any(|var| var.name == name) {
        name.push('$');
    }
    name
}
