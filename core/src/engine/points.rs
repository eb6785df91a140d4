//! Where which predicates matter, for those who show them.

use super::Analysis;
use crate::bbp::Evidence;
use crate::predabs;
use crate::scpl::{
    COUNT_WIDTH, Count, Expr, Init, LocId, MAX_COUNTED, PredId, Predicates, Program, Reduction,
    Scope, Sort, Var, VarId,
};

/// Predicates of one proof.
#[derive(Clone, Debug)]
pub struct Tracked {
    /// The program as lowered; what the proof counts is behind its other variables.
    pub program: Program,
    pub counts: Vec<Count>,
    pub predicates: Predicates,
    /// By location, those over locals that are tracked there.
    pub by_loc: Vec<Vec<PredId>>,
}

impl Analysis {
    /// The predicates that were found, as far as they speak of the program as lowered or of what is
    /// counted; behind them, by proof, those over what other proofs count.
    pub fn tracked(&self) -> Vec<Tracked> {
        let found = self.refinement.iter().map(|refinement| {
            self.tracked_in(&refinement.reduced.steps, &refinement.predicates, |_, _| true)
        });
        let others = self.certificates.iter().filter_map(|certificate| {
            let Evidence::Views(invariant) = &certificate.evidence else { return None };
            let tracked = self.tracked_in(&certificate.steps, &invariant.predicates, mentions);
            (!tracked.predicates.is_empty()).then_some(tracked)
        });
        found.chain(others).collect()
    }

    fn tracked_in(
        &self,
        steps: &[Reduction],
        found: &Predicates,
        is_wanted: impl Fn(&[Count], &Expr) -> bool,
    ) -> Tracked {
        let (program, counts) = counting(&self.model.program, steps);
        let n_lowered = self.model.program.vars.len();
        let mut predicates = Predicates::default();
        for (_, predicate) in found.iter() {
            // A reduction may have added other variables.
            let mut is_known = true;
            predicate.expr.for_each_var(&mut |var| {
                is_known &= var.index() < n_lowered || counts.iter().any(|count| count.sum == var);
            });
            let expr = &predicate.expr;
            if is_known && is_wanted(&counts, expr) && !is_limit(&counts, expr) {
                predicates.insert(&program, predicate.expr.clone());
            }
        }
        let tracked = predabs::tracked(&program, &predicates);
        let at = |idx: u32| tracked.0.get(LocId(idx).index()).cloned().unwrap_or_default();
        let by_loc = (0..program.locs.len() as u32).map(|idx| at(idx).into_iter().collect());
        Tracked { by_loc: by_loc.collect(), program, counts, predicates }
    }
}

/// Whether something that is counted occurs in the expression.
fn mentions(counts: &[Count], expr: &Expr) -> bool {
    let mut is_it = false;
    expr.for_each_var(&mut |var| is_it |= counts.iter().any(|count| count.sum == var));
    is_it
}

/// Whether the expression only says that there are not more threads than can run at all (A29).
fn is_limit(counts: &[Count], expr: &Expr) -> bool {
    let mut is_it = false;
    expr.walk(&mut |part| is_it |= matches!(part, Expr::Const(it) if it.value >= MAX_COUNTED));
    is_it && mentions(counts, expr)
}

/// The program with the variables that the steps add, and which of them are sums over threads. Nobody
/// writes them here.
fn counting(program: &Program, steps: &[Reduction]) -> (Program, Vec<Count>) {
    let mut program = program.clone();
    let mut counts = Vec::new();
    for step in steps {
        let (name, width) = match step {
            Reduction::Guard(name) => (name, 1),
            Reduction::Count { name, weights } => {
                let sum = VarId(program.vars.len() as u32);
                counts.push(Count { sum, weights: weights.iter().copied().collect() });
                (name, COUNT_WIDTH)
            }
            _ => continue,
        };
        program.vars.push(Var {
            name: name.clone(),
            scope: Scope::Shared,
            sort: Sort::Bits(width),
            len: None,
            init: Init::Zero,
        });
    }
    (program, counts)
}
