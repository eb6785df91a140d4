//! A location goes: every edge into it is joined with every edge out of it.
//!
//! Take a run of the larger program that violates a property of the claim, and a thread t in it that
//! comes to the location by an edge e, and perhaps leaves it later by an edge f. The commands of e and
//! then those of f, as one edge, do what the two steps do if nobody moves in between; `Join` sees t
//! unfinished either way. So the question is whether f can directly follow e in another such run.
//!
//! **Atomic.** Nobody moves while t is in the location. If t never leaves, the run ends there, and not
//! in a violation: the location is no error.
//!
//! **LocalBefore.** e leaves a location where others may move and uses nothing but t's own variables.
//! Nobody else looks at t between e and f, but for joins on t, which wait in both places. So t can stay
//! where it was and take e just before f; if f never comes, e is left out.
//!
//! **LocalAfter.** Each f uses nothing but t's own variables, and one of them can be taken with whatever
//! values t has. So t takes f directly after e: the f that comes later in the run, or any if none does.
//! Others see of it only that joins on t may stop waiting, which takes no step from them. But
//! - f must not enter an atomic section: that would stop the others;
//! - f must not end the program: neither by `Halted` nor by the error of a property outside the claim.
//!   The others would not come to violate what is in the claim, by way of what e wrote: with
//!   `flag := 1` as e and a failing assertion of t as f, another thread may see the flag between them.
//!   If the error is in the claim, the smaller program violates the claim and that is enough.
//!
//! Not for entries, where threads come to be without an edge, nor for ends. With an edge from the
//! location to itself it would still have edges afterwards. `Create` and `Join` are left alone outside
//! sections: they concern other threads.

use super::formula::{Answer, Lit};
use super::scene::Scene;
use super::{Misstep, Refusal};
use crate::budget::Budget;
use crate::scpl::{Command, Edge, EdgeId, Ground, LocId, LocKind, Program, PropId, Scope};

/// The outer error is that the work was called off or could not be done.
pub fn bypass(
    program: &mut Program,
    loc: LocId,
    ground: Ground,
    claimed: &[PropId],
    budget: &Budget,
) -> Result<Result<(), Misstep>, Refusal> {
    if let Err(why) = is_allowed(program, loc, ground, claimed) {
        return Ok(Err(why));
    }
    if ground == Ground::LocalAfter && !is_total(program, loc, budget)? {
        return Ok(Err(Misstep::NotTotal));
    }
    let after: Vec<Edge> = program.edges_from(loc).map(|id| program.edge(id).clone()).collect();
    let mut edges = Vec::new();
    for edge in std::mem::take(&mut program.edges) {
        if edge.from == loc {
            continue;
        }
        if edge.to != loc {
            edges.push(edge);
            continue;
        }
        for next in &after {
            budget.spend(1)?;
            let commands = edge.commands.iter().chain(&next.commands).cloned().collect();
            edges.push(Edge { from: edge.from, to: next.to, commands });
        }
    }
    program.edges = edges;
    Ok(Ok(()))
}

