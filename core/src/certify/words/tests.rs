//! Circuits against `scpl`'s evaluation.

use super::*;
use crate::budget::Budget;
use crate::certify::formula::Answer;
use crate::scpl::{apply_bin, apply_un, resize as evaluate_resize};

const BIN_OPS: [BinOp; 19] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Udiv,
    BinOp::Sdiv,
    BinOp::Urem,
    BinOp::Srem,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::Shl,
    BinOp::Lshr,
    BinOp::Ashr,
    BinOp::Eq,
    BinOp::Ne,
    BinOp::Ult,
    BinOp::Ule,
    BinOp::Slt,
    BinOp::Sle,
];

fn has_model(formula: &Formula) -> bool {
    let answer = formula.solve(&Budget::new(u64::MAX));
    answer.unwrap_or_else(|refusal| panic!("{refusal}")) != Answer::Unsat
}

fn fix(formula: &mut Formula, word: &Word, value: Bits) {
    assert_eq!(word.len(), usize::from(value.width));
    for (lit, value) in word.iter().zip(constant(value)) {
        let same = !formula.xor(*lit, value);
        formula.clause(&[same]);
    }
}

/// The circuit over all operands at once, in one formula: no operands give another value than `expected`
/// has for them. And operands are possible: a circuit that excludes some would prove anything.
fn check_all(widths: [u8; 2], circuit: Circuit, expected: &dyn Fn(Bits, Bits) -> Bits) {
    let mut formula = Formula::new();
    let operands = widths.map(|width| fresh(&mut formula, width));
    let result = circuit(&mut formula, &operands[0], &operands[1]);
    let bare = formula.clone();
    let table: Word = result.iter().map(|_| formula.fresh()).collect();
    let values = |width: u8| (0..1_u64 << width).map(move |value| Bits::new(value, width));
    for (a, b) in values(widths[0]).flat_map(|a| values(widths[1]).map(move |b| (a, b))) {
        let inputs: Vec<Lit> = operands.concat();
        let bits: Vec<Lit> = [constant(a), constant(b)].concat();
        let differs = inputs.iter().zip(&bits).map(|(lit, bit)| lit.is(*bit == Lit::FALSE));
        let value = expected(a, b);
        assert_eq!(result.len(), usize::from(value.width));
        for (lit, bit) in table.iter().zip(constant(value)) {
            let clause: Vec<Lit> = differs.clone().chain([lit.is(bit == Lit::TRUE)]).collect();
            formula.clause(&clause);
        }
    }
    let same = eq(&mut formula, &result, &table);
    formula.clause(&[!same]);
    assert!(!has_model(&formula), "widths {widths:?}");
    for (a, b) in values(widths[0]).flat_map(|a| values(widths[1]).map(move |b| (a, b))) {
        if widths[0] > 2 && (a.value * 7 + b.value) % 11 != 0 {
            continue;
        }
        let mut fixed = bare.clone();
        fix(&mut fixed, &operands[0], a);
        fix(&mut fixed, &operands[1], b);
        assert!(has_model(&fixed), "{a:?} {b:?}");
    }
}

type Circuit<'a> = &'a dyn Fn(&mut Formula, &Word, &Word) -> Word;

#[test]
fn binary_operators_at_all_small_operands() {
    for op in BIN_OPS {
        for width in 1..=5 {
            check_all([width, width], &|f, a, b| bin(f, op, a, b), &|a, b| apply_bin(op, a, b));
        }
    }
}

#[test]
fn shifts_by_other_widths() {
    for op in [BinOp::Shl, BinOp::Lshr, BinOp::Ashr] {
        for widths in [[3, 1], [5, 2], [2, 4], [1, 3], [4, 5]] {
            check_all(widths, &|f, a, b| bin(f, op, a, b), &|a, b| apply_bin(op, a, b));
        }
    }
}

#[test]
fn unary_operators_and_widths() {
    for width in 1..=5 {
        for op in [UnOp::Not, UnOp::Neg] {
            check_all([width, 1], &|f, a, _| un(f, op, a), &|a, _| apply_un(op, a));
        }
        for extend in [Extend::Zero, Extend::Sign] {
            for to in 1..=7 {
                check_all([width, 1], &|_, a, _| resize(extend, to, a), &|a, _| {
                    evaluate_resize(extend, to, a)
                });
            }
        }
        check_all([width, width], &|f, a, b| vec![eq(f, a, b)], &|a, b| apply_bin(BinOp::Eq, a, b));
        for number in [0, 1, 5, 31, 32, u64::MAX] {
            let is = |a: Bits, _| Bits::new(u64::from(a.value == number), 1);
            check_all([width, 1], &|f, a, _| vec![is_number(f, a, number)], &is);
        }
    }
}

/// Wide operands, with a few that are near the ends of their range.
#[test]
fn binary_operators_at_64_bits() {
    let mut seed = 7_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let value = seed ^ seed >> 29;
        [value, value >> 58, value | 1 << 63, value % 3, u64::MAX - value % 2, 1 << 63]
            [(seed >> 61) as usize % 6]
    };
    for op in BIN_OPS {
        let is_division = matches!(op, BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem);
        for width in [64, 64, 64, 33] {
            let (a, b) = (Bits::new(random(), width), Bits::new(random(), width));
            let mut formula = Formula::new();
            let (x, y) = (fresh(&mut formula, width), fresh(&mut formula, width));
            let result = bin(&mut formula, op, &x, &y);
            fix(&mut formula, &x, a);
            fix(&mut formula, &y, b);
            let expected = constant(apply_bin(op, a, b));
            let same = eq(&mut formula, &result, &expected);
            let mut other = formula.clone();
            formula.clause(&[same]);
            assert!(has_model(&formula), "{op:?} {a:?} {b:?}");
            other.clause(&[!same]);
            // That no other quotient fits takes the solver long at this width, unless it is simple.
            assert!(is_division || !has_model(&other), "{op:?} {a:?} {b:?}");
        }
    }
}
