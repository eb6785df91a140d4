//! Random terms, made step by step, and what they mean computed beside them with `scpl` alone.
//!
//! A step takes its operands from what earlier steps made; operands whose widths do not fit are resized
//! first. Shrinking a recipe drops steps, so a failure is a short list of them.

use proptest::prelude::*;

use super::BIN_OPS;
use crate::scpl::{BinOp, Bits, Extend, UnOp, apply_bin, apply_un, resize};
use crate::solve::{Term, Terms};

#[derive(Clone, Debug)]
pub enum Step {
    Constant(u64, u8),
    Un(UnOp, usize),
    Bin(BinOp, usize, usize),
    /// With a constant on one side, which is where most rewriting happens.
    Mixed(BinOp, usize, u64, bool),
    Ite(usize, usize, usize),
    Resize(Extend, u8, usize),
}

/// The widths of the symbols, and the steps.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub symbols: Vec<u8>,
    pub steps: Vec<Step>,
}

/// A term and its value under each of the valuations.
#[derive(Clone, Debug)]
pub struct Made {
    pub term: Term,
    pub means: Vec<Bits>,
}

pub fn recipes(widths: &'static [u8], max_steps: usize) -> impl Strategy<Value = Recipe> {
    let width = || prop::sample::select(widths);
    let symbols = prop::collection::vec(width(), 1..4);
    let steps = prop::collection::vec(step(widths), 1..max_steps);
    (symbols, steps).prop_map(|(symbols, steps)| Recipe { symbols, steps })
}

fn step(widths: &'static [u8]) -> impl Strategy<Value = Step> {
    let op = || prop::sample::select(&BIN_OPS[..]);
    let un = prop::sample::select(&[UnOp::Not, UnOp::Neg][..]);
    let extend = prop::sample::select(&[Extend::Zero, Extend::Sign][..]);
    let width = || prop::sample::select(widths);
    // Mostly of what was made last, so that terms become deep.
    let at = || prop_oneof![0..4_usize, any::<usize>()];
    prop_oneof![
        1 => (number(), width()).prop_map(|(value, width)| Step::Constant(value, width)),
        2 => (un, at()).prop_map(|(op, a)| Step::Un(op, a)),
        4 => (op(), at(), at()).prop_map(|(op, a, b)| Step::Bin(op, a, b)),
        5 => (op(), at(), number(), any::<bool>())
            .prop_map(|(op, a, value, left)| Step::Mixed(op, a, value, left)),
        2 => (at(), at(), at()).prop_map(|(a, b, c)| Step::Ite(a, b, c)),
        2 => (extend, width(), at()).prop_map(|(extend, width, a)| Step::Resize(extend, width, a)),
    ]
}

/// Numbers near powers of two, and any others.
pub fn number() -> impl Strategy<Value = u64> {
    prop_oneof![
        3 => 0..8_u64,
        1 => (0..8_u64).prop_map(|small| small.wrapping_neg()),
        3 => (0..64_u32, 0..3_u64).prop_map(|(log, by)| (1_u64 << log).wrapping_add(by).wrapping_sub(1)),
        2 => any::<u64>(),
    ]
}

/// Follows the recipe; `values[v]` are the values of the symbols in valuation `v`. The symbols come
/// first in the result.
pub fn follow(terms: &mut Terms, recipe: &Recipe, values: &[Vec<u64>]) -> Vec<Made> {
    let mut made: Vec<Made> = Vec::new();
    for (idx, &width) in recipe.symbols.iter().enumerate() {
        let means = values.iter().map(|values| Bits::new(values[idx], width)).collect();
        made.push(Made { term: terms.fresh(width), means });
    }
    for step in &recipe.steps {
        let at = |idx: usize| made[made.len() - 1 - idx % made.len()].clone();
        let next = match *step {
            Step::Constant(value, width) => constant(terms, value, width, values.len()),
            Step::Un(op, a) => {
                let a = at(a);
                let means = a.means.iter().map(|&a| apply_un(op, a)).collect();
                Made { term: terms.un(op, a.term), means }
            }
            Step::Bin(op, a, b) => bin(terms, op, &at(a), at(b)),
            Step::Mixed(op, a, value, left) => {
                let a = at(a);
                let other = constant(terms, value, terms.width(a.term), values.len());
                if left { bin(terms, op, &other, a) } else { bin(terms, op, &a, other) }
            }
            Step::Ite(a, b, c) => {
                let (a, b) = (fit(terms, 1, at(a)), at(b));
                let c = fit(terms, terms.width(b.term), at(c));
                let choose = |idx: usize| {
                    if a.means[idx] == Bits::TRUE { b.means[idx] } else { c.means[idx] }
                };
                let means = (0..values.len()).map(choose).collect();
                Made { term: terms.ite(a.term, b.term, c.term), means }
            }
            Step::Resize(extend, width, a) => resized(terms, extend, width, &at(a)),
        };
        made.push(next);
    }
    made
}

fn constant(terms: &mut Terms, value: u64, width: u8, n_values: usize) -> Made {
    let bits = Bits::new(value, width);
    Made { term: terms.constant(bits), means: vec![bits; n_values] }
}

fn bin(terms: &mut Terms, op: BinOp, a: &Made, b: Made) -> Made {
    let is_shift = matches!(op, BinOp::Shl | BinOp::Lshr | BinOp::Ashr);
    let b = if is_shift { b } else { fit(terms, terms.width(a.term), b) };
    let means = a.means.iter().zip(&b.means).map(|(&a, &b)| apply_bin(op, a, b)).collect();
    Made { term: terms.bin(op, a.term, b.term), means }
}

fn fit(terms: &mut Terms, width: u8, a: Made) -> Made {
    if terms.width(a.term) == width { a } else { resized(terms, Extend::Zero, width, &a) }
}

fn resized(terms: &mut Terms, extend: Extend, width: u8, a: &Made) -> Made {
    let means = a.means.iter().map(|&a| resize(extend, width, a)).collect();
    Made { term: terms.resize(extend, width, a.term), means }
}
