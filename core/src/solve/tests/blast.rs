//! Gates mean what `scpl` says: with the symbols fixed, every bit of a term is, and rightly.

use proptest::prelude::*;

use super::recipe::{Made, follow, number, recipes};
use super::{BIN_OPS, unlimited};
use crate::scpl::{BinOp, Bits, apply_bin};
use crate::solve::{Answer, Lit, Solver, Term, Terms};

/// The literals that fix a term to a value.
fn fixed(solver: &mut Solver, terms: &Terms, t: Term, bits: Bits) -> Vec<Lit> {
    let word = solver.word(terms, t);
    let bit = |(idx, lit): (usize, Lit)| if bits.value >> idx & 1 == 1 { lit } else { !lit };
    word.into_iter().enumerate().map(bit).collect()
}

/// Asserts that the term has this value, and no other, under the assumptions.
fn check(solver: &mut Solver, terms: &Terms, given: &[Lit], t: Term, expected: Bits) {
    let goal = fixed(solver, terms, t, expected);
    let together: Vec<Lit> = given.iter().chain(&goal).copied().collect();
    assert_eq!(solver.solve(&together, &unlimited()), Ok(Answer::Sat), "{t:?} can be {expected:?}");
    for lit in goal {
        let other: Vec<Lit> = given.iter().copied().chain([!lit]).collect();
        assert_eq!(solver.solve(&other, &unlimited()), Ok(Answer::Unsat), "{t:?} is {expected:?}");
    }
}

#[test]
fn every_operation_at_small_widths() {
    for op in BIN_OPS {
        for width in 1..=4 {
            let is_shift = matches!(op, BinOp::Shl | BinOp::Lshr | BinOp::Ashr);
            for b_width in if is_shift { 1..=4 } else { width..=width } {
                every_value(op, width, b_width);
            }
        }
    }
}

fn every_value(op: BinOp, a_width: u8, b_width: u8) {
    let mut terms = Terms::new();
    let mut solver = Solver::new();
    let (a, b) = (terms.fresh(a_width), terms.fresh(b_width));
    let t = terms.bin(op, a, b);
    for a_value in 0..1 << a_width {
        for b_value in 0..1 << b_width {
            let (a_bits, b_bits) = (Bits::new(a_value, a_width), Bits::new(b_value, b_width));
            let mut given = fixed(&mut solver, &terms, a, a_bits);
            given.extend(fixed(&mut solver, &terms, b, b_bits));
            check(&mut solver, &terms, &given, t, apply_bin(op, a_bits, b_bits));
        }
    }
}

#[test]
fn division_by_every_constant_at_small_widths() {
    for op in [BinOp::Udiv, BinOp::Urem, BinOp::Sdiv, BinOp::Srem, BinOp::Mul] {
        for width in 1..=4 {
            for constant in 0..1 << width {
                let mut terms = Terms::new();
                let mut solver = Solver::new();
                let constant = Bits::new(constant, width);
                let (a, b) = (terms.fresh(width), terms.constant(constant));
                let t = terms.bin(op, a, b);
                for value in 0..1 << width {
                    let bits = Bits::new(value, width);
                    let given = fixed(&mut solver, &terms, a, bits);
                    check(&mut solver, &terms, &given, t, apply_bin(op, bits, constant));
                }
            }
        }
    }
}

const WIDTHS: &[u8] = &[1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 31, 32, 33, 48, 63, 64];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_terms(
        recipe in recipes(WIDTHS, 8),
        values in prop::collection::vec(prop::collection::vec(number(), 4), 2),
    ) {
        let mut terms = Terms::new();
        let mut solver = Solver::new();
        let made = follow(&mut terms, &recipe, &values);
        let (symbols, rest) = made.split_at(recipe.symbols.len());
        for idx in 0..values.len() {
            let mut given = Vec::new();
            for Made { term, means } in symbols {
                given.extend(fixed(&mut solver, &terms, *term, means[idx]));
            }
            for Made { term, means } in rest {
                check(&mut solver, &terms, &given, *term, means[idx]);
            }
        }
    }
}
