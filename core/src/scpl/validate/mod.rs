//! What every program must satisfy before anything else looks at it.
//!
//! The lowering and the reductions guarantee it, and everyone else relies on it instead of checking
//! again: ids are in range, sorts agree, ends are ends. An invalid program is a bug of ours, so the
//! flaws found are for us to read.

mod sorts;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use super::expr::Bits;
use super::expr::Expr;
use super::parse::is_name;
use super::program::{
    Command, Edge, EdgeId, Init, LocId, LocKind, Program, PropId, Property, Sort, Template,
    TemplateId, Var, VarId,
};

/// Something wrong in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invalid {
    pub part: Part,
    pub flaw: Flaw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Program,
    Var(VarId),
    Loc(LocId),
    Edge(EdgeId),
    Template(TemplateId),
    Property(PropId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The name has other characters than names may have, or none.
    Name,
    /// An earlier variable (or template) has the same name.
    DuplicateName,
    /// A width is not between 1 and 64.
    Width,
    /// An array has no elements.
    NoElements,
    /// There is not one initial value per element.
    InitCount,
    /// A number has more bits than its width.
    WideValue,
    /// A handle starts as something other than no thread.
    HandleInit,
    UnknownVar,
    UnknownLoc,
    UnknownTemplate,
    UnknownProperty,
    /// A location that ends a thread or the program is marked as atomic.
    AtomicEnd,
    /// An error location is not the one that its property names.
    ForeignError,
    /// The location that the property names is not an error location of it.
    NoError,
    /// The edge comes after one from a later location.
    Unsorted,
    /// The edge leaves a location that ends a thread or the program.
    LeavesEnd,
    /// The template starts at the end.
    EntryIsEnd,
    /// A created thread would start inside an atomic section, perhaps within its creator's.
    EntryIsAtomic,
    /// An expression does not have the sort that its use needs.
    Expected(Sort),
    /// An expression is a handle where only bit vectors may be.
    HandleUsed,
    /// An array is used without an index, or another variable with one.
    Index,
    /// An argument is not for a local variable that is no array.
    Argument,
    /// A variable is given two arguments.
    DuplicateArgument,
    /// An event has room for one created thread.
    TwoCreates,
}

impl Display for Invalid {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{:?}: {:?}", self.part, self.flaw)
    }
}

impl Program {
    /// All flaws, in the order of the program's parts.
    pub fn validate(&self) -> Result<(), Vec<Invalid>> {
        let mut checker = Checker { program: self, invalid: Vec::new() };
        checker.vars();
        checker.locs();
        checker.edges();
        checker.templates();
        checker.properties();
        if checker.invalid.is_empty() { Ok(()) } else { Err(checker.invalid) }
    }

    /// Whether an expression that came from elsewhere is a condition over this program's variables.
    pub fn is_condition(&self, expr: &Expr) -> bool {
        sorts::check(self, &Command::Assume(expr.clone())).is_ok()
    }
}

struct Checker<'p> {
    program: &'p Program,
    invalid: Vec<Invalid>,
}

impl Checker<'_> {
    fn require(&mut self, holds: bool, part: Part, flaw: Flaw) {
        if !holds {
            self.invalid.push(Invalid { part, flaw });
        }
    }

    fn vars(&mut self) {
        let mut names = BTreeSet::new();
        for (idx, var) in self.program.vars.iter().enumerate() {
            let part = Part::Var(VarId(idx as u32));
            self.require(is_name(&var.name), part, Flaw::Name);
            self.require(names.insert(&var.name), part, Flaw::DuplicateName);
            self.require(var.len != Some(0), part, Flaw::NoElements);
            self.init(var, part);
        }
    }

    fn init(&mut self, var: &Var, part: Part) {
        let Sort::Bits(width) = var.sort else {
            return self.require(var.init == Init::Zero, part, Flaw::HandleInit);
        };
        if !(1..=64).contains(&width) {
            return self.require(false, part, Flaw::Width);
        }
        if let Init::Values(values) = &var.init {
            self.require(values.len() == var.n_cells(), part, Flaw::InitCount);
            let fits = values.iter().all(|value| *value <= Bits::mask(width));
            self.require(fits, part, Flaw::WideValue);
        }
    }

    fn locs(&mut self) {
        for (idx, loc) in self.program.locs.iter().enumerate() {
            let id = LocId(idx as u32);
            let is_plain = loc.kind == LocKind::Plain;
            self.require(is_plain || !loc.atomic, Part::Loc(id), Flaw::AtomicEnd);
            if let LocKind::Error(property) = loc.kind {
                match self.program.properties.get(property.index()) {
                    Some(property) => {
                        self.require(property.error == id, Part::Loc(id), Flaw::ForeignError);
                    }
                    None => self.require(false, Part::Loc(id), Flaw::UnknownProperty),
                }
            }
        }
    }

    fn edges(&mut self) {
        let mut latest = LocId(0);
        for (idx, edge) in self.program.edges.iter().enumerate() {
            let part = Part::Edge(EdgeId(idx as u32));
            self.require(latest <= edge.from, part, Flaw::Unsorted);
            latest = latest.max(edge.from);
            self.require(edge.to.index() < self.program.locs.len(), part, Flaw::UnknownLoc);
            match self.program.locs.get(edge.from.index()) {
                Some(from) => self.require(from.kind == LocKind::Plain, part, Flaw::LeavesEnd),
                None => self.require(false, part, Flaw::UnknownLoc),
            }
            self.commands(edge, part);
        }
    }

    fn commands(&mut self, edge: &Edge, part: Part) {
        for command in &edge.commands {
            if let Err(flaw) = sorts::check(self.program, command) {
                self.invalid.push(Invalid { part, flaw });
            }
        }
        let is_create = |command: &&Command| matches!(command, Command::Create { .. });
        let n_creates = edge.commands.iter().filter(is_create).count();
        self.require(n_creates <= 1, part, Flaw::TwoCreates);
    }

    fn templates(&mut self) {
        let program = self.program;
        let has_main = program.main.index() < program.templates.len();
        self.require(has_main, Part::Program, Flaw::UnknownTemplate);
        let mut names = BTreeSet::new();
        for (idx, Template { name, entry }) in program.templates.iter().enumerate() {
            let part = Part::Template(TemplateId(idx as u32));
            self.require(is_name(name), part, Flaw::Name);
            self.require(names.insert(name), part, Flaw::DuplicateName);
            match program.locs.get(entry.index()) {
                Some(loc) => self.require(loc.kind == LocKind::Plain, part, Flaw::EntryIsEnd),
                None => self.require(false, part, Flaw::UnknownLoc),
            }
        }
    }

    fn properties(&mut self) {
        for (idx, Property { error, .. }) in self.program.properties.iter().enumerate() {
            let id = PropId(idx as u32);
            match self.program.locs.get(error.index()) {
                Some(loc) => {
                    let is_own = loc.kind == LocKind::Error(id);
                    self.require(is_own, Part::Property(id), Flaw::NoError);
                }
                None => self.require(false, Part::Property(id), Flaw::UnknownLoc),
            }
        }
    }
}
