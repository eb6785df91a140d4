//! What an edge touches, and which predicates that makes relevant.

use std::collections::BTreeSet;

use crate::scpl::{Command, Edge, Expr, Place, Program, Scope, VarId};

/// Whose copy of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Owner {
    Shared,
    Active,
    Passive,
}

/// A variable of somebody's. `None` is the thread's own handle.
pub(super) type Owned = (Owner, Option<VarId>);

/// The variables an edge reads and writes.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    pub all: BTreeSet<Owned>,
    pub written: BTreeSet<VarId>,
    pub creates: bool,
    pub joins: bool,
}

pub(super) fn touched(program: &Program, edge: &Edge) -> Touched {
    let mut touched = Touched::default();
    for command in &edge.commands {
        match command {
            Command::Assume(expr) | Command::Await(expr) | Command::Join(expr) => {
                touched.joins |= matches!(command, Command::Join(_));
                touched.all.extend(owned(program, expr, Owner::Active));
            }
            Command::Assign(place, value) => {
                touched.all.extend(owned(program, value, Owner::Active));
                touched.write(program, place);
            }
            Command::Havoc(place, _) => touched.write(program, place),
            Command::Create { args, handle, .. } => {
                touched.creates = true;
                for (_, value) in args {
                    touched.all.extend(owned(program, value, Owner::Active));
                }
                if let Some(place) = handle {
                    touched.write(program, place);
                }
            }
        }
    }
    touched
}

impl Touched {
    fn write(&mut self, program: &Program, place: &Place) {
        if let Place::Elem(_, index) = place {
            self.all.extend(owned(program, index, Owner::Active));
        }
        self.all.insert(owner_of(program, place.var(), Owner::Active));
        self.written.insert(place.var());
    }

    /// Whether a value of the expression can change.
    pub fn changes(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.for_each_var(&mut |var| found |= self.written.contains(&var));
        found
    }

    /// Whether a value of the expression can change in a thread that does not move.
    pub fn changes_shared(&self, program: &Program, expr: &Expr) -> bool {
        let mut found = false;
        expr.for_each_var(&mut |var| {
            found |= program.var(var).scope == Scope::Shared && self.written.contains(&var);
        });
        found
    }
}

/// The variables of an expression, where locals are those of `thread`.
pub(super) fn owned(program: &Program, expr: &Expr, thread: Owner) -> BTreeSet<Owned> {
    let mut found = BTreeSet::new();
    expr.walk(&mut |part| match part {
        Expr::SelfHandle => {
            found.insert((thread, None));
        }
        Expr::Var(var) | Expr::Elem(var, _) => {
            found.insert(owner_of(program, *var, thread));
        }
        _ => {}
    });
    found
}

fn owner_of(program: &Program, var: VarId, thread: Owner) -> Owned {
    match program.var(var).scope {
        Scope::Shared => (Owner::Shared, Some(var)),
        Scope::Local => (thread, Some(var)),
    }
}
