//! Looks for violations, with more and more threads.
//!
//! Small numbers come first: they are cheap, most violations need few threads, and a violation found
//! with n threads is known to need n if the searches below were complete. When the program never wants
//! more threads than it may create, larger numbers add nothing.
//!
//! Values that Braid does not model are left out at first, so that what is found is certain. For what
//! is still open they are then allowed: a violation that needs them is no violation yet, but worth
//! knowing.

mod proving;

use std::collections::BTreeSet;

use super::behind::Behind;
use super::config::Threads;
use super::confirm::{confirm, has_unmodelled};
use super::made_up::is_approximated;
use super::memo::Memo;
use super::model::Model;
use super::progress::{Phase, Progress};
use super::prove::{Proofs, Refinement};
use super::verdict::{Checked, Coverage, Kind, Obstacle, Reason, Run, Subject, Verdict, Violation};
use super::{OnProgress, Round};
use crate::bbp::Certificate;
use crate::budget::{Budget, Stop};
use crate::certify::Covers;
use crate::hunt::{self, Deadlocks, Goals, Outcome, Pool, Races, Target, Unmodelled};
use crate::scpl::{EdgeId, PropId, PropertyKind, Schedule, StepKind};
use crate::text::Span;

/// If nothing was said about the number, this is tried as long as each number before took few states.
const MAX_THREADS_IF_CHEAP: u32 = 8;
const CHEAP: u64 = 2_000;

/// A first look at a number of threads ends at so many states. It finds what lies near before the
/// search for deadlocks, which ends only with the last state, holds it up.
const FIRST_LOOK: u32 = 20_000;

/// Or after so many steps of threads that are by themselves. Who has made them without having seen as many states is
/// counting, and a longer look sees the same with larger numbers.
const FIRST_AHEAD: u64 = 2_000_000;

/// Looking for runs with one preemption ends after so many steps.
const PREEMPTING: u64 = 2_000_000;

/// Looking for the run that is easiest to follow ends at so many states.
const MINIMISING: u32 = 200_000;

/// Races are looked for with 2 threads, or one of each kind up to so many.
const RACING: u32 = 4;

/// What came out.
pub(super) struct Explored {
    pub properties: Vec<Checked>,
    pub rounds: Vec<Round>,
    pub certificates: Vec<Certificate>,
    pub refinement: Option<Refinement>,
    pub races: Races,
    /// What more room would help with, of what was asked about.
    pub outgrown: Vec<PropId>,
    /// Whether that was no reason to leave anything out.
    pub is_whole: bool,
    /// So many properties stay unknown without more room, whatever is proved.
    pub n_hopeless: usize,
}

/// `growing` are those limits of the model that can be raised: whoever gets to one is better told at once.
pub(super) fn explore(
    model: &Model,
    threads: Threads,
    growing: &[PropId],
    memo: &mut Memo,
    budget: &Budget,
    on_progress: OnProgress,
) -> Explored {
    let origins = model.origins.properties.iter();
    let verdicts = origins.map(|origin| {
        let what = origin.unsupported.clone()?;
        Some(Verdict::Unknown(Reason::Unsupported { what, span: origin.span }))
    });
    let hunting = budget.part(budget.remaining() / 2);
    let mut explorer =
        Explorer::new(model, verdicts.collect(), threads, budget, hunting, on_progress);
    explorer.growing = growing.iter().copied().collect();
    explorer.sweep(Unmodelled::Cut);
    let n_edges = model.program.edges.len() as u32;
    if (0..n_edges).any(|idx| has_unmodelled(model, EdgeId(idx))) {
        explorer.sweep(Unmodelled::Allowed);
    }
    if explorer.has_outgrown() {
        return Explored { is_whole: false, ..explorer.conclude() };
    }
    explorer.search_signalled();
    explorer.prove(memo);
    explorer.conclude()
}

