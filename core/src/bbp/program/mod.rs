//! Boolean broadcast programs as a language [symmpa, Fig. 2 and 3].
//!
//! Of a shared bit there is one copy; of a local bit every thread has its own. An edge is a constrained
//! assignment: some bits get values computed from the old ones, others any value at all (*havoc*), all at
//! once, and the step is taken if the constraints hold between the old values and the new ones. An edge
//! can change the bits of the active thread, `a.x`, and those of every other one, `p.x`. A constraint
//! over `p` must hold for each other thread in the place of `p`: "for all distinct" threads.
//!
//! ```text
//! shared lock                             # starts as 0
//! shared ready = any
//! local has
//! template main at L0 (initial)
//! template worker at L1
//! initial ready => lock                   # holds in the beginning
//! L0:
//!   -> L0: start worker; havoc new.has
//! L1:
//!   -> L2: lock := 1; a.has := 1; p.has := 0; constrain !lock
//!   -> L3: havoc ready, p.has; constrain ready' => a.has; constrain p: p.has' => (p@L1 | ready')
//! L2: end                                 # nobody moves any more
//! L3: bad
//! ```
//!
//! A prime marks the value after the step. `start` moves an idle thread to the entry of its template;
//! `new` is that thread. Idle threads are nobody's `p`, and neither is the one that is started. Space
//! and line ends mean nothing; `&` and `|` take any number of operands, but operators do not bind:
//! operands with operators of their own are in parentheses.
//!
//! Beyond the paper: several entries, `start`, initial values, and `p@L1`, which says where the other
//! thread is. Constraints over three threads cannot be written, see `check::views`.

mod expr;
mod interp;
mod lex;
mod parse;
mod post;
mod print;
mod step;
#[cfg(test)]
mod tests;
mod validate;

pub use expr::{Bit, Expr, Owner, Time};
pub use interp::{Blocked, State};
pub use lex::is_name;
pub use print::Printed;
pub use validate::{Flaw, Invalid, Part};

use crate::scpl::{EdgeId, LocId, Scope, TemplateId};

/// A variable: the position of its bit in [`super::SharedBits`] or [`super::ThreadBits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarId(pub u32);

impl VarId {
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub fn bit(self) -> u128 {
        1 << self.0
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub vars: Vec<Var>,
    pub locs: Vec<LocKind>,
    /// Sorted by `from`.
    pub edges: Vec<Edge>,
    pub templates: Vec<Template>,
    /// The template that runs in one instance from the start.
    pub main: TemplateId,
    /// What holds in the beginning, of the shared bits and those of `main`.
    pub initial: Expr,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Var {
    pub name: String,
    pub scope: Scope,
    pub init: Init,
}

/// The value at the beginning, of a local one when its thread starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Init {
    Zero,
    One,
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LocKind {
    Plain,
    /// The run is over for all threads.
    End,
    /// The same, and it should not have come to this.
    Bad,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pub name: String,
    pub entry: LocId,
}

/// Whose copy of a variable is changed. `Owner::Passive` is everybody else's.
pub type Target = (Owner, VarId);

/// A constrained assignment. What is neither assigned nor havocked stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub from: LocId,
    pub to: LocId,
    pub start: Option<TemplateId>,
    /// New values, computed from the old ones.
    pub assign: Vec<(Target, Expr)>,
    pub havoc: Vec<Target>,
    /// All must hold.
    pub constrain: Vec<Expr>,
    /// All must hold for each passive thread.
    pub constrain_each: Vec<Expr>,
}

impl Edge {
    /// An edge that changes nothing but its thread's place.
    pub fn new(from: LocId, to: LocId) -> Self {
        Self {
            from,
            to,
            start: None,
            assign: Vec::new(),
            havoc: Vec::new(),
            constrain: Vec::new(),
            constrain_each: Vec::new(),
        }
    }

    pub fn targets(&self) -> impl Iterator<Item = Target> {
        self.assign.iter().map(|(target, _)| *target).chain(self.havoc.iter().copied())
    }
}

impl Program {
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }

    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id.index()]
    }

    pub fn template(&self, id: TemplateId) -> &Template {
        &self.templates[id.index()]
    }

    pub fn kind(&self, loc: LocId) -> LocKind {
        self.locs[loc.index()]
    }

    /// The edges that leave a location, by id.
    pub fn edges_from(&self, from: LocId) -> impl Iterator<Item = EdgeId> {
        let start = self.edges.partition_point(|edge| edge.from < from);
        let end = self.edges.partition_point(|edge| edge.from <= from);
        (start..end).map(|idx| EdgeId(idx as u32))
    }

    /// The variables of a scope.
    pub fn vars_of(&self, scope: Scope) -> impl Iterator<Item = VarId> {
        let vars = self.vars.iter().enumerate().filter(move |(_, var)| var.scope == scope);
        vars.map(|(idx, _)| VarId(idx as u32))
    }
}
