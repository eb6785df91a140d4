//! Ways out that are never taken, because of what the thread itself has done before.
//!
//! Whether a thread holds a lock is mostly plain from where it is in the program. That a lock is not held when it is
//! taken, and held when it is given back, need not be found out again with every search and every proof.
//!
//! Only variables of the thread's own of one bit that are set to constants are looked at, whose values at each
//! location follow from the way there.

use rustc_hash::FxHashMap;

use crate::scpl::{
    BinOp, Bits, Command, Edge, Expr, Init, Place, Program, Scope, Sort, UnOp, VarId,
};

/// Programs for which more than this would have to be computed are left as they are.
const MAX_VALUES: usize = 10_000_000;

/// The values that variables may have, by their numbers.
type Values = Vec<May>;

/// Of a bit: whether it may be false, and whether it may be true.
#[derive(Clone, Copy, PartialEq, Eq)]
struct May([bool; 2]);

/// Closes ways that are never taken.
pub fn close_settled(program: &mut Program) {
    let numbers = flags(program);
    if numbers.is_empty() || numbers.len() * program.locs.len() > MAX_VALUES {
        return;
    }
    let values = values(program, &numbers);
    for edge in &mut program.edges {
        let Some(before) = &values[edge.from.index()] else { continue };
        if is_closed(edge, before, &numbers) {
            edge.commands = vec![Command::Assume(Expr::FALSE)];
        }
    }
}

/// The threads' own bits that start as 0 and are only set to constants.
fn flags(program: &Program) -> FxHashMap<VarId, usize> {
    let is_flag = |id: &VarId| {
        let var = program.var(*id);
        let is_bit = var.sort == Sort::Bits(1) && var.len.is_none();
        is_bit && var.scope == Scope::Local && var.init == Init::Zero
    };
    let mut flags: Vec<VarId> = (0..program.vars.len() as u32).map(VarId).filter(is_flag).collect();
    for command in program.edges.iter().flat_map(|edge| &edge.commands) {
        match command {
            Command::Assign(Place::Var(_), Expr::Const(_)) => {}
            Command::Assign(place, _) | Command::Havoc(place, _) => {
                flags.retain(|flag| *flag != place.var());
            }
            Command::Create { args, handle, .. } => {
                let handle = handle.as_ref().map(Place::var);
                flags.retain(|flag| {
                    Some(*flag) != handle && args.iter().all(|(given, _)| given != flag)
                });
            }
            Command::Assume(_) | Command::Await(_) | Command::Join(_) => {}
        }
    }
    flags.into_iter().zip(0..).collect()
}

/// By location; none where nobody gets to.
fn values(program: &Program, numbers: &FxHashMap<VarId, usize>) -> Vec<Option<Values>> {
    let mut values: Vec<Option<Values>> = vec![None; program.locs.len()];
    let mut pending = Vec::new();
    for template in &program.templates {
        values[template.entry.index()] = Some(vec![May([true, false]); numbers.len()]);
        pending.push(template.entry);
    }
    while let Some(loc) = pending.pop() {
        let Some(before) = values[loc.index()].clone() else { continue };
        for id in program.edges_from(loc) {
            let edge = program.edge(id);
            if is_closed(edge, &before, numbers) {
                continue;
            }
            let mut after = before.clone();
            for command in &edge.commands {
                if let Command::Assign(Place::Var(var), Expr::Const(bits)) = command
                    && let Some(&number) = numbers.get(var)
                {
                    after[number] = May([*bits == Bits::FALSE, *bits == Bits::TRUE]);
                }
            }
            let at = &mut values[edge.to.index()];
            let joined = match at {
                None => after,
                Some(known) => known.iter().zip(after).map(|(one, other)| one.or(other)).collect(),
            };
            if at.as_ref() != Some(&joined) {
                *at = Some(joined);
                pending.push(edge.to);
            }
        }
    }
    values
}

/// Whether a step asks first for what cannot be.
fn is_closed(edge: &Edge, before: &Values, numbers: &FxHashMap<VarId, usize>) -> bool {
    match edge.commands.first() {
        Some(Command::Assume(condition)) => truth(condition, before, numbers) == Some(false),
        _ => false,
    }
}

fn truth(expr: &Expr, values: &Values, numbers: &FxHashMap<VarId, usize>) -> Option<bool> {
    let inner = |expr: &Expr| truth(expr, values, numbers);
    match expr {
        Expr::Const(bits) if bits.width == 1 => Some(*bits == Bits::TRUE),
        Expr::Var(var) => values[*numbers.get(var)?].known(),
        Expr::Un(UnOp::Not, a) => Some(!inner(a)?),
        Expr::Bin(op, a, b) => {
            let (a, b) = (inner(a), inner(b));
            match op {
                BinOp::And if a == Some(false) || b == Some(false) => Some(false),
                BinOp::And => Some(a? && b?),
                BinOp::Eq => Some(a? == b?),
                BinOp::Ne => Some(a? != b?),
                _ => None,
            }
        }
        _ => None,
    }
}

impl May {
    fn or(self, other: May) -> May {
        May([self.0[0] || other.0[0], self.0[1] || other.0[1]])
    }

    fn known(self) -> Option<bool> {
        match self.0 {
            [true, false] => Some(false),
            [false, true] => Some(true),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps that are closed in a program, by their numbers.
    fn closed(text: &str) -> Vec<usize> {
        let mut program: Program = text.parse().expect("a program");
        close_settled(&mut program);
        let is_closed = |edge: &Edge| edge.commands == [Command::Assume(Expr::FALSE)];
        (0..program.edges.len()).filter(|&edge| is_closed(&program.edges[edge])).collect()
    }

    #[test]
    fn what_the_way_says_is_settled() {
        let text = "shared i1 lock\nlocal i1 held\n\
            template main at L0 (initial)\nproperty P0 undefined at L2\n\
            L0:\n  -> L2: assume held != 0:i1\n  -> L1: await lock == 0:i1; held := 1:i1\n\
            L1:\n  -> L2: assume held == 0:i1\n  -> L0: held := 0:i1\nL2: error P0\n";
        assert_eq!(closed(text), [0, 2]);
    }

    #[test]
    fn what_one_of_two_ways_says_is_open() {
        let text = "shared i1 lock\nlocal i1 held\n\
            template main at L0 (initial)\nproperty P0 undefined at L2\n\
            L0:\n  -> L1: held := 1:i1\n  -> L1\n\
            L1:\n  -> L2: assume held == 0:i1\n  -> L0: held := 0:i1\nL2: error P0\n";
        assert_eq!(closed(text), [] as [usize; 0]);
    }

    #[test]
    fn what_others_say_is_open() {
        for (scope, start) in [("shared", "held := 1:i1"), ("local", "havoc held uninit")] {
            let text = format!(
                "{scope} i1 held\ntemplate main at L0 (initial)\nproperty P0 undefined at L2\n\
                L0:\n  -> L2: assume held != 0:i1\n  -> L1: {start}\n\
                L1:\n  -> L2: assume held != 0:i1\nL2: error P0\n"
            );
            assert_eq!(closed(&text), [] as [usize; 0], "{text}");
        }
    }
}
