//! The constructors: what is equal should look equal, and what is constant should be a constant.
//!
//! They leave few forms alive, so that the rules have few cases:
//!
//! - Of the comparisons only `Eq`, `Ult` and `Slt` remain, a constant always on the right; the others
//!   are their negations. There is no `Sub`, `Or` and `Ne`, and no `Shl` by a constant.
//! - Sums are flat, ordered and have a coefficient for each part (`linear.rs`), so `x + c == d` is
//!   `x == d - c` and `x - x` is 0. Orderings are not moved across a sum: arithmetic wraps around, and
//!   `x + 1 < y + 1` says something else than `x < y`.
//! - On one bit, arithmetic is logic: everything becomes `Not`, `And`, `Eq` and `Ite`.
//! - A mask of low bits is a narrower term made wide again, and so are remainders by powers of two.
//!
//! A rule may use other constructors on smaller terms. It follows at most one operand down, so making a
//! term takes time linear in what it looks at; and it does so only to a fixed depth, below which terms
//! are left as they are. So no term is too deep for the stack.
//!
//! Every rule is compared with `scpl`'s evaluation, for all values at small widths (`tests/rewrite.rs`).

mod bitwise;
mod choice;
mod compare;
mod divide;
mod linear;
mod narrow;

pub(super) use compare::inverse;
pub(super) use linear::Sum;

use super::term::{Node, Term, Terms};
use crate::scpl::{BinOp, Bits, Extend, UnOp, apply_bin, apply_un, resize};

/// How many constructors may wait for another one.
const MAX_DEPTH: u32 = 100;

impl Terms {
    pub fn un(&mut self, op: UnOp, a: Term) -> Term {
        if let Some(bits) = self.as_const(a) {
            return self.constant(apply_un(op, bits));
        }
        match op {
            UnOp::Not => self.not(a),
            UnOp::Neg if self.width(a) == 1 => a,
            UnOp::Neg => self.scaled(a, u64::MAX),
        }
    }

    /// Operands have equal widths, except that the amount of a shift may have any.
    pub fn bin(&mut self, op: BinOp, a: Term, b: Term) -> Term {
        debug_assert!(
            is_shift(op) || self.width(a) == self.width(b),
            "{op:?} of {} and {} bits",
            self.width(a),
            self.width(b)
        );
        if let (Some(a), Some(b)) = (self.as_const(a), self.as_const(b)) {
            return self.constant(apply_bin(op, a, b));
        }
        self.deeper(Node::Bin(op, a, b), |terms| match terms.both_choices(op, a, b) {
            Some(t) => t,
            None if terms.width(a) == 1 && !is_shift(op) => terms.bin_of_bits(op, a, b),
            None => terms.bin_of_words(op, a, b),
        })
    }

    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        debug_assert_eq!(self.width(then), self.width(otherwise), "one or the other");
        self.deeper(Node::Ite(condition, then, otherwise), |terms| {
            terms.choice(condition, then, otherwise)
        })
    }

    /// To another width: the low bits if narrower, extended if wider.
    pub fn resize(&mut self, extend: Extend, width: u8, a: Term) -> Term {
        if let Some(bits) = self.as_const(a) {
            return self.constant(resize(extend, width, bits));
        }
        match width.cmp(&self.width(a)) {
            std::cmp::Ordering::Equal => a,
            std::cmp::Ordering::Less => {
                self.deeper(Node::Resize(Extend::Zero, width, a), |terms| terms.narrow(width, a))
            }
            std::cmp::Ordering::Greater => {
                self.deeper(Node::Resize(extend, width, a), |terms| terms.widen(extend, width, a))
            }
        }
    }

    /// Every bit flipped; on one bit, logical negation.
    pub fn not(&mut self, a: Term) -> Term {
        match self.node(a) {
            Node::Const(bits) => self.constant(apply_un(UnOp::Not, bits)),
            Node::Un(UnOp::Not, inner) => inner,
            _ => self.intern(Node::Un(UnOp::Not, a)),
        }
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.bin(BinOp::And, a, b)
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.bin(BinOp::Or, a, b)
    }

    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.bin(BinOp::Eq, a, b)
    }

    fn bin_of_words(&mut self, op: BinOp, a: Term, b: Term) -> Term {
        match op {
            BinOp::Add => self.sum(a, 1, b),
            BinOp::Sub => self.sum(a, u64::MAX, b),
            BinOp::Mul => self.product(a, b),
            BinOp::Udiv | BinOp::Urem | BinOp::Sdiv | BinOp::Srem => self.division(op, a, b),
            BinOp::Shl | BinOp::Lshr | BinOp::Ashr => self.shift(op, a, b),
            BinOp::And => self.conjunction(a, b),
            BinOp::Or => {
                let (a, b) = (self.not(a), self.not(b));
                let neither = self.and(a, b);
                self.not(neither)
            }
            BinOp::Xor => self.exclusive_or(a, b),
            BinOp::Eq => self.equality(a, b),
            BinOp::Ult => self.unsigned_less(a, b),
            BinOp::Slt => self.signed_less(a, b),
            BinOp::Ne => self.negated(BinOp::Eq, a, b),
            BinOp::Ule => self.negated(BinOp::Ult, b, a),
            BinOp::Sle => self.negated(BinOp::Slt, b, a),
        }
    }

    fn negated(&mut self, op: BinOp, a: Term, b: Term) -> Term {
        let t = self.bin(op, a, b);
        self.not(t)
    }

    /// What `rule` makes, or the node as it is if too many constructors are waiting.
    fn deeper(&mut self, node: Node, rule: impl FnOnce(&mut Terms) -> Term) -> Term {
        if self.depth == MAX_DEPTH {
            return self.intern(node);
        }
        self.depth += 1;
        let t = rule(self);
        self.depth -= 1;
        t
    }

    fn truth(&mut self, value: bool) -> Term {
        self.constant(Bits::new(u64::from(value), 1))
    }

    fn number(&mut self, value: u64, width: u8) -> Term {
        self.constant(Bits::new(value, width))
    }
}

fn is_shift(op: BinOp) -> bool {
    matches!(op, BinOp::Shl | BinOp::Lshr | BinOp::Ashr)
}

fn sign_bit(width: u8) -> u64 {
    1 << (width - 1)
}
