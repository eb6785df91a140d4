//! Cone of influence: what never reaches a condition is not computed.

use std::collections::BTreeSet;

use super::Draft;
use crate::scpl::{Command, Expr, Place, Program, Reduction, VarId};

pub(super) fn forget(draft: &mut Draft) {
    let needed = needed(&draft.program);
    let all = (0..draft.program.vars.len() as u32).map(VarId);
    let forgotten: Vec<VarId> = all.filter(|var| !needed.contains(var)).collect();
    if forgotten.is_empty() {
        return;
    }
    let is_kept = |place: &Place| needed.contains(&place.var());
    for edge in &mut draft.program.edges {
        edge.commands.retain(|command| match command {
            Command::Assign(place, _) | Command::Havoc(place, _) => is_kept(place),
            _ => true,
        });
        for command in &mut edge.commands {
            if let Command::Create { args, handle, .. } = command {
                args.retain(|(var, _)| needed.contains(var));
                handle.take_if(|place| !is_kept(place));
            }
        }
    }
    draft.steps.push(Reduction::Forget(forgotten));
}

/// The variables that conditions read, and all that goes into them.
fn needed(program: &Program) -> BTreeSet<VarId> {
    let mut needed = BTreeSet::new();
    loop {
        let before = needed.len();
        for edge in &program.edges {
            for command in &edge.commands {
                need(command, &mut needed);
            }
        }
        if needed.len() == before {
            return needed;
        }
    }
}

fn need(command: &Command, needed: &mut BTreeSet<VarId>) {
    let add = |expr: &Expr, needed: &mut BTreeSet<VarId>| {
        expr.for_each_var(&mut |var| {
            needed.insert(var);
        });
    };
    let write = |place: &Place, value: Option<&Expr>, needed: &mut BTreeSet<VarId>| {
        if needed.contains(&place.var()) {
            if let Place::Elem(_, index) = place {
                add(index, needed);
            }
            if let Some(value) = value {
                add(value, needed);
            }
        }
    };
    match command {
        Command::Assume(expr) | Command::Await(expr) | Command::Join(expr) => {
            expr.for_each_var(&mut |var| {
                needed.insert(var);
            });
        }
        Command::Assign(place, value) => write(place, Some(value), needed),
        Command::Havoc(place, _) => write(place, None, needed),
        Command::Create { args, handle, .. } => {
            if let Some(place) = handle {
                write(place, None, needed);
            }
            for (var, value) in args {
                write(&Place::Var(*var), Some(value), needed);
            }
        }
    }
}
