//! The solver: terms in, answers out, nothing forgotten in between.
//!
//! It builds the gates and clauses of what it is asked about, once, and keeps what the search has
//! learnt, so that many small questions about the same terms are cheap. Assumptions are how to ask
//! them; clauses are for ever.
//!
//! A solver belongs to the [`Terms`] it was first given: terms are known to it by their numbers.

use super::aig::Lit;
use super::blast::Blaster;
use super::cnf::Cnf;
use super::sat::{Answer, Batsat, Sat};
use super::term::{Symbol, Term, Terms};
use crate::budget::{Budget, Stop};

/// Conflicts that one call may have unless the caller says otherwise.
const MAX_CONFLICTS: u64 = 200_000;

#[derive(Debug)]
pub struct Solver<S = Batsat> {
    /// After so many conflicts in one call the answer is [`Answer::Unknown`].
    pub max_conflicts: u64,
    sat: S,
    blaster: Blaster,
    cnf: Cnf,
    /// The assumptions of the last call, with their SAT literals.
    assumptions: Vec<(i32, Lit)>,
}

impl Solver {
    pub fn new() -> Self {
        Self::with(Batsat::new())
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Sat> Solver<S> {
    /// On top of another SAT solver, which has no clauses yet.
    pub fn with(sat: S) -> Self {
        Self {
            max_conflicts: MAX_CONFLICTS,
            sat,
            blaster: Blaster::new(),
            cnf: Cnf::default(),
            assumptions: Vec::new(),
        }
    }

    /// The literal of a term of width 1.
    pub fn lit(&mut self, terms: &Terms, t: Term) -> Lit {
        debug_assert_eq!(terms.width(t), 1, "only a truth value has a literal");
        self.word(terms, t)[0]
    }

    /// The literals of the bits of a term, least significant first.
    pub fn word(&mut self, terms: &Terms, t: Term) -> Vec<Lit> {
        let word = self.blaster.word(terms, t).to_vec();
        for &lit in &word {
            if lit.as_const().is_none() {
                self.literal(lit);
            }
        }
        word
    }

    pub fn add_clause(&mut self, clause: &[Lit]) {
        let clause: Vec<i32> = clause.iter().map(|&lit| self.literal(lit)).collect();
        self.sat.add(&clause);
    }

    /// Whether all clauses and assumptions can hold. Spends a step, and one for every conflict.
    pub fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Answer, Stop> {
        self.assumptions = assumptions.iter().map(|&lit| (self.literal(lit), lit)).collect();
        let literals: Vec<i32> = self.assumptions.iter().map(|&(literal, _)| literal).collect();
        self.sat.solve(&literals, self.max_conflicts, budget)
    }

    /// How many conflicts there were in all calls.
    pub fn n_conflicts(&self) -> u64 {
        self.sat.n_conflicts()
    }

    /// After `Sat`: the value of a literal that the solver gave before it was asked.
    pub fn value(&self, lit: Lit) -> bool {
        match (lit.as_const(), self.cnf.known(lit)) {
            (Some(value), _) => value,
            (None, Some(literal)) => self.sat.value(literal),
            (None, None) => lit.is_negated(),
        }
    }

    /// After `Sat`: the value of a symbol; bits that do not matter are 0.
    pub fn symbol_value(&self, terms: &Terms, symbol: Symbol) -> u64 {
        let bits = self.blaster.known(terms, symbol).unwrap_or_default();
        bits.iter().enumerate().map(|(idx, &lit)| u64::from(self.value(lit)) << idx).sum()
    }

    /// After `Unsat`: assumptions that cannot hold together, in the order they were given; all of them
    /// if the SAT solver cannot tell.
    pub fn core(&self) -> Vec<Lit> {
        let core = self.sat.core();
        let failed = |literal: &i32| core.as_ref().is_none_or(|core| core.contains(literal));
        self.assumptions
            .iter()
            .filter(|(literal, _)| failed(literal))
            .map(|&(_, lit)| lit)
            .collect()
    }

    fn literal(&mut self, lit: Lit) -> i32 {
        self.cnf.literal(&self.blaster.aig, &mut self.sat, lit)
    }
}
