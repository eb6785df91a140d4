//! Is an abstract trace real?
//!
//! The trace is expanded to the edges of the program as it was lowered and executed on terms, bit by
//! bit, with every input a symbol. If all conditions on the way can hold together, the values make a
//! schedule, which the interpreter can repeat. If not, a smallest set of conditions that clash says why
//! the trace is *spurious*.
//!
//! Must not know: predicates.

use crate::bbp::Trace;
use crate::budget::{Budget, Stop};
use crate::scpl::{ConditionIdx, EdgeId, Leg, Program, Refutation, Schedule, Step};
use crate::solve::{Decided, Exec, Model, Term, Terms, Walk, decide};

/// What an abstract trace is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    Feasible(Schedule),
    Spurious(Refutation),
    /// The solver gave up.
    TooHard,
}

/// `paths` gives the edges of `program` that each edge of the trace stands for.
pub fn replay(
    program: &Program,
    paths: &[Vec<EdgeId>],
    trace: &Trace,
    budget: &Budget,
) -> Result<Replay, Stop> {
    let legs: Vec<Leg> = trace
        .moves
        .iter()
        .map(|step| Leg { thread: step.thread, edges: paths[step.edge.index()].clone() })
        .collect();
    let exec = Exec::new(program);
    let mut terms = Terms::new();
    let mut init = Vec::new();
    let mut walk = Walk::begin(&exec, &mut terms, &mut init);
    let mut choices: Vec<Vec<Vec<Term>>> = Vec::new();
    let mut conditions: Vec<Term> = Vec::new();
    let mut places: Vec<ConditionIdx> = Vec::new();
    for (leg_idx, leg) in legs.iter().enumerate() {
        let done = walk.go(&mut terms, leg);
        choices.push(done.choices);
        for (nth, condition) in done.conditions.into_iter().enumerate() {
            conditions.push(condition);
            places.push(ConditionIdx { leg: leg_idx, nth });
        }
    }
    Ok(match decide(&mut terms, &conditions, budget)? {
        Decided::Unknown => Replay::TooHard,
        Decided::Unsat(clash) => {
            let mut core: Vec<ConditionIdx> = clash.into_iter().map(|idx| places[idx]).collect();
            core.sort_unstable();
            Replay::Spurious(Refutation { legs, core })
        }
        Decided::Sat(model) => {
            let value = |term: &Term| value(&terms, &model, *term);
            let mut steps = Vec::new();
            for (leg, choices) in legs.iter().zip(&choices) {
                for (&edge, choices) in leg.edges.iter().zip(choices) {
                    let choices = choices.iter().map(value).collect();
                    steps.push(Step { thread: leg.thread, edge, choices });
                }
            }
            let init = init.iter().map(value).collect();
            Replay::Feasible(Schedule { n_threads: trace.n_threads, init, steps })
        }
    })
}

fn value(terms: &Terms, model: &Model, term: Term) -> u64 {
    terms.symbol(term).map_or(0, |symbol| model.value(symbol))
}

#[cfg(test)]
mod tests;
