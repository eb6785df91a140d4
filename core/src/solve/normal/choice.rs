//! Conditionals, and operations on conditionals between constants.
//!
//! C makes numbers of truth values and truth values of numbers all the time. A choice between 1 and 0 is
//! written as the condition made wider, which the comparisons see through; any other choice between
//! constants lets operations with constants through to its sides.

use super::is_shift;
use crate::scpl::{BinOp, Bits, Extend, UnOp, apply_bin};
use crate::solve::term::{Node, Term, Terms};

impl Terms {
    pub(super) fn choice(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        if let Some(bits) = self.as_const(condition) {
            return if bits == Bits::TRUE { then } else { otherwise };
        }
        if let (inner, true) = self.positive(condition) {
            return self.ite(inner, otherwise, then);
        }
        let then = self.under(condition, Bits::TRUE, then);
        let otherwise = self.under(condition, Bits::FALSE, otherwise);
        if then == otherwise {
            return then;
        }
        match self.width(then) {
            1 => self.choice_of_bits(condition, then, otherwise),
            _ => self.choice_of_words(condition, then, otherwise),
        }
    }

    /// A term where a condition has this value; looks only at the condition itself and at a choice.
    fn under(&mut self, condition: Term, value: Bits, t: Term) -> Term {
        match self.node(t) {
            _ if t == condition => self.constant(value),
            Node::Un(UnOp::Not, inner) if inner == condition => {
                let value = self.constant(value);
                self.not(value)
            }
            Node::Ite(inner, then, otherwise) if inner == condition => {
                if value == Bits::TRUE {
                    then
                } else {
                    otherwise
                }
            }
            _ => t,
        }
    }

    fn choice_of_bits(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        match (self.as_const(then), self.as_const(otherwise)) {
            (Some(Bits::TRUE), Some(_)) => condition,
            (Some(_), Some(_)) => self.not(condition),
            (Some(Bits::TRUE), None) => self.or(condition, otherwise),
            (Some(_), None) => {
                let condition = self.not(condition);
                self.and(condition, otherwise)
            }
            (None, Some(Bits::TRUE)) => {
                let condition = self.not(condition);
                self.or(condition, then)
            }
            (None, Some(_)) => self.and(condition, then),
            (None, None) if self.are_complements(then, otherwise) => self.eq(condition, then),
            (None, None) => self.intern(Node::Ite(condition, then, otherwise)),
        }
    }

    fn choice_of_words(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        let width = self.width(then);
        let value = |t| self.as_const(t).map(|bits| bits.value);
        let ones = Bits::mask(width);
        match (value(then), value(otherwise)) {
            (Some(1), Some(0)) => return self.resize(Extend::Zero, width, condition),
            (Some(first), Some(0)) if first == ones => {
                return self.resize(Extend::Sign, width, condition);
            }
            (Some(0), Some(1)) => {
                let condition = self.not(condition);
                return self.resize(Extend::Zero, width, condition);
            }
            (Some(0), Some(second)) if second == ones => {
                let condition = self.not(condition);
                return self.resize(Extend::Sign, width, condition);
            }
            _ => {}
        }
        // The same side twice.
        if let Node::Ite(inner, x, y) = self.node(otherwise) {
            if x == then {
                let either = self.or(condition, inner);
                return self.ite(either, then, y);
            }
            if y == then {
                let inner = self.not(inner);
                let either = self.or(condition, inner);
                return self.ite(either, then, x);
            }
        }
        if let Node::Ite(inner, x, y) = self.node(then) {
            if y == otherwise {
                let both = self.and(condition, inner);
                return self.ite(both, x, otherwise);
            }
            if x == otherwise {
                let inner = self.not(inner);
                let both = self.and(condition, inner);
                return self.ite(both, y, otherwise);
            }
        }
        // Equal, then one of the two is as good as the other.
        if let Node::Bin(BinOp::Eq, x, y) = self.node(condition)
            && ((x, y) == (then, otherwise) || (y, x) == (then, otherwise))
        {
            return otherwise;
        }
        self.intern(Node::Ite(condition, then, otherwise))
    }

    /// An operation on a constant and a choice between constants: a choice between the results.
    pub(super) fn both_choices(&mut self, op: BinOp, a: Term, b: Term) -> Option<Term> {
        if let (Some(a), Some((condition, x, y))) = (self.as_const(a), self.constant_choice(b)) {
            let (x, y) = (apply_bin(op, a, x), apply_bin(op, a, y));
            return Some(self.choice_of_constants(condition, x, y));
        }
        if let (Some((condition, x, y)), Some(b)) = (self.constant_choice(a), self.as_const(b)) {
            let (x, y) = (apply_bin(op, x, b), apply_bin(op, y, b));
            return Some(self.choice_of_constants(condition, x, y));
        }
        debug_assert!(is_shift(op) || self.width(a) == self.width(b));
        None
    }

    pub(super) fn constant_choice(&self, t: Term) -> Option<(Term, Bits, Bits)> {
        let Node::Ite(condition, then, otherwise) = self.node(t) else { return None };
        Some((condition, self.as_const(then)?, self.as_const(otherwise)?))
    }

    pub(super) fn choice_of_constants(&mut self, condition: Term, x: Bits, y: Bits) -> Term {
        let (x, y) = (self.constant(x), self.constant(y));
        self.ite(condition, x, y)
    }
}
