//! A way through a program, executed on terms: from the beginning, or from a point in the middle with
//! everything unknown.
//!
//! From the middle it gives weakest preconditions: a condition that comes up later, as a term over the
//! cells at that point.

use super::exec::{Effects, Exec, ThreadTerms};
use super::term::{Term, Terms};
use crate::scpl::{
    BinOp, Bits, Command, EdgeId, HANDLE_WIDTH, Leg, LocId, LocKind, Program, Scope, ThreadIdx,
};

/// How far the threads of a way have got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Front {
    /// By `ThreadIdx`, those created so far.
    pub locs: Vec<LocId>,
}

impl Front {
    /// Only `main` is there.
    pub fn start(program: &Program) -> Self {
        Self { locs: vec![program.template(program.main).entry] }
    }

    pub fn advance(&mut self, program: &Program, leg: &Leg) {
        for &edge in &leg.edges {
            self.step(program, leg.thread, edge);
        }
    }

    fn step(&mut self, program: &Program, thread: ThreadIdx, edge: EdgeId) {
        let edge = program.edge(edge);
        for command in &edge.commands {
            if let Command::Create { template, .. } = command {
                self.locs.push(program.template(*template).entry);
            }
        }
        self.locs[thread.index()] = edge.to;
    }
}

/// The symbolic state on a way.
#[derive(Debug)]
pub struct Walk<'a, 'p> {
    exec: &'a Exec<'p>,
    pub shared: Vec<Term>,
    /// By `ThreadIdx`.
    pub threads: Vec<ThreadTerms>,
    front: Front,
    handles: Handles,
}

/// What handles are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handles {
    /// The creation numbers themselves.
    Numbers,
    /// Symbols, one per thread.
    Symbols,
}

/// What a leg asked for.
#[derive(Clone, Debug, Default)]
pub struct LegTerms {
    pub conditions: Vec<Term>,
    /// Per edge, the symbols of its choices.
    pub choices: Vec<Vec<Term>>,
}

impl<'a, 'p> Walk<'a, 'p> {
    /// From the beginning of a run; symbols of initial values are appended to `choices`.
    pub fn begin(exec: &'a Exec<'p>, terms: &mut Terms, choices: &mut Vec<Term>) -> Self {
        let shared = exec.initial_cells(terms, Scope::Shared, &[], choices);
        let locals = exec.initial_cells(terms, Scope::Local, &[], choices);
        let front = Front::start(exec.program);
        let mut walk = Self { exec, shared, threads: Vec::new(), front, handles: Handles::Numbers };
        let self_handle = walk.handle(terms, 0);
        walk.threads.push(ThreadTerms { locals, self_handle });
        walk
    }

    /// From anywhere, with these threads where they are.
    pub fn anywhere(exec: &'a Exec<'p>, terms: &mut Terms, front: &Front) -> Self {
        let shared = exec.any_cells(terms, Scope::Shared);
        let handles = Handles::Symbols;
        let mut walk = Self { exec, shared, threads: Vec::new(), front: front.clone(), handles };
        for idx in 0..front.locs.len() {
            let locals = exec.any_cells(terms, Scope::Local);
            let self_handle = walk.handle(terms, idx);
            walk.threads.push(ThreadTerms { locals, self_handle });
        }
        walk
    }

    fn handle(&self, terms: &mut Terms, idx: usize) -> Term {
        match self.handles {
            Handles::Numbers => {
                let number = ThreadIdx(idx as u32).handle();
                terms.constant(Bits::new(number, HANDLE_WIDTH))
            }
            Handles::Symbols => terms.fresh(HANDLE_WIDTH),
        }
    }

    pub fn go(&mut self, terms: &mut Terms, leg: &Leg) -> LegTerms {
        let mut done = LegTerms::default();
        for &id in &leg.edges {
            let edge = self.exec.program.edge(id);
            let mut choices = Vec::new();
            for command in &edge.commands {
                let mut effects = Effects::default();
                let created_self = self.handle(terms, self.threads.len());
                let mut thread = self.threads[leg.thread.index()].clone();
                let commands = std::slice::from_ref(command);
                let shared = &mut self.shared;
                self.exec.run(terms, shared, &mut thread, commands, created_self, &mut effects);
                self.threads[leg.thread.index()] = thread;
                done.conditions.extend(effects.conditions);
                choices.extend(effects.choices);
                for handle in effects.joins {
                    done.conditions.extend(self.join(terms, handle));
                }
                if let Some((_, created)) = effects.created {
                    self.threads.push(created);
                }
            }
            done.choices.push(choices);
            self.front.step(self.exec.program, leg.thread, id);
        }
        done
    }

    /// The threads that are not through must not be the one waited for.
    fn join(&self, terms: &mut Terms, handle: Term) -> Vec<Term> {
        let program = self.exec.program;
        let running = (0..self.threads.len()).filter(|&idx| {
            self.front.locs.get(idx).is_none_or(|loc| program.loc(*loc).kind != LocKind::Finished)
        });
        let handles: Vec<Term> = running.map(|idx| self.threads[idx].self_handle).collect();
        handles.into_iter().map(|other| terms.bin(BinOp::Ne, handle, other)).collect()
    }
}