pub(super) struct Explorer<'a> {
    pub(super) model: &'a Model,
    pub(super) budget: &'a Budget,
    /// The part of it that searching may use; the rest is for proofs.
    pub(super) hunting: Budget,
    pub(super) on_progress: OnProgress<'a>,
    /// What was asked.
    pub(super) threads: Threads,
    max_threads: u32,
    /// How many states are looked at for one number of threads.
    pub(super) max_states: u32,
    /// By `PropId`; `None` while it is open.
    pub(super) verdicts: Vec<Option<Verdict>>,
    pub(super) deadlock: Option<Verdict>,
    /// The places found where a thread gets to something that is not modelled.
    pub(super) lost: BTreeSet<PropId>,
    /// Those among them for which there is a remedy, found or not.
    growing: BTreeSet<PropId>,
    pub(super) behind: Behind<'a>,
    pub(super) rounds: Vec<Round>,
    /// Per number of threads, whether all runs were explored, to their ends.
    closed: Vec<bool>,
    /// The searches that ended, and with how many threads.
    pub(super) searches: Vec<(u32, Outcome)>,
    /// Why the work ended early, and at how many threads.
    pub(super) stopped: Option<(u32, Stop)>,
    pub(super) proofs: Proofs,
}

impl<'a> Explorer<'a> {
    pub(super) fn new(
        model: &'a Model,
        verdicts: Vec<Option<Verdict>>,
        threads: Threads,
        budget: &'a Budget,
        hunting: Budget,
        on_progress: OnProgress<'a>,
    ) -> Self {
        Explorer {
            model,
            budget,
            hunting,
            on_progress,
            threads,
            max_threads: threads.explored(),
            max_states: hunt::Config::default().max_states,
            verdicts,
            deadlock: None,
            lost: BTreeSet::new(),
            growing: BTreeSet::new(),
            behind: Behind::new(model),
            rounds: Vec::new(),
            closed: Vec::new(),
            searches: Vec::new(),
            stopped: None,
            proofs: Proofs::default(),
        }
    }

    pub(super) fn sweep(&mut self, unmodelled: Unmodelled) {
        for n_threads in 0..=self.max_threads.max(MAX_THREADS_IF_CHEAP) {
            if self.is_done(unmodelled) || self.stopped.is_some() || self.has_outgrown() {
                return;
            }
            if n_threads > self.max_threads && !self.goes_further() {
                // Five threads may be needed to get anywhere, and too many to be searched.
                self.preempt_at_last(n_threads, unmodelled);
                return;
            }
            if let Err(stop) = self.round(n_threads, unmodelled) {
                self.stopped = Some((n_threads, stop));
                return;
            }
            if let Some((_, Outcome { pool: Pool::Sufficient, .. })) = self.searches.last() {
                let last = self.rounds.last();
                if last.is_some_and(|round| round.coverage == Coverage::SomeRuns) {
                    // There may be too many states before a thread is created.
                    self.preempt_at_last(n_threads, unmodelled);
                }
                return;
            }
        }
    }

    /// Runs with one preemption and as many threads as are ever looked at.
    fn preempt_at_last(&mut self, n_threads: u32, unmodelled: Unmodelled) {
        if self.threads == Threads::Any && unmodelled == Unmodelled::Cut {
            // The search as such has not been stopped if there is not enough left for this.
            let stop = self.preempt(MAX_THREADS_IF_CHEAP).err();
            let stop = stop.filter(|stop| *stop == Stop::Cancelled);
            self.stopped = stop.map(|stop| (n_threads, stop));
        }
    }

    /// Whether it is worth a look with more threads than usual: a program that creates a few more than
    /// that is then seen to its end.
    fn goes_further(&self) -> bool {
        self.threads == Threads::Any
            && self.searches.last().is_some_and(|(n_threads, last)| {
                last.n_states <= CHEAP && self.closed.get(*n_threads as usize) == Some(&true)
            })
    }

