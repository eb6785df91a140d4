//! What the parts of the prover promise each other, on random programs that create and join.
//!
//! Each concrete step has an abstract one. So the abstract states with n threads contain the concrete ones.
//! And views of k threads contain whatever k threads of an abstract state look like; this is where a
//! creation that is looked at carelessly shows.

use std::collections::BTreeSet;

use braid_core::bbp::{Post, ThreadBits};
use braid_core::budget::{Budget, Stop};
use braid_core::check::{self, Views};
use braid_core::predabs::{Abstraction, Queries, tracked};
use braid_core::reduce::reduce;
use braid_core::scpl::{Interpreter, Program, State, ThreadIdx, Way};
use braid_tests::abstract_states::{abstract_states, condition_predicates};
use braid_tests::oracle::{Glasses, k_subsets, reached, values};
use braid_tests::small_program::small_program;

use crate::judge::all_properties;
use crate::slice::{pass, seeds};

/// How many concrete states are looked at.
const MAX_CONCRETE: usize = 300;

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
    let predicates = condition_predicates(program, 5);
    let tracked = tracked(program, &predicates);
    let glasses = Glasses::new(program, &predicates, &tracked);
    let mut queries = Queries::new(program);
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
