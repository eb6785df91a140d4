//! What every program must satisfy before it is run. People write programs, so the flaws are in words.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use super::lex::is_name;
use super::{Bit, Edge, Expr, LocKind, Owner, Program, Time, VarId};
use crate::bbp::MAX_PREDICATES;
use crate::scpl::{EdgeId, LocId, Scope, TemplateId};

/// Something wrong in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    pub part: Part,
    /// The part in words.
    pub place: String,
    pub flaw: Flaw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Program,
    Var(VarId),
    Template(TemplateId),
    Initial,
    Edge(EdgeId),
}

/// With what it is about, as the program spells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    Name(String),
    DuplicateName(String),
    TooManyVars,
    UnknownVar,
    UnknownLoc(LocId),
    UnknownTemplate,
    Unsorted,
    LeavesEnd(LocId),
    EntryIsEnd(LocId),
    /// A local without an owner.
    Ownerless(String),
    /// A shared one with an owner.
    Owned(String),
    ChangedTwice(String),
    /// The value after a step, where only those before it are known.
    After(String),
    /// `p` where nobody stands for it.
    Unbound(String),
    /// `new` where nobody is started, or where others are looked at.
    NobodyNew(String),
    /// The value of a thread's bit before the thread was.
    NotYet(String),
    FewOperands,
}

impl Display for Flaw {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Flaw::Name(name) => write!(f, "{name:?} cannot be a name"),
            Flaw::DuplicateName(name) => write!(f, "an earlier one is called {name} too"),
            Flaw::TooManyVars => write!(f, "there are more than {MAX_PREDICATES} variables"),
            Flaw::UnknownVar => write!(f, "a variable is not declared"),
            Flaw::UnknownLoc(loc) => write!(f, "{loc} is not declared"),
            Flaw::UnknownTemplate => write!(f, "a template is not declared"),
            Flaw::Unsorted => write!(f, "edges must be sorted by where they leave"),
            Flaw::LeavesEnd(loc) => write!(f, "nobody moves any more in {loc}"),
            Flaw::EntryIsEnd(loc) => write!(f, "nothing can start in {loc}, where runs are over"),
            Flaw::Ownerless(name) => write!(f, "{name} is local: whose is meant, as in a.{name}?"),
            Flaw::Owned(bit) => write!(f, "{bit} is a thread's, but there is one copy for all"),
            Flaw::ChangedTwice(target) => write!(f, "{target} is changed twice"),
            Flaw::After(bit) => write!(f, "{bit} is not known before the step is made"),
            Flaw::Unbound(bit) => write!(f, "{bit} needs a constraint over p"),
            Flaw::NobodyNew(bit) => write!(f, "there is no new thread for {bit}"),
            Flaw::NotYet(bit) => write!(f, "{bit} has no value before the thread is started"),
            Flaw::FewOperands => write!(f, "& and | need two operands"),
        }
    }
}

impl Display for Invalid {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.flaw)
    }
}

impl Program {
    /// All flaws, in the order of the program's parts.
    pub fn validate(&self) -> Result<(), Vec<Invalid>> {
        let mut checker = Checker { program: self, invalid: Vec::new(), part: Part::Program };
        checker.vars();
        checker.templates();
        checker.part = Part::Initial;
        checker.expr(&self.initial, &Seen { created: false, passive: false, after: false });
        let mut latest = LocId(0);
        for (idx, edge) in self.edges.iter().enumerate() {
            checker.part = Part::Edge(EdgeId(idx as u32));
            checker.require(latest <= edge.from, || Flaw::Unsorted);
            latest = latest.max(edge.from);
            checker.edge(edge);
        }
        if checker.invalid.is_empty() { Ok(()) } else { Err(checker.invalid) }
    }
}

/// What an expression may speak of, besides the shared bits and the active thread's before the step.
struct Seen {
    created: bool,
    passive: bool,
    after: bool,
}

struct Checker<'p> {
    program: &'p Program,
    invalid: Vec<Invalid>,
    /// What is being looked at.
    part: Part,
}