/// All conditions but that some edge can always be taken.
fn is_allowed(
    program: &Program,
    loc: LocId,
    ground: Ground,
    claimed: &[PropId],
) -> Result<(), Misstep> {
    let place = program.locs.get(loc.index()).ok_or(Misstep::UnknownLoc(loc))?;
    if place.kind != LocKind::Plain {
        return Err(Misstep::End);
    }
    if program.templates.iter().any(|template| template.entry == loc) {
        return Err(Misstep::Entry);
    }
    let edges = || (0..).map(EdgeId).zip(&program.edges);
    let before: Vec<(EdgeId, &Edge)> = edges().filter(|(_, edge)| edge.to == loc).collect();
    let after: Vec<(EdgeId, &Edge)> = edges().filter(|(_, edge)| edge.from == loc).collect();
    if after.iter().any(|(_, edge)| edge.to == loc) {
        return Err(Misstep::SelfLoop);
    }
    match ground {
        Ground::Atomic if !place.atomic => return Err(Misstep::NotAtomic),
        Ground::LocalBefore | Ground::LocalAfter if place.atomic => return Err(Misstep::Atomic),
        _ => {}
    }
    match ground {
        Ground::Atomic => creates_once(&before, &after),
        Ground::LocalBefore => {
            no_create_or_join(before.iter().chain(&after))?;
            before.iter().try_for_each(|(id, edge)| {
                if !is_local(program, edge) {
                    Err(Misstep::NotLocal(*id))
                } else if program.loc(edge.from).atomic {
                    Err(Misstep::LeavesSection(*id))
                } else {
                    Ok(())
                }
            })
        }
        Ground::LocalAfter => {
            no_create_or_join(before.iter().chain(&after))?;
            after.iter().try_for_each(|(id, edge)| {
                let to = program.loc(edge.to);
                match to.kind {
                    _ if !is_local(program, edge) => Err(Misstep::NotLocal(*id)),
                    _ if to.atomic => Err(Misstep::EntersSection(*id)),
                    LocKind::Halted => Err(Misstep::EndsRun(*id)),
                    LocKind::Error(property) if !claimed.contains(&property) => {
                        Err(Misstep::EndsRun(*id))
                    }
                    _ => Ok(()),
                }
            })
        }
    }
}

fn creates_once(before: &[(EdgeId, &Edge)], after: &[(EdgeId, &Edge)]) -> Result<(), Misstep> {
    let creates =
        |edge: &Edge| edge.commands.iter().any(|command| matches!(command, Command::Create { .. }));
    let first = before.iter().find(|(_, edge)| creates(edge));
    let second = after.iter().find(|(_, edge)| creates(edge));
    match (first, second) {
        (Some((first, _)), Some((second, _))) => Err(Misstep::TwoCreates(*first, *second)),
        _ => Ok(()),
    }
}

fn no_create_or_join<'a>(
    mut edges: impl Iterator<Item = &'a (EdgeId, &'a Edge)>,
) -> Result<(), Misstep> {
    let concerns_others =
        |command: &Command| matches!(command, Command::Create { .. } | Command::Join(_));
    match edges.find(|(_, edge)| edge.commands.iter().any(concerns_others)) {
        Some((id, _)) => Err(Misstep::CreateOrJoin(*id)),
        None => Ok(()),
    }
}

/// Whether the edge reads and writes nothing but the thread's own variables.
fn is_local(program: &Program, edge: &Edge) -> bool {
    let is_own = |var| program.var(var).scope == Scope::Local;
    let mut is_local = edge.commands.iter().all(|command| match command {
        Command::Assume(_) | Command::Await(_) => true,
        Command::Assign(place, _) | Command::Havoc(place, _) => is_own(place.var()),
        Command::Create { .. } | Command::Join(_) => false,
    });
    edge.for_each_expr(&mut |expr| expr.for_each_var(&mut |var| is_local &= is_own(var)));
    is_local
}

/// Whether for all values of the thread's variables some edge out of the location can be taken. An edge
/// with a condition behind a havoc does not count: whether it holds may depend on the chosen value.
fn is_total(program: &Program, loc: LocId, budget: &Budget) -> Result<bool, Refusal> {
    let mut scene = Scene::new(program, 1);
    for id in program.edges_from(loc) {
        let commands = &program.edge(id).commands;
        if has_condition_behind_havoc(commands) {
            continue;
        }
        scene.rewind();
        for command in commands {
            scene.run(0, command);
        }
        let conditions = std::mem::take(&mut scene.conditions);
        let can_be_taken = scene.formula.all(&conditions);
        if can_be_taken == Lit::TRUE {
            return Ok(true);
        }
        scene.formula.clause(&[!can_be_taken]);
    }
    Ok(scene.formula.solve(budget)? == Answer::Unsat)
}

fn has_condition_behind_havoc(commands: &[Command]) -> bool {
    let havoc = commands.iter().position(|command| matches!(command, Command::Havoc(..)));
    let is_condition =
        |command: &Command| matches!(command, Command::Assume(_) | Command::Await(_));
    havoc.is_some_and(|havoc| commands[havoc..].iter().any(is_condition))
}
