//! Hunting: explicit search for runs that violate a property or end in a deadlock.
//!
//! It runs the program itself, with at most n created threads, breadth first. What it finds is real;
//! that it finds nothing is a proof only if `Outcome::coverage` says so, and even then one that nobody
//! certifies. It is first in line because most bugs need few threads and few switches.
//!
//! The states of such a program are many, and most are alike. What keeps them apart for no reason is
//! removed, one idea per file:
//! - `relevance.rs`: values that nobody will look at are 0, and variables that never matter vanish.
//! - `row.rs`: values taken from anywhere are decided when somebody looks at them, from a small pool
//!   (`values.rs`, `regions.rs`).
//! - `names.rs`: threads are a multiset. Only those that a handle refers to are told apart.
//! - `movers.rs`, `expand.rs`: steps that commute with all others are not interleaved with them.
//! - `steps.rs`: what a thread does depends on it and the shared variables; it is computed once for
//!   each such pair, and states become short rows of numbers (`state.rs`, `space.rs`).
//!
//! What is left is done fast: `straight.rs` for the steps that most are, and numbers given in the order
//! in which things are found, so that what is needed together is stored together.
//!
//! Where even that is too much, `preempt.rs` looks at runs with a single preemption.
//!
//! All of that is undone when a run is reported (`trace.rs`), and the result is checked by the
//! interpreter. `minimise.rs` then looks for the run that is easiest to follow.
//!
//! Must not know: predicates, solvers, other stages.

mod bitset;
mod classes;
mod code;
mod compile;
mod expand;
mod intern;
mod layout;
mod minimise;
mod model;
mod movers;
mod names;
mod observe;
mod outcomes;
mod posts;
mod preempt;
mod races;
mod regions;
mod relevance;
mod row;
mod rows;
mod run;
mod scene;
mod search;
mod shorten;
mod space;
mod state;
mod steps;
mod straight;
mod table;
#[cfg(test)]
mod tests;
mod trace;
mod values;

use crate::budget::{Budget, Stop};
use crate::scpl::{EdgeId, LocId, Program, PropId, Schedule};

pub use minimise::{Minimality, Minimised, Target, minimise};
pub use observe::few_values;
pub use preempt::{Created, created_alone, preempt};
pub use races::{Races, races};

use expand::Expander;
use model::Model;
use run::{Notes, Runner};
use search::{Ended, Search, What};
use state::Form;
use steps::Steps;
use trace::Walk;
use values::Values;

/// Looks for the nearest violation of each wanted property, with at most `n_threads` created threads.
///
/// Stops with an error only if nothing was found up to then. A run that was found is shortest in the
/// number of macro-steps of the reduced search, which need not be shortest in edges.
pub fn search(
    program: &Program,
    n_threads: u32,
    goals: &Goals,
    config: &Config,
    budget: &Budget,
) -> Result<Outcome, Stop> {
    let n_used = n_threads.min(names::MAX_THREADS);
    let ahead = match config.reduction {
        Reduction::Full => Ahead::All,
        Reduction::None => Ahead::Never,
    };
    let steps = prepare(program, n_used, goals.unmodelled, config, ahead);
    let mut search = Search::new(steps, n_used, goals, config, budget);
    let ended = match search.run() {
        Ok(ended) => ended,
        Err(Stop::Exhausted) if !search.hits.is_empty() => Ended::Capped,
        Err(stop) => return Err(stop),
    };
    let Notes { left_out, pool_exhausted } = search.steps.expander.runner.notes;
    let is_closed =
        ended == Ended::Exhausted && !left_out && !(pool_exhausted && n_used < n_threads);
    let mut outcome = Outcome {
        violations: Vec::new(),
        deadlock: None,
        coverage: match ended {
            _ if is_closed => Coverage::Closed,
            Ended::Capped => Coverage::Cut,
            Ended::Exhausted | Ended::AllFound => Coverage::Partial,
        },
        n_states: search.space.len() as u64,
        reached: Reached {
            edges: std::mem::take(&mut search.steps.expander.reached),
            locs: bitset::BitSet::new(program.locs.len()),
        },
        n_created: search.most_created(),
        pool: if pool_exhausted { Pool::Exhausted } else { Pool::Sufficient },
    };
    outcome.reached.add_locs(program);
    report(program, &mut search, n_used, &mut outcome)?;
    Ok(outcome)
}

