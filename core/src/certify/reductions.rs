//! Repeats the steps that made the program smaller, each only if it is allowed.
//!
//! What must be kept: if some run of the larger program violates a property of the claim, then some run
//! of the smaller one that creates no more threads violates a property of the claim, perhaps another
//! one. Nothing else is promised; the smaller program may well do more.
//!
//! Said of the interpreter (`scpl::interp`), step by step:
//!
//! - `Forget`: what a thread does depends on the forgotten variables only in what it writes to them.
//!   Expressions cannot fail and have no effects, so two states that differ in those variables only
//!   have the same steps, to states that differ in them only.
//! - `Prune`: a step is refused as a whole if one condition in it does not hold.
//! - `Unreachable`: threads start at entries and move along edges.
//! - `Guard`: as long as no thread is in an atomic location the bit is 0: it is so at the start, is set
//!   only by an edge into such a location, and is cleared by the edge that leaves. In the larger
//!   program a thread outside moves only while nobody is in an atomic location, so the new condition
//!   takes no step away. (It is enough that `main`, if it starts in an atomic location, has 0 there.)
//! - `Share`: only edges that `main` can get to mention the variables, and there is one `main`. What it
//!   reads is what it has written, or that there is no thread, in both programs.
//! - `Count`: in `count.rs`.
//! - `Bypass`: in `bypass.rs`.

use std::collections::BTreeSet;

use super::bypass::bypass;
use super::count::count;
use super::{Misstep, Refusal};
use crate::budget::Budget;
use crate::scpl::{
    BinOp, Command, Edge, EdgeId, Env, Expr, Init, Layout, LocId, Place, Program, PropId,
    Reduction, Scope, Sort, TemplateId, Var, VarId,
};

/// The smaller program; a valid one.
pub fn apply(
    program: &Program,
    steps: &[Reduction],
    claimed: &[PropId],
    budget: &Budget,
) -> Result<Program, Refusal> {
    let mut program = program.clone();
    for (idx, step) in steps.iter().enumerate() {
        budget.spend(1 + program.edges.len() as u64 / 64)?;
        let refused = |why| Refusal::Reduction { step: idx, why };
        match step {
            Reduction::Forget(vars) => forget(&mut program, vars).map_err(refused)?,
            Reduction::Prune(edge) => prune(&mut program, *edge).map_err(refused)?,
            Reduction::Unreachable(locs) => unreachable(&mut program, locs).map_err(refused)?,
            Reduction::Bypass(loc, ground) => {
                bypass(&mut program, *loc, *ground, claimed, budget)?.map_err(refused)?;
            }
            Reduction::Guard(name) => guard(&mut program, name),
            Reduction::Share(vars) => share(&mut program, vars).map_err(refused)?,
            Reduction::Count { name, weights } => {
                count(&mut program, name, weights).map_err(refused)?;
            }
        }
    }
    program.validate().map_err(Refusal::Invalid)?;
    Ok(program)
}

fn forget(program: &mut Program, vars: &[VarId]) -> Result<(), Misstep> {
    if let Some(var) = vars.iter().find(|var| var.index() >= program.vars.len()) {
        return Err(Misstep::UnknownVar(*var));
    }
    let gone: BTreeSet<VarId> = vars.iter().copied().collect();
    for edge in &mut program.edges {
        edge.commands.retain(|command| match command {
            Command::Assign(place, _) | Command::Havoc(place, _) => !gone.contains(&place.var()),
            _ => true,
        });
        for command in &mut edge.commands {
            if let Command::Create { args, handle, .. } = command {
                args.retain(|(var, _)| !gone.contains(var));
                if handle.as_ref().is_some_and(|place| gone.contains(&place.var())) {
                    *handle = None;
                }
            }
        }
    }
    // Whatever still reads them does something else with them than computing others of them.
    for (idx, edge) in program.edges.iter().enumerate() {
        let mut read = None;
        edge.for_each_expr(&mut |expr| {
            expr.for_each_var(&mut |var| {
                if gone.contains(&var) {
                    read = Some(var);
                }
            });
        });
        if let Some(var) = read {
            return Err(Misstep::Read(var, EdgeId(idx as u32)));
        }
    }
    Ok(())
}

fn prune(program: &mut Program, edge: EdgeId) -> Result<(), Misstep> {
    let pruned = program.edges.get(edge.index()).ok_or(Misstep::UnknownEdge(edge))?;
    let layout = Layout::new(program);
    let env = Env { layout: &layout, shared: &[], locals: &[], self_handle: 0 };
    let never_holds = pruned.commands.iter().any(|command| match command {
        Command::Assume(condition) | Command::Await(condition) => {
            is_closed(condition) && !env.holds(condition)
        }
        _ => false,
    });
    if !never_holds {
        return Err(Misstep::NotFalse);
    }
    program.edges.remove(edge.index());
    Ok(())
}

