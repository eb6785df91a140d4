//! Questions about single edges, asked of a solver and remembered.
//!
//! A question: given these truth values of some predicates before (and perhaps after) the step, which
//! combinations of truth values are possible for those others? It is identified by its content, so it
//! does not matter in which predicate set or round it comes up.
//!
//! Questions that differ only in the given truth values share a solver; others do not. A solver gives
//! every gate it knows a value with each answer, so one that has seen the predicates of all rounds
//! would spend its time on gates that have nothing to do with the question.

use std::rc::Rc;

use crate::hash::FxHashMap;

use super::cache::{Cache, Contents, inverse, permuted};
use crate::budget::{Budget, Stop};
use crate::scpl::{BinOp, Bits, Count, EdgeId, Expr, HANDLE_WIDTH, Program, Scope, Sort, UnOp};
use crate::solve::{Answer, Effects, Exec, Lit, Solver, Term, Terms, ThreadTerms};

/// A predicate by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Atom(u32);

impl Atom {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

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
    /// Not of a predicate, but of a handle: whether the step waits for the passive thread that has it.
    Awaited,
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
    /// What the program counts: two threads weigh no more than all of them.
    counts: Vec<Count>,
    atoms: FxHashMap<Expr, Atom>,
    exprs: Vec<Expr>,
    /// By edge, and for the beginning at last.
    models: Vec<Option<Model>>,
    /// `None`: too hard.
    answers: FxHashMap<Query, Option<Rc<[u128]>>>,
    contents: Contents,
    cache: Cache,
    /// How many solvers there are.
    n_solvers: usize,
    /// How often a solver was called.
    pub n_solved: u64,
    n_too_hard: u32,
}

/// A call of the solver takes about as long as so many steps of a search.
const SOLVER_STEPS: u64 = 100;

/// A question that takes more conflicts than this, over all its answers, is too hard.
const MAX_CONFLICTS: u64 = 30_000;

/// After each so many questions that were too hard, the next ones get half the time: where there are
/// many, there is something like a division in the program, and no patience will do.
const PATIENCE: u32 = 4;

/// But never fewer conflicts than this.
const MIN_CONFLICTS: u64 = 1_000;

/// So many truth values are taken to be anything if the question is too hard.
const MAX_GUESSED: usize = 6;

/// So many solvers are kept per edge, and in all; each takes some hundred kilobytes.
const MAX_SOLVERS: usize = 32;
const MAX_SOLVERS_IN_ALL: usize = 200;

/// An edge as terms, with its solvers.
#[derive(Debug)]
struct Model {
    terms: Terms,
    solvers: FxHashMap<Shape, Solver>,
    /// How many calls there had been when it was last used.
    last_used: u64,
    before: (Vec<Term>, ThreadTerms),
    after: (Vec<Term>, ThreadTerms),
    passive: ThreadTerms,
    created: Option<ThreadTerms>,
    /// What must hold for the edge to be taken.
    guards: Vec<Term>,
    /// The handles that it joins.
    joins: Vec<Term>,
    truths: FxHashMap<(Atom, Role), Term>,
}

/// A question without the given truth values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Shape {
    known: Vec<(Atom, Role)>,
    asked: Vec<(Atom, Role)>,
}