    /// Explores one number of threads: a first look, then, if need be, as far as it goes.
    fn round(&mut self, n_threads: u32, unmodelled: Unmodelled) -> Result<(), Stop> {
        let full = hunt::Config { max_states: self.max_states, ..hunt::Config::default() };
        let quick = hunt::Config { max_states: FIRST_LOOK, max_ahead: FIRST_AHEAD, ..full.clone() };
        let seen = self.search(n_threads, unmodelled, &quick)?;
        if seen != Coverage::SomeRuns || self.is_done(unmodelled) || self.has_outgrown() {
            return Ok(());
        }
        if unmodelled == Unmodelled::Allowed {
            // What is found with values that may not occur is no violation: not worth so much.
            return Ok(());
        }
        if self.searches.last().is_some_and(|(_, last)| is_counting(last)) {
            return self.preempt(n_threads);
        }
        let seen = self.search(n_threads, unmodelled, &full)?;
        if seen == Coverage::SomeRuns && unmodelled == Unmodelled::Cut {
            self.preempt(n_threads)?;
        }
        Ok(())
    }

    fn search(
        &mut self,
        n_threads: u32,
        unmodelled: Unmodelled,
        config: &hunt::Config,
    ) -> Result<Coverage, Stop> {
        self.tell(Phase::Searching, n_threads);
        let goals =
            Goals { properties: self.goals(), deadlocks: self.deadlocks(unmodelled), unmodelled };
        let part = self.hunting.part(u64::MAX);
        let result = hunt::search(&self.model.program, n_threads, &goals, config, &part);
        let counted = self.hunting.spend(part.spent()).and(self.budget.spend(part.spent()));
        let mut outcome = result?;
        let coverage = coverage(&outcome);
        self.rounds.push(Round {
            n_threads,
            approximated: unmodelled == Unmodelled::Allowed,
            n_states: outcome.n_states,
            n_steps: part.spent(),
            coverage,
        });
        self.note(std::mem::take(&mut outcome.violations), n_threads, unmodelled);
        if let Some(schedule) = outcome.deadlock.take() {
            self.deadlock = Some(self.judge(Subject::Deadlock, &schedule, unmodelled));
        }
        // Behind what is not modelled anything may happen, with no more threads than it takes to get
        // there. Once that was reached it is reached with more threads too, whether looked for or not.
        if matches!(coverage, Coverage::Everything | Coverage::EveryRun) && self.lost.is_empty() {
            self.closed.resize(self.closed.len().max(n_threads as usize + 1), false);
            self.closed[n_threads as usize] = true;
        }
        self.searches.push((n_threads, outcome));
        counted?;
        Ok(coverage)
    }

    /// Where there is too much to search, runs with one preemption.
    fn preempt(&mut self, n_threads: u32) -> Result<(), Stop> {
        if self.open().is_empty() {
            return Ok(());
        }
        let part = self.hunting.part(PREEMPTING);
        let found = hunt::preempt(&self.model.program, n_threads, &self.open(), &part);
        let counted = self.hunting.spend(part.spent()).and(self.budget.spend(part.spent()));
        self.note(found?, n_threads, Unmodelled::Cut);
        counted
    }

    /// Judges runs that were found.
    fn note(&mut self, found: Vec<(PropId, Schedule)>, n_threads: u32, unmodelled: Unmodelled) {
        self.tell(Phase::Minimising, n_threads);
        for (property, schedule) in found {
            if is_unmodelled(self.model, property) {
                self.lost.insert(property);
                continue;
            }
            let verdict = self.judge(Subject::Property(property), &schedule, unmodelled);
            self.verdicts[property.index()] = Some(verdict);
        }
    }

    /// What a run that was found is worth.
    fn judge(&self, subject: Subject, schedule: &Schedule, unmodelled: Unmodelled) -> Verdict {
        let run = match confirm(self.model, subject, schedule) {
            Ok(run) => run,
            Err(what) => return Verdict::Unknown(Reason::Internal { what }),
        };
        let run = self.minimised(subject, run, unmodelled);
        if is_approximated(self.model, &run) {
            return Verdict::Unknown(Reason::RestsOnApproximation { run });
        }
        let n_threads = run.schedule.n_threads;
        let closed = |n: u32| self.closed.get(n as usize).is_some_and(|closed| *closed);
        let minimal = (0..n_threads).all(closed);
        Verdict::Violated(Violation { n_threads, minimal, run })
    }

