//! States, and the ones in which runs start.

use super::step::Disabled;
use super::{Interpreter, Values};
use crate::scpl::expr::Bits;
use crate::scpl::program::{Init, LocId, LocKind, Program, PropId, Scope, TemplateId, Var, VarId};
use crate::scpl::trace::ThreadIdx;

/// What all threads and the shared variables look like. Values are laid out as `Layout` says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub shared: Vec<u64>,
    /// By `ThreadIdx`; finished threads stay.
    pub threads: Vec<ThreadState>,
    /// How many more threads may be created.
    pub n_idle: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadState {
    pub template: TemplateId,
    pub loc: LocId,
    pub locals: Vec<u64>,
}

impl ThreadIdx {
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The creation number, as handles hold it.
    pub fn handle(self) -> u64 {
        u64::from(self.0) + 1
    }
}

impl State {
    pub fn thread_idxs(&self) -> impl Iterator<Item = ThreadIdx> + use<> {
        (0..self.threads.len() as u32).map(ThreadIdx)
    }

    pub fn thread(&self, thread: ThreadIdx) -> &ThreadState {
        &self.threads[thread.index()]
    }

    /// The kind of location that a thread is at.
    pub fn kind(&self, program: &Program, thread: ThreadIdx) -> LocKind {
        program.loc(self.thread(thread).loc).kind
    }

    /// The thread in the middle of a macro-step. There is at most one: sections exclude each other,
    /// and created threads do not start inside one.
    pub fn in_section(&self, program: &Program) -> Option<ThreadIdx> {
        self.thread_idxs().find(|&thread| {
            let loc = program.loc(self.thread(thread).loc);
            loc.atomic && loc.kind == LocKind::Plain
        })
    }

    /// Whether no thread moves any more because one of them ended the program.
    pub fn is_over(&self, program: &Program) -> bool {
        self.thread_idxs()
            .any(|thread| matches!(self.kind(program, thread), LocKind::Halted | LocKind::Error(_)))
    }

    pub fn violated(&self, program: &Program) -> Option<PropId> {
        self.thread_idxs().find_map(|thread| match self.kind(program, thread) {
            LocKind::Error(property) => Some(property),
            _ => None,
        })
    }
}

/// The choices of a step, taken in order.
#[derive(Debug)]
pub(super) struct Choices<'a>(pub &'a [u64]);

impl Choices<'_> {
    pub fn next(&mut self, width: u8) -> Result<u64, Disabled> {
        match self.0.split_first() {
            None => Err(Disabled::MissingChoice { width }),
            Some((value, _)) if *value > Bits::mask(width) => Err(Disabled::WideChoice { width }),
            Some((value, rest)) => {
                self.0 = rest;
                Ok(*value)
            }
        }
    }

    pub fn all_taken(&self) -> Result<(), Disabled> {
        if self.0.is_empty() { Ok(()) } else { Err(Disabled::SurplusChoice) }
    }
}

impl Interpreter<'_> {
    /// The state in which `main` is about to run and `n_threads` threads can be created. Choices:
    /// the cells with `Init::Any` of the shared variables, then of `main`'s locals.
    pub fn initial(&self, n_threads: u32, choices: &[u64]) -> Result<State, Disabled> {
        let mut choices = Choices(choices);
        let shared = self.initial_cells(Scope::Shared, &[], &mut choices)?;
        let locals = self.initial_cells(Scope::Local, &[], &mut choices)?;
        choices.all_taken()?;
        let template = self.program.main;
        let main = ThreadState { template, loc: self.program.template(template).entry, locals };
        Ok(State { shared, threads: vec![main], n_idle: n_threads })
    }

    /// All states in which runs start, with the choices that lead to them.
    pub fn initial_states(&self, n_threads: u32, values: Values) -> Vec<(Vec<u64>, State)> {
        let mut states = Vec::new();
        let mut pending = vec![Vec::new()];
        while let Some(choices) = pending.pop() {
            match self.initial(n_threads, &choices) {
                Ok(state) => states.push((choices, state)),
                Err(Disabled::MissingChoice { width }) => {
                    pending.extend(extensions(&choices, &values(width)));
                }
                Err(_) => {}
            }
        }
        states
    }

    /// The cells of a scope when the run (shared) or a thread (local) starts; variables that are
    /// given a value use no choice.
    pub(super) fn initial_cells(
        &self,
        scope: Scope,
        given: &[(VarId, u64)],
        choices: &mut Choices,
    ) -> Result<Vec<u64>, Disabled> {
        let mut cells = Vec::new();
        for (idx, var) in self.program.vars.iter().enumerate() {
            if var.scope != scope {
                continue;
            }
            match given.iter().find(|(given, _)| given.index() == idx) {
                Some((_, value)) => cells.push(*value),
                None => self.push_initial(var, VarId(idx as u32), choices, &mut cells)?,
            }
        }
        Ok(cells)
    }

    fn push_initial(
        &self,
        var: &Var,
        id: VarId,
        choices: &mut Choices,
        cells: &mut Vec<u64>,
    ) -> Result<(), Disabled> {
        match &var.init {
            Init::Zero => cells.resize(cells.len() + var.n_cells(), 0),
            Init::Values(values) => cells.extend(values),
            Init::Any => {
                for _ in 0..var.n_cells() {
                    cells.push(choices.next(self.layout.slot(id).width)?);
                }
            }
        }
        Ok(())
    }
}

/// The list of choices, longer by one value. The last comes first, for use with a stack.
pub(super) fn extensions(choices: &[u64], values: &[u64]) -> impl Iterator<Item = Vec<u64>> {
    values.iter().rev().map(|&value| {
        let mut longer = choices.to_vec();
        longer.push(value);
        longer
    })
}
