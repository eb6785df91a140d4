//! Proofs: what the search left open is proved for any number of threads, or broken.
//!
//! Two kinds of evidence, the cheap one first. If the search saw every state of the program, all of them
//! can be listed again; if it saw too many to get to an end, listing may still do, because it leaves out
//! more interleavings. Otherwise the refinement loop looks for an invariant that covers any number of
//! threads. Nothing is claimed that `certify` has not checked on the program as it was lowered; a
//! refusal is a bug of ours and ends as unknown. One loop for all goals finds what they have in common; if
//! it becomes expensive, goals that have nothing in common (`groups`) get loops of their own, because
//! their predicates multiply.

use super::OnProgress;
use super::groups::groups;
use super::memo::Memo;
use super::model::Model;
use super::refined::{Check, Found, Refined, RefinementRound, Stuck, speaks_of};
use super::refinement::{Start, Task, atoms, is_reduced_for, refine_all};
use crate::bbp::{Certificate, Evidence};
use crate::budget::{Budget, Stop};
use crate::certify::{self, Covers, Refusal};
use crate::hunt;
use crate::predabs::Cache;
use crate::reduce::{count, reduce_within, share};
use crate::refine::Ideas;
use crate::scpl::{Expr, Predicates, Program, PropId, Reduced, Schedule};

/// If the search saw more states than this, listing them again gets only a part of the budget.
pub(super) const MAX_LISTED: u64 = 50_000;

/// Listing what the search did not get to see may cost one part in so many of the budget that is left.
const UNSEEN_SHARE: u64 = 3;

/// Where a thread counts by itself, so that the search saw few states, listing sees no more of them.
const COUNTING_SHARE: u64 = 50;

/// What the memo suggests may cost one part in so many of the budget.
const RECALL_SHARE: u64 = 4;

/// A loop for all goals together that costs more than one part in so many of the budget that is left, and
/// more than is little in any case, is given up for one loop for each group of goals.
const TOGETHER_SHARE: u64 = 3;
const TOGETHER_AT_LEAST: u64 = 10_000_000;

/// What is still open is tried with more to say for one part in so many of the budget that is left.
const MORE_SHARE: u64 = 2;

/// So many threads are watched for the values that variables take.
const N_OBSERVED: u32 = 4;

/// What a refinement loop found out, for those who want to see how a proof works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refinement {
    pub reduced: Reduced,
    pub predicates: Predicates,
    pub rounds: Vec<RefinementRound>,
    /// How those were found that no round added and no property speaks of.
    pub others: Vec<(Expr, Found)>,
    /// How often a solver was called.
    pub n_solved: u64,
}

impl Refinement {
    /// How a predicate was found; `None` if a property speaks of it, or the user.
    pub fn found(&self, expr: &Expr) -> Option<Found> {
        let by_round = self.rounds.iter().position(|round| round.added.contains(expr));
        let by_round = by_round.map(|idx| Found {
            check: Check::This,
            round: idx + 1,
            n_threads: Some(self.rounds[idx].n_threads),
        });
        by_round.or_else(|| self.others.iter().find(|(other, _)| other == expr).map(|(_, f)| *f))
    }
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

/// What is left to prove, and how far to go.
#[derive(Clone, Copy)]
pub(super) struct Open<'a> {
    pub goals: &'a [PropId],
    /// If the search saw every state of the program.
    pub everything: Option<Listed>,
    /// Numbers of threads to list states with that the search did not get to see.
    pub unseen: &'a [u32],
    /// Whether what kept the search from an end is a thread that counts by itself.
    pub counts: bool,
    /// Violations are only looked for with up to so many.
    pub max_threads: u32,
}

/// Proves the goals for any number of threads: by listing all states if the search saw them all, by
/// invariants otherwise.
pub(super) fn prove(
    model: &Model,
    open: Open,
    memo: &mut Memo,
    budget: &Budget,
    on_progress: OnProgress,
) -> Proofs {
    let mut proofs = Proofs::default();
    if let Some(listed) = open.everything
        && proofs.list(model, open.goals, listed, budget)
    {
        return proofs;
    }
    let mut bounded = None;
    for &n_threads in open.unseen {
        match list_unseen(model, open, n_threads, budget) {
            Some(proof @ (_, Covers::Any)) => {
                proofs.proved.push(proof);
                return proofs;
            }
            Some(proof) => {
                bounded = Some(proof);
                break;
            }
            None => {}
        }
    }
    let was_empty = memo.is_empty();
    let mut proofs = by_invariant(model, open, memo, budget, on_progress);
    if proofs.refused.is_some() && !was_empty {
        // The memo may be damaged, or we are wrong: without it we know.
        *memo = Memo::default();
        proofs = by_invariant(model, open, memo, budget, on_progress);
    }
    proofs.proved.extend(bounded);
    proofs
}

