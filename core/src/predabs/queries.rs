//! Questions about single edges, asked of a solver and remembered.
//!
//! A question: given these truth values of some predicates before (and perhaps after) the step, which
//! combinations of truth values are possible for those others? It is identified by its content, so it
//! does not matter in which predicate set or round it comes up.
//!
//! Each edge has a solver of its own. One for all would be asked about ever more gates that have
//! nothing to do with the edge, and each answer has to give all of them a value.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::scpl::{BinOp, Bits, EdgeId, Expr, HANDLE_WIDTH, Program, Scope, Sort};
use crate::solve::{Answer, Effects, Exec, Lit, Solver, Term, Terms, ThreadTerms};

/// A predicate by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Atom(u32);

/// Whose truth value of a predicate, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Role {
    /// The active thread's, or the shared one; the same below.
    Before,
    After,
    PassiveBefore,
    PassiveAfter,
    /// The created thread's, after the step.
    Created,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Query {
    /// `None` asks how a run can begin: the roles are `After`.
    pub edge: Option<EdgeId>,
    pub known: Vec<(Atom, Role, bool)>,
    pub asked: Vec<(Atom, Role)>,
}

/// The answers so far, and the solvers that give more.
#[derive(Debug)]
pub struct Queries<'p> {
    exec: Exec<'p>,
    atoms: FxHashMap<Expr, Atom>,
    exprs: Vec<Expr>,
    /// By edge, and for the beginning at last.
    models: Vec<Option<Model>>,
    answers: FxHashMap<Query, Rc<[u128]>>,
    /// How often a solver was called.
    pub n_solved: u64,
}

/// An edge as terms, with its solver.
#[derive(Debug)]
struct Model {
    terms: Terms,
    solver: Solver,
    before: (Vec<Term>, ThreadTerms),
    after: (Vec<Term>, ThreadTerms),
    passive: ThreadTerms,
    created: Option<ThreadTerms>,
    /// What must hold for the edge to be taken.
    guards: Vec<Lit>,
    lits: FxHashMap<(Atom, Role), Lit>,
}

impl<'p> Queries<'p> {
    pub fn new(program: &'p Program) -> Self {
        let models = (0..=program.edges.len()).map(|_| None).collect();
        Self {
            exec: Exec::new(program),
            atoms: FxHashMap::default(),
            exprs: Vec::new(),
            models,
            answers: FxHashMap::default(),
            n_solved: 0,
        }
    }

    pub fn program(&self) -> &'p Program {
        self.exec.program
    }

    pub(super) fn atom(&mut self, expr: &Expr) -> Atom {
        if let Some(&atom) = self.atoms.get(expr) {
            return atom;
        }
        let atom = Atom(self.exprs.len() as u32);
        self.atoms.insert(expr.clone(), atom);
        self.exprs.push(expr.clone());
        atom
    }

    /// All combinations, bit `i` for the `i`-th asked, sorted.
    pub(super) fn ask(&mut self, query: Query, budget: &Budget) -> Result<Rc<[u128]>, Stop> {
        if let Some(answer) = self.answers.get(&query) {
            return Ok(answer.clone());
        }
        let idx = query.edge.map_or(self.models.len() - 1, EdgeId::index);
        let mut model = match self.models[idx].take() {
            Some(model) => model,
            None => Model::new(&self.exec, query.edge),
        };
        let answer = self.solve(&mut model, &query, budget);
        self.models[idx] = Some(model);
        let answer: Rc<[u128]> = answer?.into();
        self.answers.insert(query, answer.clone());
        Ok(answer)
    }

    fn solve(
        &mut self,
        model: &mut Model,
        query: &Query,
        budget: &Budget,
    ) -> Result<Vec<u128>, Stop> {
        let mut assumptions = model.guards.clone();
        for &(atom, role, value) in &query.known {
            let lit = model.lit(&self.exec, &self.exprs[atom.0 as usize], atom, role);
            assumptions.push(if value { lit } else { !lit });
        }
        let asked: Vec<Lit> = query
            .asked
            .iter()
            .map(|&(atom, role)| model.lit(&self.exec, &self.exprs[atom.0 as usize], atom, role))
            .collect();
        for &lit in &asked {
            // Says nothing, but makes the solver know the literal and give it its true value.
            model.solver.add_clause(&[lit, !lit]);
        }
        let fresh = model.terms.fresh(1);
        let enough = model.solver.lit(&model.terms, fresh);
        assumptions.push(!enough);
        let mut found = Vec::new();
        loop {
            self.n_solved += 1;
            match model.solver.solve(&assumptions, budget)? {
                Answer::Unsat => break,
                // Too hard for a solver is too hard for a proof.
                Answer::Unknown => return Err(Stop::Exhausted),
                Answer::Sat => {}
            }
            let values: Vec<bool> = asked.iter().map(|&lit| model.solver.value(lit)).collect();
            let bits = values.iter().enumerate();
            found.push(bits.fold(0, |bits, (idx, &value)| bits | (u128::from(value) << idx)));
            let mut other = vec![enough];
            other.extend(
                asked.iter().zip(&values).map(|(&lit, &value)| if value { !lit } else { lit }),
            );
            model.solver.add_clause(&other);
            if asked.is_empty() {
                break;
            }
        }
        // Those clauses are of no use any more.
        model.solver.add_clause(&[enough]);
        found.sort_unstable();
        Ok(found)
    }
}

