//! The search and the interpreter's exhaustive exploration must agree.

use std::collections::{BTreeMap, BTreeSet};

use super::random;
use crate::budget::Budget;
use crate::hunt::minimise::{Cost, Job};
use crate::hunt::{
    Ahead, Config, Coverage, Deadlocks, Goals, Minimality, Outcome, Reduction, Target, Unmodelled,
    minimise, search,
};
use crate::scpl::{self, Interpreter, LocId, Program, PropId, ThreadIdx, explore};

const MAX_STATES: usize = 4_000;

fn all_goals(program: &Program) -> Goals {
    Goals {
        properties: (0..program.properties.len()).map(|idx| PropId(idx as u32)).collect(),
        deadlocks: Deadlocks::Wanted,
        unmodelled: Unmodelled::Allowed,
    }
}

fn run(program: &Program, n_threads: u32, reduction: Reduction) -> Outcome {
    let config = Config { reduction, ..Config::default() };
    let budget = Budget::new(u64::MAX);
    search(program, n_threads, &all_goals(program), &config, &budget).expect("nothing stops it")
}

/// Whether the exploration was complete, so that there was something to compare with.
fn agrees(program: &Program, n_threads: u32) -> Result<bool, String> {
    let all = |width: u8| (0..1 << width).collect();
    let expected = explore(program, n_threads, &all, MAX_STATES);
    if expected.coverage != scpl::Coverage::Complete {
        return Ok(false);
    }
    for reduction in [Reduction::Full, Reduction::None] {
        let outcome = run(program, n_threads, reduction);
        let violated: Vec<PropId> = outcome.violations.iter().map(|(id, _)| *id).collect();
        let should: Vec<PropId> = expected.violations.keys().copied().collect();
        let at = format!("n = {n_threads}, {reduction:?}");
        if violated != should {
            return Err(format!("{at}: found {violated:?}, should find {should:?}"));
        }
        if outcome.deadlock.is_some() != expected.deadlock.is_some() {
            let (found, should) = (&outcome.deadlock, &expected.deadlock);
            return Err(format!("{at}: deadlock {found:?}, should be {should:?}"));
        }
        let all_found = should.len() == program.properties.len() && expected.deadlock.is_some();
        if (outcome.coverage == Coverage::Closed) == all_found && !all_found {
            return Err(format!("{at}: {:?}", outcome.coverage));
        }
        check_minimal(program, &outcome).map_err(|error| format!("{at}: {error}"))?;
        if outcome.coverage == Coverage::Closed {
            check_reached(program, &expected, &outcome)
                .map_err(|error| format!("{at}: {error}"))?;
        }
    }
    Ok(true)
}

fn check_reached(
    program: &Program,
    expected: &scpl::Exploration,
    outcome: &Outcome,
) -> Result<(), String> {
    for (idx, loc) in program.locs.iter().enumerate() {
        let loc_id = LocId(idx as u32);
        let is_reached = expected
            .states
            .iter()
            .any(|state| state.threads.iter().any(|thread| thread.loc == loc_id));
        if !loc.atomic && outcome.reached.loc(loc_id) != is_reached {
            return Err(format!("{loc_id} reached: {is_reached}"));
        }
    }
    let most = expected.states.iter().map(|state| state.threads.len() as u32 - 1).max();
    if Some(outcome.n_created) != most {
        return Err(format!("{} created instead of {most:?}", outcome.n_created));
    }
    Ok(())
}

fn check_minimal(program: &Program, outcome: &Outcome) -> Result<(), String> {
    let violations =
        outcome.violations.iter().map(|(id, schedule)| (Target::Violation(*id), schedule));
    let deadlock = outcome.deadlock.iter().map(|schedule| (Target::Deadlock, schedule));
    for (target, schedule) in violations.chain(deadlock) {
        let config = Config::default();
        let budget = Budget::new(u64::MAX);
        let minimised = minimise(program, schedule, target, Unmodelled::Allowed, &config, &budget)
            .expect("nothing stops it");
        let job = Job {
            program,
            target,
            unmodelled: Unmodelled::Allowed,
            config: &config,
            budget: &budget,
        };
        let ahead = job.minimise(schedule, &[Ahead::Active]).expect("nothing stops it");
        let cost = Cost::of(&minimised.schedule);
        if Cost::of(&ahead.schedule).n_switches != cost.n_switches {
            return Err(format!("{target:?}: {ahead:?} has more switches than {cost:?}"));
        }
        let (trace, _) = scpl::run(program, schedule, &mut |_| {}).expect("found runs replay");
        let n_threads = match target {
            Target::Violation(_) => trace.threads.len() as u32 - 1,
            Target::Deadlock => schedule.n_threads,
        };
        let least = least_cost(program, n_threads, trace.threads.len(), target);
        if least != Some(cost) || minimised.minimality != Minimality::Exact {
            return Err(format!("{target:?}: {minimised:?} costs {cost:?}, least is {least:?}"));
        }
    }
    Ok(())
}

