//! Conjunctions, such as the formula of a path: on whole words first, then bit by bit.
//!
//! Equations are solved and used up (`facts.rs`), orders are closed (`order.rs`), and equalities that
//! follow from those start it over. Most paths end here: with a clash, or with values that, tried on the
//! conjuncts, turn out to be right. What is left goes to a solver.
//!
//! Everything derived carries its reasons, so a clash names conjuncts that suffice for it. Of those we
//! drop what can be dropped.

mod cycle;
mod facts;
mod model;
mod order;
mod reason;

pub use model::Model;

use crate::hash::FxHashMap;

use self::facts::{Clash, Facts};
use self::order::Closed;
use super::minimise::minimise;
use super::sat::Answer;
use super::solver::Solver;
use super::term::{Symbol, Term, Terms};
use crate::budget::{Budget, Stop};
use crate::scpl::Bits;

/// Conflicts that a solver may have to find out whether a conjunct is needed for a clash.
const MINIMISING_CONFLICTS: u64 = 5_000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decided {
    Sat(Model),
    /// Indices of conjuncts that clash, ascending. Without any one of them the others do not, or a
    /// solver gave up on the question.
    Unsat(Vec<usize>),
    Unknown,
}

/// Whether all conjuncts, of width 1, can hold together.
pub fn decide(terms: &mut Terms, conjuncts: &[Term], budget: &Budget) -> Result<Decided, Stop> {
    let core = match decide_once(terms, conjuncts, Solver::new(), budget)? {
        Decided::Unsat(core) => core,
        decided => return Ok(decided),
    };
    smaller(terms, conjuncts, core, budget).map(Decided::Unsat)
}

/// Drops what is not needed for the clash. Whenever the rest clashes, it is the conjuncts of that clash
/// that we go on with.
fn smaller(
    terms: &mut Terms,
    conjuncts: &[Term],
    core: Vec<usize>,
    budget: &Budget,
) -> Result<Vec<usize>, Stop> {
    let mut core = core;
    let mut n_needed = 0;
    // From the back: what came last is what least was built on.
    while n_needed < core.len() {
        let tried = core.len() - 1 - n_needed;
        let mut rest = core.clone();
        rest.remove(tried);
        let part: Vec<Term> = rest.iter().map(|&idx| conjuncts[idx]).collect();
        let mut solver = Solver::new();
        solver.max_conflicts = MINIMISING_CONFLICTS;
        match decide_once(terms, &part, solver, budget)? {
            Decided::Unsat(clash) => core = clash.into_iter().map(|idx| rest[idx]).collect(),
            Decided::Sat(_) | Decided::Unknown => n_needed += 1,
        }
    }
    Ok(core)
}

/// The same without dropping anything from the clash.
fn decide_once(
    terms: &mut Terms,
    conjuncts: &[Term],
    solver: Solver,
    budget: &Budget,
) -> Result<Decided, Stop> {
    let mut facts = Facts::new(terms, conjuncts);
    let clash = |facts: &Facts, Clash(why)| Ok(Decided::Unsat(facts.reasons.conjuncts(&[why])));
    let proposed = loop {
        if let Some(found) = facts.simplify(budget)? {
            return clash(&facts, found);
        }
        match order::close(&mut facts) {
            Closed::Clash(found) => return clash(&facts, found),
            Closed::Proposed(values) => break values,
            Closed::Equal(equalities) => {
                if !facts.add_equalities(equalities) {
                    break FxHashMap::default();
                }
            }
        }
    };
    match right(&facts, conjuncts, &proposed) {
        Some(model) => Ok(Decided::Sat(model)),
        None => by_solver(&facts, conjuncts, solver, budget),
    }
}

/// The model that these values extend to, if it is one.
fn right(facts: &Facts, conjuncts: &[Term], values: &FxHashMap<Symbol, u64>) -> Option<Model> {
    let mut values = values.clone();
    for symbol in facts.terms.symbols_in(conjuncts) {
        values.entry(symbol).or_insert(0);
    }
    let model = facts.extended(&values);
    let mut known = FxHashMap::default();
    let mut holds =
        |t| facts.terms.eval_into(t, &|symbol| model.value(symbol), &mut known) == Bits::TRUE;
    conjuncts.iter().all(|&t| holds(t)).then_some(model)
}

fn by_solver(
    facts: &Facts,
    conjuncts: &[Term],
    mut solver: Solver,
    budget: &Budget,
) -> Result<Decided, Stop> {
    let mut lits = Vec::new();
    for &(t, _) in &facts.facts {
        budget.spend(1)?;
        lits.push(solver.lit(facts.terms, t));
    }
    match solver.solve(&lits, budget)? {
        Answer::Unknown => Ok(Decided::Unknown),
        Answer::Sat => {
            let remaining: Vec<Term> = facts.facts.iter().map(|&(t, _)| t).collect();
            let symbols = facts.terms.symbols_in(&remaining);
            let value = |symbol| (symbol, solver.symbol_value(facts.terms, symbol));
            let values = symbols.into_iter().map(value).collect();
            let model = right(facts, conjuncts, &values);
            Ok(Decided::Sat(model.expect("gates mean what terms mean, and solving loses nothing")))
        }
        Answer::Unsat => {
            let failed = solver.core();
            let core: Vec<usize> =
                (0..lits.len()).filter(|&idx| failed.contains(&lits[idx])).collect();
            solver.max_conflicts = MINIMISING_CONFLICTS;
            let core = minimise(&core, &mut |part| {
                let part: Vec<_> = part.iter().map(|&idx| lits[idx]).collect();
                Ok(solver.solve(&part, budget)? == Answer::Unsat)
            })?;
            let reasons: Vec<_> = core.into_iter().map(|idx| facts.facts[idx].1).collect();
            Ok(Decided::Unsat(facts.reasons.conjuncts(&reasons)))
        }
    }
}
