//! `Count`: a new variable says how many threads are somewhere.
//!
//! It is at any time the sum, over `main` and the threads that were created, of the weights of the
//! locations that they are in. At the start that is the weight of the entry of `main`. An edge moves one
//! thread from one location to another, and adds the difference; if it creates a thread, that one
//! comes to its entry, and was nowhere before. (When the run is over, nobody looks at it any more.)
//!
//! Only plain locations weigh, each at most [`MAX_WEIGHT`], and at most 2^24 threads run at the same time
//! (A29): so the sum is at most [`MAX_COUNTED`], and 32 bits are enough for it. The thread that moves is
//! one of those that are summed up. So no condition takes a step away, and nobody else
//! reads or writes the variable.

use std::collections::BTreeMap;

use super::Misstep;
use crate::scpl::{
    BinOp, COUNT_WIDTH, Command, Expr, Init, LocId, LocKind, MAX_COUNTED, MAX_WEIGHT, Place,
    Program, Scope, Sort, Var, VarId,
};

/// Whether the name is free is seen when the whole program is validated.
pub(super) fn count(
    program: &mut Program,
    name: &str,
    weights: &[(LocId, u32)],
) -> Result<(), Misstep> {
    let mut weight_of: BTreeMap<LocId, u64> = BTreeMap::new();
    for &(loc, weight) in weights {
        let counted = program.locs.get(loc.index()).ok_or(Misstep::UnknownLoc(loc))?;
        let is_again = weight_of.insert(loc, u64::from(weight)).is_some();
        if counted.kind != LocKind::Plain || weight > MAX_WEIGHT || is_again {
            return Err(Misstep::Uncountable(loc));
        }
    }
    let weight = |loc: LocId| weight_of.get(&loc).copied().unwrap_or(0);
    let entries: Vec<u64> = program.templates.iter().map(|one| weight(one.entry)).collect();
    let sum = VarId(program.vars.len() as u32);
    program.vars.push(Var {
        name: name.to_string(),
        scope: Scope::Shared,
        sort: Sort::Bits(COUNT_WIDTH),
        len: None,
        init: Init::Values(vec![entries[program.main.index()]]),
    });
    let number = |value: u64| Expr::constant(value, COUNT_WIDTH);
    for edge in &mut program.edges {
        let ends_run =
            matches!(program.locs[edge.to.index()].kind, LocKind::Halted | LocKind::Error(_));
        let leaves = weight(edge.from);
        let mut comes = weight(edge.to);
        for command in &edge.commands {
            if let Command::Create { template, .. } = command {
                comes += entries[template.index()];
            }
        }
        let is_few = Expr::bin(BinOp::Ule, Expr::Var(sum), number(MAX_COUNTED));
        edge.commands.insert(0, Command::Assume(is_few.clone()));
        if leaves > 0 {
            let is_enough = Expr::bin(BinOp::Ule, number(leaves), Expr::Var(sum));
            edge.commands.insert(1, Command::Assume(is_enough));
        }
        if leaves != comes && !ends_run {
            let change = number(comes.wrapping_sub(leaves));
            let new = Expr::bin(BinOp::Add, Expr::Var(sum), change);
            edge.commands.push(Command::Assign(Place::Var(sum), new));
            edge.commands.push(Command::Assume(is_few));
        }
    }
    Ok(())
}
