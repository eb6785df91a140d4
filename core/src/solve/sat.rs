//! What is asked of a SAT solver, and batsat as the one that answers.
//!
//! batsat is a MiniSat: small, deterministic, incremental under assumptions, and it tells which of them
//! failed. It has no budget of its own that can be set, but it calls back at every decision and every
//! conflict; that is where we count, and where cancellation is noticed.

use std::fmt;

use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};

use crate::budget::{Budget, Stop};

/// What a solver may say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Sat,
    Unsat,
    /// The conflicts allowed for one call were not enough.
    Unknown,
}

/// A SAT solver. Literals are written as in DIMACS files: variables are 1, 2, and so on, and minus a
/// variable is its negation. A variable exists as soon as it is mentioned.
pub trait Sat {
    fn add(&mut self, clause: &[i32]);

    /// Whether the clauses and assumptions can hold together. Spends a step for the call, one for each
    /// conflict, and for propagations as far as they can be counted; after `n_conflicts` the answer is
    /// `Unknown`. A conflict that is hard to learn from counts as several.
    fn solve(
        &mut self,
        assumptions: &[i32],
        n_conflicts: u64,
        budget: &Budget,
    ) -> Result<Answer, Stop>;

    /// How many there were in all calls.
    fn n_conflicts(&self) -> u64;

    /// After `Sat`: the value of a literal; of a variable that does not matter, false.
    fn value(&self, literal: i32) -> bool;

    /// After `Unsat`: assumptions that suffice for it, or `None` if the solver cannot tell.
    fn core(&self) -> Option<Vec<i32>>;
}

/// So many propagations take about as long as a step of a search.
const PROPAGATIONS_PER_STEP: u64 = 16;

/// So many literals of a learnt clause take about as long as another conflict. Those of multipliers and
/// dividers have hundreds.
const LITERALS_PER_CONFLICT: u64 = 32;

/// After so many, and then more each time, what was propagated is paid for; only then is it known.
const CONFLICTS_AT_ONCE: u64 = 5_000;

/// The solver used unless another is asked for.
pub struct Batsat {
    solver: batsat::Solver<Watch>,
    clause: Vec<batsat::Lit>,
    n_conflicts: u64,
}

impl Batsat {
    pub fn new() -> Self {
        let solver = batsat::Solver::new(SolverOpts::default(), Watch { budget: Budget::new(0) });
        Self { solver, clause: Vec::new(), n_conflicts: 0 }
    }

    fn literal(&mut self, literal: i32) -> batsat::Lit {
        let var = self.solver.var_of_int(literal.unsigned_abs() - 1);
        batsat::Lit::new(var, literal > 0)
    }
}

impl Default for Batsat {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Batsat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batsat")
            .field("n_vars", &self.solver.num_vars())
            .field("n_clauses", &self.solver.num_clauses())
            .finish_non_exhaustive()
    }
}

impl Sat for Batsat {
    fn add(&mut self, clause: &[i32]) {
        let mut literals = std::mem::take(&mut self.clause);
        literals.clear();
        literals.extend(clause.iter().map(|&literal| self.literal(literal)));
        // The result only says whether the clauses are already contradictory; `solve` will.
        self.solver.add_clause_reuse(&mut literals);
        self.clause = literals;
    }

    fn solve(
        &mut self,
        assumptions: &[i32],
        n_conflicts: u64,
        budget: &Budget,
    ) -> Result<Answer, Stop> {
        budget.spend(1)?;
        let assumptions: Vec<_> =
            assumptions.iter().map(|&literal| self.literal(literal)).collect();
        let mut n_left = n_conflicts;
        let mut n_at_once = CONFLICTS_AT_ONCE;
        loop {
            self.solver.cb_mut().budget = budget.part(n_left.min(n_at_once));
            // The solver begins to forget what it has learnt with each call, so there must not be many.
            n_at_once *= 4;
            let n_before = self.solver.num_propagations();
            let answer = self.solver.solve_limited(&assumptions);
            // Without these, a product of two variables would cost little and take very long.
            let n_propagations = self.solver.num_propagations() - n_before;
            let n_spent = self.solver.cb().budget.spent();
            budget.spend(n_spent + n_propagations / PROPAGATIONS_PER_STEP)?;
            self.n_conflicts += n_spent;
            n_left = n_left.saturating_sub(n_spent.max(1));
            match answer {
                _ if answer == lbool::TRUE => return Ok(Answer::Sat),
                _ if answer == lbool::FALSE => return Ok(Answer::Unsat),
                _ if n_left == 0 => return Ok(Answer::Unknown),
                _ => {}
            }
        }
    }

    fn n_conflicts(&self) -> u64 {
        self.n_conflicts
    }

    fn value(&self, literal: i32) -> bool {
        let var = batsat::Var::unsafe_from_idx(literal.unsigned_abs() - 1);
        (self.solver.value_var(var) == lbool::TRUE) == (literal > 0)
    }

    fn core(&self) -> Option<Vec<i32>> {
        // batsat gives the clause it has learnt, that is, the assumptions negated.
        let literal = |lit: &batsat::Lit| {
            let var = lit.var().idx() as i32 + 1;
            if lit.sign() { -var } else { var }
        };
        Some(self.solver.unsat_core().iter().map(literal).collect())
    }
}

/// Counts the conflicts of one call, and stops it when they are spent or the run is called off.
struct Watch {
    budget: Budget,
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            // An error shows again in `stop`.
            let _ = self.budget.spend(1 + clause.len() as u64 / LITERALS_PER_CONFLICT);
        }
    }

    fn stop(&self) -> bool {
        self.budget.spend(0).is_err()
    }
}
