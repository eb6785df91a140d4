//! Formulas in conjunctive form, with gates, and the solver that decides them.
//!
//! A gate is a new variable and the clauses that say when it is true, in both directions. Whatever the
//! inputs, exactly one value of the gate satisfies them: gates never make a formula unsatisfiable. Two
//! gates of one kind with the same inputs are the same literal, and constants are folded; nothing else
//! is simplified.
//!
//! Every formula is decided from scratch (`refute.rs`); the budget pays for its clauses as well.

use std::collections::BTreeSet;

use crate::hash::FxHashMap;

use super::Refusal;
use super::refute::{self, Decided};
use crate::budget::Budget;
use crate::scpl::BinOp;

/// Larger formulas are refused.
const MAX_CLAUSES: usize = 3_000_000;

/// So many clauses cost one step of the budget.
const CLAUSES_PER_STEP: u64 = 64;

/// A variable, numbered from 1, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(i32);

impl Lit {
    /// The first variable is true in every formula.
    pub const TRUE: Lit = Lit(1);
    pub const FALSE: Lit = Lit(-1);

    pub fn constant(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }

    /// The literal that says that this one has the value.
    pub fn is(self, value: bool) -> Lit {
        if value { self } else { !self }
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Sat(Model),
    Unsat,
}

/// Values for all variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model(Vec<bool>);

impl Model {
    pub fn value(&self, lit: Lit) -> bool {
        // A variable that was made later than the model has no value; it is in no clause.
        let value = self.0.get(lit.0.unsigned_abs() as usize - 1).copied().unwrap_or(false);
        value == (lit.0 > 0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Gate {
    And(Lit, Lit),
    Xor(Lit, Lit),
    Mux(Lit, Lit, Lit),
}

/// An operator, its operands, and the result.
pub type Operation = (BinOp, Vec<Lit>, Vec<Lit>, Vec<Lit>);

#[derive(Clone, Debug)]
pub struct Formula {
    n_vars: i32,
    clauses: Vec<Vec<i32>>,
    gates: FxHashMap<Gate, Lit>,
    conjunctions: FxHashMap<Vec<Lit>, Lit>,
    /// Those with large circuits that were asked for.
    pub operations: Vec<Operation>,
}

impl Formula {
    pub fn new() -> Self {
        let clauses = vec![vec![Lit::TRUE.0]];
        Self {
            n_vars: 1,
            clauses,
            gates: FxHashMap::default(),
            conjunctions: FxHashMap::default(),
            operations: Vec::new(),
        }
    }

    /// A new variable.
    pub fn fresh(&mut self) -> Lit {
        self.n_vars += 1;
        Lit(self.n_vars)
    }

    /// One of the literals must hold.
    pub fn clause(&mut self, lits: &[Lit]) {
        // What is past the limit is never solved, so it need not be kept.
        if lits.contains(&Lit::TRUE) || self.is_too_large() {
            return;
        }
        self.clauses.push(lits.iter().filter(|lit| **lit != Lit::FALSE).map(|lit| lit.0).collect());
    }

    /// If `premise` holds, so does the conclusion.
    pub fn implies(&mut self, premise: Lit, conclusion: Lit) {
        self.clause(&[!premise, conclusion]);
    }

    fn is_too_large(&self) -> bool {
        self.clauses.len() > MAX_CLAUSES
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        match (a, b) {
            (Lit::FALSE, _) | (_, Lit::FALSE) => return Lit::FALSE,
            (Lit::TRUE, other) | (other, Lit::TRUE) => return other,
            _ if a == b => return a,
            _ if a == !b => return Lit::FALSE,
            _ => {}
        }
        let gate = Gate::And(a.min(b), a.max(b));
        if let Some(known) = self.gates.get(&gate) {
            return *known;
        }
        let both = self.fresh();
        self.clause(&[!both, a]);
        self.clause(&[!both, b]);
        self.clause(&[both, !a, !b]);
        self.gates.insert(gate, both);
        both
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        match (a, b) {
            (Lit::FALSE, other) | (other, Lit::FALSE) => return other,
            (Lit::TRUE, other) | (other, Lit::TRUE) => return !other,
            _ if a == b => return Lit::FALSE,
            _ if a == !b => return Lit::TRUE,
            _ => {}
        }
        let gate = Gate::Xor(a.min(b), a.max(b));
        if let Some(known) = self.gates.get(&gate) {
            return *known;
        }
        let differ = self.fresh();
        self.clause(&[!differ, a, b]);
        self.clause(&[!differ, !a, !b]);
        self.clause(&[differ, !a, b]);
        self.clause(&[differ, a, !b]);
        self.gates.insert(gate, differ);
        differ
    }

    /// `then` if the condition holds, `otherwise` if not.
    pub fn mux(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        match (condition, then, otherwise) {
            (Lit::TRUE, _, _) => return then,
            (Lit::FALSE, _, _) => return otherwise,
            _ if then == otherwise => return then,
            (_, Lit::TRUE, _) => return self.or(condition, otherwise),
            (_, Lit::FALSE, _) => return self.and(!condition, otherwise),
            (_, _, Lit::TRUE) => return self.or(!condition, then),
            (_, _, Lit::FALSE) => return self.and(condition, then),
            _ => {}
        }
        let gate = Gate::Mux(condition, then, otherwise);
        if let Some(known) = self.gates.get(&gate) {
            return *known;
        }
        let chosen = self.fresh();
        self.clause(&[!condition, !then, chosen]);
        self.clause(&[!condition, then, !chosen]);
        self.clause(&[condition, !otherwise, chosen]);
        self.clause(&[condition, otherwise, !chosen]);
        self.gates.insert(gate, chosen);
        chosen
    }

    /// Whether all of the literals hold.
    pub fn all(&mut self, lits: &[Lit]) -> Lit {
        let set: BTreeSet<Lit> = lits.iter().copied().filter(|lit| *lit != Lit::TRUE).collect();
        if set.contains(&Lit::FALSE) || set.iter().any(|lit| set.contains(&!*lit)) {
            return Lit::FALSE;
        }
        let inputs: Vec<Lit> = set.into_iter().collect();
        match inputs[..] {
            [] => return Lit::TRUE,
            [one] => return one,
            [a, b] => return self.and(a, b),
            _ => {}
        }
        if let Some(known) = self.conjunctions.get(&inputs) {
            return *known;
        }
        let all = self.fresh();
        let mut unless: Vec<Lit> = vec![all];
        for lit in &inputs {
            self.clause(&[!all, *lit]);
            unless.push(!*lit);
        }
        self.clause(&unless);
        self.conjunctions.insert(inputs, all);
        all
    }

    /// Whether one of the literals holds.
    pub fn any(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|lit| !*lit).collect();
        !self.all(&negated)
    }

    /// Decides the formula. Whatever is not a clear answer refuses.
    pub fn solve(&self, budget: &Budget) -> Result<Answer, Refusal> {
        budget.spend(1 + self.clauses.len() as u64 / CLAUSES_PER_STEP)?;
        if self.is_too_large() {
            return Err(Refusal::TooLarge);
        }
        if self.clauses.iter().any(Vec::is_empty) {
            return Ok(Answer::Unsat);
        }
        match refute::decide(self.n_vars as usize, &self.clauses, budget)? {
            Decided::Refuted => Ok(Answer::Unsat),
            Decided::Model(values) => Ok(Answer::Sat(Model(values))),
        }
    }
}

#[cfg(test)]
mod tests;
