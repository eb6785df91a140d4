//! Whether a known trace is still possible: its moves and no others are taken, in the abstract.

use std::collections::BTreeSet;

use super::product::Act;
use crate::bbp::{At, Post, SharedBits, ThreadBits, Trace};
use crate::budget::{Budget, Stop};

/// With more states than this at one point, the trace counts as possible.
const MAX_STATES: usize = 3_000;

/// Whether no abstract run takes the moves of the trace to its end.
pub fn is_stopped(post: &mut dyn Post, trace: &Trace, budget: &Budget) -> Result<bool, Stop> {
    // By the threads' numbers: `main`, then those not created yet.
    let mut states: BTreeSet<(SharedBits, Vec<ThreadBits>)> = BTreeSet::new();
    for (shared, main) in post.initial(budget)? {
        let mut row = vec![main];
        row.extend(vec![ThreadBits::IDLE; trace.n_threads as usize]);
        states.insert((shared, row));
    }
    for step in &trace.moves {
        let mut next = BTreeSet::new();
        let active = step.thread.index();
        for (shared, row) in &states {
            let thread = row[active];
            if !post.edges(thread).contains(&step.edge) {
                continue;
            }
            for &outcome in post.outcomes(step.edge, *shared, thread, budget)?.iter() {
                budget.spend(1)?;
                let partner = outcome
                    .created
                    .and_then(|_| row.iter().position(|thread| thread.at == At::Idle));
                if outcome.created.is_some() && partner.is_none() {
                    continue;
                }
                let others: Vec<usize> =
                    (0..row.len()).filter(|&at| at != active && Some(at) != partner).collect();
                let passives: Vec<ThreadBits> = others.iter().map(|&at| row[at]).collect();
                let act = Act { edge: step.edge, shared: *shared, active: thread, outcome };
                act.each_product(post, &passives, budget, &mut |after| {
                    let mut row = row.clone();
                    row[active] = outcome.active;
                    if let (Some(at), Some(created)) = (partner, outcome.created) {
                        row[at] = created;
                    }
                    for (&at, &thread) in others.iter().zip(after) {
                        row[at] = thread;
                    }
                    next.insert((outcome.shared, row));
                })?;
            }
        }
        if next.is_empty() {
            return Ok(true);
        }
        if next.len() > MAX_STATES {
            return Ok(false);
        }
        states = next;
    }
    Ok(false)
}
