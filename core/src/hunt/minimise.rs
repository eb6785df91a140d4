//! The run that is easiest to follow.
//!
//! A violation is shown to people, and what makes an interleaving hard to read are its switches. So,
//! with no more threads than the run at hand, we look for one with the fewest switches, and among those
//! for one with the fewest steps. A switch is where consecutive steps belong to different threads.
//!
//! First, exactly: cheapest first over all states, where a state includes who moved last, one edge or
//! atomic section at a time. If there are too many states, again with threads run ahead through local
//! steps; that keeps the fewest switches, but not the fewest steps. If that is too much as well, the run
//! at hand is improved by moving its blocks around (`shorten.rs`).

use std::collections::BTreeMap;

use super::expand::End;
use super::shorten::shorten;
use super::space::{Found, NO_PARENT, Space, hash};
use super::state::Form;
use super::steps::Steps;
use super::trace::Walk;
use super::{Ahead, Config, Unmodelled, is_deadlock, names, prepare, violates};
use crate::budget::{Budget, Stop};
use crate::scpl::{Program, PropId, Schedule, ThreadIdx};

/// What the run is to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Violation(PropId),
    Deadlock,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimised {
    pub schedule: Schedule,
    pub minimality: Minimality,
}

/// What is known about runs with as many threads and values from the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Minimality {
    /// There may be better ones.
    Unknown,
    /// None has fewer switches.
    Switches,
    /// None has fewer switches, or as many and fewer steps.
    Exact,
}

/// Switches, then steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    pub n_switches: u32,
    pub n_steps: u32,
}

impl Cost {
    pub fn of(schedule: &Schedule) -> Self {
        let switches = schedule.steps.windows(2).filter(|pair| pair[0].thread != pair[1].thread);
        Self { n_switches: switches.count() as u32, n_steps: schedule.steps.len() as u32 }
    }
}

/// A run to the same target that is no worse: no more threads, then fewest switches, then steps. When
/// the budget is exhausted, what was found up to then.
pub fn minimise(
    program: &Program,
    schedule: &Schedule,
    target: Target,
    unmodelled: Unmodelled,
    config: &Config,
    budget: &Budget,
) -> Result<Minimised, Stop> {
    let job = Job { program, target, unmodelled, config, budget };
    job.minimise(schedule, &[Ahead::Never, Ahead::Active])
}

#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub program: &'a Program,
    pub target: Target,
    pub unmodelled: Unmodelled,
    pub config: &'a Config,
    pub budget: &'a Budget,
}

impl Job<'_> {
    /// Tries the ways of searching in turn, until one is not too much.
    pub fn minimise(self, schedule: &Schedule, ways: &[Ahead]) -> Result<Minimised, Stop> {
        let mut best = schedule.clone();
        let mut minimality = Minimality::Unknown;
        match self.improve(ways, &mut best, &mut minimality) {
            Ok(()) | Err(Stop::Exhausted) => Ok(Minimised { schedule: best, minimality }),
            Err(Stop::Cancelled) => Err(Stop::Cancelled),
        }
    }

    fn improve(
        self,
        ways: &[Ahead],
        best: &mut Schedule,
        minimality: &mut Minimality,
    ) -> Result<(), Stop> {
        let Self { program, target, budget, .. } = self;
        let max_created = n_created(program, best);
        let n_threads = match target {
            Target::Violation(_) => max_created,
            // A thread that creates another one and then waits is stuck, but only if it could.
            Target::Deadlock => best.n_threads,
        };
        let n_threads = n_threads.min(names::MAX_THREADS);
        shorten(program, best, target, budget)?;
        for &ahead in ways {
            let steps = prepare(program, n_threads, self.unmodelled, self.config, ahead);
            let mut search = Cheapest::new(steps, n_threads, max_created, Cost::of(best), self);
            let ended = search.run();
            if let Some(found) = search.schedule(n_threads)? {
                *best = Schedule { n_threads: best.n_threads, ..found };
                debug_assert!(shows(program, best, target), "{best:?} does not show {target:?}");
            }
            if ended? == Ended::Cheapest {
                *minimality = match ahead {
                    Ahead::Never => Minimality::Exact,
                    Ahead::Active => Minimality::Switches,
                    Ahead::All => Minimality::Unknown,
                };
                break;
            }
        }
        if *minimality < Minimality::Exact {
            shorten(program, best, target, budget)?;
        }
        Ok(())
    }
}

/// Whether the run does what it is to show.
pub(super) fn shows(program: &Program, schedule: &Schedule, target: Target) -> bool {
    match target {
        Target::Violation(property) => violates(program, schedule, property),
        Target::Deadlock => is_deadlock(program, schedule),
    }
}

fn n_created(program: &Program, schedule: &Schedule) -> u32 {
    let creates = |step: &&crate::scpl::Step| {
        let commands = &program.edge(step.edge).commands;
        commands.iter().any(|command| matches!(command, crate::scpl::Command::Create { .. }))
    };
    schedule.steps.iter().filter(creates).count() as u32
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// Nothing is cheaper than what was found, or than the bound.
    Cheapest,
    Capped,
}

