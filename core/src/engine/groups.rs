//! Goals that speak of the same shared variables belong together.
//!
//! A goal speaks of what its condition reads, and of what that was computed from, however far back. What
//! threads only wait for, or decide by, does not count: a lock is found again by each group that needs
//! it. Goals that speak of locals alone are one group. Any grouping is right, since each group is proved
//! by itself.

use crate::scpl::{Command, EdgeId, Program, PropId, Scope, VarId};

/// The goals, each in one group; goals in the order given, groups by their first.
pub(super) fn groups(program: &Program, goals: &[PropId]) -> Vec<Vec<PropId>> {
    let sources = sources(program);
    let mut groups: Vec<(Vec<bool>, Vec<PropId>)> = Vec::new();
    for &goal in goals {
        let mut group = (shared_behind(program, &sources, goal), vec![goal]);
        let is_local = !group.0.contains(&true);
        let touches = |(vars, _): &(Vec<bool>, _)| {
            vars.iter().zip(&group.0).any(|(one, other)| *one && *other)
                || is_local && !vars.contains(&true)
        };
        let (joined, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(touches);
        for (vars, members) in joined.into_iter().rev() {
            group.0.iter_mut().zip(vars).for_each(|(one, other)| *one |= other);
            group.1.splice(0..0, members);
        }
        groups = apart;
        groups.push(group);
    }
    let mut groups: Vec<Vec<PropId>> = groups.into_iter().map(|(_, members)| members).collect();
    let position = |goal: &PropId| goals.iter().position(|other| other == goal);
    groups.iter_mut().for_each(|group| group.sort_by_key(position));
    groups.sort_by_key(|group| position(&group[0]));
    groups
}

/// By variable, those that its values are computed from.
fn sources(program: &Program) -> Vec<Vec<VarId>> {
    let mut sources = vec![Vec::new(); program.vars.len()];
    let commands = program.edges.iter().flat_map(|edge| &edge.commands);
    for command in commands {
        match command {
            Command::Assign(place, _) => {
                command.for_each_expr(&mut |expr| {
                    expr.for_each_var(&mut |var| sources[place.var().index()].push(var));
                });
            }
            Command::Create { args, .. } => {
                for (param, value) in args {
                    value.for_each_var(&mut |var| sources[param.index()].push(var));
                }
            }
            Command::Assume(_) | Command::Await(_) | Command::Havoc(..) | Command::Join(_) => {}
        }
    }
    sources
}

/// By variable, whether it is shared and the goal speaks of it.
fn shared_behind(program: &Program, sources: &[Vec<VarId>], goal: PropId) -> Vec<bool> {
    let error = program.properties[goal.index()].error;
    let mut pending: Vec<VarId> = Vec::new();
    for edge in (0..program.edges.len() as u32).map(EdgeId) {
        if program.edge(edge).to == error {
            let mut read = |var| pending.push(var);
            program.edge(edge).for_each_expr(&mut |expr| expr.for_each_var(&mut read));
        }
    }
    let mut seen = vec![false; program.vars.len()];
    while let Some(var) = pending.pop() {
        if !std::mem::replace(&mut seen[var.index()], true) {
            pending.extend(&sources[var.index()]);
        }
    }
    let is_shared = |idx: usize| program.vars[idx].scope == Scope::Shared;
    seen.iter().enumerate().map(|(idx, seen)| *seen && is_shared(idx)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&[u32]]) {
        let program: Program = text.parse().unwrap_or_else(|error| panic!("{error:?}: {text}"));
        let goals: Vec<PropId> = (0..program.properties.len() as u32).map(PropId).collect();
        let groups = groups(&program, &goals);
        let groups: Vec<Vec<u32>> =
            groups.iter().map(|group| group.iter().map(|goal| goal.0).collect()).collect();
        assert_eq!(groups, expected);
    }

    /// A program of one thread that goes through `edges`, from `L1` on, and may violate at each.
    fn program(vars: &str, errors: &[&str], edges: &[&str]) -> String {
        let mut text = format!("{vars}template main at L1 (initial)\n");
        let first_error = edges.len() + 2;
        for idx in 0..errors.len() {
            text += &format!("property P{idx} assertion at L{}\n", first_error + idx);
        }
        text += "L0: finished\n";
        for (idx, edge) in edges.iter().enumerate() {
            text += &format!("L{}:\n  -> L{}: {edge}\n", idx + 1, idx + 2);
        }
        text += &format!("L{}:\n", edges.len() + 1);
        for (idx, error) in errors.iter().enumerate() {
            text += &format!("  -> L{}: assume {error}\n", first_error + idx);
        }
        for idx in 0..errors.len() {
            text += &format!("L{}: error P{idx}\n", first_error + idx);
        }
        text
    }

    const VARS: &str = "shared i8 x\nshared i8 y\nshared i8 z\nlocal i8 a\nlocal i8 b\n";
    const ERRORS: [&str; 4] = ["x == 1:i8", "y == 1:i8", "a == 1:i8", "b == 1:i8"];

    #[test]
    fn what_has_nothing_in_common_is_apart() {
        check(&program(VARS, &ERRORS, &[]), &[&[0], &[1], &[2, 3]]);
    }

    #[test]
    fn what_is_computed_from_the_same_variable_belongs_together() {
        check(&program(VARS, &ERRORS, &["a := z", "x := a"]), &[&[0, 2], &[1], &[3]]);
        check(&program(VARS, &ERRORS, &["y := z", "x := z"]), &[&[0, 1], &[2, 3]]);
    }

    #[test]
    fn what_is_only_waited_for_does_not_count() {
        let edges = ["await z == 0:i8; x := 1:i8", "await z == 0:i8; y := 1:i8"];
        check(&program(VARS, &ERRORS, &edges), &[&[0], &[1], &[2, 3]]);
    }
}
