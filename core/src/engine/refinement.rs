//! The refinement loop: abstract, search, simulate, refine, until there is a proof or a violation.
//!
//! Small numbers of threads come first, because they give the shortest traces; as soon as two threads
//! show nothing, views try to prove every number at once. A trace that is not real gives predicates
//! that rule it out; when no predicates are found for any of several traces, the property is given up
//! with the relation that was in the way, and the loop goes on for the others.
//!
//! Views cannot say that somebody must be there, such as the thread that holds a lock. So if they do not
//! prove a program, the states with few threads may still do: for all its runs, if it never creates more
//! threads, otherwise for runs with as many.
//!
//! A property that was given up or violated ends runs like any other: what is proved of the rest holds
//! for all runs up to there.

use std::collections::BTreeSet;

use super::OnProgress;
use super::progress::{Phase, Progress};
use super::refined::{Check, Found, Refined, RefinementRound, Stuck};
use crate::bbp::{Certificate, Evidence, Extent, Invariant, MAX_PREDICATES, Trace, View};
use crate::budget::{Budget, Stop};
use crate::check::{self, Views};
use crate::predabs::{Abstraction, Cache, Queries, tracked};
use crate::reduce::reduce_within;
use crate::refine::{self, Ideas, Proposal};
use crate::scpl::{
    Count, EdgeId, Expr, LocId, LocKind, Predicates, Program, PropId, Reduced, Reduction,
};
use crate::simulate::{self, Replay};

/// The largest number of threads that is explored exactly.
const MAX_EXACT: u32 = 4;

/// The largest views.
const MAX_K: u32 = 3;

/// States are only kept as a proof if they are, with their threads in all orders, at most so many.
const MAX_ROWS: u64 = 200_000;

/// So many properties are given up one by one; after that, all that are left.
const MAX_GIVEN_UP: u32 = 4;

/// So many traces are tried before a property is given up.
const MAX_TRACES: usize = 6;

/// What is to be done.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub program: &'a Program,
    pub ideas: Ideas<'a>,
    /// Violations with more are not looked for.
    pub max_threads: u32,
    pub budget: &'a Budget,
}

/// Where to start from.
#[derive(Clone, Debug, Default)]
pub(super) struct Start {
    pub predicates: Predicates,
    /// How they were found, where that is known.
    pub found: Vec<(Expr, Found)>,
    /// The size of views that are likely to do with these predicates.
    pub k: Option<u32>,
}

/// Proves or breaks `goals`.
pub(super) fn refine_all<'a>(
    task: Task<'a>,
    reduced: &'a Reduced,
    goals: &[PropId],
    start: &Start,
    cache: &mut Cache,
    on_progress: OnProgress,
) -> Refined {
    let Task { program, ideas, max_threads, budget } = task;
    let mut loop_ = Loop {
        lowered: program,
        program: &scoped_like(program, &reduced.program),
        reduced,
        queries: Queries::recalling(&reduced.program, std::mem::take(cache))
            .counting(Count::last_of(&reduced.program, &reduced.steps)),
        predicates: start.predicates.clone(),
        ideas,
        goals: goals.to_vec(),
        n_goals: goals.len(),
        max_threads: max_threads.min(MAX_EXACT),
        budget,
        on_progress,
        whole: None,
        n_given_up: 0,
        result: Refined { others: start.found.clone(), ..Refined::default() },
    };
    for atom in atoms(&reduced.program, goals) {
        loop_.result.others.retain(|(expr, _)| *expr != atom);
        loop_.predicates.insert(&reduced.program, atom);
    }
    let mut likely_k = start.k;
    loop {
        let stuck = match loop_.run(likely_k) {
            Ok(None) => break,
            Ok(Some(stuck)) => stuck,
            Err(Stop::Exhausted) if budget.spend(0).is_ok() => Stuck::TooHard,
            Err(stop) => {
                loop_.result.stopped = Some(stop);
                break;
            }
        };
        loop_.give_up_latest(stuck, start);
        likely_k = None;
    }
    loop_.result.n_solved = loop_.queries.n_solved;
    loop_.result.predicates = loop_.predicates;
    *cache = loop_.queries.into_cache();
    loop_.result
}

