//! The gates that terms become.
//!
//! An and-inverter graph with structural hashing, where negation is a bit of the reference and costs
//! nothing. Beside conjunctions it has exclusive or, choice and majority as gates of their own: spelled
//! as conjunctions they would need three variables and more clauses each, and adders, which are made of
//! nothing else, would propagate less.
//!
//! A gate is simplified by looking at its operands, and one level below for conjunctions. Constants
//! vanish, so arithmetic with a constant costs only what depends on the other operand.

use std::ops::Not;

use crate::hash::FxHashMap;

/// A one-bit signal: a gate or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u32);

impl Lit {
    pub const FALSE: Lit = Lit(0);
    pub const TRUE: Lit = Lit(1);

    pub(super) fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// This literal, or its negation.
    pub(super) fn negate_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }

    pub(super) fn constant(value: bool) -> Lit {
        Lit(u32::from(value))
    }

    /// The value of a literal that is constant.
    pub(super) fn as_const(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        self.negate_if(true)
    }
}

/// Operands are older than the gate, and ordered where the order does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Gate {
    /// Gate 0, and no other.
    False,
    Input,
    And(Lit, Lit),
    /// Operands are not negated.
    Xor(Lit, Lit),
    /// Condition, then, else; the condition and the first choice are not negated.
    Mux(Lit, Lit, Lit),
    /// At least two of three; the first is not negated.
    Majority(Lit, Lit, Lit),
}

#[derive(Clone, Debug)]
pub(super) struct Aig {
    gates: Vec<Gate>,
    ids: FxHashMap<Gate, Lit>,
    /// What holds of an input whenever it is used. The inputs that one condition is about are
    /// functions of other inputs, so that adding it excludes no values of those.
    conditions: FxHashMap<usize, Lit>,
}

impl Aig {
    pub fn new() -> Self {
        Self {
            gates: vec![Gate::False],
            ids: FxHashMap::default(),
            conditions: FxHashMap::default(),
        }
    }

    pub fn gate(&self, idx: usize) -> Gate {
        self.gates[idx]
    }

    pub fn n_gates(&self) -> usize {
        self.gates.len()
    }

    pub fn input(&mut self) -> Lit {
        self.gates.push(Gate::Input);
        Lit((self.gates.len() as u32 - 1) << 1)
    }

    /// Says that `input`, which is a function of older inputs, is the one that makes this true.
    pub fn define(&mut self, input: Lit, condition: Lit) {
        self.conditions.insert(input.gate(), condition);
    }

    pub fn condition(&self, idx: usize) -> Option<Lit> {
        self.conditions.get(&idx).copied()
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (Lit::FALSE, _) => Lit::FALSE,
            (Lit::TRUE, _) => b,
            _ if a == b => a,
            _ if a == !b => Lit::FALSE,
            _ => match self.below(a, b).or_else(|| self.below(b, a)) {
                Some(simpler) => simpler,
                None => self.intern(Gate::And(a, b)),
            },
        }
    }

    /// `a & b` where `b` is a conjunction, or the negation of one, that mentions `a`.
    fn below(&mut self, a: Lit, b: Lit) -> Option<Lit> {
        let Gate::And(x, y) = self.gates[b.gate()] else { return None };
        match b.is_negated() {
            false if a == x || a == y => Some(b),
            false if a == !x || a == !y => Some(Lit::FALSE),
            true if a == !x || a == !y => Some(a),
            true if a == x => Some(self.and(a, !y)),
            true if a == y => Some(self.and(a, !x)),
            _ => None,
        }
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (a.negate_if(a.is_negated()), b.negate_if(b.is_negated()));
        let (a, b) = (a.min(b), a.max(b));
        let result = match a {
            Lit::FALSE => b,
            _ if a == b => Lit::FALSE,
            _ => self.intern(Gate::Xor(a, b)),
        };
        result.negate_if(negate)
    }

    pub fn mux(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if condition.is_negated() {
            return self.mux(!condition, otherwise, then);
        }
        if condition == Lit::FALSE {
            return otherwise;
        }
        if then.is_negated() && then.as_const().is_none() {
            return !self.mux(condition, !then, !otherwise);
        }
        if then == Lit::TRUE || then == condition {
            self.or(condition, otherwise)
        } else if then == Lit::FALSE {
            self.and(!condition, otherwise)
        } else if otherwise == Lit::FALSE || otherwise == condition {
            self.and(condition, then)
        } else if otherwise == Lit::TRUE || otherwise == !condition {
            self.or(!condition, then)
        } else if then == otherwise {
            then
        } else if then == !otherwise {
            self.xor(condition, otherwise)
        } else {
            self.intern(Gate::Mux(condition, then, otherwise))
        }
    }

    /// Whether at least two of three hold: the carry of an adder.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut of = [a, b, c];
        of.sort_unstable();
        let [a, b, c] = of;
        match a {
            Lit::FALSE => return self.and(b, c),
            Lit::TRUE => return self.or(b, c),
            _ if a == b => return a,
            _ if a == !b => return c,
            _ if b == c => return b,
            _ if b == !c => return a,
            _ => {}
        }
        let negate = a.is_negated();
        let of = of.map(|lit| lit.negate_if(negate));
        self.intern(Gate::Majority(of[0], of[1], of[2])).negate_if(negate)
    }

    fn intern(&mut self, gate: Gate) -> Lit {
        if let Some(&lit) = self.ids.get(&gate) {
            return lit;
        }
        let lit = Lit((self.gates.len() as u32) << 1);
        self.gates.push(gate);
        self.ids.insert(gate, lit);
        lit
    }
}
