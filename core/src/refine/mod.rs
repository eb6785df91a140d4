//! New predicates from a trace that is not real.
//!
//! The conditions that clash are followed backwards: what they say about the values at each earlier
//! point of the trace (weakest preconditions, by executing from that point on terms) is made of atoms,
//! and an atom about the shared variables and at most one thread, the thread's name removed, is a
//! candidate [symmpa, Sect. 4.5]. Candidates come in tiers, likely ones first; the first tier
//! that stops the trace in an abstract replay is cut down to a smallest set that does.
//!
//! If no tier does, the relation between two threads that was met on the way names what the proof is
//! stuck on.
//!
//! Must not know: searches; the abstract replay comes from outside.

mod atoms;
#[cfg(test)]
mod tests;
mod tiers;

pub use atoms::edge_atoms;

use crate::budget::Stop;
use crate::scpl::{BinOp, Expr, Predicates, Program, Refutation, VarId};
use crate::solve::minimise;

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// These, added to the known ones, stop the trace. Never empty.
    Add(Vec<Expr>),
    /// Nothing known stops it; perhaps a relation between two threads would.
    Stuck(Option<Relation>),
}

/// A comparison of an expression of one thread with an expression of another.
pub type Relation = (BinOp, Expr, Expr);

/// Whether the trace is stopped when these predicates are known.
pub type Stops<'a> = &'a mut dyn FnMut(&Predicates) -> Result<bool, Stop>;

/// What might be worth trying, whatever the trace.
#[derive(Clone, Copy, Debug)]
pub struct Ideas<'a> {
    /// Predicates that the user thinks matter.
    pub hints: &'a [Expr],
    /// For variables that seem to take few values, that they equal each of them.
    pub values: &'a [(VarId, Vec<Expr>)],
}

/// `program` is the one that the legs of the refutation are edges of.
pub fn propose(
    program: &Program,
    refutation: &Refutation,
    known: &Predicates,
    ideas: Ideas,
    stops: Stops,
) -> Result<Proposal, Stop> {
    let tiers = tiers::Tiers::new(program, refutation, known, ideas);
    let with = |added: &[Expr]| {
        let mut all = known.clone();
        for expr in added {
            all.insert(program, expr.clone());
        }
        all
    };
    let room = tiers::MAX_CANDIDATES.saturating_sub(known.len());
    let mut tried: Vec<Vec<Expr>> = Vec::new();
    for tier in tiers.all() {
        // The simple ones are worth having in any company; others are only a burden to each other.
        let mut pool: Vec<Expr> = Vec::new();
        for candidate in tier.into_iter().chain(tiers.simple()) {
            if !known.contains(&candidate) && !pool.contains(&candidate) {
                pool.push(candidate);
            }
        }
        pool.truncate(room);
        if pool.is_empty() || tried.contains(&pool) {
            continue;
        }
        if stops(&with(&pool))? {
            let needed = minimise(&pool, &mut |added| stops(&with(added)))?;
            return Ok(Proposal::Add(needed));
        }
        tried.push(pool);
    }
    Ok(Proposal::Stuck(tiers.relation()))
}
