//! Whether clauses can hold together, by a solver that need not be trusted.
//!
//! The solver is batsat. A model that it finds is tried on the clauses. If it finds none, it has learnt
//! clauses on the way to a contradiction, and each is checked before it counts: if all its literals are
//! false, then unit propagation from the clauses before it must run into a contradiction; and at last it
//! must do so by itself. That is a proof by reverse unit propagation; what is trusted is [`Checker`],
//! and that is unit propagation and nothing else.
//!
//! Conflicts are limited and spent from the budget, so the same formula has the same fate on every
//! machine, and the work can be called off at any time.

use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};

use super::Refusal;
use crate::budget::{Budget, Stop};

/// A formula that takes more conflicts than this is not decided.
const MAX_CONFLICTS: u64 = 50_000;

/// After so many, and then more each time, what was propagated is paid for; only then is it known.
const CONFLICTS_AT_ONCE: u64 = 5_000;

/// So many propagations, or looks at clauses, cost one step of the budget.
const PROPAGATIONS_PER_STEP: u64 = 16;
const VISITS_PER_STEP: u64 = 256;

/// A model by variable, or that there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    Model(Vec<bool>),
    Refuted,
}

/// Decides clauses over the variables 1 to `n_vars`; minus a variable is its negation.
pub fn decide(n_vars: usize, clauses: &[Vec<i32>], budget: &Budget) -> Result<Decided, Refusal> {
    // Much is contradictory as it stands, or nearly.
    let mut checker = Checker::new(n_vars, budget);
    for clause in clauses {
        checker.add(clause)?;
    }
    if checker.is_refuted {
        return Ok(Decided::Refuted);
    }
    let learnt = match search(n_vars, clauses, budget)? {
        Found::Model(values) => return Ok(Decided::Model(values)),
        Found::Learnt(learnt) => learnt,
    };
    for clause in learnt {
        if checker.is_refuted {
            break;
        }
        if !checker.follows(&clause)? {
            return Err(Refusal::Solver("a clause that it has learnt does not follow".into()));
        }
        checker.add(&clause)?;
    }
    match checker.is_refuted {
        true => Ok(Decided::Refuted),
        false => Err(Refusal::Solver("what it has learnt contradicts nothing".into())),
    }
}

enum Found {
    /// Tried on the clauses.
    Model(Vec<bool>),
    /// The clauses learnt on the way to a contradiction.
    Learnt(Vec<Vec<i32>>),
}

fn search(n_vars: usize, clauses: &[Vec<i32>], budget: &Budget) -> Result<Found, Refusal> {
    let record = Record { budget: budget.part(0), learnt: Vec::new() };
    let mut solver = batsat::Solver::new(SolverOpts::default(), record);
    let vars: Vec<batsat::Var> = (0..n_vars).map(|_| solver.new_var_default()).collect();
    let mut lits = Vec::new();
    for clause in clauses {
        lits.clear();
        let lit = |lit: &i32| batsat::Lit::new(vars[lit.unsigned_abs() as usize - 1], *lit > 0);
        lits.extend(clause.iter().map(lit));
        solver.add_clause_reuse(&mut lits);
    }
    let (mut n_conflicts, mut n_propagations) = (0, 0);
    let mut n_at_once = CONFLICTS_AT_ONCE;
    let answer = loop {
        solver.cb_mut().budget = budget.part(n_at_once.min(MAX_CONFLICTS - n_conflicts));
        // The solver begins to forget what it has learnt with each call, so there must not be many.
        n_at_once *= 4;
        let answer = solver.solve_limited(&[]);
        let n_spent = solver.cb().budget.spent();
        let n_more = solver.num_propagations() - n_propagations;
        budget.spend(n_spent + n_more / PROPAGATIONS_PER_STEP)?;
        n_propagations += n_more;
        n_conflicts = MAX_CONFLICTS.min(n_conflicts + n_spent.max(1));
        if answer == lbool::TRUE || answer == lbool::FALSE || n_conflicts == MAX_CONFLICTS {
            break answer;
        }
    };
    if answer == lbool::TRUE {
        let values: Vec<bool> =
            vars.iter().map(|var| solver.value_var(*var) == lbool::TRUE).collect();
        let holds = |lit: &i32| values[lit.unsigned_abs() as usize - 1] == (*lit > 0);
        return match clauses.iter().all(|clause| clause.iter().any(holds)) {
            true => Ok(Found::Model(values)),
            false => Err(Refusal::Solver("its model is none".into())),
        };
    }
    if answer == lbool::FALSE {
        return Ok(Found::Learnt(std::mem::take(&mut solver.cb_mut().learnt)));
    }
    Err(Refusal::Solver(format!("it gave up after {n_conflicts} conflicts")))
}

/// What the solver learns, and how much of it.
struct Record {
    budget: Budget,
    learnt: Vec<Vec<i32>>,
}

impl Callbacks for Record {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            let lit = |lit: &batsat::Lit| {
                let var = lit.var().idx() as i32 + 1;
                if lit.sign() { var } else { -var }
            };
            self.learnt.push(clause.iter().map(lit).collect());
            // An error shows again in `stop`.
            let _ = self.budget.spend(1);
        }
    }

    fn stop(&self) -> bool {
        self.budget.spend(0).is_err()
    }
}

