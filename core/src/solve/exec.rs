//! Programs as terms: what an expression is worth and what commands do when cells hold terms.
//!
//! Follows the interpreter of `scpl` command by command. Arrays are cells side by side: reading one
//! through an index chooses among them, writing changes each under the condition that it is meant.

use super::term::{Term, Terms};
use crate::scpl::{
    BinOp, Bits, Command, Expr, HANDLE_WIDTH, Init, Layout, Place, Program, Scope, Slot,
    TemplateId, VarId,
};

/// A thread's own part of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadTerms {
    /// By cell of the local row of [`Layout`].
    pub locals: Vec<Term>,
    pub self_handle: Term,
}

/// What the commands of an edge asked for and came to.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// Conditions that must hold, one bit each, in order.
    pub conditions: Vec<Term>,
    /// Handles of threads that must have finished, in order.
    pub joins: Vec<Term>,
    pub created: Option<(TemplateId, ThreadTerms)>,
    /// The symbols of the choices made, in the order in which a schedule lists them.
    pub choices: Vec<Term>,
}

/// Turns parts of a program into terms.
///
/// A variable that no command writes keeps its first value, if that is known: its cells are constants
/// from the start, also where everything else is unknown.
#[derive(Debug)]
pub struct Exec<'p> {
    pub program: &'p Program,
    pub layout: Layout,
    /// By `VarId`.
    is_written: Vec<bool>,
}

