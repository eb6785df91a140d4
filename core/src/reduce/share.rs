//! Handles that only `main` keeps become shared.
//!
//! There is one `main`, so one copy for all threads is as good as one for each. Of a shared handle a
//! predicate can say whose it is: `h == @self` is true in the thread that `main` is going to join, and
//! without that nobody knows what a join waits for. Comes last, because steps on locals are easier to
//! make go away.

use std::collections::BTreeSet;

use crate::scpl::{
    Command, Edge, Init, LocId, Place, Program, Reduced, Reduction, Scope, Sort, VarId,
};

/// The program with such handles shared, if there are any.
pub fn share(reduced: &Reduced) -> Option<Reduced> {
    let program = &reduced.program;
    let is_joined = |edge: &Edge| edge.commands.iter().any(|one| matches!(one, Command::Join(_)));
    if !program.edges.iter().any(is_joined) || is_created(program) {
        return None;
    }
    let others = of_others(program);
    let all = used(&program.edges);
    let mut shared: Vec<VarId> = (0..program.vars.len() as u32).map(VarId).collect();
    shared.retain(|var| {
        let declared = program.var(*var);
        declared.scope == Scope::Local
            && declared.sort == Sort::Handle
            && declared.init == Init::Zero
            && all.contains(var)
            && !others.contains(var)
    });
    if shared.is_empty() {
        return None;
    }
    let mut reduced = reduced.clone();
    for var in &shared {
        reduced.program.vars[var.index()].scope = Scope::Shared;
    }
    reduced.steps.push(Reduction::Share(shared));
    Some(reduced)
}

/// Whether there may be more than one `main`.
fn is_created(program: &Program) -> bool {
    program.edges.iter().flat_map(|edge| &edge.commands).any(
        |command| matches!(command, Command::Create { template, .. } if *template == program.main),
    )
}

/// The variables that threads other than `main` use, or are given.
fn of_others(program: &Program) -> BTreeSet<VarId> {
    let templates = program.templates.iter().enumerate();
    let others = templates.filter(|(idx, _)| *idx != program.main.index());
    let mut pending: Vec<LocId> = others.map(|(_, template)| template.entry).collect();
    let mut reached = BTreeSet::new();
    while let Some(loc) = pending.pop() {
        if reached.insert(loc) {
            pending.extend(program.edges_from(loc).map(|edge| program.edge(edge).to));
        }
    }
    let mut found = used(program.edges.iter().filter(|edge| reached.contains(&edge.from)));
    for command in program.edges.iter().flat_map(|edge| &edge.commands) {
        if let Command::Create { args, .. } = command {
            found.extend(args.iter().map(|(var, _)| *var));
        }
    }
    found
}

/// The variables that edges read and write in their own thread.
fn used<'a>(edges: impl IntoIterator<Item = &'a Edge>) -> BTreeSet<VarId> {
    let mut used = BTreeSet::new();
    for command in edges.into_iter().flat_map(|edge| &edge.commands) {
        command.for_each_expr(&mut |expr| expr.for_each_var(&mut |var| _ = used.insert(var)));
        match command {
            Command::Assign(place, _) | Command::Havoc(place, _) => {
                used.insert(place.var());
            }
            Command::Create { handle, .. } => used.extend(handle.iter().map(Place::var)),
            Command::Assume(_) | Command::Await(_) | Command::Join(_) => {}
        }
    }
    used
}