/// Tries to prove goals by listing states that the search did not get to see.
pub(super) fn list_unseen(
    model: &Model,
    open: Open,
    n_threads: u32,
    budget: &Budget,
) -> Option<(Certificate, Covers)> {
    let (goals, share) = match open.counts {
        true => (open.goals, COUNTING_SHARE),
        false => (open.goals, UNSEEN_SHARE),
    };
    let part = budget.part(budget.remaining() / share);
    let certificate = Certificate {
        properties: goals.to_vec(),
        steps: reduce_within(&model.program, goals, &part).steps,
        evidence: Evidence::States { n_threads },
    };
    // Whatever it objects to, nobody has claimed anything yet.
    let covers = certify::verify(&model.program, &certificate, &part).ok();
    // If the budget is gone with this, whoever spends next will notice.
    let _ = budget.spend(part.spent());
    Some((certificate, covers?))
}

fn by_invariant(
    model: &Model,
    open: Open,
    memo: &mut Memo,
    budget: &Budget,
    on_progress: OnProgress,
) -> Proofs {
    let mut proofs = Proofs::default();
    let reduced = reduce_within(&model.program, open.goals, budget);
    if proofs.recall(model, open.goals, &reduced, memo, budget) {
        return proofs;
    }
    let hints: Vec<_> = model.hints.iter().map(|hint| hint.predicate.clone()).collect();
    let part = budget.part(u64::MAX);
    let (reduced, refined) =
        attempt(&model.program, reduced, open, &hints, memo, &part, on_progress);
    let spent = budget.spend(part.spent());
    proofs.take(model, reduced, refined, memo, budget);
    proofs.stopped = proofs.stopped.or(spent.err());
    proofs
}

/// Refines. The predicates of last time are tried first; if they do not lead to a proof of everything, it
/// is as if there had been no last time, except that known answers need no solver.
pub(super) fn attempt(
    program: &Program,
    reduced: Reduced,
    open: Open,
    hints: &[Expr],
    memo: &mut Memo,
    budget: &Budget,
    on_progress: OnProgress,
) -> (Reduced, Refined) {
    memo.cache.grow_older();
    let values = hunt::few_values(program, N_OBSERVED, budget);
    let ideas = Ideas { hints, values: &values };
    let task = Task { program, ideas, max_threads: open.max_threads, budget };
    let (predicates, found) = memo.predicates(&reduced.program);
    let start = Start { predicates, found, k: memo.k() };
    if start.k.is_some() {
        let few = budget.part(budget.remaining() / RECALL_SHARE);
        let recalled = Task { budget: &few, ..task };
        let refined =
            refine_all(recalled, &reduced, open.goals, &start, &mut memo.cache, on_progress);
        let proves_all =
            refined.proof.as_ref().is_some_and(|(proved, _)| proved.len() == open.goals.len());
        if budget.spend(few.spent()).is_err() || proves_all {
            return (reduced, refined);
        }
    }
    refine_from_scratch(task, reduced, open.goals, &mut memo.cache, on_progress)
}

/// Refines with what is counted from the start, if there are counters.
pub(super) fn attempt_counting(
    program: &Program,
    goals: &[PropId],
    max_threads: u32,
    budget: &Budget,
) -> Option<(Reduced, Refined)> {
    let (counted, meanings) = count(&reduce_within(program, goals, budget))?;
    let values = hunt::few_values(program, N_OBSERVED, budget);
    let ideas = Ideas { hints: &[], values: &values };
    let task = Task { program, ideas, max_threads, budget };
    let mut start = Start::default();
    for meaning in meanings {
        start.predicates.insert(&counted.program, meaning);
    }
    let cache = &mut Cache::default();
    let mut refined = refine_all(task, &counted, goals, &start, cache, &mut |_| {});
    refined.proof = refined.proof.filter(|(proved, _)| {
        proved.len() == goals.len() || is_reduced_for(proved, program, &counted, budget)
    });
    Some((counted, refined))
}