/// The program with its variables shared and local as in the reduced one, where handles of `main` may
/// have become shared. It has the same runs.
fn scoped_like(program: &Program, reduced: &Program) -> Program {
    let mut scoped = program.clone();
    for (var, like) in scoped.vars.iter_mut().zip(&reduced.vars) {
        var.scope = like.scope;
    }
    scoped
}

/// The atoms of what the properties ask.
pub(super) fn atoms(program: &Program, goals: &[PropId]) -> Vec<Expr> {
    let mut atoms = Vec::new();
    for goal in goals {
        let error = program.properties[goal.index()].error;
        for edge in (0..program.edges.len() as u32).map(EdgeId) {
            if program.edge(edge).to == error {
                atoms.extend(refine::edge_atoms(program, edge));
            }
        }
    }
    atoms
}

/// Whether the reduction is the one for these goals. What it leaves out depends on them: without a goal
/// that was lost on the way, more may have to stay.
pub(super) fn is_reduced_for(
    goals: &[PropId],
    program: &Program,
    reduced: &Reduced,
    budget: &Budget,
) -> bool {
    let is_added =
        |step: &&Reduction| matches!(step, Reduction::Share(_) | Reduction::Count { .. });
    let n_added = reduced.steps.iter().rev().take_while(is_added).count();
    let steps = &reduced.steps[..reduced.steps.len() - n_added];
    reduce_within(program, goals, budget).steps == steps
}

struct Loop<'a, 'o> {
    lowered: &'a Program,
    /// As it was lowered, apart from what is shared.
    program: &'a Program,
    reduced: &'a Reduced,
    queries: Queries<'a>,
    predicates: Predicates,
    ideas: Ideas<'a>,
    goals: Vec<PropId>,
    /// How many there were at first.
    n_goals: usize,
    max_threads: u32,
    budget: &'a Budget,
    on_progress: OnProgress<'o>,
    /// The states with the most threads that were explored with these predicates.
    whole: Option<Whole>,
    /// How often the loop went on without a property that was too much.
    n_given_up: u32,
    result: Refined,
}

/// All states with so many threads.
struct Whole {
    n_threads: u32,
    states: Vec<View>,
    /// Whether more would have been created.
    starved: bool,
}

/// What exact exploration with few threads came to.
enum Few {
    /// Something was learnt; start again with so many threads.
    Learnt(u32),
    /// Nothing bad with any of them.
    Clean,
}

