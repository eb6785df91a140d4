//! All states of an abstraction with a few threads, by asking it for one successor after the other.

use std::collections::BTreeSet;

use braid_core::bbp::{At, Post, SharedBits, ThreadBits};
use braid_core::budget::{Budget, Stop};
use braid_core::scpl::{Command, Expr, Predicates, Program};

/// Programs with more abstract states are left out.
const MAX_ABSTRACT: usize = 3_000;

/// An abstract state: idle threads included, sorted.
pub type Abstract = (SharedBits, Vec<ThreadBits>);

/// The conditions of the program as predicates, the first so many.
pub fn condition_predicates(program: &Program, limit: usize) -> Predicates {
    let mut found = Predicates::default();
    for command in program.edges.iter().flat_map(|edge| &edge.commands) {
        if let Command::Assume(condition) | Command::Await(condition) = command
            && found.len() < limit
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
pub fn abstract_states(
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