/// What is proved rests on the reduction, and that on its goals; if a goal was lost on the way and made a
/// difference, the rest is proved once more without it.
fn refine_from_scratch(
    task: Task,
    mut reduced: Reduced,
    goals: &[PropId],
    cache: &mut Cache,
    on_progress: OnProgress,
) -> (Reduced, Refined) {
    let groups = groups(task.program, goals);
    let part = task.budget.part(match groups.len() {
        0 | 1 => u64::MAX,
        _ => TOGETHER_AT_LEAST.max(task.budget.remaining() / TOGETHER_SHARE),
    });
    let together = Task { budget: &part, ..task };
    let mut refined = refine_all(together, &reduced, goals, &Start::default(), cache, on_progress);
    let spent = task.budget.spend(part.spent());
    if groups.len() > 1 && refined.stopped == Some(Stop::Exhausted) && spent.is_ok() {
        let apart = refine_in_groups(task, &groups, refined.violations, cache, on_progress);
        return (reduced, apart);
    }
    while let Some((proved, _)) = &refined.proof {
        let again = reduce_within(task.program, proved, task.budget);
        if again.steps == reduced.steps {
            break;
        }
        let start = Start { predicates: refined.predicates.clone(), ..Start::default() };
        let next = refine_all(task, &again, proved, &start, cache, on_progress);
        refined = refined.followed_by(next);
        reduced = again;
    }
    // What is still open may depend on how many threads are somewhere, or on which thread a handle is of:
    // that can be said of what is counted, and of shared handles.
    let (reduced, refined) = refine_more(task, reduced, refined, count, cache, on_progress);
    let share = |reduced: &Reduced| Some((share(reduced)?, Vec::new()));
    refine_more(task, reduced, refined, share, cache, on_progress)
}

/// Refines for each group of goals alone, but for what is violated already.
fn refine_in_groups(
    task: Task,
    groups: &[Vec<PropId>],
    violations: Vec<(PropId, Schedule)>,
    cache: &mut Cache,
    on_progress: OnProgress,
) -> Refined {
    let is_open = |goal: &&PropId| !violations.iter().any(|(violated, _)| violated == *goal);
    let groups = groups.iter().map(|goals| goals.iter().filter(is_open).copied().collect());
    let groups: Vec<Vec<PropId>> = groups.filter(|goals: &Vec<_>| !goals.is_empty()).collect();
    let mut all = Refined { violations, ..Refined::default() };
    for (idx, goals) in groups.iter().enumerate() {
        let n_left = (groups.len() - idx) as u64;
        let part = task.budget.part(task.budget.remaining() / n_left);
        let alone = Task { budget: &part, ..task };
        let reduced = reduce_within(task.program, goals, &part);
        let (reduced, refined) = refine_from_scratch(alone, reduced, goals, cache, on_progress);
        all = all.beside(refined, task.program, &reduced.steps);
        if let Err(stop) = task.budget.spend(part.spent()) {
            all.stopped = Some(stop);
            break;
        }
    }
    all
}