impl Checker<'_> {
    fn require(&mut self, holds: bool, flaw: impl FnOnce() -> Flaw) {
        if !holds {
            self.flaw(flaw());
        }
    }

    fn flaw(&mut self, flaw: Flaw) {
        let program = self.program;
        let place = match self.part {
            Part::Program => "the program".to_string(),
            Part::Var(var) => format!("variable {}", program.var_name(var)),
            Part::Template(id) => format!("template {}", program.template(id).name),
            Part::Initial => "the initial condition".to_string(),
            Part::Edge(id) => {
                let Edge { from, to, .. } = program.edge(id);
                let nth = program.edges[..id.index()].iter().filter(|edge| edge.from == *from);
                format!("{from}, edge {} (to {to})", nth.count() + 1)
            }
        };
        self.invalid.push(Invalid { part: self.part, place, flaw });
    }

    fn vars(&mut self) {
        let vars = &self.program.vars;
        self.require(vars.len() <= MAX_PREDICATES, || Flaw::TooManyVars);
        self.names(vars.iter().map(|var| &var.name), |idx| Part::Var(VarId(idx)));
    }

    fn templates(&mut self) {
        let templates = &self.program.templates;
        let has_main = self.program.main.index() < templates.len();
        self.require(has_main, || Flaw::UnknownTemplate);
        self.names(templates.iter().map(|it| &it.name), |idx| Part::Template(TemplateId(idx)));
        for (idx, template) in templates.iter().enumerate() {
            self.part = Part::Template(TemplateId(idx as u32));
            match self.program.locs.get(template.entry.index()) {
                None => self.flaw(Flaw::UnknownLoc(template.entry)),
                Some(kind) => {
                    self.require(*kind == LocKind::Plain, || Flaw::EntryIsEnd(template.entry));
                }
            }
        }
    }

    fn names<'n>(&mut self, names: impl Iterator<Item = &'n String>, part: fn(u32) -> Part) {
        let mut known = BTreeSet::new();
        for (idx, name) in names.enumerate() {
            self.part = part(idx as u32);
            self.require(is_name(name), || Flaw::Name(name.clone()));
            self.require(known.insert(name), || Flaw::DuplicateName(name.clone()));
        }
        self.part = Part::Program;
    }

    fn edge(&mut self, edge: &Edge) {
        let program = self.program;
        match program.locs.get(edge.from.index()) {
            None => self.flaw(Flaw::UnknownLoc(edge.from)),
            Some(kind) => self.require(*kind == LocKind::Plain, || Flaw::LeavesEnd(edge.from)),
        }
        self.require(edge.to.index() < program.locs.len(), || Flaw::UnknownLoc(edge.to));
        let template = edge.start.map_or(0, |template| template.index());
        let is_known = edge.start.is_none() || template < program.templates.len();
        self.require(is_known, || Flaw::UnknownTemplate);
        let created = edge.start.is_some();
        let mut changed = BTreeSet::new();
        for (owner, var) in edge.targets() {
            let target = Bit { owner, var, time: Time::After };
            self.bit(target, &Seen { created, passive: true, after: true });
            let is_first = changed.insert((owner, var));
            self.require(is_first, || Flaw::ChangedTwice(program.target_name((owner, var))));
        }
        for ((owner, _), value) in &edge.assign {
            let passive = *owner == Owner::Passive;
            self.expr(value, &Seen { created, passive, after: false });
        }
        for constraint in &edge.constrain {
            self.expr(constraint, &Seen { created, passive: false, after: true });
        }
        for constraint in &edge.constrain_each {
            self.expr(constraint, &Seen { created: false, passive: true, after: true });
        }
    }

    fn expr(&mut self, expr: &Expr, seen: &Seen) {
        let n_locs = self.program.locs.len();
        let mut parts = Vec::new();
        expr.walk(&mut |part| match part {
            Expr::At(loc) if loc.index() >= n_locs => parts.push(Flaw::UnknownLoc(*loc)),
            Expr::At(loc) if !seen.passive => parts.push(Flaw::Unbound(format!("p@{loc}"))),
            Expr::And(list) | Expr::Or(list) if list.len() < 2 => parts.push(Flaw::FewOperands),
            _ => {}
        });
        parts.into_iter().for_each(|flaw| self.flaw(flaw));
        for bit in bits(expr) {
            self.bit(bit, seen);
        }
    }

    fn bit(&mut self, bit: Bit, seen: &Seen) {
        let program = self.program;
        let Some(var) = program.vars.get(bit.var.index()) else {
            return self.flaw(Flaw::UnknownVar);
        };
        let name = || program.bit_name(bit);
        match (var.scope, bit.owner) {
            (Scope::Local, Owner::Shared) => self.flaw(Flaw::Ownerless(var.name.clone())),
            (Scope::Shared, Owner::Active | Owner::Passive | Owner::New) => {
                self.flaw(Flaw::Owned(name()));
            }
            _ => {}
        }
        match bit.owner {
            Owner::Passive => self.require(seen.passive, || Flaw::Unbound(name())),
            Owner::New if !seen.created => self.flaw(Flaw::NobodyNew(name())),
            Owner::New => self.require(bit.time == Time::After, || Flaw::NotYet(name())),
            Owner::Shared | Owner::Active => {}
        }
        self.require(seen.after || bit.time == Time::Before, || Flaw::After(name()));
    }
}

/// The bits that an expression reads.
fn bits(expr: &Expr) -> impl Iterator<Item = Bit> + use<> {
    let mut found = Vec::new();
    expr.walk(&mut |part| {
        if let Expr::Bit(bit) = part {
            found.push(*bit);
        }
    });
    found.into_iter()
}
