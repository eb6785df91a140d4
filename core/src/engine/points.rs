//! Where which predicates matter, for those who show them.

use super::Analysis;
use crate::predabs;
use crate::scpl::{LocId, PredId, Predicates};

impl Analysis {
    /// The predicates that were found, as far as they speak of the program as lowered, and by location
    /// those over locals that are tracked there.
    pub fn tracked(&self) -> (Predicates, Vec<Vec<PredId>>) {
        let program = &self.model.program;
        let mut predicates = Predicates::default();
        let found = self.refinement.iter().flat_map(|refinement| refinement.predicates.iter());
        for (_, predicate) in found {
            // A reduction may have added a variable.
            let mut is_known = true;
            predicate.expr.for_each_var(&mut |var| is_known &= var.index() < program.vars.len());
            if is_known {
                predicates.insert(program, predicate.expr.clone());
            }
        }
        let tracked = predabs::tracked(program, &predicates);
        let at = |idx: u32| tracked.0.get(LocId(idx).index()).cloned().unwrap_or_default();
        let by_loc = (0..program.locs.len() as u32).map(|idx| at(idx).into_iter().collect());
        (predicates, by_loc.collect())
    }
}