impl<'p> Exec<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self { program, layout: Layout::new(program), is_written: is_written(program) }
    }

    /// A free symbol per cell of the scope, constants aside.
    pub fn any_cells(&self, terms: &mut Terms, scope: Scope) -> Vec<Term> {
        self.cells(scope, &mut |var, elem, slot| match self.first_value(var, elem) {
            Some(value) if self.is_constant(var) => terms.constant(Bits::new(value, slot.width)),
            _ => terms.fresh(slot.width),
        })
    }

    /// Whether the variable is a constant throughout.
    pub fn is_constant(&self, var: VarId) -> bool {
        self.program.var(var).init != Init::Any && !self.is_written[var.index()]
    }

    /// The first value of a cell, if it is always the same.
    fn first_value(&self, var: VarId, elem: usize) -> Option<u64> {
        match &self.program.var(var).init {
            Init::Zero => Some(0),
            Init::Values(values) => Some(values[elem]),
            Init::Any => None,
        }
    }

    /// The first values of the cells of a scope; symbols made for `Init::Any` are appended to
    /// `choices`, except for variables that `given` has a value for.
    pub fn initial_cells(
        &self,
        terms: &mut Terms,
        scope: Scope,
        given: &[(VarId, Term)],
        choices: &mut Vec<Term>,
    ) -> Vec<Term> {
        self.cells(scope, &mut |var, elem, slot| {
            if let Some((_, value)) = given.iter().find(|(known, _)| *known == var) {
                return *value;
            }
            if let Some(value) = self.first_value(var, elem) {
                return terms.constant(Bits::new(value, slot.width));
            }
            let symbol = terms.fresh(slot.width);
            choices.push(symbol);
            symbol
        })
    }

    fn cells(&self, scope: Scope, value: &mut dyn FnMut(VarId, usize, Slot) -> Term) -> Vec<Term> {
        let mut cells = Vec::new();
        for idx in 0..self.program.vars.len() as u32 {
            let var = VarId(idx);
            let slot = self.layout.slot(var);
            if slot.scope == scope {
                let elems = 0..self.program.var(var).n_cells();
                cells.extend(elems.map(|elem| value(var, elem, slot)));
            }
        }
        cells
    }

    pub fn expr(
        &self,
        terms: &mut Terms,
        shared: &[Term],
        thread: &ThreadTerms,
        expr: &Expr,
    ) -> Term {
        match expr {
            Expr::Const(bits) => terms.constant(*bits),
            Expr::NoThread => terms.constant(Bits::new(0, HANDLE_WIDTH)),
            Expr::SelfHandle => thread.self_handle,
            Expr::Var(var) => {
                let slot = self.layout.slot(*var);
                row(shared, thread, slot.scope)[slot.first]
            }
            Expr::Elem(var, index) => {
                let index = self.expr(terms, shared, thread, index);
                let slot = self.layout.slot(*var);
                let cells = row(shared, thread, slot.scope);
                let mut value = terms.constant(Bits::new(0, slot.width));
                for elem in (0..elems(terms, slot, index)).rev() {
                    let is_meant = is_index(terms, index, elem);
                    value = terms.ite(is_meant, cells[slot.first + elem], value);
                }
                value
            }
            Expr::Un(op, a) => {
                let a = self.expr(terms, shared, thread, a);
                terms.un(*op, a)
            }
            Expr::Bin(op, a, b) => {
                let a = self.expr(terms, shared, thread, a);
                let b = self.expr(terms, shared, thread, b);
                terms.bin(*op, a, b)
            }
            Expr::Ite(condition, then, otherwise) => {
                let condition = self.expr(terms, shared, thread, condition);
                let then = self.expr(terms, shared, thread, then);
                let otherwise = self.expr(terms, shared, thread, otherwise);
                terms.ite(condition, then, otherwise)
            }
            Expr::Resize(extend, width, a) => {
                let a = self.expr(terms, shared, thread, a);
                terms.resize(*extend, *width, a)
            }
        }
    }

    /// Runs commands; a created thread has the handle `created_self`.
    pub fn run(
        &self,
        terms: &mut Terms,
        shared: &mut [Term],
        thread: &mut ThreadTerms,
        commands: &[Command],
        created_self: Term,
        effects: &mut Effects,
    ) {
        for command in commands {
            match command {
                Command::Assume(condition) | Command::Await(condition) => {
                    let condition = self.expr(terms, shared, thread, condition);
                    effects.conditions.push(condition);
                }
                Command::Assign(place, value) => {
                    let value = self.expr(terms, shared, thread, value);
                    self.write(terms, shared, thread, place, value);
                }
                Command::Havoc(place, _) => {
                    let value = terms.fresh(self.layout.slot(place.var()).width);
                    effects.choices.push(value);
                    self.write(terms, shared, thread, place, value);
                }
                Command::Join(handle) => {
                    let handle = self.expr(terms, shared, thread, handle);
                    effects.joins.push(handle);
                }
                Command::Create { template, args, handle } => {
                    let mut given = Vec::new();
                    for (var, value) in args {
                        given.push((*var, self.expr(terms, shared, thread, value)));
                    }
                    let choices = &mut effects.choices;
                    let locals = self.initial_cells(terms, Scope::Local, &given, choices);
                    let created = ThreadTerms { locals, self_handle: created_self };
                    effects.created = Some((*template, created));
                    if let Some(place) = handle {
                        self.write(terms, shared, thread, place, created_self);
                    }
                }
            }
        }
    }

    fn write(
        &self,
        terms: &mut Terms,
        shared: &mut [Term],
        thread: &mut ThreadTerms,
        place: &Place,
        value: Term,
    ) {
        let slot = self.layout.slot(place.var());
        let index = match place {
            Place::Var(_) => None,
            Place::Elem(_, index) => Some(self.expr(terms, shared, thread, index)),
        };
        let cells = match slot.scope {
            Scope::Shared => shared,
            Scope::Local => &mut thread.locals[..],
        };
        let Some(index) = index else {
            cells[slot.first] = value;
            return;
        };
        for elem in 0..elems(terms, slot, index) {
            let is_meant = is_index(terms, index, elem);
            let cell = &mut cells[slot.first + elem];
            *cell = terms.ite(is_meant, value, *cell);
        }
    }
}

/// Which variables any command gives a value.
fn is_written(program: &Program) -> Vec<bool> {
    let mut written = vec![false; program.vars.len()];
    for command in program.edges.iter().flat_map(|edge| &edge.commands) {
        match command {
            Command::Assume(_) | Command::Await(_) | Command::Join(_) => {}
            Command::Assign(place, _) | Command::Havoc(place, _) => {
                written[place.var().index()] = true;
            }
            Command::Create { args, handle, .. } => {
                for (var, _) in args {
                    written[var.index()] = true;
                }
                if let Some(place) = handle {
                    written[place.var().index()] = true;
                }
            }
        }
    }
    written
}

fn row<'a>(shared: &'a [Term], thread: &'a ThreadTerms, scope: Scope) -> &'a [Term] {
    match scope {
        Scope::Shared => shared,
        Scope::Local => &thread.locals,
    }
}

/// How many elements an index of this width can reach.
fn elems(terms: &Terms, slot: Slot, index: Term) -> usize {
    let last = Bits::mask(terms.width(index));
    u64::from(slot.len.unwrap_or(1)).min(last.saturating_add(1)) as usize
}

fn is_index(terms: &mut Terms, index: Term, elem: usize) -> Term {
    let elem = terms.constant(Bits::new(elem as u64, terms.width(index)));
    terms.bin(BinOp::Eq, index, elem)
}