impl Model {
    fn new(exec: &Exec, edge: Option<EdgeId>) -> Self {
        let mut terms = Terms::new();
        let any_thread = |terms: &mut Terms| ThreadTerms {
            locals: exec.any_cells(terms, Scope::Local),
            self_handle: terms.fresh(HANDLE_WIDTH),
        };
        let mut solver = Solver::new();
        let mut effects = Effects::default();
        let active = any_thread(&mut terms);
        let passive = any_thread(&mut terms);
        let created_self = terms.fresh(HANDLE_WIDTH);
        let (before, after) = match edge {
            Some(edge) => {
                let shared = exec.any_cells(&mut terms, Scope::Shared);
                let before = (shared, active);
                let mut after = before.clone();
                let commands = &exec.program.edge(edge).commands;
                let (shared, thread) = (&mut after.0, &mut after.1);
                exec.run(&mut terms, shared, thread, commands, created_self, &mut effects);
                (before, after)
            }
            None => {
                let choices = &mut effects.choices;
                let shared = exec.initial_cells(&mut terms, Scope::Shared, &[], choices);
                let locals = exec.initial_cells(&mut terms, Scope::Local, &[], choices);
                let begin = (shared, ThreadTerms { locals, ..active });
                (begin.clone(), begin)
            }
        };
        let guards =
            effects.conditions.iter().map(|&condition| solver.lit(&terms, condition)).collect();
        let created = effects.created.map(|(_, thread)| thread);
        let mut model = Model {
            terms,
            solver,
            before,
            after,
            passive,
            created,
            guards,
            lits: FxHashMap::default(),
        };
        if uses_handles(exec.program) {
            model.distinguish_threads(created_self);
        }
        model
    }

    /// No two threads have the same handle, and none has that of no thread.
    fn distinguish_threads(&mut self, created_self: Term) {
        let none = self.terms.constant(Bits::new(0, HANDLE_WIDTH));
        let handles = [self.before.1.self_handle, self.passive.self_handle, created_self, none];
        for (idx, &one) in handles.iter().enumerate() {
            for &other in &handles[idx + 1..] {
                let differ = self.terms.bin(BinOp::Ne, one, other);
                let differ = self.solver.lit(&self.terms, differ);
                self.solver.add_clause(&[differ]);
            }
        }
    }

    fn lit(&mut self, exec: &Exec, expr: &Expr, atom: Atom, role: Role) -> Lit {
        if let Some(&lit) = self.lits.get(&(atom, role)) {
            return lit;
        }
        let (shared, thread) = match role {
            Role::Before => (&self.before.0, &self.before.1),
            Role::After => (&self.after.0, &self.after.1),
            Role::PassiveBefore => (&self.before.0, &self.passive),
            Role::PassiveAfter => (&self.after.0, &self.passive),
            Role::Created => {
                (&self.after.0, self.created.as_ref().expect("only asked of edges that create"))
            }
        };
        let term = exec.expr(&mut self.terms, shared, thread, expr);
        let lit = self.solver.lit(&self.terms, term);
        self.lits.insert((atom, role), lit);
        lit
    }
}

/// Whether any step looks at a handle or keeps one.
fn uses_handles(program: &Program) -> bool {
    program.vars.iter().any(|var| var.sort == Sort::Handle)
}