/// What is still open is tried with a program that has more to say, and predicates that come with it.
fn refine_more(
    task: Task,
    reduced: Reduced,
    refined: Refined,
    extend: impl Fn(&Reduced) -> Option<(Reduced, Vec<Expr>)>,
    cache: &mut Cache,
    on_progress: OnProgress,
) -> (Reduced, Refined) {
    let is_worth_it = |stuck: &Stuck| matches!(stuck, Stuck::Relation(_) | Stuck::Views);
    let stuck = refined.stuck.iter().filter(|(_, stuck)| is_worth_it(stuck));
    let left: Vec<PropId> = stuck.map(|(property, _)| *property).collect();
    let more = match left.is_empty() {
        true => None,
        false => extend(&reduce_within(task.program, &left, task.budget)),
    };
    let Some((more, predicates)) = more else { return (reduced, refined) };
    let mut start = Start::default();
    for predicate in predicates {
        start.predicates.insert(&more.program, predicate);
    }
    let part = task.budget.part(task.budget.remaining() / MORE_SHARE);
    let mut again =
        refine_all(Task { budget: &part, ..task }, &more, &left, &start, cache, on_progress);
    // A relation with what was added means nothing to anybody.
    let means_something = |stuck: &Stuck| match stuck {
        Stuck::Relation(Some((_, one, other))) => {
            speaks_of(task.program, one) && speaks_of(task.program, other)
        }
        _ => true,
    };
    again.stuck.retain(|(_, stuck)| means_something(stuck));
    // If the budget is gone with this, whoever spends next will notice.
    let _ = task.budget.spend(part.spent());
    let is_sound = |(proved, _): &(Vec<PropId>, _)| {
        proved.len() == left.len() || is_reduced_for(proved, task.program, &more, task.budget)
    };
    again.proof = again.proof.filter(is_sound);
    if refined.proof.is_some() || again.proof.is_none() {
        return (reduced, refined.completed_by(again, &more.steps));
    }
    // Only this one is worth showing. What it does not decide is stuck as before.
    let proof = again.proof.clone();
    let (predicates, rounds, others) =
        (again.predicates.clone(), again.rounds.clone(), again.others.clone());
    let mut all = refined.completed_by(Refined { proof: None, ..again }, &more.steps);
    let is_proved = |property: &PropId| proof.as_ref().is_some_and(|(it, _)| it.contains(property));
    all.stuck.retain(|(property, _)| !is_proved(property));
    (more, Refined { proof, predicates, rounds, others, ..all })
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
            steps: reduce_within(&model.program, goals, budget).steps,
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

    /// Tries the proof of the last run; whether it still is one.
    fn recall(
        &mut self,
        model: &Model,
        goals: &[PropId],
        reduced: &Reduced,
        memo: &Memo,
        budget: &Budget,
    ) -> bool {
        let Some(certificate) = memo.proof(&model.program, goals, reduced) else { return false };
        let part = budget.part(budget.remaining() / RECALL_SHARE);
        let verified = certify::verify(&model.program, &certificate, &part);
        let _ = budget.spend(part.spent());
        let (Ok(covers), Evidence::Views(invariant)) = (verified, &certificate.evidence) else {
            return false;
        };
        let asked = atoms(&reduced.program, goals);
        let (_, mut others) = memo.predicates(&reduced.program);
        others.retain(|(expr, _)| !asked.contains(expr));
        self.refinement = Some(Refinement {
            reduced: reduced.clone(),
            predicates: invariant.predicates.clone(),
            rounds: Vec::new(),
            others,
            n_solved: 0,
        });
        self.proved.push((certificate, covers));
        true
    }

    fn take(
        &mut self,
        model: &Model,
        reduced: Reduced,
        refined: Refined,
        memo: &mut Memo,
        budget: &Budget,
    ) {
        self.violations = refined.violations;
        self.stuck = refined.stuck;
        self.stopped = self.stopped.or(refined.stopped);
        let refinement = Refinement {
            reduced,
            predicates: refined.predicates,
            rounds: refined.rounds,
            others: refined.others,
            n_solved: refined.n_solved,
        };
        if let Some((properties, invariant)) = refined.proof {
            let steps = refinement.reduced.steps.clone();
            let evidence = Evidence::Views(invariant);
            let certificate = Certificate { properties, steps, evidence };
            match certify::verify(&model.program, &certificate, budget) {
                Ok(covers) => {
                    memo.keep(&model.program, &refinement, &certificate);
                    self.proved.push((certificate, covers));
                }
                Err(Refusal::Stopped(stop)) => self.stopped = Some(stop),
                // Not being able to check a proof does not speak against it, nor for it.
                Err(Refusal::Solver(_) | Refusal::TooLarge) => {
                    let too_hard = |property: &PropId| (*property, Stuck::TooHard);
                    self.stuck.extend(certificate.properties.iter().map(too_hard));
                }
                Err(refusal) => self.refused = Some(format!("a proof was refused: {refusal}")),
            }
        }
        for certificate in refined.more {
            let is_proved = |property: &PropId| {
                self.proved.iter().any(|(proof, _)| proof.properties.contains(property))
            };
            if certificate.properties.iter().all(is_proved) {
                continue;
            }
            // One that cannot be checked in time is missing, and that is all.
            match certify::verify(&model.program, &certificate, budget) {
                Ok(covers) => self.proved.push((certificate, covers)),
                Err(Refusal::Stopped(stop)) => self.stopped = Some(stop),
                Err(Refusal::Solver(_) | Refusal::TooLarge) => {}
                Err(refusal) => self.refused = Some(format!("a proof was refused: {refusal}")),
            }
        }
        self.refinement = Some(refinement);
    }
}
