//! Conjunctions, such as the formula of a path.

mod model;

pub use model::Model;

use super::minimise::minimise;
use super::sat::Answer;
use super::solver::Solver;
use super::term::{Term, Terms};
use crate::budget::{Budget, Stop};
use crate::scpl::Bits;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decided {
    Sat(Model),
    /// Indices of conjuncts that clash, ascending; without any one of them, the others do not, or the
    /// solver gave up on them.
    Unsat(Vec<usize>),
    Unknown,
}

/// Whether all conjuncts, of width 1, can hold together.
pub fn decide(terms: &mut Terms, conjuncts: &[Term], budget: &Budget) -> Result<Decided, Stop> {
    let mut solver = Solver::new();
    let lits: Vec<_> = conjuncts.iter().map(|&t| solver.lit(terms, t)).collect();
    match solver.solve(&lits, budget)? {
        Answer::Unknown => Ok(Decided::Unknown),
        Answer::Sat => {
            let symbols = terms.symbols_in(conjuncts);
            let model = Model::new(symbols.into_iter().map(|s| (s, solver.symbol_value(terms, s))));
            let holds = conjuncts.iter().all(|&t| model.eval(terms, t) == Bits::TRUE);
            assert!(holds, "gates mean what terms mean");
            Ok(Decided::Sat(model))
        }
        Answer::Unsat => {
            let failed = solver.core();
            let core: Vec<usize> =
                (0..lits.len()).filter(|&idx| failed.contains(&lits[idx])).collect();
            let core = minimise(&core, &mut |part| {
                let part: Vec<_> = part.iter().map(|&idx| lits[idx]).collect();
                Ok(solver.solve(&part, budget)? == Answer::Unsat)
            })?;
            Ok(Decided::Unsat(core))
        }
    }
}
