//! Proofs: what the search left open is proved for any number of threads, or broken.
//!
//! Two kinds of evidence, the cheap one first. If the search saw every state of the program, all of them
//! can be listed again. Otherwise the refinement loop looks for an invariant that covers any number of
//! threads. Nothing is claimed that `certify` has not checked on the program as it was lowered; a
//! refusal is a bug of ours and ends as unknown.

use super::model::Model;
use super::refinement::{Refined, RefinementRound, Stuck, refine_all};
use crate::bbp::{Certificate, Evidence};
use crate::budget::{Budget, Stop};
use crate::certify::{self, Covers, Refusal};
use crate::hunt;
use crate::reduce::reduce_within;
use crate::refine::Ideas;
use crate::scpl::{Expr, Predicates, Program, PropId, Reduced, Schedule};

/// Listing the states again is only tried if the search, which needs far fewer, saw at most so many.
const MAX_LISTED: u64 = 20_000;

/// So many threads are watched for the values that variables take.
const N_OBSERVED: u32 = 4;

/// What a refinement loop found out, for those who want to see how a proof works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refinement {
    pub reduced: Reduced,
    pub predicates: Predicates,
    pub rounds: Vec<RefinementRound>,
    /// How often a solver was called.
    pub n_solved: u64,
}

/// What came of it.
#[derive(Debug, Default)]
pub(super) struct Proofs {
    /// The checked certificates and what they cover.
    pub proved: Vec<(Certificate, Covers)>,
    /// Runs that violate properties, still to be confirmed.
    pub violations: Vec<(PropId, Schedule)>,
    pub stuck: Vec<(PropId, Stuck)>,
    /// What certification objected to, for the report.
    pub refused: Option<String>,
    pub stopped: Option<Stop>,
    pub refinement: Option<Refinement>,
}

/// What the search saw of the program with so many threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub n_threads: u32,
    pub n_states: u64,
}

/// Proves `goals` for any number of threads: by listing all states if the search saw them all, by
/// invariants otherwise. Violations are only looked for with up to `max_threads`.
pub(super) fn prove(
    model: &Model,
    goals: &[PropId],
    everything: Option<Listed>,
    max_threads: u32,
    budget: &Budget,
) -> Proofs {
    let mut proofs = Proofs::default();
    if let Some(listed) = everything
        && proofs.list(model, goals, listed, budget)
    {
        return proofs;
    }
    let hints: Vec<_> = model.hints.iter().map(|hint| hint.predicate.clone()).collect();
    let part = budget.part(u64::MAX);
    let (reduced, refined) = attempt(&model.program, goals, &hints, max_threads, &part);
    let spent = budget.spend(part.spent());
    proofs.take(model, reduced, refined, budget);
    proofs.stopped = proofs.stopped.or(spent.err());
    proofs
}

/// Reduces and refines. What is proved rests on the reduction, and that on its goals; if a goal was
/// lost on the way and made a difference, the rest is proved once more without it.
pub(super) fn attempt(
    program: &Program,
    goals: &[PropId],
    hints: &[Expr],
    max_threads: u32,
    budget: &Budget,
) -> (Reduced, Refined) {
    let values = hunt::few_values(program, N_OBSERVED, budget);
    let ideas = Ideas { hints, values: &values };
    let mut reduced = reduce_within(program, goals, budget);
    let none = Predicates::default();
    let mut refined = refine_all(program, &reduced, goals, &none, ideas, max_threads, budget);
    while let Some((proved, _)) = &refined.proof {
        let again = reduce_within(program, proved, budget);
        if again.steps == reduced.steps {
            break;
        }
        let seeds = refined.predicates.clone();
        let next = refine_all(program, &again, proved, &seeds, ideas, max_threads, budget);
        refined = refined.followed_by(next);
        reduced = again;
    }
    (reduced, refined)
}

impl Proofs {
    /// Tries to prove goals by listing all states; whether it worked.
    pub fn list(
        &mut self,
        model: &Model,
        goals: &[PropId],
        listed: Listed,
        budget: &Budget,
    ) -> bool {
        if listed.n_states > MAX_LISTED {
            return false;
        }
        let certificate = Certificate {
            properties: goals.to_vec(),
            steps: Vec::new(),
            evidence: Evidence::States { n_threads: listed.n_threads },
        };
        match certify::verify(&model.program, &certificate, budget) {
            Ok(covers) => {
                self.proved.push((certificate, covers));
                true
            }
            Err(Refusal::Stopped(stop)) => {
                self.stopped = Some(stop);
                false
            }
            // Too much to list is no contradiction; that something bad is among it is.
            Err(Refusal::Reached(property)) => {
                self.refused = Some(format!("listing the states reaches {property}"));
                false
            }
            Err(_) => false,
        }
    }

    fn take(&mut self, model: &Model, reduced: Reduced, refined: Refined, budget: &Budget) {
        self.violations = refined.violations;
        self.stuck = refined.stuck;
        self.stopped = self.stopped.or(refined.stopped);
        if let Some((properties, invariant)) = refined.proof {
            let steps = reduced.steps.clone();
            let evidence = Evidence::Views(invariant);
            let certificate = Certificate { properties, steps, evidence };
            match certify::verify(&model.program, &certificate, budget) {
                Ok(covers) => self.proved.push((certificate, covers)),
                Err(Refusal::Stopped(stop)) => self.stopped = Some(stop),
                // Not being able to check a proof does not speak against it, nor for it.
                Err(Refusal::Solver(_) | Refusal::TooLarge) => {
                    let too_hard = |property: &PropId| (*property, Stuck::TooHard);
                    self.stuck.extend(certificate.properties.iter().map(too_hard));
                }
                Err(refusal) => self.refused = Some(format!("a proof was refused: {refusal}")),
            }
        }
        self.refinement = Some(Refinement {
            reduced,
            predicates: refined.predicates,
            rounds: refined.rounds,
            n_solved: refined.n_solved,
        });
    }
}