/// The cost of the cheapest run to the target, found without any cleverness.
fn least_cost(program: &Program, n_threads: u32, max_alive: usize, target: Target) -> Option<Cost> {
    let all = |width: u8| (0..1 << width).collect();
    let interpreter = Interpreter::new(program);
    let mut queue: BTreeMap<Cost, BTreeSet<(scpl::State, ThreadIdx)>> = BTreeMap::new();
    let free = Cost { n_switches: 0, n_steps: 0 };
    for (_, state) in interpreter.initial_states(n_threads, &all) {
        queue.entry(free).or_default().insert((state, ThreadIdx(0)));
    }
    let mut seen = BTreeSet::new();
    while let Some((cost, nodes)) = queue.pop_first() {
        for (state, last) in nodes {
            if state.threads.len() > max_alive || !seen.insert((state.clone(), last)) {
                continue;
            }
            let is_goal = match target {
                Target::Violation(property) => state.violated(program) == Some(property),
                Target::Deadlock => {
                    let is_initial = cost == free;
                    (is_initial || state.in_section(program).is_none())
                        && interpreter.deadlocked(&state).is_some()
                }
            };
            if is_goal {
                return Some(cost);
            }
            for thread in state.thread_idxs() {
                for edge in program.edges_from(state.thread(thread).loc) {
                    for way in interpreter.ways(&state, thread, edge, &all).into_iter().flatten() {
                        let n_switches = cost.n_switches + u32::from(thread != last);
                        let cost = Cost { n_switches, n_steps: cost.n_steps + 1 };
                        queue.entry(cost).or_default().insert((way.state, thread));
                    }
                }
            }
        }
    }
    None
}

const N_SEEDS: u64 = 1500;

#[test]
fn random_programs() {
    let mut n_compared = 0;
    for seed in 0..N_SEEDS {
        let program = random::program(seed);
        assert_eq!(program.validate(), Ok(()), "seed {seed}");
        for n_threads in 0..=3 {
            match std::panic::catch_unwind(|| agrees(&program, n_threads)) {
                Ok(Ok(true)) => n_compared += 1,
                Ok(Ok(false)) => break,
                Ok(Err(error)) => panic!("seed {seed}: {error}\n{program}"),
                Err(_) => panic!("seed {seed}: n = {n_threads}\n{program}"),
            }
        }
    }
    assert!(n_compared > N_SEEDS, "{n_compared} comparisons are few");
}

/// If not all values were tried, but the search says that this makes no difference, it makes none.
#[test]
fn representatives_stand_for_all_values() {
    let all = |width: u8| (0..1 << width).collect();
    let config =
        Config { exhaustive_width: 1, n_values: 12, max_states: 20_000, ..Config::default() };
    let mut n_compared = 0;
    for seed in 0..1000 {
        let program = random::program_of(seed, 4);
        assert_eq!(program.validate(), Ok(()), "seed {seed}");
        for n_threads in 0..=2 {
            let budget = Budget::new(u64::MAX);
            let outcome = search(&program, n_threads, &all_goals(&program), &config, &budget)
                .expect("nothing stops it");
            if outcome.coverage != Coverage::Closed {
                continue;
            }
            let expected = explore(&program, n_threads, &all, MAX_STATES);
            if expected.coverage != scpl::Coverage::Complete {
                break;
            }
            let violated: Vec<PropId> = outcome.violations.iter().map(|(id, _)| *id).collect();
            let should: Vec<PropId> = expected.violations.keys().copied().collect();
            let at = format!("seed {seed}: n = {n_threads}\n{program}");
            assert_eq!(violated, should, "{at}");
            assert_eq!(outcome.deadlock.is_some(), expected.deadlock.is_some(), "{at}");
            n_compared += 1;
        }
    }
    assert!(n_compared > 100, "{n_compared} comparisons are few");
}
