//! How long path formulas take, on whole words and bit by bit.
//!
//! Run with `cargo bench -p braid-core --bench solve`. The same conjuncts go to `decide` and, as gates
//! alone, to a solver; figures are in `README.md`.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use braid_core::budget::Budget;
use braid_core::scpl::{BinOp, Bits, Extend};
use braid_core::solve::{Answer, Decided, Solver, Term, Terms, decide};

fn main() {
    // `cargo test --benches` asks for a quick run.
    let quick = std::env::args().any(|arg| arg == "--test");
    let n_runs = if quick { 1 } else { 11 };
    println!(
        "{:<44} {:>9} {:>11} {:>13} {:>11} {:>13}",
        "formula", "conjuncts", "decide", "", "gates alone", ""
    );
    for n_steps in [50, 200, 800] {
        row(&format!("maximum of {n_steps}, feasible"), n_runs, |terms| {
            maximum(terms, n_steps, End::Open)
        });
        row(&format!("maximum of {n_steps}, infeasible"), n_runs, |terms| {
            maximum(terms, n_steps, End::Above)
        });
    }
    row("maximum of 12 by conditionals, infeasible", n_runs.min(3), |terms| chosen(terms, 12));
    row("50 random numbers, feasible", n_runs, |terms| random_numbers(terms, End::Open));
    row("50 random numbers, infeasible", n_runs, |terms| random_numbers(terms, End::Above));
    // One run: as gates alone it takes many seconds.
    row("50 random numbers in a range, feasible", 1, |terms| ranged(terms, 50));
    row("32 bits: x / y * y + x % y != x", n_runs.min(3), |terms| {
        division(terms, 32, Divisor::Unknown)
    });
    row("32 bits: x / 10 * 10 + x % 10 != x", n_runs, |terms| division(terms, 32, Divisor::Ten));
    row("16 bits: x % y >= y and y != 0", n_runs, remainder_too_large);
    row("32 bits: x / y == 12345, x % y == 678", n_runs, known_quotient);
    small_queries(if quick { 10 } else { 2_000 });
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Open,
    /// A last conjunct that contradicts the others.
    Above,
}

/// A run of a loop that finds the maximum, with every comparison decided one way or the other.
fn maximum(terms: &mut Terms, n_steps: usize, end: End) -> Vec<Term> {
    let inputs: Vec<Term> = (0..n_steps).map(|_| terms.fresh(32)).collect();
    let mut conjuncts = Vec::new();
    let mut greatest = terms.fresh(32);
    conjuncts.push(terms.eq(greatest, inputs[0]));
    for (idx, &input) in inputs.iter().enumerate().skip(1) {
        let next = terms.fresh(32);
        if idx % 3 == 1 {
            conjuncts.push(terms.bin(BinOp::Slt, greatest, input));
            conjuncts.push(terms.eq(next, input));
        } else {
            conjuncts.push(terms.bin(BinOp::Sle, input, greatest));
            conjuncts.push(terms.eq(next, greatest));
        }
        greatest = next;
    }
    if end == End::Above {
        conjuncts.push(terms.bin(BinOp::Slt, greatest, inputs[7]));
    }
    conjuncts
}

/// The same with the comparisons left open.
fn chosen(terms: &mut Terms, n_steps: usize) -> Vec<Term> {
    let inputs: Vec<Term> = (0..n_steps).map(|_| terms.fresh(32)).collect();
    let mut greatest = inputs[0];
    for &input in &inputs[1..] {
        let is_less = terms.bin(BinOp::Slt, greatest, input);
        greatest = terms.ite(is_less, input, greatest);
    }
    vec![terms.bin(BinOp::Slt, greatest, inputs[7])]
}

const FACTOR: u64 = 1_103_515_245;
const INCREMENT: u64 = 12_345;

/// The states of a generator, each defined by the one before.
fn states(terms: &mut Terms, conjuncts: &mut Vec<Term>, n_steps: usize) -> Vec<Term> {
    let factor = terms.constant(Bits::new(FACTOR, 32));
    let increment = terms.constant(Bits::new(INCREMENT, 32));
    let mut states = vec![terms.fresh(32)];
    for idx in 0..n_steps {
        let product = terms.bin(BinOp::Mul, states[idx], factor);
        let sum = terms.bin(BinOp::Add, product, increment);
        let next = terms.fresh(32);
        conjuncts.push(terms.eq(next, sum));
        states.push(next);
    }
    states
}

/// A generator compared now and then, as it goes from 42; or with the parity of a state wrong.
fn random_numbers(terms: &mut Terms, end: End) -> Vec<Term> {
    let mut conjuncts = Vec::new();
    let states = states(terms, &mut conjuncts, 50);
    let bound = terms.constant(Bits::new(1 << 31, 32));
    let mut value = Bits::new(42, 32).value;
    for (idx, &state) in states.iter().enumerate() {
        if idx % 10 == 9 {
            let op = if value < 1 << 31 { BinOp::Ult } else { BinOp::Ule };
            let (a, b) = if op == BinOp::Ult { (state, bound) } else { (bound, state) };
            conjuncts.push(terms.bin(op, a, b));
        }
        value = Bits::new(value * FACTOR + INCREMENT, 32).value;
    }
    if end == End::Above {
        let [first, last] =
            [states[0], states[50]].map(|state| terms.resize(Extend::Zero, 1, state));
        conjuncts.push(terms.bin(BinOp::Ne, first, last));
    }
    conjuncts
}

