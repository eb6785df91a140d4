//! Which values variables take, as seen in a few runs.
//!
//! A variable that takes two or three values in all of them probably takes no others:
//! that it equals one of them is a good guess for a predicate. Guesses need not be right, so this takes
//! a few runs with steps and choices by dice.

use std::collections::{BTreeMap, BTreeSet};

use crate::budget::{Budget, Stop};
use crate::scpl::{
    BinOp, Bits, Disabled, Expr, Interpreter, Layout, Program, Scope, Sort, State, ThreadIdx, VarId,
};

/// Runs looked at, and steps of each.
const N_WALKS: usize = 50;
const MAX_STEPS: usize = 300;

/// A step of a run is little work: so many of them are one step of the budget.
const WALKED_PER_STEP: usize = 10;

/// A variable with more values than this is not worth a guess.
const MAX_VALUES: usize = 5;

/// For each cell that takes few values, the predicates that it equals each of them. A cell that takes
/// more with one thread more is still growing and does not count. When the budget ends there are no
/// guesses.
pub fn few_values(program: &Program, n_threads: u32, budget: &Budget) -> Vec<(VarId, Vec<Expr>)> {
    let both = values(program, n_threads.saturating_sub(1), budget)
        .and_then(|fewer| Ok((fewer, values(program, n_threads, budget)?)));
    let Ok((fewer, values)) = both else { return Vec::new() };
    let mut found: Vec<(VarId, Vec<Expr>)> = Vec::new();
    for (cell, values) in values {
        let (var, elem) = cell;
        let Sort::Bits(width) = program.var(var).sort else { continue };
        if values.len() > MAX_VALUES || values.len() < 2 || fewer.get(&cell) != Some(&values) {
            continue;
        }
        let cell = match program.var(var).len {
            None => Expr::Var(var),
            Some(_) => Expr::Elem(var, Box::new(Expr::constant(elem as u64, 64))),
        };
        let equals = values
            .into_iter()
            .map(|value| Expr::bin(BinOp::Eq, cell.clone(), Expr::Const(Bits::new(value, width))));
        // A single bit is its own predicate.
        let equals: Vec<Expr> = if width == 1 { vec![cell.clone()] } else { equals.collect() };
        match found.last_mut() {
            Some((last, list)) if *last == var => list.extend(equals),
            _ => found.push((var, equals)),
        }
    }
    found
}

type Cells = BTreeMap<(VarId, usize), BTreeSet<u64>>;

fn values(program: &Program, n_threads: u32, budget: &Budget) -> Result<Cells, Stop> {
    let interpreter = Interpreter::new(program);
    let mut cells = Cells::new();
    let mut dice = Dice(1);
    for _ in 0..N_WALKS {
        let start = with_choices(&mut dice, &mut |choices| interpreter.initial(n_threads, choices));
        let Ok(mut state) = start else { continue };
        for at in 0..MAX_STEPS {
            budget.spend(u64::from(at % WALKED_PER_STEP == 0))?;
            note(program, interpreter.layout(), &state, &mut cells);
            match step(&interpreter, &state, &mut dice) {
                Some(next) => state = next,
                None => break,
            }
        }
    }
    Ok(cells)
}

/// A step of some thread that can move.
fn step(interpreter: &Interpreter, state: &State, dice: &mut Dice) -> Option<State> {
    let n_threads = state.threads.len() as u32;
    let first = dice.below(n_threads);
    for thread in (0..n_threads).map(|idx| ThreadIdx((first + idx) % n_threads)) {
        let edges = interpreter.enabled(state, thread);
        let skipped = dice.below(edges.len().max(1) as u32) as usize;
        for &edge in edges.iter().cycle().skip(skipped).take(edges.len()) {
            let taken = with_choices(dice, &mut |choices| {
                interpreter.successor(state, thread, edge, choices)
            });
            if let Ok((next, _)) = taken {
                return Some(next);
            }
        }
    }
    None
}

/// Repeats an attempt with more and more choices until it needs no more.
fn with_choices<T>(
    dice: &mut Dice,
    attempt: &mut dyn FnMut(&[u64]) -> Result<T, Disabled>,
) -> Result<T, Disabled> {
    let mut choices = Vec::new();
    loop {
        match attempt(&choices) {
            Err(Disabled::MissingChoice { .. }) => choices.push(u64::from(dice.below(2))),
            done => return done,
        }
    }
}

/// Numbers that look random and are always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u32) -> u32 {
        // The constants are those of Knuth's MMIX generator; the high bits are the good ones.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(n.max(1))) as u32
    }
}

fn note(program: &Program, layout: &Layout, state: &State, cells: &mut Cells) {
    for (idx, var) in program.vars.iter().enumerate() {
        let id = VarId(idx as u32);
        let slot = layout.slot(id);
        for elem in 0..var.n_cells() {
            let noted = cells.entry((id, elem)).or_default();
            let at = slot.first + elem;
            match var.scope {
                Scope::Shared => {
                    noted.insert(state.shared[at]);
                }
                Scope::Local => noted.extend(state.threads.iter().map(|thread| thread.locals[at])),
            }
        }
    }
}