    /// Whether more room is needed than there is, and could be had.
    fn has_outgrown(&self) -> bool {
        !self.lost.is_disjoint(&self.growing)
    }

    /// Whether there is nothing left to look for.
    fn is_done(&self, unmodelled: Unmodelled) -> bool {
        self.open().is_empty() && self.deadlocks(unmodelled) == Deadlocks::Ignored
    }

    /// The run that is easiest to follow, as far as a moderate effort finds it.
    fn minimised(&self, subject: Subject, run: Run, unmodelled: Unmodelled) -> Run {
        if run.schedule.n_threads == 0 {
            // Nobody to switch to, and the search found a short one.
            return run;
        }
        let target = match subject {
            Subject::Property(property) => Target::Violation(property),
            Subject::Deadlock | Subject::Uncalled(_) => Target::Deadlock,
        };
        let config = hunt::Config { max_states: MINIMISING, ..hunt::Config::default() };
        let part = self.budget.part(u64::from(MINIMISING) * 2);
        let program = &self.model.program;
        let better = hunt::minimise(program, &run.schedule, target, unmodelled, &config, &part);
        // What is spent here counts, but the run at hand is good whatever comes of it.
        let _ = self.budget.spend(part.spent());
        let better =
            better.ok().and_then(|better| confirm(self.model, subject, &better.schedule).ok());
        better.unwrap_or(run)
    }

    /// The user's properties without a verdict.
    pub(super) fn open(&self) -> Vec<PropId> {
        let open = self.verdicts.iter().enumerate().filter(|(_, verdict)| verdict.is_none());
        let open = open.map(|(idx, _)| PropId(idx as u32));
        open.filter(|&property| !is_unmodelled(self.model, property)).collect()
    }

    /// What is looked for: those, and ways to what is not modelled.
    fn goals(&self) -> Vec<PropId> {
        let mut goals = self.open();
        goals.extend(self.unmodelled());
        goals
    }

    /// What is left to prove: what lies behind something that is not modelled, and that a thread gets to,
    /// is not known whatever else is proved.
    fn unproved(&self) -> Vec<PropId> {
        let mut goals = self.open();
        for &lost in &self.lost {
            let after = self.behind.after(lost);
            goals.retain(|goal| !after[goal.index()]);
        }
        if !goals.is_empty() {
            goals.extend(self.unmodelled());
        }
        goals
    }

    fn tell(&mut self, phase: Phase, n_threads: u32) {
        let n_states = self.rounds.iter().map(|round| round.n_states).sum();
        (self.on_progress)(Progress { n_states, ..Progress::new(phase, n_threads) });
    }

    /// Ways to what is not modelled, unless one is known already.
    fn unmodelled(&self) -> Vec<PropId> {
        let all = (0..self.verdicts.len() as u32).map(PropId);
        let missing = |property: &PropId| !self.lost.contains(property);
        all.filter(|&property| is_unmodelled(self.model, property)).filter(missing).collect()
    }

    fn conclude(self) -> Explored {
        let races = self.races();
        let outgrown: Vec<PropId> = self.lost.intersection(&self.growing).copied().collect();
        let hopeless = self.open().into_iter().filter(|&goal| self.lost_before(goal).is_some());
        let n_hopeless = hopeless.count();
        let mut properties =
            checked(self.model, &|property| match &self.verdicts[property.index()] {
                Some(verdict) => verdict.clone(),
                None => Verdict::Unknown(self.reason(property)),
            });
        for checked in &mut properties {
            if let (Subject::Property(property), Verdict::Proved(covered)) =
                (checked.subject, &checked.verdict)
                && covered.weaker(self.threads) != self.threads
            {
                checked.beyond = Some(self.reason(property));
            }
        }
        if let Some(verdict) = self.deadlock {
            let subject = Subject::Deadlock;
            properties.push(Checked { subject, kind: Kind::Deadlock, verdict, beyond: None });
        }
        let certificates = self.proofs.proved.into_iter().map(|(certificate, _)| certificate);
        Explored {
            properties,
            rounds: self.rounds,
            certificates: certificates.collect(),
            refinement: self.proofs.refinement,
            races,
            outgrown,
            is_whole: true,
            n_hopeless,
        }
    }