/// Whether the value is the same in every state and thread.
fn is_closed(expr: &Expr) -> bool {
    let mut is_closed = true;
    expr.walk(&mut |part| {
        is_closed &= !matches!(part, Expr::Var(_) | Expr::Elem(..) | Expr::SelfHandle);
    });
    is_closed
}

/// The locations that threads get to from the entries of some templates.
fn reached(program: &Program, is_meant: impl Fn(TemplateId) -> bool) -> BTreeSet<LocId> {
    let mut reached: BTreeSet<LocId> = BTreeSet::new();
    let ids = (0..program.templates.len() as u32).map(TemplateId);
    let entries = ids.filter(|id| is_meant(*id)).map(|id| program.template(id).entry);
    let mut pending: Vec<LocId> = entries.collect();
    while let Some(loc) = pending.pop() {
        if reached.insert(loc) {
            pending.extend(program.edges_from(loc).map(|edge| program.edge(edge).to));
        }
    }
    reached
}

fn unreachable(program: &mut Program, locs: &[LocId]) -> Result<(), Misstep> {
    let reached = reached(program, |_| true);
    for loc in locs {
        if loc.index() >= program.locs.len() {
            return Err(Misstep::UnknownLoc(*loc));
        }
        if reached.contains(loc) {
            return Err(Misstep::Reachable(*loc));
        }
    }
    // An edge into such a location leaves one that cannot be reached either.
    program.edges.retain(|edge| !locs.contains(&edge.from) && !locs.contains(&edge.to));
    Ok(())
}

/// Whether the name is free is seen when the whole program is validated.
fn guard(program: &mut Program, name: &str) {
    let bit = VarId(program.vars.len() as u32);
    program.vars.push(Var {
        name: name.to_string(),
        scope: Scope::Shared,
        sort: Sort::Bits(1),
        len: None,
        init: Init::Zero,
    });
    let is_clear = Expr::bin(BinOp::Eq, Expr::Var(bit), Expr::FALSE);
    let set = |value: Expr| Command::Assign(Place::Var(bit), value);
    for edge in &mut program.edges {
        let from_atomic = program.locs[edge.from.index()].atomic;
        let to_atomic = program.locs[edge.to.index()].atomic;
        if !from_atomic {
            edge.commands.insert(0, Command::Assume(is_clear.clone()));
        }
        match (from_atomic, to_atomic) {
            (false, true) => edge.commands.push(set(Expr::TRUE)),
            (true, false) => edge.commands.push(set(Expr::FALSE)),
            _ => {}
        }
    }
    for loc in &mut program.locs {
        loc.atomic = false;
    }
}

fn share(program: &mut Program, vars: &[VarId]) -> Result<(), Misstep> {
    let others = reached(program, |template| template != program.main);
    for &var in vars {
        let declared = program.vars.get(var.index()).ok_or(Misstep::UnknownVar(var))?;
        let is_plain = declared.sort == Sort::Handle && declared.init == Init::Zero;
        if declared.scope != Scope::Local || !is_plain {
            return Err(Misstep::NotALocalHandle(var));
        }
        for (idx, edge) in program.edges.iter().enumerate() {
            let is_given = edge.commands.iter().any(|command| match command {
                Command::Create { template, args, .. } => {
                    *template == program.main || args.iter().any(|(given, _)| *given == var)
                }
                _ => false,
            });
            let mut is_used = written(edge).contains(&var);
            edge.for_each_expr(&mut |expr| expr.for_each_var(&mut |read| is_used |= read == var));
            if is_given || is_used && others.contains(&edge.from) {
                return Err(Misstep::NotOnlyMain(var, EdgeId(idx as u32)));
            }
        }
    }
    for var in vars {
        program.vars[var.index()].scope = Scope::Shared;
    }
    Ok(())
}

/// The variables that an edge may write in its own thread and in the shared part.
pub fn written(edge: &Edge) -> BTreeSet<VarId> {
    let places = edge.commands.iter().filter_map(|command| match command {
        Command::Assign(place, _) | Command::Havoc(place, _) => Some(place),
        Command::Create { handle, .. } => handle.as_ref(),
        Command::Assume(_) | Command::Await(_) | Command::Join(_) => None,
    });
    places.map(Place::var).collect()
}

#[cfg(test)]
mod tests;
