//! Equality and the two orders.
//!
//! An equation is one of sums: everything to one side, then back so that it looks the same whichever way
//! it was written. An order stays as it is except where both sides differ by a constant: `x < x + c`
//! holds just if adding `c` does not wrap around, which is `x` below a constant. Constants are on the
//! right of an order: `c < x` is not `x < c + 1`.

use super::linear::Sum;
use super::sign_bit;
use crate::scpl::{BinOp, Bits, Extend, resize};
use crate::solve::term::{Node, Term, Terms};

impl Terms {
    pub(super) fn equality(&mut self, a: Term, b: Term) -> Term {
        let mut difference = self.as_sum(a);
        difference.add(&self.as_sum(b), u64::MAX);
        let Sum { width, constant, .. } = difference;
        match *difference.parts {
            [] => self.truth(constant == 0),
            [(t, coefficient)] => self.solved(t, coefficient, constant, width),
            [(s, _), (t, _)] if constant == 0 && self.are_opposite(&difference) => {
                self.equal_parts(s, t)
            }
            // Twice anything is even.
            _ if constant & 1 == 1 && difference.parts.iter().all(|&(_, c)| c & 1 == 0) => {
                self.truth(false)
            }
            _ => self.balanced(&difference),
        }
    }

    fn are_opposite(&self, sum: &Sum) -> bool {
        let coefficients: Vec<u64> = sum.parts.iter().map(|&(_, c)| c).collect();
        let ones = Bits::mask(sum.width);
        coefficients == [1, ones] || coefficients == [ones, 1]
    }

    /// `coefficient * t + constant == 0`, solved for `t` or its low bits.
    fn solved(&mut self, t: Term, coefficient: u64, constant: u64, width: u8) -> Term {
        let n_lost = coefficient.trailing_zeros() as u8;
        let right = constant.wrapping_neg() & Bits::mask(width);
        if right.trailing_zeros() < u32::from(n_lost) {
            return self.truth(false);
        }
        let width = width - n_lost;
        let value = (right >> n_lost).wrapping_mul(inverse(coefficient >> n_lost));
        let low = self.resize(Extend::Zero, width, t);
        if n_lost > 0 {
            let value = self.number(value, width);
            return self.eq(low, value);
        }
        self.equal_to(low, Bits::new(value, width))
    }

    /// `t == value` where `t` is no sum.
    fn equal_to(&mut self, t: Term, value: Bits) -> Term {
        match self.node(t) {
            Node::Resize(extend, _, x) if self.width(x) < value.width => {
                let inner = Bits::new(value.value, self.width(x));
                if resize(extend, value.width, inner) != value {
                    return self.truth(false);
                }
                let inner = self.constant(inner);
                return self.eq(x, inner);
            }
            Node::Bin(op, x, by) => {
                let simpler = self.as_const(by).and_then(|by| self.equal_after(op, x, by, value));
                if let Some(t) = simpler {
                    return t;
                }
            }
            // A side that is a constant either decides or drops out.
            Node::Ite(condition, then, otherwise) => {
                for (side, other, condition) in
                    [(then, otherwise, condition), (otherwise, then, self.not(condition))]
                {
                    if let Some(bits) = self.as_const(side) {
                        let value_term = self.constant(value);
                        let rest = self.eq(other, value_term);
                        if bits == value {
                            return self.or(condition, rest);
                        }
                        let condition = self.not(condition);
                        return self.and(condition, rest);
                    }
                }
            }
            _ => {}
        }
        let value = self.constant(value);
        self.intern(Node::Bin(BinOp::Eq, t, value))
    }

    /// `op(x, by) == value`, if that is simpler.
    fn equal_after(&mut self, op: BinOp, x: Term, by: Bits, value: Bits) -> Option<Term> {
        let is_impossible = match op {
            BinOp::Xor => {
                let value = self.number(value.value ^ by.value, value.width);
                return Some(self.eq(x, value));
            }
            BinOp::And => value.value & !by.value != 0,
            BinOp::Lshr => value.value > Bits::mask(value.width) >> by.value,
            BinOp::Urem => by.value != 0 && value.value >= by.value,
            BinOp::Udiv => by.value != 0 && value.value > Bits::mask(value.width) / by.value,
            _ => false,
        };
        is_impossible.then(|| self.truth(false))
    }