impl<'p> Queries<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self::recalling(program, Cache::default())
    }

    /// What the cache knows is not asked again.
    pub fn recalling(program: &'p Program, cache: Cache) -> Self {
        let models = (0..=program.edges.len()).map(|_| None).collect();
        let exec = Exec::new(program);
        Self {
            contents: Contents::new(&exec, uses_handles(program)),
            cache,
            exec,
            counts: Vec::new(),
            atoms: FxHashMap::default(),
            exprs: Vec::new(),
            models,
            answers: FxHashMap::default(),
            n_solvers: 0,
            n_solved: 0,
            n_too_hard: 0,
        }
    }

    /// The same, of a program that counts.
    pub fn counting(self, counts: Vec<Count>) -> Self {
        Self { counts, ..self }
    }

    pub(super) fn counts(&self) -> &[Count] {
        &self.counts
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
        self.contents.push_atom(&self.exec, expr);
        atom
    }

    /// All answers, for another time.
    pub fn into_cache(self) -> Cache {
        self.cache
    }

    /// All combinations, bit `i` for the `i`-th asked, sorted.
    pub(super) fn ask(&mut self, query: Query, budget: &Budget) -> Result<Rc<[u128]>, Stop> {
        if let Some(answer) = self.answers.get(&query) {
            return answer.clone().ok_or(Stop::Exhausted);
        }
        if query.asked.len() > u128::BITS as usize {
            // An answer has no room for more; nor has anybody the time to look at all of them.
            return Err(Stop::Exhausted);
        }
        let (key, order) = self.contents.of(&query);
        if let Some(answer) = self.cache.get(key) {
            budget.spend(1)?;
            let answer: Rc<[u128]> = permuted(answer, &order).into();
            self.answers.insert(query, Some(answer.clone()));
            return Ok(answer);
        }
        let idx = query.edge.map_or(self.models.len() - 1, EdgeId::index);
        let mut model = match self.models[idx].take() {
            Some(model) => model,
            None => Model::new(&self.exec, query.edge),
        };
        let n_before = model.solvers.len();
        let answer = self.solve(&mut model, &query, budget);
        self.n_solvers = self.n_solvers + model.solvers.len() - n_before;
        model.last_used = self.n_solved;
        self.models[idx] = Some(model);
        while self.n_solvers > MAX_SOLVERS_IN_ALL {
            self.drop_oldest();
        }
        let answer: Option<Rc<[u128]>> = answer?.map(Into::into);
        if let Some(answer) = &answer {
            self.cache.insert(key, permuted(answer, &inverse(&order)));
        }
        self.answers.insert(query, answer.clone());
        answer.ok_or(Stop::Exhausted)
    }

    /// Drops the solvers of the edge that was asked about longest ago.
    fn drop_oldest(&mut self) {
        let models = self.models.iter_mut().flatten().filter(|model| !model.solvers.is_empty());
        if let Some(oldest) = models.min_by_key(|model| model.last_used) {
            self.n_solvers -= oldest.solvers.len();
            oldest.solvers.clear();
        }
    }

    /// How many conflicts a question may have now.
    fn max_conflicts(&self) -> u64 {
        let n_halvings = (self.n_too_hard / PATIENCE).min(u64::BITS - 1);
        (MAX_CONFLICTS >> n_halvings).max(MIN_CONFLICTS)
    }

    /// `None` if that is too hard.
    fn solve(
        &mut self,
        model: &mut Model,
        query: &Query,
        budget: &Budget,
    ) -> Result<Option<Vec<u128>>, Stop> {
        let max_conflicts = self.max_conflicts();
        let mut known = Vec::new();
        for &(atom, role, value) in &query.known {
            known.push((model.truth(&self.exec, &self.exprs[atom.index()], atom, role), value));
        }
        let mut asked = Vec::new();
        for &(atom, role) in &query.asked {
            asked.push(model.truth(&self.exec, &self.exprs[atom.index()], atom, role));
        }
        let shape = Shape {
            known: query.known.iter().map(|&(atom, role, _)| (atom, role)).collect(),
            asked: query.asked.clone(),
        };
        let enough = model.terms.fresh(1);
        let Model { terms, solvers, guards, .. } = model;
        if solvers.len() >= MAX_SOLVERS && !solvers.contains_key(&shape) {
            solvers.clear();
        }
        let solver = solvers.entry(shape).or_insert_with(|| {
            let mut solver = Solver::new();
            for &guard in guards.iter() {
                let guard = solver.lit(terms, guard);
                solver.add_clause(&[guard]);
            }
            solver
        });
        solver.max_conflicts = max_conflicts;
        let mut assumptions = Vec::new();
        for (term, value) in known {
            let lit = solver.lit(terms, term);
            assumptions.push(if value { lit } else { !lit });
        }
        let asked: Vec<Lit> = asked.into_iter().map(|term| solver.lit(terms, term)).collect();
        for &lit in &asked {
            // Says nothing, but makes the solver know the literal and give it its true value.
            solver.add_clause(&[lit, !lit]);
        }
        let enough = solver.lit(terms, enough);
        assumptions.push(!enough);
        let mut found = Vec::new();
        let n_before = solver.n_conflicts();
        loop {
            self.n_solved += 1;
            budget.spend(SOLVER_STEPS)?;
            let answer = solver.solve(&assumptions, budget)?;
            if answer == Answer::Unsat {
                break;
            }
            // That there are many answers is not what makes a question hard.
            let is_hard = solver.n_conflicts() - n_before > max_conflicts;
            if answer == Answer::Unknown || is_hard {
                self.n_too_hard += 1;
                // What is too hard to exclude counts as possible, if that does not get out of hand.
                if asked.len() > MAX_GUESSED {
                    solver.add_clause(&[enough]);
                    return Ok(None);
                }
                found = (0..1 << asked.len()).collect();
                break;
            }
            let values: Vec<bool> = asked.iter().map(|&lit| solver.value(lit)).collect();
            let bits = values.iter().enumerate();
            found.push(bits.fold(0, |bits, (idx, &value)| bits | (u128::from(value) << idx)));
            let mut other = vec![enough];
            other.extend(
                asked.iter().zip(&values).map(|(&lit, &value)| if value { !lit } else { lit }),
            );
            solver.add_clause(&other);
            if asked.is_empty() {
                break;
            }
        }
        // Those clauses are of no use any more.
        solver.add_clause(&[enough]);
        found.sort_unstable();
        Ok(Some(found))
    }
}

