//! Predicates: what the abstraction remembers of the values.
//!
//! A predicate speaks of the shared variables and of the locals of one thread, whichever that is. A
//! *shared* one has one truth value for all, a *local* one a value per thread, and so has a *mixed* one;
//! but a mixed value changes under a thread's feet when another thread writes the shared variable
//! [symmpa, Def. 1].

use super::expr::Expr;
use super::program::{Program, Scope, VarId};

/// The position in [`Predicates`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PredId(pub u32);

impl PredId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    Shared,
    Local,
    Mixed,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Predicate {
    /// One bit wide, and not constant.
    pub expr: Expr,
    /// What [`Program::class_of`] says of it.
    pub class: Class,
}

/// In the order in which they were found; no two are equal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Predicates {
    list: Vec<Predicate>,
}

impl Predicates {
    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn get(&self, id: PredId) -> &Predicate {
        &self.list[id.index()]
    }

    pub fn ids(&self) -> impl Iterator<Item = PredId> + use<> {
        (0..self.list.len() as u32).map(PredId)
    }

    pub fn iter(&self) -> impl Iterator<Item = (PredId, &Predicate)> {
        self.ids().zip(&self.list)
    }

    pub fn contains(&self, expr: &Expr) -> bool {
        self.list.iter().any(|known| known.expr == *expr)
    }

    /// Adds a predicate unless it is there; whether it was added.
    pub fn insert(&mut self, program: &Program, expr: Expr) -> bool {
        if self.contains(&expr) {
            return false;
        }
        let class = program.class_of(&expr);
        self.list.push(Predicate { expr, class });
        true
    }

    /// Only the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
    }
}

impl Program {
    /// Whose truth value a predicate has.
    pub fn class_of(&self, expr: &Expr) -> Class {
        let (mut shared, mut local) = (false, false);
        expr.walk(&mut |part| match part {
            Expr::SelfHandle => local = true,
            Expr::Var(var) | Expr::Elem(var, _) => match self.var(*var).scope {
                Scope::Shared => shared = true,
                Scope::Local => local = true,
            },
            _ => {}
        });
        match (shared, local) {
            (true, true) => Class::Mixed,
            (false, true) => Class::Local,
            (_, false) => Class::Shared,
        }
    }

    /// Whether an expression reads a variable of this scope.
    pub fn reads(&self, expr: &Expr, scope: Scope) -> bool {
        let mut found = false;
        expr.for_each_var(&mut |var: VarId| found |= self.var(var).scope == scope);
        found
    }
}