    /// Equality of two terms that are no sums.
    fn equal_parts(&mut self, a: Term, b: Term) -> Term {
        if let Some((a, b)) = self.unextended(a, b) {
            return self.eq(a, b);
        }
        let (a, b) = (a.min(b), a.max(b));
        self.intern(Node::Bin(BinOp::Eq, a, b))
    }

    /// `sum == 0` with the negative parts on the other side; the first part is positive.
    fn balanced(&mut self, sum: &Sum) -> Term {
        let half = sign_bit(sum.width);
        let mut sum = sum.clone();
        if sum.parts[0].1 > half {
            let mut negated = Sum::zero(sum.width);
            negated.add(&sum, u64::MAX);
            sum = negated;
        }
        let is_left = |part: &&(Term, u64)| part.1 <= half;
        let left: Vec<_> = sum.parts.iter().filter(is_left).copied().collect();
        let right: Vec<_> = sum.parts.iter().filter(|part| !is_left(part)).copied().collect();
        let left = self.of_sum(&Sum { parts: left, constant: 0, width: sum.width });
        let mut other = Sum::zero(sum.width);
        other.add(&Sum { parts: right, ..sum }, u64::MAX);
        let right = self.of_sum(&other);
        self.intern(Node::Bin(BinOp::Eq, left, right))
    }

    pub(super) fn unsigned_less(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let max = Bits::mask(width);
        match (self.as_const(a), self.as_const(b)) {
            _ if a == b => return self.truth(false),
            (Some(a), _) if a.value == max => return self.truth(false),
            (Some(a), _) => {
                let above = self.number(a.value + 1, width);
                return self.negated(BinOp::Ult, b, above);
            }
            (_, Some(b)) => match b.value {
                0 => return self.truth(false),
                1 => {
                    let zero = self.number(0, width);
                    return self.eq(a, zero);
                }
                _ if b.value == max => return self.negated_equality(a, max),
                _ => {}
            },
            _ => {}
        }
        if let Some(t) = self.wrapping_less(BinOp::Ult, a, b, 0) {
            return t;
        }
        self.structural_less(BinOp::Ult, a, b)
    }

    pub(super) fn signed_less(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let min = sign_bit(width);
        let max = min - 1;
        match (self.as_const(a), self.as_const(b)) {
            _ if a == b => return self.truth(false),
            (Some(a), _) if a.value == max => return self.truth(false),
            (Some(a), _) => {
                let above = self.number(a.value.wrapping_add(1), width);
                return self.negated(BinOp::Slt, b, above);
            }
            (_, Some(b)) if b.value == min => return self.truth(false),
            (_, Some(b)) if b.value == max => return self.negated_equality(a, max),
            (_, Some(b)) if b.value == Bits::new(min + 1, width).value => {
                let min = self.number(min, width);
                return self.eq(a, min);
            }
            _ => {}
        }
        if let Some(t) = self.wrapping_less(BinOp::Slt, a, b, min) {
            return t;
        }
        if self.is_non_negative(a) && self.is_non_negative(b) {
            return self.bin(BinOp::Ult, a, b);
        }
        self.structural_less(BinOp::Slt, a, b)
    }

    fn negated_equality(&mut self, a: Term, value: u64) -> Term {
        let value = self.number(value, self.width(a));
        let equal = self.eq(a, value);
        self.not(equal)
    }

    /// Both sides differ by a constant, which is not 0. `least` is the least value of the order.
    fn wrapping_less(&mut self, op: BinOp, a: Term, b: Term, least: u64) -> Option<Term> {
        let (of_a, of_b) = (self.as_sum(a), self.as_sum(b));
        if of_a.parts.is_empty() || of_a.parts != of_b.parts {
            return None;
        }
        let by = of_b.constant.wrapping_sub(of_a.constant);
        // `x < x + by` if there is room: if `x` is less than what `by` takes to the least value.
        // The side whose constant is smaller plays `x`; the other way round everything flips.
        if of_a.constant <= of_b.constant {
            let bound = self.number(least.wrapping_sub(by), of_a.width);
            Some(self.bin(op, a, bound))
        } else {
            let bound = self.number(least.wrapping_add(by), of_a.width);
            Some(self.negated(op, b, bound))
        }
    }

