//! What refinement loops come to, and how the results of several are put together.

use crate::bbp::{Certificate, Evidence, Invariant};
use crate::budget::Stop;
use crate::refine::Relation;
use crate::scpl::{Expr, Predicates, Program, PropId, Reduction, Schedule};

/// What came of the properties that were looked at.
#[derive(Clone, Debug, Default)]
pub struct Refined {
    /// The properties that the invariant excludes, with it.
    pub proof: Option<(Vec<PropId>, Invariant)>,
    /// Further proofs, of what that one does not cover: the stronger ones first.
    pub more: Vec<Certificate>,
    /// Schedules that violate properties, to be confirmed.
    pub violations: Vec<(PropId, Schedule)>,
    /// Why others were given up.
    pub stuck: Vec<(PropId, Stuck)>,
    /// All that were found, used or not.
    pub predicates: Predicates,
    pub rounds: Vec<RefinementRound>,
    /// How those were found that no round added and no property speaks of.
    pub others: Vec<(Expr, Found)>,
    pub stopped: Option<Stop>,
    /// How often a solver was called.
    pub n_solved: u64,
}

impl Refined {
    /// This loop and one for the goals that it proved.
    pub(super) fn followed_by(self, next: Refined) -> Refined {
        let n_rounds = self.rounds.len();
        let later = next
            .others
            .into_iter()
            .map(|(expr, found)| (expr, Found { round: found.round + n_rounds, ..found }));
        Refined {
            others: self.others.into_iter().chain(later).collect(),
            proof: next.proof,
            more: next.more.into_iter().chain(self.more).collect(),
            violations: self.violations.into_iter().chain(next.violations).collect(),
            stuck: self.stuck.into_iter().chain(next.stuck).collect(),
            predicates: next.predicates,
            rounds: self.rounds.into_iter().chain(next.rounds).collect(),
            stopped: self.stopped.or(next.stopped),
            n_solved: self.n_solved + next.n_solved,
        }
    }

    /// This loop, and one for goals that it gave up, with a program of its own.
    pub(super) fn completed_by(mut self, mut again: Refined, steps: &[Reduction]) -> Refined {
        let certificate = again.certificate(steps);
        let Refined { more, violations, stuck, .. } = again;
        // Of what is not decided now, the first reason stands: it says what to do.
        self.stuck.retain(|(property, _)| {
            let is_proved = certificate.as_ref().is_some_and(|it| it.properties.contains(property));
            let is_violated = violations.iter().any(|(violated, _)| violated == property);
            let is_stuck = stuck.iter().any(|(stuck, _)| stuck == property);
            !is_proved && !is_violated && !is_stuck
        });
        self.stuck.extend(stuck);
        self.violations.extend(violations);
        self.more = certificate.into_iter().chain(more).chain(self.more).collect();
        self.n_solved += again.n_solved;
        self
    }

    /// This loop, and one for other goals, which has a program of its own. Predicates that it has over
    /// variables of its own are left out: they mean nothing elsewhere.
    pub(super) fn beside(
        mut self,
        mut other: Refined,
        program: &Program,
        steps: &[Reduction],
    ) -> Refined {
        let certificate = other.certificate(steps);
        let n_rounds = self.rounds.len();
        self.more.extend(certificate.into_iter().chain(other.more));
        self.violations.extend(other.violations);
        self.stuck.extend(other.stuck);
        for (_, predicate) in other.predicates.iter() {
            if speaks_of(program, &predicate.expr) {
                self.predicates.insert(program, predicate.expr.clone());
            }
        }
        self.rounds.extend(other.rounds.into_iter().map(|mut round| {
            round.added.retain(|expr| speaks_of(program, expr));
            round
        }));
        let later = other.others.into_iter().filter(|(expr, _)| speaks_of(program, expr));
        self.others.extend(
            later.map(|(expr, found)| (expr, Found { round: found.round + n_rounds, ..found })),
        );
        self.stopped = self.stopped.or(other.stopped);
        self.n_solved += other.n_solved;
        self
    }

    fn certificate(&mut self, steps: &[Reduction]) -> Option<Certificate> {
        self.proof.take().map(|(properties, invariant)| Certificate {
            properties,
            steps: steps.to_vec(),
            evidence: Evidence::Views(invariant),
        })
    }
}

/// Whether all variables of an expression are the program's.
pub(super) fn speaks_of(program: &Program, expr: &Expr) -> bool {
    let mut is_known = true;
    expr.for_each_var(&mut |var| is_known &= var.index() < program.vars.len());
    is_known
}

/// Why a proof did not come about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// No predicate rules out a trace; perhaps a relation between two threads would.
    Relation(Option<Relation>),
    /// The solver gave up on a trace.
    TooHard,
    /// More predicates than can be handled.
    TooManyPredicates,
    /// No trace with few threads fails, but the views of any number do not exclude it.
    Views,
}

/// What one round added and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefinementRound {
    pub n_threads: u32,
    /// The length of the trace that was ruled out.
    pub n_moves: usize,
    /// The violation it led to.
    pub property: PropId,
    pub added: Vec<Expr>,
}

/// When a predicate was found, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub check: Check,
    /// Of refinement, counted from 1; 0 if it was there from the start.
    pub round: usize,
    /// In the false alarm that it rules out; `None` if it is a value that a variable was seen to take.
    pub n_threads: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    This,
    /// The memo has it.
    Earlier,
}
