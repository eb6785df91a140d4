//! Goals that speak of the same shared variables belong together.
//!
//! A goal speaks of what its condition reads, and of what that was computed from, however far back. What
//! threads only wait for, or decide by, does not count: a lock is found again by each group that needs
//! it. Goals that speak of locals alone are one group. Any grouping is right, since each group is proved
//! by itself.

use std::collections::BTreeSet;

use crate::hash::FxHashSet;
use crate::scpl::{Command, Edge, Expr, LocId, Place, Program, PropId, Scope, VarId};

/// The goals, each in one group; goals in the order given, groups by their first.
pub(super) fn groups(program: &Program, goals: &[PropId]) -> Vec<Vec<PropId>> {
    let ways = Ways::new(program);
    let mut groups: Vec<(Vec<bool>, Vec<PropId>)> = Vec::new();
    for &goal in goals {
        let mut group = (shared_behind(program, &ways, goal), vec![goal]);
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

/// Where variables get their values.
struct Ways<'a> {
    /// By variable: the edges that write it, and behind which command.
    writes: Vec<Vec<(&'a Edge, usize)>>,
    /// By location: the edges to it, or that create threads there, and behind which command.
    to: Vec<Vec<(&'a Edge, usize)>>,
}

impl<'a> Ways<'a> {
    fn new(program: &'a Program) -> Self {
        let mut writes = vec![Vec::new(); program.vars.len()];
        let mut to = vec![Vec::new(); program.locs.len()];
        for edge in &program.edges {
            for (idx, command) in edge.commands.iter().enumerate() {
                match command {
                    Command::Assign(place, _) => writes[place.var().index()].push((edge, idx + 1)),
                    Command::Create { template, .. } => {
                        to[program.template(*template).entry.index()].push((edge, idx + 1));
                    }
                    _ => {}
                }
            }
            to[edge.to.index()].push((edge, edge.commands.len()));
        }
        Self { writes, to }
    }
}

/// By variable, whether it is shared and the goal speaks of it: what the goal's condition reads, and so on
/// backwards. A shared variable may have been written anywhere, a local one on the way to where it is
/// looked at: locals are used for one thing after another.
fn shared_behind(program: &Program, ways: &Ways, goal: PropId) -> Vec<bool> {
    let error = program.properties[goal.index()].error;
    let mut shared = vec![false; program.vars.len()];
    let mut local: FxHashSet<(LocId, VarId)> = FxHashSet::default();
    let mut pending: Vec<(&Edge, usize, BTreeSet<VarId>)> = Vec::new();
    for &(edge, n) in &ways.to[error.index()] {
        let mut read = BTreeSet::new();
        edge.for_each_expr(&mut |expr| look(expr, &mut read));
        pending.push((edge, n, read));
    }
    while let Some((edge, n, read)) = pending.pop() {
        for var in read_before(&edge.commands[..n], read) {
            let (is_new, ways) = match program.vars[var.index()].scope {
                Scope::Shared => {
                    (!std::mem::replace(&mut shared[var.index()], true), &ways.writes[var.index()])
                }
                Scope::Local => (local.insert((edge.from, var)), &ways.to[edge.from.index()]),
            };
            if is_new {
                pending.extend(ways.iter().map(|&(edge, n)| (edge, n, BTreeSet::from([var]))));
            }
        }
    }
    shared
}

/// What has to be looked at before some commands, if `read` is looked at behind them.
fn read_before(commands: &[Command], mut read: BTreeSet<VarId>) -> BTreeSet<VarId> {
    for command in commands.iter().rev() {
        match command {
            Command::Assign(place, value) if read.contains(&place.var()) => {
                match place {
                    Place::Var(var) => drop(read.remove(var)),
                    Place::Elem(_, index) => look(index, &mut read),
                }
                look(value, &mut read);
            }
            Command::Havoc(Place::Var(var), _) => drop(read.remove(var)),
            Command::Create { args, .. } => {
                let given = args.iter().filter(|(param, _)| read.contains(param));
                let given: Vec<&Expr> = given.map(|(_, value)| value).collect();
                given.into_iter().for_each(|value| look(value, &mut read));
            }
            _ => {}
        }
    }
    read
}

fn look(expr: &Expr, read: &mut BTreeSet<VarId>) {
    expr.for_each_var(&mut |var| {
        read.insert(var);
    });
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
    fn a_local_that_is_used_again_joins_nothing() {
        let edges = ["a := x", "x := a + 1:i8", "a := y", "y := a + 1:i8"];
        check(&program(VARS, &ERRORS[..2], &edges), &[&[0], &[1]]);
    }

    #[test]
    fn what_is_only_waited_for_does_not_count() {
        let edges = ["await z == 0:i8; x := 1:i8", "await z == 0:i8; y := 1:i8"];
        check(&program(VARS, &ERRORS, &edges), &[&[0], &[1], &[2, 3]]);
    }
}
