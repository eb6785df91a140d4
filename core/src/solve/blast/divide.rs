//! Quotients and remainders.
//!
//! A quotient and a remainder are not computed but guessed: new inputs `q` and `r` with the condition
//! that `a = q*b + r`, that nothing in it overflows, and `r < b`; or that `b` is 0 and they are what
//! `scpl` says. Exactly one pair meets it for each `a` and `b`, so it is a definition and excludes
//! nothing. The solver then works on it from both ends, where a divider that subtracts and compares
//! once a bit would only let it work forwards.

use super::{Blaster, Word, as_const, complement};
use crate::solve::aig::Lit;

impl Blaster {
    /// The unsigned quotient and remainder.
    pub(super) fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let key = (a.to_vec(), b.to_vec());
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        let result = match as_const(b) {
            Some(0) => (vec![Lit::TRUE; a.len()], a.to_vec()),
            Some(divisor) => self.divide_by(a, b, divisor),
            None => self.divide_by_any(a, b),
        };
        self.divisions.insert(key, result.clone());
        result
    }

    /// By a constant: how many bits the results have is known, and the product is a few sums.
    fn divide_by(&mut self, a: &[Lit], b: &[Lit], divisor: u64) -> (Word, Word) {
        let width = a.len();
        let max = u64::MAX >> (64 - width);
        let quotient = self.inputs(bits_of(max / divisor), width);
        let remainder = self.inputs(bits_of(divisor - 1), width);
        let bound: Word = super::constant(crate::scpl::Bits::new(max / divisor, width as u8));
        // As the quotient is at most `max / divisor`, the product cannot overflow.
        let too_large = self.less(&bound, &quotient);
        let product = self.multiply(&quotient, b);
        let (sum, carry) = self.add(&product, &remainder, Lit::FALSE);
        let small = self.less(&remainder, b);
        let equal = self.equal(&sum, a);
        let condition = self.all(&[!too_large, !carry, small, equal]);
        self.tie(&quotient, &remainder, condition);
        (quotient, remainder)
    }

    fn divide_by_any(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        let quotient = self.inputs(width, width);
        let remainder = self.inputs(width, width);
        // In this order it shares its gates with a term `y * (x / y)`: the older factor is first.
        let (product, overflow) = self.multiply_checked(b, &quotient);
        let (sum, carry) = self.add(&product, &remainder, Lit::FALSE);
        let small = self.less(&remainder, b);
        let equal = self.equal(&sum, a);
        let divides = self.all(&[!overflow, !carry, small, equal]);
        // With b = 0 the product is 0, so that r = a follows from the equation.
        let zero = !self.any(b);
        let all_ones = quotient.iter().fold(Lit::TRUE, |all, &bit| self.aig.and(all, bit));
        let undefined = self.all(&[zero, all_ones, equal]);
        let condition = self.aig.or(divides, undefined);
        self.tie(&quotient, &remainder, condition);
        (quotient, remainder)
    }

    /// The product, and whether it does not fit.
    fn multiply_checked(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Lit) {
        let width = a.len();
        let mut product = vec![Lit::FALSE; width];
        let mut overflow = Lit::FALSE;
        for (idx, &bit) in b.iter().enumerate() {
            let row: Word = a[..width - idx].iter().map(|&a| self.aig.and(a, bit)).collect();
            let (sum, carry) = self.add(&product[idx..], &row, Lit::FALSE);
            let beyond = self.any(&a[width - idx..]);
            let lost = self.aig.and(beyond, bit);
            overflow = self.aig.or(overflow, lost);
            overflow = self.aig.or(overflow, carry);
            product.truncate(idx);
            product.extend(sum);
        }
        (product, overflow)
    }

    /// Rounded towards zero.
    pub(super) fn signed_quotient(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let (a_size, b_size) = (self.size(a), self.size(b));
        let quotient = self.divide(&a_size, &b_size).0;
        let minus = self.aig.xor(a[a.len() - 1], b[b.len() - 1]);
        let negated = self.negate(&quotient);
        let signed = self.choose(minus, &negated, &quotient);
        let defined = self.any(b);
        self.choose(defined, &signed, &vec![Lit::TRUE; a.len()])
    }

    /// With the sign of the dividend.
    pub(super) fn signed_remainder(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let (a_size, b_size) = (self.size(a), self.size(b));
        let remainder = self.divide(&a_size, &b_size).1;
        let negated = self.negate(&remainder);
        self.choose(a[a.len() - 1], &negated, &remainder)
    }

    /// The absolute value; that of the most negative number is itself, which is right unsigned.
    fn size(&mut self, a: &[Lit]) -> Word {
        let sign = a[a.len() - 1];
        let flipped = self.zip_choice(sign, complement(a).into_iter(), a.iter().copied());
        self.add(&flipped, &vec![Lit::FALSE; a.len()], sign).0
    }

    /// So many inputs, and zeros above them.
    fn inputs(&mut self, n_bits: usize, width: usize) -> Word {
        (0..width).map(|idx| if idx < n_bits { self.aig.input() } else { Lit::FALSE }).collect()
    }

    /// Makes the condition hold wherever one of the results is used.
    fn tie(&mut self, quotient: &[Lit], remainder: &[Lit], condition: Lit) {
        for &bit in quotient.iter().chain(remainder) {
            if bit.as_const().is_none() {
                self.aig.define(bit, condition);
            }
        }
    }

    fn all(&mut self, bits: &[Lit]) -> Lit {
        bits.iter().fold(Lit::TRUE, |all, &bit| self.aig.and(all, bit))
    }
}

fn bits_of(number: u64) -> usize {
    number.checked_ilog2().map_or(0, |log| log as usize + 1)
}