/// What `rand() % 100` gives is compared with 50, every ten numbers.
fn ranged(terms: &mut Terms, n_steps: usize) -> Vec<Term> {
    let mut conjuncts = Vec::new();
    let states = states(terms, &mut conjuncts, n_steps);
    let [sixteen, hundred, fifty] = [16, 100, 50].map(|n| terms.constant(Bits::new(n, 32)));
    let mask = terms.constant(Bits::new(0x7fff, 32));
    let mut value = 42;
    for (idx, &state) in states.iter().enumerate() {
        if idx % 10 == 9 {
            let high = terms.bin(BinOp::Lshr, state, sixteen);
            let high = terms.and(high, mask);
            let number = terms.bin(BinOp::Urem, high, hundred);
            let is_low = terms.bin(BinOp::Ult, number, fifty);
            let was_low = (value >> 16 & 0x7fff) % 100 < 50;
            conjuncts.push(if was_low { is_low } else { terms.not(is_low) });
        }
        value = Bits::new(value * FACTOR + INCREMENT, 32).value;
    }
    conjuncts
}

#[derive(Clone, Copy)]
enum Divisor {
    Unknown,
    Ten,
}

fn division(terms: &mut Terms, width: u8, divisor: Divisor) -> Vec<Term> {
    let x = terms.fresh(width);
    let y = match divisor {
        Divisor::Unknown => terms.fresh(width),
        Divisor::Ten => terms.constant(Bits::new(10, width)),
    };
    let quotient = terms.bin(BinOp::Udiv, x, y);
    let remainder = terms.bin(BinOp::Urem, x, y);
    let product = terms.bin(BinOp::Mul, quotient, y);
    let sum = terms.bin(BinOp::Add, product, remainder);
    vec![terms.bin(BinOp::Ne, sum, x)]
}

fn remainder_too_large(terms: &mut Terms) -> Vec<Term> {
    let (x, y) = (terms.fresh(16), terms.fresh(16));
    let zero = terms.constant(Bits::new(0, 16));
    let remainder = terms.bin(BinOp::Urem, x, y);
    vec![terms.bin(BinOp::Ule, y, remainder), terms.bin(BinOp::Ne, y, zero)]
}

fn known_quotient(terms: &mut Terms) -> Vec<Term> {
    let (x, y) = (terms.fresh(32), terms.fresh(32));
    let [quotient, remainder] = [BinOp::Udiv, BinOp::Urem].map(|op| terms.bin(op, x, y));
    let [known, rest] = [12_345, 678].map(|n| terms.constant(Bits::new(n, 32)));
    vec![terms.eq(quotient, known), terms.eq(remainder, rest)]
}

/// Decides one formula both ways.
fn row(name: &str, n_runs: usize, formula: impl Fn(&mut Terms) -> Vec<Term>) {
    let mut times = [(); 2].map(|()| Vec::new());
    let mut answers = [const { String::new() }; 2];
    let mut n_conjuncts = 0;
    let budget = Budget::new(u64::MAX);
    for _ in 0..n_runs {
        let mut terms = Terms::new();
        let conjuncts = formula(&mut terms);
        n_conjuncts = conjuncts.len();
        times[1].push(time(|| {
            let mut solver = Solver::new();
            solver.max_conflicts = 100_000;
            let lits: Vec<_> = conjuncts.iter().map(|&t| solver.lit(&terms, t)).collect();
            answers[1] = match solver.solve(&lits, &budget) {
                Ok(Answer::Sat) => "sat".to_owned(),
                Ok(Answer::Unsat) => format!("core of {}", solver.core().len()),
                _ => "gave up".to_owned(),
            };
        }));
        times[0].push(time(|| {
            answers[0] = match decide(&mut terms, &conjuncts, &budget) {
                Ok(Decided::Sat(_)) => "sat".to_owned(),
                Ok(Decided::Unsat(core)) => format!("core of {}", core.len()),
                _ => "gave up".to_owned(),
            };
        }));
    }
    let [decided, gates] = times.map(median);
    println!(
        "{name:<44} {n_conjuncts:>9} {decided:>11.2?} {:>13} {gates:>11.2?} {:>13}",
        answers[0], answers[1]
    );
}

/// Many questions to one solver: which of some predicates can hold after an assignment.
fn small_queries(n_queries: usize) {
    let mut terms = Terms::new();
    let mut solver = Solver::new();
    let budget = Budget::new(u64::MAX);
    let symbols: Vec<Term> = (0..4).map(|_| terms.fresh(32)).collect();
    let one = terms.constant(Bits::new(1, 32));
    let mut lits = Vec::new();
    for (idx, &a) in symbols.iter().enumerate() {
        let more = terms.bin(BinOp::Add, a, one);
        for &b in &symbols[..idx] {
            for (op, a) in [(BinOp::Slt, a), (BinOp::Slt, more), (BinOp::Eq, a), (BinOp::Eq, more)]
            {
                let t = terms.bin(op, a, b);
                lits.push(solver.lit(&terms, t));
            }
        }
    }
    let mut state = 42_u64;
    let mut n_sat = 0;
    let elapsed = time(|| {
        for _ in 0..n_queries {
            let mut assumptions = lits.clone();
            for lit in &mut assumptions {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                *lit = if state >> 63 == 1 { *lit } else { !*lit };
            }
            assumptions.truncate(4 + (state >> 40) as usize % 8);
            n_sat += usize::from(solver.solve(&assumptions, &budget) == Ok(Answer::Sat));
        }
    });
    println!(
        "{n_queries} small queries to one solver, {n_sat} satisfiable: {:.1} us each",
        elapsed.as_secs_f64() * 1e6 / n_queries as f64
    );
}

fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let result = black_box(work());
    let elapsed = start.elapsed();
    drop(result);
    elapsed
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
