//! Choices that nobody looks at.
//!
//! A variable that is declared without a value holds any, and listing all of them is out of the question.
//! But most are written before they are read. Here such a choice becomes a zero: the programs differ only
//! in what a variable holds while nobody reads it, so they get to the same locations.
//!
//! A thread's own variable is dead if, whichever way the thread goes on, it is written before it is read.
//! A shared one could be read by others as well; so it only counts as long as `main` is alone: in
//! locations that no thread other than `main` can be in, and before any creation.

use crate::scpl::{Command, Expr, Init, LocId, Place, Program, Scope, Sort, VarId};

/// Larger programs are left as they are.
const MAX_CELLS: usize = 20_000_000;

/// The program without such choices.
pub(super) fn without_dead_choices(program: &Program) -> Program {
    let mut result = program.clone();
    if program.locs.len().saturating_mul(program.vars.len()) > MAX_CELLS {
        return result;
    }
    let live = Live::find(program);
    for edge in &mut result.edges {
        let mut after = live.at(edge.to).to_vec();
        for command in edge.commands.iter_mut().rev() {
            let dead = match command {
                Command::Havoc(Place::Var(var), _) if !after[var.index()] => Some(*var),
                _ => None,
            };
            live.before(program, command, edge.from, &mut after);
            if let Some(var) = dead
                && let Sort::Bits(width) = program.var(var).sort
            {
                *command = Command::Assign(Place::Var(var), Expr::constant(0, width));
            }
        }
    }
    for (idx, var) in result.vars.iter_mut().enumerate() {
        let mut entries = program.templates.iter().map(|template| template.entry);
        if var.init == Init::Any
            && var.scope == Scope::Local
            && var.len.is_none()
            && !entries.any(|entry| live.at(entry)[idx])
        {
            var.init = Init::Zero;
        }
    }
    result
}

/// By location and variable: whether somebody may read what the variable holds when the thread is there.
struct Live {
    live: Vec<Vec<bool>>,
    /// By location: whether only `main` can be there, and no other thread exists.
    alone: Vec<bool>,
}

impl Live {
    fn find(program: &Program) -> Live {
        let alone = alone(program);
        let shared: Vec<bool> = program.vars.iter().map(|v| v.scope == Scope::Shared).collect();
        let none = vec![false; program.vars.len()];
        let start = alone.iter().map(|&alone| if alone { none.clone() } else { shared.clone() });
        let mut live = Live { live: start.collect(), alone };
        let mut changed = true;
        while changed {
            changed = false;
            for edge in program.edges.iter().rev() {
                let mut set = live.at(edge.to).to_vec();
                for command in edge.commands.iter().rev() {
                    live.before(program, command, edge.from, &mut set);
                }
                let known = &mut live.live[edge.from.index()];
                for (known, found) in known.iter_mut().zip(set) {
                    changed |= found && !*known;
                    *known |= found;
                }
            }
        }
        live
    }

    fn at(&self, loc: LocId) -> &[bool] {
        &self.live[loc.index()]
    }

    /// What is live before a command, from what is after it.
    fn before(&self, program: &Program, command: &Command, from: LocId, live: &mut [bool]) {
        let is_alone = self.alone[from.index()];
        if let Command::Assign(Place::Var(var), _) | Command::Havoc(Place::Var(var), _) = command
            && (is_alone || program.var(*var).scope == Scope::Local)
        {
            live[var.index()] = false;
        }
        if let Command::Create { .. } = command {
            // From here on, others may read.
            for (live, var) in live.iter_mut().zip(&program.vars) {
                *live |= var.scope == Scope::Shared;
            }
        }
        command.for_each_expr(&mut |expr| {
            expr.for_each_var(&mut |var: VarId| live[var.index()] = true);
        });
    }
}

/// The locations in which `main` is as long as it has created nobody, and nobody is ever otherwise.
fn alone(program: &Program) -> Vec<bool> {
    let mut others = vec![false; program.locs.len()];
    let mut pending: Vec<LocId> = Vec::new();
    for (idx, template) in program.templates.iter().enumerate() {
        if idx != program.main.index() {
            pending.push(template.entry);
        }
    }
    let creates = |commands: &[Command]| {
        commands.iter().any(|command| matches!(command, Command::Create { .. }))
    };
    let creating = program.edges.iter().filter(|edge| creates(&edge.commands));
    pending.extend(creating.map(|edge| edge.to));
    while let Some(loc) = pending.pop() {
        if !std::mem::replace(&mut others[loc.index()], true) {
            pending.extend(program.edges_from(loc).map(|edge| program.edge(edge).to));
        }
    }
    others.into_iter().map(|other| !other).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certify::tests::parse;

    fn havocs(text: &str) -> usize {
        let program = without_dead_choices(&parse(text));
        let commands = program.edges.iter().flat_map(|edge| &edge.commands);
        commands.filter(|command| matches!(command, Command::Havoc(..))).count()
    }

    const HEAD: &str = "\
shared i32 s
local i32 x
template main at L0 (initial)
template worker at L4
property P0 assertion at L5
";
    const TAIL: &str = "\
L3: finished
L4:
  -> L3: assume s == 1:i32
L5: error P0
";

    fn check(edges: &str, n_havocs: usize) {
        assert_eq!(havocs(&format!("{HEAD}{edges}{TAIL}")), n_havocs, "{edges}");
    }

    #[test]
    fn a_value_that_is_overwritten_is_no_choice() {
        let edges = "L0:\n  -> L1: havoc x uninit\nL1:\n  -> L2: x := 1:i32\nL2:\n";
        check(&format!("{edges}  -> L3: assume x == 1:i32\n"), 0);
    }

    #[test]
    fn a_value_that_may_be_read_is_one() {
        let edges = "L0:\n  -> L1: havoc x uninit\nL1:\n  -> L2: x := 1:i32\n  -> L2\nL2:\n";
        check(&format!("{edges}  -> L3: assume x == 1:i32\n"), 1);
    }

    #[test]
    fn what_others_may_read_is_one() {
        let (any, one) = ("havoc s uninit", "s := 1:i32");
        let create = "create worker()";
        check(&format!("L0:\n  -> L1: {any}\nL1:\n  -> L2: {one}\nL2:\n  -> L3: {create}\n"), 0);
        check(&format!("L0:\n  -> L1: {create}\nL1:\n  -> L2: {any}\nL2:\n  -> L3: {one}\n"), 1);
        check(&format!("L0:\n  -> L1: {any}\nL1:\n  -> L2: {create}\nL2:\n  -> L3: {one}\n"), 1);
    }
}
