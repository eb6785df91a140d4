//! Gates to clauses.
//!
//! A gate gets a variable when somebody asks for it, and clauses that say how it follows from its
//! operands, both ways round (Tseitin), so that its literal may be used with either sign, now and later.
//! Gates that nobody asks for cost nothing.

use super::aig::{Aig, Gate, Lit};
use super::sat::Sat;

/// Which gate is which variable. A variable is a positive number, and minus that is its negation.
#[derive(Clone, Debug, Default)]
pub(super) struct Cnf {
    /// By gate; 0 if it has none.
    vars: Vec<i32>,
    n_vars: i32,
}

impl Cnf {
    /// The variable or negated variable of a literal, if it has one.
    pub fn known(&self, lit: Lit) -> Option<i32> {
        match self.vars.get(lit.gate()) {
            None | Some(0) => None,
            Some(&var) => Some(if lit.is_negated() { -var } else { var }),
        }
    }

    /// The same, with all the clauses that define it.
    pub fn literal(&mut self, aig: &Aig, sat: &mut impl Sat, lit: Lit) -> i32 {
        self.vars.resize(aig.n_gates(), 0);
        let mut waiting = Vec::new();
        let literal = self.var(lit, &mut waiting);
        while let Some(gate) = waiting.pop() {
            self.define(aig, sat, gate, &mut waiting);
        }
        literal
    }

    /// The variable of a gate; a gate that had none also waits for its definition.
    fn var(&mut self, lit: Lit, waiting: &mut Vec<usize>) -> i32 {
        let var = &mut self.vars[lit.gate()];
        if *var == 0 {
            self.n_vars += 1;
            *var = self.n_vars;
            waiting.push(lit.gate());
        }
        if lit.is_negated() { -*var } else { *var }
    }

    fn define(&mut self, aig: &Aig, sat: &mut impl Sat, gate: usize, waiting: &mut Vec<usize>) {
        let n = self.vars[gate];
        match aig.gate(gate) {
            Gate::False => sat.add(&[-n]),
            Gate::Input => {
                if let Some(condition) = aig.condition(gate) {
                    let condition = self.var(condition, waiting);
                    sat.add(&[condition]);
                }
            }
            Gate::And(a, b) => {
                let [a, b] = [a, b].map(|lit| self.var(lit, waiting));
                sat.add(&[-n, a]);
                sat.add(&[-n, b]);
                sat.add(&[n, -a, -b]);
            }
            Gate::Xor(a, b) => {
                let [a, b] = [a, b].map(|lit| self.var(lit, waiting));
                sat.add(&[-n, a, b]);
                sat.add(&[-n, -a, -b]);
                sat.add(&[n, -a, b]);
                sat.add(&[n, a, -b]);
            }
            Gate::Mux(condition, then, otherwise) => {
                let [c, t, e] = [condition, then, otherwise].map(|lit| self.var(lit, waiting));
                sat.add(&[-c, -t, n]);
                sat.add(&[-c, t, -n]);
                sat.add(&[c, -e, n]);
                sat.add(&[c, e, -n]);
                // Implied, but they let two equal choices through before the condition is known.
                sat.add(&[-t, -e, n]);
                sat.add(&[t, e, -n]);
            }
            Gate::Majority(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|lit| self.var(lit, waiting));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    sat.add(&[-x, -y, n]);
                    sat.add(&[x, y, -n]);
                }
            }
        }
    }
}
