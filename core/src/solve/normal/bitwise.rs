//! Conjunction and exclusive or, on words and on single bits.
//!
//! Disjunction is the negation of a conjunction of negations, and negation is free: it costs no gates.

use crate::scpl::{BinOp, Bits, Extend, UnOp};
use crate::solve::term::{Node, Term, Terms};

impl Terms {
    /// Any operation but a shift, on two single bits.
    pub(super) fn bin_of_bits(&mut self, op: BinOp, a: Term, b: Term) -> Term {
        match op {
            BinOp::And | BinOp::Mul => self.conjunction(a, b),
            BinOp::Or => self.disjunction(a, b),
            BinOp::Eq => self.same_bit(a, b),
            BinOp::Ne | BinOp::Xor | BinOp::Add | BinOp::Sub => {
                let same = self.same_bit(a, b);
                self.not(same)
            }
            // As a signed number a single 1 is -1, hence the least.
            BinOp::Slt | BinOp::Urem | BinOp::Srem => {
                let b = self.not(b);
                self.conjunction(a, b)
            }
            BinOp::Ult => {
                let a = self.not(a);
                self.conjunction(a, b)
            }
            BinOp::Ule => {
                let a = self.not(a);
                self.disjunction(a, b)
            }
            // Dividing by zero gives all ones, which is 1.
            BinOp::Sle | BinOp::Udiv | BinOp::Sdiv => {
                let b = self.not(b);
                self.disjunction(a, b)
            }
            BinOp::Shl | BinOp::Lshr | BinOp::Ashr => self.shift(op, a, b),
        }
    }

    fn disjunction(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.conjunction(a, b);
        self.not(neither)
    }

    /// Equality of single bits. Negations are pulled out.
    fn same_bit(&mut self, a: Term, b: Term) -> Term {
        let (a, a_negated) = self.positive(a);
        let (b, b_negated) = self.positive(b);
        let (a, b) = (a.min(b), a.max(b));
        let same = match (self.as_const(a), self.as_const(b)) {
            _ if a == b => self.truth(true),
            (Some(bits), _) => self.negate_if(b, bits == Bits::FALSE),
            (_, Some(bits)) => self.negate_if(a, bits == Bits::FALSE),
            _ => self.intern(Node::Bin(BinOp::Eq, a, b)),
        };
        self.negate_if(same, a_negated != b_negated)
    }

    /// A term without the negation around it, and whether there was one.
    pub(super) fn positive(&self, t: Term) -> (Term, bool) {
        match self.node(t) {
            Node::Un(UnOp::Not, inner) => (inner, true),
            _ => (t, false),
        }
    }

    /// Whether one of the terms is written as the negation of the other.
    pub(super) fn are_complements(&self, a: Term, b: Term) -> bool {
        let ((a, a_negated), (b, b_negated)) = (self.positive(a), self.positive(b));
        a == b && a_negated != b_negated
    }

    fn negate_if(&mut self, t: Term, negate: bool) -> Term {
        if negate { self.not(t) } else { t }
    }

    pub(super) fn conjunction(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.constant_last(a, b);
        if a == b {
            return a;
        }
        if let Some(mask) = self.as_const(b) {
            return self.masked(a, mask);
        }
        if self.are_complements(a, b) {
            return self.number(0, self.width(a));
        }
        match self.absorbed(a, b).or_else(|| self.absorbed(b, a)) {
            Some(t) => t,
            None => self.intern(Node::Bin(BinOp::And, a, b)),
        }
    }

    /// `a & b` where `b` is a conjunction, or the negation of one, that mentions `a`.
    fn absorbed(&mut self, a: Term, b: Term) -> Option<Term> {
        let (inner, negated) = self.positive(b);
        let Node::Bin(BinOp::And, x, y) = self.node(inner) else { return None };
        let not_a = |t| self.are_complements(a, t);
        match negated {
            false if a == x || a == y => Some(b),
            false if not_a(x) || not_a(y) => Some(self.number(0, self.width(a))),
            true if not_a(x) || not_a(y) => Some(a),
            true if a == x => {
                let y = self.not(y);
                Some(self.and(a, y))
            }
            true if a == y => {
                let x = self.not(x);
                Some(self.and(a, x))
            }
            _ => None,
        }
    }

    fn masked(&mut self, a: Term, mask: Bits) -> Term {
        let Bits { value, width } = mask;
        if value == 0 {
            return self.number(0, width);
        }
        if value == Bits::mask(width) {
            return a;
        }
        match self.node(a) {
            Node::Bin(BinOp::And, x, inner) if self.as_const(inner).is_some() => {
                let inner = self.as_const(inner).map_or(0, |inner| inner.value);
                let both = self.number(inner & value, width);
                return self.and(x, both);
            }
            Node::Resize(Extend::Zero, _, x) if self.width(x) < width => {
                let inner = self.number(value, self.width(x));
                let x = self.and(x, inner);
                return self.resize(Extend::Zero, width, x);
            }
            _ => {}
        }
        // Low bits only.
        if value & value.wrapping_add(1) == 0 {
            let low = self.resize(Extend::Zero, value.count_ones() as u8, a);
            return self.resize(Extend::Zero, width, low);
        }
        let mask = self.constant(mask);
        self.intern(Node::Bin(BinOp::And, a, mask))
    }

    /// On words; on single bits it is inequality.
    pub(super) fn exclusive_or(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (a, a_negated) = self.positive(a);
        let (b, b_negated) = self.positive(b);
        let (a, b) = self.constant_last(a, b);
        let result = match (self.as_const(b), self.node(a)) {
            _ if a == b => self.number(0, width),
            (Some(bits), _) if bits.value == 0 => a,
            (Some(bits), _) if bits.value == Bits::mask(width) => self.not(a),
            (Some(bits), Node::Bin(BinOp::Xor, x, inner)) if self.as_const(inner).is_some() => {
                let inner = self.as_const(inner).map_or(0, |inner| inner.value);
                let both = self.number(inner ^ bits.value, width);
                self.bin(BinOp::Xor, x, both)
            }
            _ => self.intern(Node::Bin(BinOp::Xor, a, b)),
        };
        self.negate_if(result, a_negated != b_negated)
    }

    /// Two operands whose order does not matter, a constant second.
    pub(super) fn constant_last(&self, a: Term, b: Term) -> (Term, Term) {
        if self.as_const(a).is_some() || (self.as_const(b).is_none() && b < a) {
            (b, a)
        } else {
            (a, b)
        }
    }
}