impl Model {
    fn new(exec: &Exec, edge: Option<EdgeId>) -> Self {
        let mut terms = Terms::new();
        let any_thread = |terms: &mut Terms| ThreadTerms {
            locals: exec.any_cells(terms, Scope::Local),
            self_handle: terms.fresh(HANDLE_WIDTH),
        };
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
        let created = effects.created.map(|(_, thread)| thread);
        let mut model = Model {
            terms,
            solvers: FxHashMap::default(),
            last_used: 0,
            before,
            after,
            passive,
            created,
            guards: effects.conditions,
            joins: effects.joins,
            truths: FxHashMap::default(),
        };
        // Whoever waits for itself waits for ever.
        let own = model.before.1.self_handle;
        let waits = model.joins_of(own);
        let waits_not = model.terms.un(UnOp::Not, waits);
        model.guards.push(waits_not);
        if uses_handles(exec.program) {
            model.distinguish_threads(created_self);
        }
        model
    }

    /// Whether the thread with this handle is joined.
    fn joins_of(&mut self, handle: Term) -> Term {
        let mut any = self.terms.constant(Bits::new(0, 1));
        for &joined in &self.joins {
            let is_meant = self.terms.bin(BinOp::Eq, joined, handle);
            any = self.terms.bin(BinOp::Or, any, is_meant);
        }
        any
    }

    /// No two threads have the same handle, and none has that of no thread.
    fn distinguish_threads(&mut self, created_self: Term) {
        let none = self.terms.constant(Bits::new(0, HANDLE_WIDTH));
        let handles = [self.before.1.self_handle, self.passive.self_handle, created_self, none];
        for (idx, &one) in handles.iter().enumerate() {
            for &other in &handles[idx + 1..] {
                let differ = self.terms.bin(BinOp::Ne, one, other);
                self.guards.push(differ);
            }
        }
    }

    fn truth(&mut self, exec: &Exec, expr: &Expr, atom: Atom, role: Role) -> Term {
        if let Some(&term) = self.truths.get(&(atom, role)) {
            return term;
        }
        let (shared, thread) = match role {
            Role::Before => (&self.before.0, &self.before.1),
            Role::After => (&self.after.0, &self.after.1),
            Role::PassiveBefore => (&self.before.0, &self.passive),
            Role::PassiveAfter => (&self.after.0, &self.passive),
            Role::Created => {
                (&self.after.0, self.created.as_ref().expect("only asked of edges that create"))
            }
            Role::Awaited => return self.joins_of(self.passive.self_handle),
        };
        let term = exec.expr(&mut self.terms, shared, thread, expr);
        self.truths.insert((atom, role), term);
        term
    }
}

/// Whether any step looks at a handle or keeps one.
fn uses_handles(program: &Program) -> bool {
    program.vars.iter().any(|var| var.sort == Sort::Handle)
}
