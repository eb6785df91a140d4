//! Which mutexes a thread surely holds at each location of the program.

use std::collections::BTreeSet;

use crate::scpl::{Command, Expr, Place, Program, VarId};

/// By location; `None` where no thread gets.
pub(super) fn held(program: &Program) -> Vec<Option<BTreeSet<VarId>>> {
    let mut held: Vec<Option<BTreeSet<VarId>>> = vec![None; program.locs.len()];
    for template in &program.templates {
        held[template.entry.index()] = Some(BTreeSet::new());
    }
    // Sets only shrink once they are there, so this ends.
    let mut changed = true;
    while changed {
        changed = false;
        for edge in &program.edges {
            let Some(before) = &held[edge.from.index()] else { continue };
            let after = step(program, before, &edge.commands);
            let there = &mut held[edge.to.index()];
            let joined = match there {
                None => after,
                Some(there) => there.intersection(&after).copied().collect(),
            };
            if there.as_ref() != Some(&joined) {
                *there = Some(joined);
                changed = true;
            }
        }
    }
    held
}

fn step(program: &Program, before: &BTreeSet<VarId>, commands: &[Command]) -> BTreeSet<VarId> {
    let mut after = before.clone();
    for command in commands {
        let Command::Assign(place, value) = command else { continue };
        if !is_held_mark(program, place.var()) {
            continue;
        }
        match (place, value) {
            (Place::Var(var), Expr::Const(bits)) if bits.value != 0 => after.insert(*var),
            (place, _) => after.remove(&place.var()),
        };
    }
    after
}

/// Whether the variable says that its thread holds a mutex.
fn is_held_mark(program: &Program, var: VarId) -> bool {
    program.var(var).name.starts_with("held:")
}