/// Turns what was found into schedules.
fn report(
    program: &Program,
    search: &mut Search,
    n_threads: u32,
    outcome: &mut Outcome,
) -> Result<(), Stop> {
    // The steps were paid for when they were found.
    let unlimited = Budget::new(u64::MAX);
    for hit in search.hits.clone() {
        let path = search.space.path(hit.state);
        search.steps.expander.reached = bitset::BitSet::new(program.edges.len());
        let mut walk = Walk::new(&mut search.steps, Form::Set, n_threads, &unlimited);
        for &idx in &path[1..] {
            walk.step_to(search.space.get(idx))?;
        }
        match hit.what {
            What::Deadlock => {
                let schedule = walk.finish();
                debug_assert!(is_deadlock(program, &schedule), "{schedule:?} is no deadlock");
                outcome.deadlock = Some(schedule);
            }
            What::Violation { property, slot, outcome: idx } => {
                walk.take(slot, idx as usize)?;
                let schedule = walk.finish();
                debug_assert!(
                    violates(program, &schedule, property),
                    "{schedule:?} does not violate {property:?}"
                );
                outcome.violations.push((property, schedule));
            }
        }
    }
    outcome.violations.sort_by_key(|(property, _)| *property);
    Ok(())
}

/// What to look for.
#[derive(Clone, Debug)]
pub struct Goals {
    pub properties: Vec<PropId>,
    pub deadlocks: Deadlocks,
    pub unmodelled: Unmodelled,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadlocks {
    Wanted,
    Ignored,
}

/// What becomes of a run that needs a value which Braid does not model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmodelled {
    /// It is not followed, and the search is not complete.
    Cut,
    /// Any value will do.
    Allowed,
}

#[derive(Clone, Debug)]
pub struct Config {
    /// The search gives up beyond this number of states.
    pub max_states: u32,
    /// And beyond this number of steps that threads were run ahead: a thread that counts up to a large number by
    /// itself makes hundreds of them between two states.
    pub max_ahead: u64,
    /// Values of up to this width are all tried.
    pub exhaustive_width: u8,
    /// How many values are tried for wider ones.
    pub n_values: usize,
    /// How many states inside one atomic section are looked at.
    pub max_section: usize,
    pub reduction: Reduction,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            max_states: 1_000_000,
            max_ahead: 16_000_000,
            exhaustive_width: 4,
            n_values: 16,
            max_section: 10_000,
            reduction: Reduction::Full,
        }
    }
}

/// Whether commuting steps are interleaved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    Full,
    /// In all ways; for comparison.
    None,
}

#[derive(Clone, Debug)]
pub struct Outcome {
    /// By property.
    pub violations: Vec<(PropId, Schedule)>,
    pub deadlock: Option<Schedule>,
    pub coverage: Coverage,
    pub n_states: u64,
    pub reached: Reached,
    /// The largest number of threads created in one run.
    pub n_created: u32,
    pub pool: Pool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// All runs that create at most `n_threads` threads were explored.
    Closed,
    Partial,
    /// There was too much, and the rest was not looked at.
    Cut,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    /// Every thread that was to be created was.
    Sufficient,
    /// In some run a thread was not created because the bound was reached.
    Exhausted,
}

/// The parts of the program that some run reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    edges: bitset::BitSet,
    locs: bitset::BitSet,
}

impl Reached {
    /// Whether the edge was taken.
    pub fn edge(&self, edge: EdgeId) -> bool {
        self.edges.contains(edge.index())
    }

    pub fn loc(&self, loc: LocId) -> bool {
        self.locs.contains(loc.index())
    }

    fn add_locs(&mut self, program: &Program) {
        self.locs.insert(program.template(program.main).entry.index());
        for (idx, edge) in program.edges.iter().enumerate() {
            if !self.edges.contains(idx) {
                continue;
            }
            self.locs.insert(edge.to.index());
            for command in &edge.commands {
                if let crate::scpl::Command::Create { template, .. } = command {
                    self.locs.insert(program.template(*template).entry.index());
                }
            }
        }
    }
}

/// How far threads are run in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ahead {
    /// Through steps that touch only locals: all that take part.
    All,
    /// The same, but not those that were just created.
    Active,
    /// One edge or atomic section at a time.
    Never,
}

fn prepare(
    program: &Program,
    n_threads: u32,
    unmodelled: Unmodelled,
    config: &Config,
    ahead: Ahead,
) -> Steps {
    let values = Values::new(program, config);
    let runner = Runner::new(Model::new(program), values, unmodelled, n_threads);
    Steps::new(Expander::new(runner, config, ahead))
}

fn violates(program: &Program, schedule: &Schedule, property: PropId) -> bool {
    crate::scpl::replay(program, schedule).is_ok_and(|trace| trace.violated == Some(property))
}

fn is_deadlock(program: &Program, schedule: &Schedule) -> bool {
    let interpreter = crate::scpl::Interpreter::new(program);
    crate::scpl::run(program, schedule, &mut |_| {})
        .is_ok_and(|(_, state)| interpreter.deadlocked(&state).is_some())
}
