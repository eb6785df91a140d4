//! What the parts of the prover promise each other, on random programs that create and join.
//!
//! Each concrete step has an abstract one. So the abstract states with n threads contain the concrete ones.
//! And views of k threads contain whatever k threads of an abstract state look like; this is where a
//! creation that is looked at carelessly shows.

use std::collections::BTreeSet;

use braid_core::bbp::{At, Post, SharedBits, ThreadBits};
use braid_core::budget::{Budget, Stop};
use braid_core::check::{self, Views};
use braid_core::predabs::{Abstraction, Cache, Queries, tracked};
use braid_core::reduce::reduce;
use braid_core::scpl::{Command, Expr, Interpreter, Predicates, Program, State, ThreadIdx, Way};
use braid_tests::oracle::{Glasses, k_subsets, reached, values};
use braid_tests::small_program::small_program;

use crate::judge::all_properties;
use crate::slice::{pass, seeds};

/// Programs with more abstract states are left out.
const MAX_ABSTRACT: usize = 3_000;

/// How many concrete states are looked at.
const MAX_CONCRETE: usize = 300;

/// An abstract state: idle threads included, sorted.
type Abstract = (SharedBits, Vec<ThreadBits>);

/// The conditions of the program as predicates, as many as are quickly dealt with.
fn predicates(program: &Program) -> Predicates {
    let mut found = Predicates::default();
    for command in program.edges.iter().flat_map(|edge| &edge.commands) {
        if let Command::Assume(condition) | Command::Await(condition) = command
            && found.len() < 5
            && is_variable(condition)
            && !found.contains(&condition.clone().negate())
        {
            found.insert(program, condition.clone());
        }
    }
    found
}

fn is_variable(expr: &Expr) -> bool {
    let mut found = false;
    expr.for_each_var(&mut |_| found = true);
    found
}

fn successors(
    post: &mut dyn Post,
    state: &Abstract,
    budget: &Budget,
) -> Result<Vec<Abstract>, Stop> {
    let (shared, threads) = state;
    let mut found = Vec::new();
    if threads.iter().any(|thread| post.is_end(*thread)) {
        return Ok(found);
    }
    for (at, &active) in threads.iter().enumerate() {
        for edge in post.edges(active) {
            for &outcome in post.outcomes(edge, *shared, active, budget)?.iter() {
                let mut others = threads.clone();
                others.remove(at);
                let mut moved = vec![outcome.active];
                if let Some(created) = outcome.created {
                    let Some(idle) = others.iter().position(|other| other.at == At::Idle) else {
                        continue;
                    };
                    others.remove(idle);
                    moved.push(created);
                }
                let mut rows = vec![moved];
                for other in others {
                    let after = post.passive(edge, *shared, active, outcome, other, budget)?;
                    let longer = |row: &Vec<ThreadBits>| -> Vec<Vec<ThreadBits>> {
                        after.iter().map(|&one| [&row[..], &[one]].concat()).collect()
                    };
                    rows = rows.iter().flat_map(longer).collect();
                }
                found.extend(rows.into_iter().map(|mut row| {
                    row.sort_unstable();
                    (outcome.shared, row)
                }));
            }
        }
    }
    Ok(found)
}

/// All abstract states with so many threads, unless there are too many.
fn abstract_states(
    post: &mut dyn Post,
    n_threads: u32,
    budget: &Budget,
) -> Result<Option<BTreeSet<Abstract>>, Stop> {
    let mut pending: Vec<Abstract> = Vec::new();
    for (shared, main) in post.initial(budget)? {
        let mut row = vec![ThreadBits::IDLE; n_threads as usize];
        row.push(main);
        pending.push((shared, row));
    }
    let mut seen: BTreeSet<Abstract> = pending.iter().cloned().collect();
    while let Some(state) = pending.pop() {
        for next in successors(post, &state, budget)? {
            if seen.insert(next.clone()) {
                pending.push(next);
            }
        }
        if seen.len() > MAX_ABSTRACT {
            return Ok(None);
        }
    }
    Ok(Some(seen))
}

