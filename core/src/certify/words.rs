//! Bit vectors as literals, and circuits for all operators.
//!
//! The meaning is that of `scpl::apply_bin` and its neighbours; `words/tests.rs` compares the two on
//! all small operands and on many large ones.
//!
//! A quotient is not computed but guessed: for a divisor other than 0, exactly one quotient and one
//! remainder below the divisor fit together without overflow, so demanding them never excludes
//! anything.

use super::formula::{Formula, Lit};
use crate::scpl::{BinOp, Bits, Extend, UnOp};

/// So many products and quotients are compared with later ones.
const MAX_OPERATIONS: usize = 24;

/// From the lowest bit up.
pub type Word = Vec<Lit>;

pub fn constant(bits: Bits) -> Word {
    (0..bits.width).map(|idx| Lit::constant(bits.value >> idx & 1 == 1)).collect()
}

pub fn fresh(formula: &mut Formula, width: u8) -> Word {
    (0..width).map(|_| formula.fresh()).collect()
}

pub fn mux(formula: &mut Formula, condition: Lit, then: &Word, otherwise: &Word) -> Word {
    then.iter().zip(otherwise).map(|(a, b)| formula.mux(condition, *a, *b)).collect()
}

pub fn eq(formula: &mut Formula, a: &Word, b: &Word) -> Lit {
    let same: Vec<Lit> = a.iter().zip(b).map(|(a, b)| !formula.xor(*a, *b)).collect();
    formula.all(&same)
}

/// Whether the word is this number; numbers that do not fit are never equal.
pub fn is_number(formula: &mut Formula, a: &Word, number: u64) -> Lit {
    let width = a.len();
    if width < 64 && number >> width != 0 {
        return Lit::FALSE;
    }
    let same: Vec<Lit> =
        a.iter().enumerate().map(|(idx, lit)| lit.is(number >> idx & 1 == 1)).collect();
    formula.all(&same)
}

pub fn un(formula: &mut Formula, op: UnOp, a: &Word) -> Word {
    match op {
        UnOp::Not => not(a),
        UnOp::Neg => negate(formula, a),
    }
}

pub fn bin(formula: &mut Formula, op: BinOp, a: &Word, b: &Word) -> Word {
    let result = circuit(formula, op, a, b);
    if matches!(op, BinOp::Mul | BinOp::Udiv | BinOp::Urem | BinOp::Sdiv | BinOp::Srem) {
        same_for_same(formula, op, a, b, &result);
    }
    result
}

/// Equal operands give equal results. That follows from the circuits, but a solver takes very long to see
/// it of two large ones; being told excludes nothing.
fn same_for_same(formula: &mut Formula, op: BinOp, a: &Word, b: &Word, result: &Word) {
    // A product is the same either way round; a constant factor comes second.
    let is_constant = a.iter().all(|lit| *lit == Lit::TRUE || *lit == Lit::FALSE);
    let (a, b) = if op == BinOp::Mul && is_constant { (b, a) } else { (a, b) };
    let earlier = formula.operations.clone();
    for (other_op, other_a, other_b, other_result) in &earlier {
        if *other_op != op || other_a.len() != a.len() {
            continue;
        }
        let (same_a, same_b) = (eq(formula, a, other_a), eq(formula, b, other_b));
        let same = formula.and(same_a, same_b);
        for (one, other) in result.iter().zip(other_result) {
            formula.clause(&[!same, !*one, *other]);
            formula.clause(&[!same, *one, !*other]);
        }
    }
    if formula.operations.len() < MAX_OPERATIONS {
        formula.operations.push((op, a.clone(), b.clone(), result.clone()));
    }
}

fn circuit(formula: &mut Formula, op: BinOp, a: &Word, b: &Word) -> Word {
    match op {
        BinOp::Add => add(formula, a, b, Lit::FALSE),
        BinOp::Sub => add(formula, a, &not(b), Lit::TRUE),
        BinOp::Mul => mul(formula, a, b),
        BinOp::Udiv => udivrem(formula, a, b).0,
        BinOp::Urem => udivrem(formula, a, b).1,
        BinOp::Sdiv => sdivrem(formula, a, b).0,
        BinOp::Srem => sdivrem(formula, a, b).1,
        BinOp::And => a.iter().zip(b).map(|(a, b)| formula.and(*a, *b)).collect(),
        BinOp::Or => a.iter().zip(b).map(|(a, b)| formula.or(*a, *b)).collect(),
        BinOp::Xor => a.iter().zip(b).map(|(a, b)| formula.xor(*a, *b)).collect(),
        BinOp::Shl => shift(formula, a, b, Lit::FALSE, Direction::Up),
        BinOp::Lshr => shift(formula, a, b, Lit::FALSE, Direction::Down),
        BinOp::Ashr => shift(formula, a, b, sign(a), Direction::Down),
        BinOp::Eq => vec![eq(formula, a, b)],
        BinOp::Ne => vec![!eq(formula, a, b)],
        BinOp::Ult => vec![less(formula, a, b)],
        BinOp::Ule => vec![!less(formula, b, a)],
        BinOp::Slt => vec![less(formula, &flipped(a), &flipped(b))],
        BinOp::Sle => vec![!less(formula, &flipped(b), &flipped(a))],
    }
}

