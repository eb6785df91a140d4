//! Shared variables and a few threads with values that are not known, and a step of one of them.
//!
//! A cell that nobody has fixed is any value: a word of new variables, made when it is first read. A
//! step writes beside the old values, so that conditions can be asked of both ends of it.
//!
//! Commands mean what `scpl::interp` says. What they demand of the values is collected, not asserted:
//! the caller knows what the step is for.

use std::collections::BTreeSet;

use super::formula::{Formula, Lit};
use super::reductions::written;
use super::words::{self, Word};
use crate::scpl::{Bits, Command, Expr, HANDLE_WIDTH, Init, Layout, Place, Program, Scope, VarId};

/// Which end of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    Before,
    After,
}

#[derive(Debug)]
pub struct Scene<'p> {
    pub program: &'p Program,
    pub layout: Layout,
    pub formula: Formula,
    shared: Cells,
    pub threads: Vec<Thread>,
    /// What the step so far demands.
    pub conditions: Vec<Lit>,
    /// The handles that the step joins.
    pub joins: Vec<Join>,
    /// The thread that the step has created.
    pub created: Option<Created>,
}

#[derive(Clone, Debug)]
pub struct Thread {
    locals: Cells,
    /// Its creation number, if anybody has asked for it.
    pub handle: Option<Word>,
}

/// A row of cells as in `Layout`.
#[derive(Clone, Debug)]
struct Cells {
    before: Vec<Option<Word>>,
    /// Where it differs from before.
    after: Vec<Option<Word>>,
}

#[derive(Clone, Debug)]
pub struct Join {
    pub handle: Word,
    /// Whether the thread that the step creates existed already.
    pub after_create: bool,
}

#[derive(Clone, Debug)]
pub struct Created {
    /// Not one of the scene's threads unless the caller makes it one.
    pub thread: Thread,
    pub handle: Word,
}

impl Cells {
    fn unknown(len: usize) -> Self {
        Self { before: vec![None; len], after: vec![None; len] }
    }
}

impl<'p> Scene<'p> {
    /// Nothing is known of any value, except that what no edge ever writes is what it was first.
    pub fn new(program: &'p Program, n_threads: usize) -> Self {
        let layout = Layout::new(program);
        let thread = Thread { locals: Cells::unknown(layout.n_local()), handle: None };
        let mut scene = Self {
            program,
            shared: Cells::unknown(layout.n_shared()),
            threads: vec![thread; n_threads],
            layout,
            formula: Formula::new(),
            conditions: Vec::new(),
            joins: Vec::new(),
            created: None,
        };
        let changing = changing(program);
        scene.shared = scene.first_values(Scope::Shared, &changing);
        let locals = scene.first_values(Scope::Local, &changing);
        for thread in &mut scene.threads {
            thread.locals = locals.clone();
        }
        scene
    }

    /// The shared variables have their first values.
    pub fn start_shared(&mut self) {
        self.shared = self.first_values(Scope::Shared, &BTreeSet::new());
    }

    /// The thread has just started, without arguments.
    pub fn start_thread(&mut self, thread: usize) {
        self.threads[thread].locals = self.first_values(Scope::Local, &BTreeSet::new());
    }

    /// The first values of all variables of the scope but these.
    fn first_values(&self, scope: Scope, unknown: &BTreeSet<VarId>) -> Cells {
        let len = match scope {
            Scope::Shared => self.layout.n_shared(),
            Scope::Local => self.layout.n_local(),
        };
        let mut cells = Cells::unknown(len);
        for (idx, var) in self.program.vars.iter().enumerate() {
            let id = VarId(idx as u32);
            if var.scope != scope || unknown.contains(&id) {
                continue;
            }
            let slot = self.layout.slot(id);
            for cell in 0..var.n_cells() {
                let value = match &var.init {
                    Init::Zero => Some(0),
                    Init::Values(values) => Some(values[cell]),
                    Init::Any => None,
                };
                cells.before[slot.first + cell] = value.map(|value| number(value, slot.width));
            }
        }
        cells
    }

    /// Forgets the step, not the values before it.
    pub fn rewind(&mut self) {
        for cells in
            self.threads.iter_mut().map(|thread| &mut thread.locals).chain([&mut self.shared])
        {
            cells.after.fill(None);
        }
        self.conditions.clear();
        self.joins.clear();
        self.created = None;
    }

    /// The thread's creation number.
    pub fn handle(&mut self, thread: usize) -> Word {
        if self.threads[thread].handle.is_none() {
            self.threads[thread].handle = Some(words::fresh(&mut self.formula, HANDLE_WIDTH));
        }
        // It was just made if it was not there.
        self.threads[thread].handle.clone().unwrap_or_default()
    }

    /// The truth value of a one-bit expression of a thread.
    pub fn truth(&mut self, thread: usize, when: When, expr: &Expr) -> Lit {
        self.eval(thread, when, expr)[0]
    }