/// Unit propagation over clauses that are only ever added to.
///
/// Each clause of two literals or more watches its first two. As long as one of them is not false, or
/// the clause has been looked at since, the clause says nothing new.
struct Checker<'b> {
    budget: &'b Budget,
    /// The literals of all clauses, one clause behind the other.
    lits: Vec<i32>,
    /// By literal, the clauses that watch it.
    watches: Vec<Vec<Watch>>,
    /// By literal.
    is_true: Vec<bool>,
    /// The literals that are true, in the order in which they came to be so.
    trail: Vec<i32>,
    /// How many of them have been propagated.
    n_done: usize,
    n_visits: u64,
    /// Whether the clauses contradict each other by unit propagation.
    is_refuted: bool,
}

/// A clause seen from one of the two literals that it watches.
#[derive(Clone, Copy)]
struct Watch {
    /// Where its literals are.
    start: u32,
    end: u32,
    /// Any of its other literals: while that is true, the clause need not be looked at.
    other: i32,
}

fn index(lit: i32) -> usize {
    2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
}

impl<'b> Checker<'b> {
    fn new(n_vars: usize, budget: &'b Budget) -> Self {
        Self {
            budget,
            lits: Vec::new(),
            watches: vec![Vec::new(); 2 * n_vars + 2],
            is_true: vec![false; 2 * n_vars + 2],
            trail: Vec::new(),
            n_done: 0,
            n_visits: 0,
            is_refuted: false,
        }
    }

    /// From now on the clause holds.
    fn add(&mut self, clause: &[i32]) -> Result<(), Stop> {
        let is_true = |lit: &i32| self.is_true[index(*lit)];
        // What is decided now stays so: nothing is assumed at the moment.
        if self.is_refuted || clause.iter().any(is_true) {
            return Ok(());
        }
        let mut open: Vec<i32> =
            clause.iter().copied().filter(|lit| !self.is_true[index(-lit)]).collect();
        open.sort_unstable();
        open.dedup();
        match open[..] {
            [] => self.is_refuted = true,
            [unit] => {
                self.assign(unit);
                self.is_refuted = !self.propagate()?;
            }
            [first, second, ..] => {
                let start = self.lits.len() as u32;
                self.lits.extend(open);
                let end = self.lits.len() as u32;
                self.watches[index(first)].push(Watch { start, end, other: second });
                self.watches[index(second)].push(Watch { start, end, other: first });
            }
        }
        Ok(())
    }

    /// Whether the clause follows by unit propagation: assuming that all its literals are false, there
    /// is a contradiction.
    fn follows(&mut self, clause: &[i32]) -> Result<bool, Stop> {
        let n_certain = self.trail.len();
        let mut is_contradiction = false;
        for &lit in clause {
            if self.is_true[index(lit)] {
                is_contradiction = true;
                break;
            }
            if !self.is_true[index(-lit)] {
                self.assign(-lit);
            }
        }
        let follows = is_contradiction || !self.propagate()?;
        for lit in self.trail.drain(n_certain..) {
            self.is_true[index(lit)] = false;
        }
        self.n_done = n_certain;
        Ok(follows)
    }

    fn assign(&mut self, lit: i32) {
        self.is_true[index(lit)] = true;
        self.trail.push(lit);
    }

    /// Whether there is no contradiction.
    fn propagate(&mut self) -> Result<bool, Stop> {
        while let Some(&lit) = self.trail.get(self.n_done) {
            self.n_done += 1;
            let mut watching = std::mem::take(&mut self.watches[index(-lit)]);
            self.n_visits += watching.len() as u64;
            let mut is_clear = true;
            watching.retain_mut(|watch| {
                if !is_clear || self.is_true[index(watch.other)] {
                    return true;
                }
                match self.visit(watch, -lit) {
                    Visit::Moved => return false,
                    Visit::Kept => {}
                    Visit::Contradiction => is_clear = false,
                }
                true
            });
            self.watches[index(-lit)] = watching;
            self.budget.spend(self.n_visits / VISITS_PER_STEP)?;
            self.n_visits %= VISITS_PER_STEP;
            if !is_clear {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Looks at a clause one of whose watched literals has become false.
    fn visit(&mut self, watch: &mut Watch, is_false: i32) -> Visit {
        let clause = &mut self.lits[watch.start as usize..watch.end as usize];
        if clause[0] == is_false {
            clause.swap(0, 1);
        }
        watch.other = clause[0];
        if self.is_true[index(watch.other)] {
            return Visit::Kept;
        }
        if let Some(at) = (2..clause.len()).find(|&at| !self.is_true[index(-clause[at])]) {
            clause.swap(1, at);
            self.watches[index(clause[1])].push(*watch);
            return Visit::Moved;
        }
        if self.is_true[index(-watch.other)] {
            return Visit::Contradiction;
        }
        self.assign(watch.other);
        Visit::Kept
    }
}

enum Visit {
    /// It watches another literal now.
    Moved,
    Kept,
    Contradiction,
}

#[cfg(test)]
mod tests;