/// What a step of the program has in the abstract.
fn has_abstract_step(
    post: &mut dyn Post,
    glasses: &Glasses,
    before: &State,
    way: &Way,
    budget: &Budget,
) -> Result<bool, Stop> {
    let (thread, edge, after) = (way.step.thread, way.step.edge, &way.state);
    let shared = glasses.shared(before);
    let active = glasses.thread(before, thread);
    let created = way.event.created.map(|created| glasses.thread(after, created));
    for &outcome in post.outcomes(edge, shared, active, budget)?.iter() {
        if outcome.shared != glasses.shared(after)
            || outcome.active != glasses.thread(after, thread)
            || outcome.created != created
        {
            continue;
        }
        let mut fits = true;
        let passives: Vec<ThreadIdx> =
            before.thread_idxs().filter(|passive| *passive != thread).collect();
        for passive in passives {
            let old = glasses.thread(before, passive);
            let new = glasses.thread(after, passive);
            fits &= if post.is_broadcast(edge) {
                post.passive(edge, shared, active, outcome, old, budget)?.contains(&new)
            } else {
                old == new
            };
        }
        if fits && (post.is_broadcast(edge) || outcome.shared == shared) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn laws(original: &Program) -> Result<(), String> {
    let reduced = reduce(original, &all_properties(original));
    let program = &reduced.program;
    let predicates = predicates(program);
    let tracked = tracked(program, &predicates);
    let glasses = Glasses::new(program, &predicates, &tracked);
    let mut queries = Queries::new(program, Cache::default());
    let mut post = Abstraction::new(&mut queries, &predicates, &[]);
    let budget = Budget::new(300_000);
    match check_laws(program, &glasses, &mut post, &budget) {
        Ok(result) => result,
        // Too much for now.
        Err(_) => Ok(()),
    }
}

fn check_laws(
    program: &Program,
    glasses: &Glasses,
    post: &mut dyn Post,
    budget: &Budget,
) -> Result<Result<(), String>, Stop> {
    let interpreter = Interpreter::new(program);
    for state in reached(program, 2, MAX_CONCRETE).states {
        for thread in state.thread_idxs() {
            for edge in program.edges_from(state.thread(thread).loc) {
                for way in interpreter.ways(&state, thread, edge, &values).into_iter().flatten() {
                    if !has_abstract_step(post, glasses, &state, &way, budget)? {
                        return Ok(Err(format!("no abstract step: {state:?}, {:?}", way.step)));
                    }
                }
            }
        }
    }
    let mut views: Vec<BTreeSet<_>> = Vec::new();
    for k in 1..=3 {
        match check::views(post, k, budget)? {
            Views::Closed(all) => views.push(all.into_iter().collect()),
            Views::Bad(view) => return Ok(Err(format!("bad without goals: {view:?}"))),
        }
    }
    for n_threads in 0..=3 {
        let Some(states) = abstract_states(post, n_threads, budget)? else { break };
        let exact = check::exact(post, n_threads, usize::MAX, budget)?;
        if exact.n_states != states.len() {
            let (one, two) = (exact.n_states, states.len());
            return Ok(Err(format!("exact: {one} states with {n_threads} threads, not {two}")));
        }
        for state in reached(program, n_threads, MAX_CONCRETE).states {
            let mut threads = glasses.threads(&state);
            threads.extend(vec![ThreadBits::IDLE; state.n_idle as usize]);
            threads.sort_unstable();
            if !states.contains(&(glasses.shared(&state), threads)) {
                return Ok(Err(format!("not abstracted: with {n_threads} threads {state:?}")));
            }
        }
        for (shared, threads) in &states {
            for (k, views) in (1..).zip(&views) {
                let shown = k_subsets(*shared, threads, k);
                if let Some(missing) = shown.iter().find(|view| !views.contains(view)) {
                    return Ok(Err(format!("no view: k = {k}, n = {n_threads}, {missing:?}")));
                }
            }
        }
    }
    Ok(Ok(()))
}

#[test]
fn abstractions_contain_what_they_abstract() {
    for seed in seeds(60, "BRAID_SOUND_PROGRAMS") {
        let program = small_program(seed);
        pass(&format!("seed {seed}"), &program, &laws);
    }
}