    /// What a proof does not look at, because it takes memory to be sequentially consistent.
    fn races(&self) -> Races {
        let is_proved = |verdict: &Option<Verdict>| matches!(verdict, Some(Verdict::Proved(_)));
        if !self.verdicts.iter().any(is_proved) {
            return Races::new();
        }
        let Model { program, origins, .. } = self.model;
        // One thread of each kind, and one more: two of the same kind may race with each other.
        let n_kinds = program.templates.len() as u32 - 1;
        let part = self.budget.part(u64::MAX);
        let synchronises =
            |edge| matches!(origins.edge(edge).kind, StepKind::Allocate | StepKind::Free);
        let plain = |edge, var| !origins.var(var).atomic && !synchronises(edge);
        let mut races = Races::new();
        let numbers = [n_kinds, n_kinds + 1].map(|n| n.clamp(2, RACING).min(self.max_threads));
        for n_threads in BTreeSet::from(numbers) {
            for (var, edges) in hunt::races(program, n_threads, &plain, &part) {
                races.entry(var).or_default().extend(edges);
            }
        }
        // What is missed for want of budget changes no verdict.
        let _ = self.budget.spend(part.spent());
        races
    }
}

/// What a checked certificate claims.
pub(super) fn threads(covers: Covers) -> Threads {
    match covers {
        Covers::Any => Threads::Any,
        Covers::UpTo(n_threads) => Threads::UpTo(n_threads),
    }
}

/// Every property of the user's, in order of their places.
pub(super) fn checked(model: &Model, verdict: &dyn Fn(PropId) -> Verdict) -> Vec<Checked> {
    let ids = (0..model.program.properties.len() as u32).map(PropId);
    let called = ids.filter(|&property| !is_unmodelled(model, property)).map(|property| {
        let checked = Checked {
            subject: Subject::Property(property),
            kind: Kind::from(model.program.properties[property.index()].kind),
            verdict: verdict(property),
            beyond: None,
        };
        (model.origins.property(property).span, checked)
    });
    let uncalled = model.uncalled.iter().map(|&span| {
        let checked = Checked {
            subject: Subject::Uncalled(span),
            kind: Kind::Assertion,
            verdict: Verdict::Unknown(unseen(model, span)),
            beyond: None,
        };
        (span, checked)
    });
    let mut all: Vec<(Span, Checked)> = called.chain(uncalled).collect();
    all.sort_by_key(|(span, checked)| (*span, checked.subject));
    all.into_iter().map(|(_, checked)| checked).collect()
}

/// Why there is nothing in the program for an assertion: in front of it may be what is not modelled.
fn unseen(model: &Model, assertion: Span) -> Reason {
    let ids = (0..model.program.properties.len() as u32).map(PropId);
    let lost = ids
        .filter(|&property| is_unmodelled(model, property))
        .map(|property| model.origins.property(property))
        .filter(|origin| origin.span.file == assertion.file && origin.span < assertion)
        .max_by_key(|origin| origin.span);
    match lost {
        Some(lost) => Reason::Unsupported { what: lost.condition.clone(), span: lost.span },
        None => Reason::NotReached(Obstacle::Uncalled),
    }
}

fn is_unmodelled(model: &Model, property: PropId) -> bool {
    model.program.properties[property.index()].kind == PropertyKind::Unmodelled
}

/// Whether a search went on for too long without seeing many states.
fn is_counting(outcome: &Outcome) -> bool {
    outcome.coverage == hunt::Coverage::Cut && outcome.n_states <= u64::from(FIRST_LOOK)
}

fn coverage(outcome: &Outcome) -> Coverage {
    match (outcome.coverage, outcome.pool) {
        (hunt::Coverage::Closed, Pool::Sufficient) => Coverage::Everything,
        (hunt::Coverage::Closed, Pool::Exhausted) => Coverage::EveryRun,
        (hunt::Coverage::Cut, _) => Coverage::SomeRuns,
        (hunt::Coverage::Partial, _) => Coverage::SomeValues,
    }
}