    pub fn eval(&mut self, thread: usize, when: When, expr: &Expr) -> Word {
        match expr {
            Expr::Const(bits) => words::constant(*bits),
            Expr::NoThread => number(0, HANDLE_WIDTH),
            Expr::SelfHandle => self.handle(thread),
            Expr::Var(var) => self.cell(thread, when, *var, 0),
            Expr::Elem(var, index) => {
                let index = self.eval(thread, when, index);
                let slot = self.layout.slot(*var);
                let mut value = number(0, slot.width);
                for cell in 0..slot.len.unwrap_or(1) {
                    let is_here = words::is_number(&mut self.formula, &index, u64::from(cell));
                    if is_here != Lit::FALSE {
                        let here = self.cell(thread, when, *var, cell as usize);
                        value = words::mux(&mut self.formula, is_here, &here, &value);
                    }
                }
                value
            }
            Expr::Un(op, a) => {
                let a = self.eval(thread, when, a);
                words::un(&mut self.formula, *op, &a)
            }
            Expr::Bin(op, a, b) => {
                let (a, b) = (self.eval(thread, when, a), self.eval(thread, when, b));
                words::bin(&mut self.formula, *op, &a, &b)
            }
            Expr::Ite(condition, then, otherwise) => {
                let condition = self.truth(thread, when, condition);
                let then = self.eval(thread, when, then);
                let otherwise = self.eval(thread, when, otherwise);
                words::mux(&mut self.formula, condition, &then, &otherwise)
            }
            Expr::Resize(extend, width, a) => {
                let a = self.eval(thread, when, a);
                words::resize(*extend, *width, &a)
            }
        }
    }

    fn cells(&mut self, thread: usize, scope: Scope) -> &mut Cells {
        match scope {
            Scope::Shared => &mut self.shared,
            Scope::Local => &mut self.threads[thread].locals,
        }
    }

    fn cell(&mut self, thread: usize, when: When, var: VarId, elem: usize) -> Word {
        let slot = self.layout.slot(var);
        let idx = slot.first + elem;
        let cells = self.cells(thread, slot.scope);
        let known = match when {
            When::After => cells.after[idx].clone().or_else(|| cells.before[idx].clone()),
            When::Before => cells.before[idx].clone(),
        };
        known.unwrap_or_else(|| {
            let word = words::fresh(&mut self.formula, slot.width);
            self.cells(thread, slot.scope).before[idx] = Some(word.clone());
            word
        })
    }

    /// Executes a command of the thread after those before it.
    pub fn run(&mut self, thread: usize, command: &Command) {
        match command {
            Command::Assume(condition) | Command::Await(condition) => {
                let holds = self.truth(thread, When::After, condition);
                self.conditions.push(holds);
            }
            Command::Assign(place, value) => {
                let value = self.eval(thread, When::After, value);
                self.write(thread, place, &value);
            }
            Command::Havoc(place, _) => {
                let value = words::fresh(&mut self.formula, self.layout.slot(place.var()).width);
                self.write(thread, place, &value);
            }
            Command::Create { args, handle, .. } => {
                let mut created = Thread {
                    locals: self.first_values(Scope::Local, &BTreeSet::new()),
                    handle: None,
                };
                for (var, value) in args {
                    let value = self.eval(thread, When::After, value);
                    created.locals.before[self.layout.slot(*var).first] = Some(value);
                }
                let word = words::fresh(&mut self.formula, HANDLE_WIDTH);
                created.handle = Some(word.clone());
                if let Some(place) = handle {
                    self.write(thread, place, &word);
                }
                self.created = Some(Created { thread: created, handle: word });
            }
            Command::Join(handle) => {
                let handle = self.eval(thread, When::After, handle);
                self.joins.push(Join { handle, after_create: self.created.is_some() });
            }
        }
    }

    fn write(&mut self, thread: usize, place: &Place, value: &Word) {
        let slot = self.layout.slot(place.var());
        let Place::Elem(var, index) = place else {
            self.cells(thread, slot.scope).after[slot.first] = Some(value.clone());
            return;
        };
        let index = self.eval(thread, When::After, index);
        for elem in 0..slot.len.unwrap_or(1) {
            let is_here = words::is_number(&mut self.formula, &index, u64::from(elem));
            if is_here == Lit::FALSE {
                continue;
            }
            let old = self.cell(thread, When::After, *var, elem as usize);
            let new = words::mux(&mut self.formula, is_here, value, &old);
            self.cells(thread, slot.scope).after[slot.first + elem as usize] = Some(new);
        }
    }
}

/// The variables that some edge writes, those of a thread that it creates included.
fn changing(program: &Program) -> BTreeSet<VarId> {
    let mut changing: BTreeSet<VarId> = program.edges.iter().flat_map(written).collect();
    for command in program.edges.iter().flat_map(|edge| &edge.commands) {
        if let Command::Create { args, .. } = command {
            changing.extend(args.iter().map(|(var, _)| *var));
        }
    }
    changing
}

fn number(value: u64, width: u8) -> Word {
    words::constant(Bits::new(value, width))
}

#[cfg(test)]
mod tests;
