//! Compare-and-exchange that finds something else than it expects.
//!
//! It changes nothing, or only what it was told to expect; "sets" would be the wrong word for it. The
//! lowering has two forms: C11 takes one of two edges, whose last commands say whether it succeeded, and
//! the older functions take one edge that writes the same value again.

use super::values::Names;
use crate::scpl::{Access, BinOp, Bits, Command, Event, Expr, Place, StepKind, Trace, VarId};

/// An exchange that did not take place.
#[derive(Debug)]
pub(super) struct Failed {
    /// What was not exchanged.
    pub target: String,
    /// The variable that says what was expected, if there is one.
    expected: Option<String>,
    /// `does not exchange: expected 0, but found slot = 1`
    pub phrase: String,
}

impl Failed {
    /// Whether the phrase has the value of this variable: then it is not told once more.
    pub fn speaks_of(&self, name: &str) -> bool {
        self.target == name || self.expected.as_deref() == Some(name)
    }
}

/// Says how the event fails to exchange, if it does.
pub(super) fn failed(names: Names, trace: &Trace, idx: usize) -> Option<Failed> {
    let event = &trace.events[idx];
    let (target, expected) = in_two_edges(names, event).or_else(|| in_one_edge(names, event))?;
    let (target, found) = event.accesses.iter().find_map(|access| match *access {
        Access::Read { var, value, .. } if var == target => Some((access.cell(), value)),
        _ => None,
    })?;
    let value = |raw| names.value(target.0, raw);
    let name = names.cell(target.0, target.1);
    let before = value_before(trace, idx, expected);
    let is_written =
        event.accesses.iter().any(|it| matches!(it, Access::Write { var, .. } if *var == target.0));
    let phrase = match before {
        Some(expected) if expected == found && is_written => return None,
        Some(expected) if expected == found => {
            "does not exchange for no reason, which C allows of the weak form".to_owned()
        }
        Some(expected) => format!(
            "does not exchange: expected {}, but found {name} = {}",
            value(expected),
            value(found)
        ),
        None => format!("does not exchange: found {name} = {}", value(found)),
    };
    let expected = match expected {
        Expr::Var(var) => Some(names.cell(*var, None)),
        _ => None,
    };
    Some(Failed { target: name, expected, phrase })
}

/// The edge beside this one compares and exchanges; what it would write, and what it expects there.
fn in_two_edges<'a>(names: Names<'a>, event: &Event) -> Option<(VarId, &'a Expr)> {
    let program = &names.model.program;
    let says = |commands: &[Command], success: Bits| match commands.last() {
        Some(Command::Assign(Place::Var(var), Expr::Const(it))) if *it == success => Some(*var),
        _ => None,
    };
    let fails = says(&program.edge(event.edge).commands, Bits::FALSE)?;
    program.edges_from(program.edge(event.edge).from).find_map(|other| {
        let commands = &program.edge(other).commands;
        let [Command::Assume(Expr::Bin(BinOp::Eq, a, b)), Command::Assign(place, _), ..] =
            &commands[..]
        else {
            return None;
        };
        let is_it = names.model.origins.edge(other).kind == StepKind::Plain
            && says(commands, Bits::TRUE) == Some(fails);
        let expected = if mentions(a, place.var()) { b } else { a };
        is_it.then_some((place.var(), &**expected))
    })
}

/// The edge writes what it was given if what is there is what it expects, or else what is there.
fn in_one_edge<'a>(names: Names<'a>, event: &Event) -> Option<(VarId, &'a Expr)> {
    names.model.program.edge(event.edge).commands.iter().find_map(|command| match command {
        Command::Assign(place, Expr::Ite(condition, _, found)) => match &**condition {
            Expr::Bin(BinOp::Eq, a, b) if a == found => Some((place.var(), &**b)),
            Expr::Bin(BinOp::Eq, a, b) if b == found => Some((place.var(), &**a)),
            _ => None,
        },
        _ => None,
    })
}

fn mentions(expr: &Expr, var: VarId) -> bool {
    let mut found = false;
    expr.for_each_var(&mut |it| found |= it == var);
    found
}

/// What a simple expression was before an event.
fn value_before(trace: &Trace, idx: usize, expr: &Expr) -> Option<u64> {
    let var = match expr {
        Expr::Const(bits) => return Some(bits.value),
        Expr::Var(var) | Expr::Elem(var, _) => *var,
        _ => return None,
    };
    let event = &trace.events[idx];
    let here = event.accesses.iter().find_map(|access| match *access {
        Access::Read { var: it, value, .. } if it == var => Some(value),
        Access::Write { var: it, old, .. } if it == var => Some(old),
        _ => None,
    });
    let own = trace.events[..idx].iter().rev().filter(|earlier| earlier.thread == event.thread);
    let mut earlier = own.flat_map(|earlier| earlier.accesses.iter().rev());
    here.or_else(|| {
        earlier.find_map(|access| match *access {
            Access::Read { var: it, value, .. } if it == var => Some(value),
            Access::Write { var: it, new, .. } | Access::Choose { var: it, new, .. }
                if it == var =>
            {
                Some(new)
            }
            _ => None,
        })
    })
}
