//! Sums, products, comparisons.
//!
//! Adders ripple: for a SAT solver the short chain of majorities propagates better than the shallower
//! circuits that hardware prefers. A product is a sum of shifted rows; by a constant it is one of as few
//! rows as possible, some of them subtracted (7x is 8x - x).

use super::{Blaster, Word, as_const, complement};
use crate::solve::aig::Lit;

impl Blaster {
    /// The sum of two words and a carry; also the carry out of it.
    pub(super) fn add(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Word, Lit) {
        let mut carry = carry;
        let mut sum = Word::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let half = self.aig.xor(a, b);
            sum.push(self.aig.xor(half, carry));
            carry = self.aig.majority(a, b, carry);
        }
        (sum, carry)
    }

    pub(super) fn negate(&mut self, a: &[Lit]) -> Word {
        let zero = vec![Lit::FALSE; a.len()];
        self.add(&complement(a), &zero, Lit::TRUE).0
    }

    pub(super) fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        match (as_const(a), as_const(b)) {
            (Some(factor), _) => self.multiply_by(b, factor),
            (_, Some(factor)) => self.multiply_by(a, factor),
            _ => {
                let mut product = vec![Lit::FALSE; a.len()];
                for (idx, &bit) in b.iter().enumerate() {
                    let row: Word =
                        a[..a.len() - idx].iter().map(|&a| self.aig.and(a, bit)).collect();
                    let sum = self.add(&product[idx..], &row, Lit::FALSE).0;
                    product.truncate(idx);
                    product.extend(sum);
                }
                product
            }
        }
    }

    fn multiply_by(&mut self, a: &[Lit], factor: u64) -> Word {
        let width = a.len();
        let mut product = vec![Lit::FALSE; width];
        for (idx, digit) in signed_digits(factor, width) {
            let row = match digit {
                Digit::Plus => a[..width - idx].to_vec(),
                Digit::Minus => complement(&a[..width - idx]),
            };
            let sum = self.add(&product[idx..], &row, Lit::constant(digit == Digit::Minus)).0;
            product.truncate(idx);
            product.extend(sum);
        }
        product
    }

    pub(super) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let different = self.zip(a, b, super::Aig::xor);
        different.into_iter().fold(Lit::TRUE, |equal, bit| self.aig.and(equal, !bit))
    }

    /// Whether `a < b`, unsigned: whether `a - b` borrows.
    pub(super) fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut borrow = Lit::FALSE;
        for (&a, &b) in a.iter().zip(b) {
            borrow = self.aig.majority(!a, b, borrow);
        }
        borrow
    }

    pub(super) fn any(&mut self, bits: &[Lit]) -> Lit {
        bits.iter().fold(Lit::FALSE, |any, &bit| self.aig.or(any, bit))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Digit {
    Plus,
    Minus,
}

/// A number as a sum of signed powers of two, no two of them neighbours; modulo 2^width.
fn signed_digits(number: u64, width: usize) -> Vec<(usize, Digit)> {
    let mut rest = u128::from(number);
    let mut digits = Vec::new();
    for idx in 0..width {
        if rest & 1 == 1 {
            let minus = rest & 2 == 2;
            digits.push((idx, if minus { Digit::Minus } else { Digit::Plus }));
            rest = if minus { rest + 1 } else { rest - 1 };
        }
        rest >>= 1;
    }
    digits
}