impl<'a> Loop<'a, '_> {
    /// Until all is decided, or what is in the way.
    fn run(&mut self, likely_k: Option<u32>) -> Result<Option<Stuck>, Stop> {
        if let Some(k) = likely_k
            && self.predicates.len() <= MAX_PREDICATES
            && self.unproved_by_views(k)?.is_none()
        {
            return Ok(None);
        }
        let mut from = 0;
        let mut k = 2;
        while !self.goals.is_empty() {
            if self.predicates.len() > MAX_PREDICATES {
                return Ok(Some(Stuck::TooManyPredicates));
            }
            match self.explore(from, self.max_threads.min(2))? {
                Few::Learnt(n_threads) => {
                    from = n_threads;
                    continue;
                }
                Few::Clean => {}
            }
            let Some(bad) = self.unproved_by_views(k)? else { return Ok(None) };
            if self.is_proved_by_states() {
                return Ok(None);
            }
            match self.explore(3.max(from), self.max_threads)? {
                Few::Learnt(n_threads) => from = n_threads,
                Few::Clean if self.is_proved_by_states() => return Ok(None),
                Few::Clean if self.add_values() => {}
                Few::Clean if k < MAX_K => k += 1,
                Few::Clean => {
                    self.keep_bounded();
                    self.give_up_some(bad, Stuck::Views);
                    (from, k) = (0, 2);
                }
            }
        }
        Ok(None)
    }

    /// Tries to prove all goals by the states with few threads, if there are never more.
    fn is_proved_by_states(&mut self) -> bool {
        let complete = self.whole.take_if(|whole| !whole.starved);
        let Some(Whole { n_threads, states, .. }) = complete else { return false };
        let invariant = self.invariant(Extent::Whole, n_threads + 1, states);
        self.result.proof = Some((std::mem::take(&mut self.goals), invariant));
        true
    }

    /// The goals will not all be proved for any number of threads; but for some number they are.
    fn keep_bounded(&mut self) {
        if self.result.more.is_empty()
            && let Some(Whole { n_threads, states, .. }) = self.whole.take()
            && (self.goals.len() == self.n_goals
                || is_reduced_for(&self.goals, self.lowered, self.reduced, self.budget))
        {
            let invariant = self.invariant(Extent::Whole, n_threads + 1, states);
            self.result.more.push(Certificate {
                properties: self.goals.clone(),
                steps: self.reduced.steps.clone(),
                evidence: Evidence::Views(invariant),
            });
        }
    }

    fn invariant(&self, extent: Extent, k: u32, views: Vec<View>) -> Invariant {
        let tracked = tracked(&self.reduced.program, &self.predicates);
        Invariant { extent, k, predicates: self.predicates.clone(), tracked, views }
    }

    /// Adds the values of the variables that predicates speak of; whether there were new ones.
    fn add_values(&mut self) -> bool {
        let program = &self.reduced.program;
        let mut vars = BTreeSet::new();
        for (_, predicate) in self.predicates.iter() {
            predicate.expr.for_each_var(&mut |var| {
                vars.insert(var);
            });
        }
        let mut is_new = false;
        for (_, equals) in self.ideas.values.iter().filter(|(var, _)| vars.contains(var)) {
            for expr in equals {
                if self.predicates.insert(program, expr.clone()) {
                    let round = self.result.rounds.len().max(1);
                    let found = Found { check: Check::This, round, n_threads: None };
                    self.result.others.push((expr.clone(), found));
                    is_new = true;
                }
            }
        }
        is_new
    }

    /// Tries to prove all goals for any number of threads; gives one that views do not exclude, if there
    /// is any.
    fn unproved_by_views(&mut self, k: u32) -> Result<Option<PropId>, Stop> {
        self.tell(k);
        let mut post = Abstraction::new(&mut self.queries, &self.predicates, &self.goals);
        let views = match check::views(&mut post, k, self.budget)? {
            Views::Closed(views) => views,
            Views::Bad(view) => {
                let locs = view.threads.iter().filter_map(|thread| thread.loc());
                let bad = locs.filter_map(|loc| self.violated_at(loc));
                return Ok(bad.filter(|property| self.goals.contains(property)).min());
            }
        };
        let invariant = self.invariant(Extent::Part, k, views);
        self.result.proof = Some((std::mem::take(&mut self.goals), invariant));
        Ok(None)
    }

    fn tell(&mut self, n_threads: u32) {
        (self.on_progress)(Progress {
            n_rounds: self.result.rounds.len(),
            n_predicates: self.predicates.len(),
            ..Progress::new(Phase::Proving, n_threads)
        });
    }

    /// Explores numbers of threads exactly, one after the other, and deals with the first that shows
    /// something bad.
    fn explore(&mut self, from: u32, to: u32) -> Result<Few, Stop> {
        for n_threads in from..=to {
            self.tell(n_threads);
            let mut post = Abstraction::new(&mut self.queries, &self.predicates, &self.goals);
            let found = check::exact(&mut post, n_threads, 1, self.budget)?;
            if let [trace] = &found.hits[..] {
                if !self.learn(trace)? {
                    self.learn_from_others(n_threads)?;
                }
                return Ok(Few::Learnt(n_threads));
            }
            self.whole = None;
            let n_orders: u64 = (1..=u64::from(n_threads) + 1).product();
            if let Some(states) = found.states
                && states.len() as u64 <= MAX_ROWS / n_orders
            {
                self.whole = Some(Whole { n_threads, states, starved: found.starved });
            }
            if !found.starved {
                // With more threads the program does no more.
                break;
            }
        }
        Ok(Few::Clean)
    }

    /// Deals with a trace; whether anything came of it.
    fn learn(&mut self, trace: &Trace) -> Result<bool, Stop> {
        let Some(property) = self.property(trace) else { return Ok(false) };
        let (traced, replay) = self.simulate(trace)?;
        let refutation = match replay {
            Replay::Feasible(schedule) => {
                self.result.violations.push((property, schedule));
                self.goals.retain(|goal| *goal != property);
                return Ok(true);
            }
            Replay::TooHard => {
                self.give_up(property, Stuck::TooHard);
                return Ok(true);
            }
            Replay::Spurious(refutation) => refutation,
        };
        let (queries, goals, budget) = (&mut self.queries, &self.goals, self.budget);
        let mut stops = |predicates: &Predicates| {
            let mut post = Abstraction::new(queries, predicates, goals);
            match check::is_stopped(&mut post, trace, budget) {
                // Too hard a question is no reason to give up: there are other predicates.
                Err(Stop::Exhausted) if budget.spend(0).is_ok() => Ok(false),
                stopped => stopped,
            }
        };
        let proposal =
            refine::propose(traced, &refutation, &self.predicates, self.ideas, &mut stops)?;
        match proposal {
            Proposal::Add(added) => {
                for expr in &added {
                    self.predicates.insert(&self.reduced.program, expr.clone());
                }
                self.result.rounds.push(RefinementRound {
                    n_threads: trace.n_threads,
                    n_moves: trace.moves.len(),
                    property,
                    added,
                });
                Ok(true)
            }
            Proposal::Stuck(relation) => {
                self.result.stuck.push((property, Stuck::Relation(relation)));
                Ok(false)
            }
        }
    }

    /// Whether a trace is real, and the program that a refutation speaks of. That is the program as it
    /// was lowered, unless the reduced one has a bit that guards sections: only there it is a condition
    /// that nobody else is inside.
    fn simulate(&self, trace: &Trace) -> Result<(&'a Program, Replay), Stop> {
        let reduced = &self.reduced.program;
        if reduced.vars.len() > self.program.vars.len() {
            let edges = (0..reduced.edges.len() as u32).map(EdgeId);
            let paths: Vec<Vec<EdgeId>> = edges.map(|edge| vec![edge]).collect();
            let replay = simulate::replay(reduced, &paths, trace, self.budget)?;
            if !matches!(replay, Replay::Feasible(_)) {
                return Ok((reduced, replay));
            }
        }
        let replay = simulate::replay(self.program, &self.reduced.paths, trace, self.budget)?;
        Ok((self.program, replay))
    }

    /// The shortest trace taught nothing: perhaps another one does. If none does, the property of the
    /// shortest one is given up.
    fn learn_from_others(&mut self, n_threads: u32) -> Result<(), Stop> {
        // `learn` has just noted the relation it was stuck on.
        let Some((property, stuck)) = self.result.stuck.pop() else { return Ok(()) };
        let mut post = Abstraction::new(&mut self.queries, &self.predicates, &self.goals);
        let found = check::exact(&mut post, n_threads, MAX_TRACES, self.budget)?;
        for trace in found.hits.iter().skip(1) {
            if self.learn(trace)? {
                return Ok(());
            }
            self.result.stuck.pop();
        }
        self.give_up(property, stuck);
        Ok(())
    }

    fn property(&self, trace: &Trace) -> Option<PropId> {
        self.violated_at(self.reduced.program.edge(trace.moves.last()?.edge).to)
    }

    fn violated_at(&self, loc: LocId) -> Option<PropId> {
        match self.reduced.program.loc(loc).kind {
            LocKind::Error(property) => Some(property),
            _ => None,
        }
    }

    fn give_up(&mut self, property: PropId, stuck: Stuck) {
        self.goals.retain(|goal| *goal != property);
        self.result.stuck.push((property, stuck));
    }

    /// Gives up a property, and all others with it if it is not the first few.
    fn give_up_some(&mut self, property: PropId, stuck: Stuck) {
        self.n_given_up += 1;
        match self.n_given_up > MAX_GIVEN_UP {
            true => self.give_up_all(&stuck),
            false => self.give_up(property, stuck),
        }
    }

    /// Gives up the property that predicates were last found for, with those: they have made questions too
    /// hard, or too many.
    fn give_up_latest(&mut self, stuck: Stuck, start: &Start) {
        let mut latest = self.result.rounds.iter().rev().map(|round| round.property);
        let Some(property) = latest.find(|property| self.goals.contains(property)) else {
            self.give_up_all(&stuck);
            return;
        };
        self.give_up_some(property, stuck);
        let program = &self.reduced.program;
        self.predicates = start.predicates.clone();
        let rounds = self.result.rounds.iter().filter(|one| self.goals.contains(&one.property));
        let found = rounds.flat_map(|round| round.added.iter().cloned());
        for expr in atoms(program, &self.goals).into_iter().chain(found) {
            self.predicates.insert(program, expr);
        }
    }

    fn give_up_all(&mut self, stuck: &Stuck) {
        for property in std::mem::take(&mut self.goals) {
            self.result.stuck.push((property, stuck.clone()));
        }
    }
}
