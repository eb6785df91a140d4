//! Live locals: whose value can still matter.
//!
//! A predicate over a dead local says nothing that anybody will use, so it is not tracked there. This
//! one trick decides between milliseconds and time-outs.

use std::collections::BTreeSet;

use crate::scpl::{Command, Expr, Place, Program, Scope, VarId};

/// By location, the local variables that are read before they are written on some way from there.
pub(super) fn live_locals(program: &Program) -> Vec<BTreeSet<VarId>> {
    let mut live = vec![BTreeSet::new(); program.locs.len()];
    loop {
        let mut changed = false;
        for edge in program.edges.iter().rev() {
            let mut at = live[edge.to.index()].clone();
            for command in edge.commands.iter().rev() {
                before(program, command, &mut at);
            }
            let from = &mut live[edge.from.index()];
            let size = from.len();
            from.extend(at);
            changed |= from.len() != size;
        }
        if !changed {
            return live;
        }
    }
}

/// Turns what is live after a command into what is live before it.
fn before(program: &Program, command: &Command, live: &mut BTreeSet<VarId>) {
    let read = |expr: &Expr, live: &mut BTreeSet<VarId>| {
        expr.for_each_var(&mut |var| {
            if program.var(var).scope == Scope::Local {
                live.insert(var);
            }
        });
    };
    let write = |place: &Place, live: &mut BTreeSet<VarId>| match place {
        Place::Var(var) => {
            live.remove(var);
        }
        // The other elements stay, and the index is read.
        Place::Elem(_, index) => read(index, live),
    };
    match command {
        Command::Assume(expr) | Command::Await(expr) | Command::Join(expr) => read(expr, live),
        Command::Assign(place, value) => {
            write(place, live);
            read(value, live);
        }
        Command::Havoc(place, _) => write(place, live),
        Command::Create { args, handle, .. } => {
            if let Some(place) = handle {
                write(place, live);
            }
            for (_, value) in args {
                read(value, live);
            }
        }
    }
}
