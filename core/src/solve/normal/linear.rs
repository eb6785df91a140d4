//! Sums and products.
//!
//! A sum is a constant and parts with a coefficient each, all modulo 2^width. It is written as a chain
//! of additions in ascending order of the parts, the constant last. A part with the coefficient 1 stands
//! as it is, with -1 under `Neg`, otherwise under `Mul` with a constant on the right.
//!
//! A sum of many parts is not taken apart again: chains that grow at one end would be rebuilt with every
//! part, and their adders would not be shared.

use crate::scpl::{BinOp, Bits, UnOp};
use crate::solve::term::{Node, Term, Terms};

/// How many parts a sum may have and still be taken apart.
const MAX_PARTS: usize = 6;

/// `constant` plus coefficient times term for each part.
#[derive(Clone, Debug)]
pub(in crate::solve) struct Sum {
    pub width: u8,
    /// Ascending by term; coefficients are not 0 modulo 2^width.
    pub parts: Vec<(Term, u64)>,
    pub constant: u64,
}

impl Sum {
    pub fn zero(width: u8) -> Self {
        Self { width, parts: Vec::new(), constant: 0 }
    }

    /// Adds `other` times `factor`.
    pub fn add(&mut self, other: &Sum, factor: u64) {
        for &(t, coefficient) in &other.parts {
            self.add_part(t, coefficient.wrapping_mul(factor));
        }
        self.add_constant(other.constant.wrapping_mul(factor));
    }

    fn add_constant(&mut self, value: u64) {
        self.constant = self.constant.wrapping_add(value) & Bits::mask(self.width);
    }

    fn add_part(&mut self, t: Term, coefficient: u64) {
        let mask = Bits::mask(self.width);
        match self.parts.binary_search_by_key(&t, |&(t, _)| t) {
            Ok(at) => {
                let sum = self.parts[at].1.wrapping_add(coefficient) & mask;
                if sum == 0 {
                    self.parts.remove(at);
                } else {
                    self.parts[at].1 = sum;
                }
            }
            Err(at) if coefficient & mask != 0 => self.parts.insert(at, (t, coefficient & mask)),
            Err(_) => {}
        }
    }
}

impl Terms {
    /// A term as a sum; of itself alone if it has too many parts.
    pub(in crate::solve) fn as_sum(&self, t: Term) -> Sum {
        let mut sum = Sum::zero(self.width(t));
        let mut waiting = vec![(t, 1_u64)];
        let mut n_looked_at = 0;
        while let Some((at, factor)) = waiting.pop() {
            n_looked_at += 1;
            if n_looked_at > 4 * MAX_PARTS || sum.parts.len() > MAX_PARTS {
                return Sum { parts: vec![(t, 1)], ..Sum::zero(sum.width) };
            }
            match self.node(at) {
                Node::Const(bits) => sum.add_constant(bits.value.wrapping_mul(factor)),
                Node::Bin(BinOp::Add, a, b) => waiting.extend([(a, factor), (b, factor)]),
                Node::Un(UnOp::Neg, a) => waiting.push((a, factor.wrapping_neg())),
                // Flipping all bits is 1 less than negation.
                Node::Un(UnOp::Not, a) => {
                    waiting.push((a, factor.wrapping_neg()));
                    sum.add_constant(factor.wrapping_neg());
                }
                Node::Bin(BinOp::Mul, a, b) => match self.as_const(b) {
                    Some(by) => sum.add_part(a, by.value.wrapping_mul(factor)),
                    None => sum.add_part(at, factor),
                },
                _ => sum.add_part(at, factor),
            }
        }
        sum
    }

    pub(in crate::solve) fn of_sum(&mut self, sum: &Sum) -> Term {
        let mut total = None;
        for &(t, coefficient) in &sum.parts {
            let part = self.part(t, coefficient, sum.width);
            total = Some(match total {
                None => part,
                Some(so_far) => self.intern(Node::Bin(BinOp::Add, so_far, part)),
            });
        }
        let constant = self.number(sum.constant, sum.width);
        match total {
            None => constant,
            Some(total) if sum.constant == 0 => total,
            Some(total) => self.intern(Node::Bin(BinOp::Add, total, constant)),
        }
    }

    fn part(&mut self, t: Term, coefficient: u64, width: u8) -> Term {
        if coefficient == 1 {
            t
        } else if coefficient == Bits::mask(width) {
            self.intern(Node::Un(UnOp::Neg, t))
        } else {
            let coefficient = self.number(coefficient, width);
            self.intern(Node::Bin(BinOp::Mul, t, coefficient))
        }
    }

    /// `a + factor * b`, where the factor is 1 or -1.
    pub(super) fn sum(&mut self, a: Term, factor: u64, b: Term) -> Term {
        let mut sum = self.as_sum(a);
        sum.add(&self.as_sum(b), factor);
        if sum.parts.len() > MAX_PARTS {
            let b = self.scaled(b, factor);
            return self.intern(Node::Bin(BinOp::Add, a.min(b), a.max(b)));
        }
        self.of_sum(&sum)
    }

    /// `a * factor`; distributed only where that makes no further products.
    pub(super) fn scaled(&mut self, a: Term, factor: u64) -> Term {
        let width = self.width(a);
        let factor = factor & Bits::mask(width);
        let sum = self.as_sum(a);
        if sum.parts.len() <= 1 || factor == Bits::mask(width) || factor == 1 {
            let mut scaled = Sum::zero(width);
            scaled.add(&sum, factor);
            return self.of_sum(&scaled);
        }
        match factor {
            0 => self.number(0, width),
            _ => self.part(a, factor, width),
        }
    }

    pub(super) fn product(&mut self, a: Term, b: Term) -> Term {
        match (self.as_const(a), self.as_const(b)) {
            (Some(factor), _) => self.scaled(b, factor.value),
            (_, Some(factor)) => self.scaled(a, factor.value),
            _ => self.intern(Node::Bin(BinOp::Mul, a.min(b), a.max(b))),
        }
    }
}