pub fn resize(extend: Extend, width: u8, a: &Word) -> Word {
    let filling = match extend {
        Extend::Zero => Lit::FALSE,
        Extend::Sign => sign(a),
    };
    widened(a, usize::from(width), filling)
}

fn widened(a: &Word, width: usize, filling: Lit) -> Word {
    (0..width).map(|idx| a.get(idx).copied().unwrap_or(filling)).collect()
}

fn sign(a: &Word) -> Lit {
    a[a.len() - 1]
}

fn not(a: &Word) -> Word {
    a.iter().map(|lit| !*lit).collect()
}

fn negate(formula: &mut Formula, a: &Word) -> Word {
    let zero = vec![Lit::FALSE; a.len()];
    add(formula, &zero, &not(a), Lit::TRUE)
}

/// The highest bit flipped: signed order becomes unsigned order.
fn flipped(a: &Word) -> Word {
    let mut flipped = a.clone();
    let last = flipped.len() - 1;
    flipped[last] = !flipped[last];
    flipped
}

fn add(formula: &mut Formula, a: &Word, b: &Word, mut carry: Lit) -> Word {
    let mut sum = Word::new();
    for (a, b) in a.iter().zip(b) {
        let half = formula.xor(*a, *b);
        sum.push(formula.xor(half, carry));
        // Where the two differ the carry goes on; where they agree they are the carry.
        carry = formula.mux(half, carry, *a);
    }
    sum
}

/// The low bits of the product: one shifted summand per bit of `b`.
fn mul(formula: &mut Formula, a: &Word, b: &Word) -> Word {
    let width = a.len();
    let mut product = vec![Lit::FALSE; width];
    for (shift, factor) in b.iter().enumerate() {
        if *factor == Lit::FALSE {
            continue;
        }
        let summand: Word = (0..width)
            .map(|idx| if idx < shift { Lit::FALSE } else { formula.and(a[idx - shift], *factor) })
            .collect();
        product = add(formula, &product, &summand, Lit::FALSE);
    }
    product
}

/// Unsigned: from the lowest bit up, the last difference decides.
fn less(formula: &mut Formula, a: &Word, b: &Word) -> Lit {
    let mut less = Lit::FALSE;
    for (a, b) in a.iter().zip(b) {
        let differ = formula.xor(*a, *b);
        less = formula.mux(differ, *b, less);
    }
    less
}

fn udivrem(formula: &mut Formula, a: &Word, b: &Word) -> (Word, Word) {
    let width = a.len();
    let is_zero = is_number(formula, b, 0);
    let quotient: Word = (0..width).map(|_| formula.fresh()).collect();
    let remainder: Word = (0..width).map(|_| formula.fresh()).collect();
    // With twice the width nothing overflows: quotient * b + remainder == a.
    let wide = |word: &Word| widened(word, 2 * width, Lit::FALSE);
    let product = mul(formula, &wide(&quotient), &wide(b));
    let sum = add(formula, &product, &wide(&remainder), Lit::FALSE);
    let fits = eq(formula, &sum, &wide(a));
    let is_below = less(formula, &remainder, b);
    formula.clause(&[is_zero, fits]);
    formula.clause(&[is_zero, is_below]);
    let ones = vec![Lit::TRUE; width];
    (mux(formula, is_zero, &ones, &quotient), mux(formula, is_zero, a, &remainder))
}

/// The quotient is rounded to zero, the remainder has the sign of `a`.
fn sdivrem(formula: &mut Formula, a: &Word, b: &Word) -> (Word, Word) {
    let (minus_a, minus_b) = (negate(formula, a), negate(formula, b));
    let size_a = mux(formula, sign(a), &minus_a, a);
    let size_b = mux(formula, sign(b), &minus_b, b);
    let (quotient, remainder) = udivrem(formula, &size_a, &size_b);
    let signs_differ = formula.xor(sign(a), sign(b));
    let minus_quotient = negate(formula, &quotient);
    let minus_remainder = negate(formula, &remainder);
    let quotient = mux(formula, signs_differ, &minus_quotient, &quotient);
    let remainder = mux(formula, sign(a), &minus_remainder, &remainder);
    // Division by zero: all ones whatever the sign; the remainder has got back the sign of `a`.
    let is_zero = is_number(formula, b, 0);
    let ones = vec![Lit::TRUE; a.len()];
    (mux(formula, is_zero, &ones, &quotient), remainder)
}

#[derive(Clone, Copy)]
enum Direction {
    Up,
    Down,
}

/// By powers of two; an amount of the width or more leaves only the filling.
fn shift(formula: &mut Formula, a: &Word, amount: &Word, filling: Lit, to: Direction) -> Word {
    let width = a.len();
    let mut shifted = a.clone();
    let mut beyond = Vec::new();
    for (idx, bit) in amount.iter().enumerate() {
        if idx >= 7 || 1 << idx >= width {
            beyond.push(*bit);
            continue;
        }
        let by = 1 << idx;
        let moved: Word = (0..width)
            .map(|idx| match to {
                Direction::Up if idx >= by => shifted[idx - by],
                Direction::Down if idx + by < width => shifted[idx + by],
                _ => filling,
            })
            .collect();
        shifted = mux(formula, *bit, &moved, &shifted);
    }
    let all_out = formula.any(&beyond);
    let empty = vec![filling; width];
    mux(formula, all_out, &empty, &shifted)
}

#[cfg(test)]
mod tests;
