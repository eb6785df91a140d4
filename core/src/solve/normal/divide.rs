//! Divisions and shifts by constants.
//!
//! By a power of two, dividing is shifting and the remainder is a mask; signed, both round towards zero,
//! so negative numbers are pushed up first. A shift to the left by a constant is a product. Other
//! divisions stay; `blast/divide.rs` knows what to do with them.

use super::sign_bit;
use crate::scpl::{BinOp, Bits, Extend};
use crate::solve::term::{Node, Term, Terms};

impl Terms {
    pub(super) fn division(&mut self, op: BinOp, a: Term, b: Term) -> Term {
        let simpler = match (op, self.as_const(b)) {
            (BinOp::Udiv | BinOp::Urem, Some(by)) => self.unsigned_by(op, a, by),
            (_, Some(by)) => self.signed_by(op, a, by),
            (BinOp::Urem, None) => self.narrow_remainder(a, b),
            _ => None,
        };
        simpler.unwrap_or_else(|| self.intern(Node::Bin(op, a, b)))
    }

    fn unsigned_by(&mut self, op: BinOp, a: Term, by: Bits) -> Option<Term> {
        let Bits { value, width } = by;
        let is_quotient = op == BinOp::Udiv;
        if value == 0 {
            return Some(if is_quotient { self.number(u64::MAX, width) } else { a });
        }
        if value.is_power_of_two() {
            return Some(if is_quotient {
                let log = self.number(u64::from(value.ilog2()), 8);
                self.bin(BinOp::Lshr, a, log)
            } else {
                let mask = self.number(value - 1, width);
                self.and(a, mask)
            });
        }
        // Of a wider term whose high bits are 0.
        let x = self.zero_extended(a)?;
        if value > Bits::mask(self.width(x)) {
            return Some(if is_quotient { self.number(0, width) } else { a });
        }
        let by = self.number(value, self.width(x));
        let result = self.bin(op, x, by);
        Some(self.resize(Extend::Zero, width, result))
    }

    /// Dividing by zero gives a zero-extended dividend too, unlike for the quotient.
    fn narrow_remainder(&mut self, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.zero_extended(a)?, self.zero_extended(b)?);
        if self.width(x) != self.width(y) {
            return None;
        }
        let result = self.bin(BinOp::Urem, x, y);
        Some(self.resize(Extend::Zero, self.width(a), result))
    }

    fn signed_by(&mut self, op: BinOp, a: Term, by: Bits) -> Option<Term> {
        let Bits { value, width } = by;
        let is_quotient = op == BinOp::Sdiv;
        if value == 0 {
            return Some(if is_quotient { self.number(u64::MAX, width) } else { a });
        }
        if value == sign_bit(width) {
            return None;
        }
        if by.signed() < 0 {
            let positive = self.number(value.wrapping_neg(), width);
            let result = self.bin(op, a, positive);
            return Some(if is_quotient { self.scaled(result, u64::MAX) } else { result });
        }
        if self.zero_extended(a).is_some() {
            let op = if is_quotient { BinOp::Udiv } else { BinOp::Urem };
            let by = self.constant(by);
            return Some(self.bin(op, a, by));
        }
        if value == 1 {
            return Some(if is_quotient { a } else { self.number(0, width) });
        }
        value.is_power_of_two().then(|| self.signed_by_power(op, a, value))
    }

    fn signed_by_power(&mut self, op: BinOp, a: Term, value: u64) -> Term {
        let width = self.width(a);
        let zero = self.number(0, width);
        let is_negative = self.bin(BinOp::Slt, a, zero);
        let below = self.number(value - 1, width);
        let push = self.ite(is_negative, below, zero);
        let pushed = self.bin(BinOp::Add, a, push);
        if op == BinOp::Sdiv {
            let log = self.number(u64::from(value.ilog2()), 8);
            return self.bin(BinOp::Ashr, pushed, log);
        }
        let low = self.and(pushed, below);
        self.bin(BinOp::Sub, low, push)
    }

    pub(super) fn shift(&mut self, op: BinOp, a: Term, amount: Term) -> Term {
        let width = self.width(a);
        if let Some(amount) = self.as_const(amount) {
            return self.shift_by(op, a, amount.value);
        }
        if let Some(bits) = self.as_const(a)
            && (bits.value == 0 || (op == BinOp::Ashr && bits.value == Bits::mask(width)))
        {
            return a;
        }
        match self.zero_extended(amount) {
            Some(amount) => self.bin(op, a, amount),
            None => self.intern(Node::Bin(op, a, amount)),
        }
    }

    fn shift_by(&mut self, op: BinOp, a: Term, amount: u64) -> Term {
        let width = self.width(a);
        let last = u64::from(width) - 1;
        match op {
            _ if amount == 0 => return a,
            BinOp::Shl | BinOp::Lshr if amount > last => return self.number(0, width),
            BinOp::Shl => return self.scaled(a, 1 << amount),
            _ => {}
        }
        let amount = amount.min(last);
        if let Some(x) = self.zero_extended(a) {
            let by = self.number(amount, 8);
            let shifted = self.bin(BinOp::Lshr, x, by);
            return self.resize(Extend::Zero, width, shifted);
        }
        if let Node::Bin(inner, x, by) = self.node(a)
            && inner == op
            && let Some(by) = self.as_const(by)
        {
            let by = self.number(amount + by.value.min(last), 8);
            return self.bin(op, x, by);
        }
        let amount = self.number(amount, 8);
        self.intern(Node::Bin(op, a, amount))
    }

    /// What a term was before zeros were put in front, if so.
    pub(super) fn zero_extended(&self, t: Term) -> Option<Term> {
        match self.node(t) {
            Node::Resize(Extend::Zero, width, x) if self.width(x) < width => Some(x),
            _ => None,
        }
    }
}