    fn is_non_negative(&self, t: Term) -> bool {
        match self.as_const(t) {
            Some(bits) => bits.signed() >= 0,
            None => self.zero_extended(t).is_some(),
        }
    }

    /// An order of two terms, seen through extensions, negations and choices.
    fn structural_less(&mut self, op: BinOp, a: Term, b: Term) -> Term {
        if let (x, true) = self.positive(a) {
            if let (y, true) = self.positive(b) {
                return self.bin(op, y, x);
            }
            if self.as_const(b).is_some() {
                let b = self.not(b);
                return self.bin(op, b, x);
            }
        }
        if let Some((x, y)) = self.unextended(a, b) {
            // Zeros in front make both sides non-negative; copies of the sign keep both orders.
            let is_zero = self.zero_extended(a).is_some() || self.zero_extended(b).is_some();
            return self.bin(if is_zero { BinOp::Ult } else { op }, x, y);
        }
        match self.as_const(b) {
            Some(bits) => self.less_than(op, a, bits),
            None => self.intern(Node::Bin(op, a, b)),
        }
    }

    /// `t < bound` for a bound that is neither the least nor the greatest value.
    fn less_than(&mut self, op: BinOp, t: Term, bound: Bits) -> Term {
        match self.node(t) {
            Node::Resize(extend, width, x) if self.width(x) < width => {
                self.extended_less_than(op, extend, x, bound)
            }
            Node::Ite(condition, then, otherwise)
                if self.as_const(then).is_some() || self.as_const(otherwise).is_some() =>
            {
                let bound = self.constant(bound);
                let then = self.bin(op, then, bound);
                let otherwise = self.bin(op, otherwise, bound);
                self.ite(condition, then, otherwise)
            }
            Node::Bin(BinOp::Urem, _, by)
                if op == BinOp::Ult
                    && self
                        .as_const(by)
                        .is_some_and(|by| (1..=bound.value).contains(&by.value)) =>
            {
                self.truth(true)
            }
            _ => {
                let bound = self.constant(bound);
                self.intern(Node::Bin(op, t, bound))
            }
        }
    }

    /// `x`, made wider, is less than `bound`: compared at the width of `x`, unless the bound lies
    /// outside what `x` can become.
    fn extended_less_than(&mut self, op: BinOp, extend: Extend, x: Term, bound: Bits) -> Term {
        let inner = Bits::new(bound.value, self.width(x));
        if resize(extend, bound.width, inner) == bound {
            let op = if extend == Extend::Zero { BinOp::Ult } else { op };
            let inner = self.constant(inner);
            return self.bin(op, x, inner);
        }
        match (extend, op) {
            (Extend::Zero, BinOp::Slt) => self.truth(bound.signed() > 0),
            (Extend::Zero, _) => self.truth(true),
            (Extend::Sign, BinOp::Slt) => self.truth(bound.signed() > 0),
            // Unsigned, the bound lies above all non-negative values and below all others.
            (Extend::Sign, _) => {
                let zero = self.number(0, self.width(x));
                self.bin(BinOp::Sle, zero, x)
            }
        }
    }

    /// Two terms that were made wider alike, as they were before; the narrower one only as wide as
    /// the other if their widths differ.
    fn unextended(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        let of = |terms: &Terms, t: Term| match terms.node(t) {
            Node::Resize(extend, width, x) if terms.width(x) < width => Some((extend, x)),
            _ => None,
        };
        let ((extend, x), (other, y)) = (of(self, a)?, of(self, b)?);
        if extend != other {
            return None;
        }
        let width = self.width(x).max(self.width(y));
        Some((self.resize(extend, width, x), self.resize(extend, width, y)))
    }
}

/// The number by which an odd number has to be multiplied to give 1, modulo 2^64.
pub(in crate::solve) fn inverse(odd: u64) -> u64 {
    // Each round doubles the number of right low bits; an odd number is its own inverse modulo 8.
    (0..5)
        .fold(odd, |inverse, _| inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse))))
}