/// A search in the order of cost.
struct Cheapest<'a> {
    steps: Steps,
    space: Space,
    target: Target,
    /// Runs that create more threads are of no use.
    max_created: u32,
    max_states: usize,
    budget: &'a Budget,
    /// By state: the least cost known.
    costs: Vec<Cost>,
    /// States by cost; those whose cost has been lowered since are skipped.
    queue: BTreeMap<Cost, Vec<u32>>,
    /// What costs as much is of no use.
    bound: Cost,
    best: Option<Goal>,
}

#[derive(Clone, Copy)]
enum Goal {
    State(u32),
    Step { state: u32, slot: usize, outcome_idx: usize },
}

const FORM: Form = Form::Running;

impl<'a> Cheapest<'a> {
    fn new(mut steps: Steps, n_threads: u32, max_created: u32, bound: Cost, job: Job<'a>) -> Self {
        let initial = steps.initial_state(FORM, n_threads);
        let mut space = Space::new(initial.len());
        space.insert(&initial, hash(&initial), NO_PARENT);
        let nothing = Cost { n_switches: 0, n_steps: 0 };
        Self {
            steps,
            space,
            target: job.target,
            max_created,
            max_states: job.config.max_states as usize,
            budget: job.budget,
            costs: vec![nothing],
            queue: BTreeMap::from([(nothing, vec![0])]),
            bound,
            best: None,
        }
    }

    fn run(&mut self) -> Result<Ended, Stop> {
        while let Some((cost, states)) = self.queue.pop_first() {
            if cost >= self.bound {
                break;
            }
            // Deciding a value costs nothing, so more states of this cost may appear.
            for state in states {
                if self.costs[state as usize] != cost {
                    continue;
                }
                if self.space.len() > self.max_states {
                    return Ok(Ended::Capped);
                }
                self.budget.spend(1)?;
                self.expand(state, cost)?;
            }
        }
        Ok(Ended::Cheapest)
    }

    fn expand(&mut self, idx: u32, cost: Cost) -> Result<(), Stop> {
        let state = self.space.get(idx).to_vec();
        let mut is_alive = false;
        let mut all_wait = true;
        for slot in 1..state.len() {
            let is_repeated = slot > FORM.first_sorted() && state[slot] == state[slot - 1];
            if self.steps.rows.info(state[slot]).is_finished || is_repeated {
                continue;
            }
            is_alive = true;
            let post = self.steps.post(state[0], state[slot], &state[1..], self.budget)?;
            all_wait &= post.outcomes().is_empty() && post.reasons.is_waiting();
            for (outcome_idx, idx_of_all) in post.outcomes().enumerate() {
                let outcome = *self.steps.outcome(idx_of_all);
                let is_switch = slot != 1 && outcome.n_steps > 0;
                let cost = Cost {
                    n_switches: cost.n_switches + u32::from(is_switch),
                    n_steps: cost.n_steps + outcome.n_steps,
                };
                match outcome.end {
                    End::Moved => self.reach(idx, &state, slot, &outcome, cost),
                    End::Violated(property) => {
                        if self.target == Target::Violation(property) && cost < self.bound {
                            self.bound = cost;
                            self.best = Some(Goal::Step { state: idx, slot, outcome_idx });
                        }
                    }
                    End::Halted => {}
                }
            }
        }
        if self.target == Target::Deadlock && is_alive && all_wait && cost < self.bound {
            self.bound = cost;
            self.best = Some(Goal::State(idx));
        }
        Ok(())
    }

    fn reach(
        &mut self,
        parent: u32,
        state: &[u32],
        slot: usize,
        outcome: &super::outcomes::Outcome,
        cost: Cost,
    ) {
        if cost >= self.bound {
            return;
        }
        let mut after = Vec::new();
        self.steps.apply(FORM, state, slot, outcome, &mut after);
        if self.steps.rows.n_created(after[0]) > self.max_created {
            return;
        }
        match self.space.insert(&after, hash(&after), parent) {
            Found::New(idx) => {
                self.costs.push(cost);
                self.queue.entry(cost).or_default().push(idx);
            }
            Found::Known(idx) if cost < self.costs[idx as usize] => {
                self.costs[idx as usize] = cost;
                self.space.set_parent(idx, parent);
                self.queue.entry(cost).or_default().push(idx);
            }
            Found::Known(_) => {}
        }
    }

    fn schedule(&mut self, n_threads: u32) -> Result<Option<Schedule>, Stop> {
        let Some(goal) = self.best else { return Ok(None) };
        let (Goal::State(idx) | Goal::Step { state: idx, .. }) = goal;
        let unlimited = Budget::new(u64::MAX);
        let path = self.space.path(idx);
        let mut walk = Walk::new(&mut self.steps, FORM, n_threads, &unlimited);
        for &idx in &path[1..] {
            walk.step_to(self.space.get(idx))?;
        }
        if let Goal::Step { slot, outcome_idx, .. } = goal {
            walk.take(slot, outcome_idx)?;
        }
        let schedule = walk.finish();
        debug_assert_eq!(Cost::of(&schedule), self.bound, "the cost is that of the path");
        debug_assert!(schedule.steps.first().is_none_or(|step| step.thread == ThreadIdx(0)));
        Ok(Some(schedule))
    }
}
