//! A given run, improved step by step.
//!
//! Blocks of steps by one thread are moved next to other blocks of the same thread, and steps are left
//! out; whatever the interpreter accepts, and is cheaper, is kept. This finds no other way to the goal,
//! only a straighter one, but it works for runs of any length.

use super::minimise::{Cost, Target, shows};
use crate::budget::{Budget, Stop};
use crate::scpl::{Program, Schedule};

/// Improves a run to the target; it is good at any time, also when stopped.
pub(super) fn shorten(
    program: &Program,
    best: &mut Schedule,
    target: Target,
    budget: &Budget,
) -> Result<(), Stop> {
    loop {
        let before = Cost::of(best);
        leave_out(program, best, target, budget)?;
        join_blocks(program, best, target, budget)?;
        if Cost::of(best) == before {
            return Ok(());
        }
    }
}

/// Keeps the candidate if it is cheaper and does what it should.
fn try_one(
    program: &Program,
    best: &mut Schedule,
    candidate: Schedule,
    target: Target,
    budget: &Budget,
) -> Result<bool, Stop> {
    if Cost::of(&candidate) >= Cost::of(best) {
        return Ok(false);
    }
    // A step of the interpreter is more than one of the search, but by less than it seems: most
    // candidates are refused early.
    budget.spend(1 + candidate.steps.len() as u64 / 8)?;
    let is_good = shows(program, &candidate, target);
    if is_good {
        *best = candidate;
    }
    Ok(is_good)
}

/// Leaves out what is not needed, from the end: the rest of a block, or a single step.
fn leave_out(
    program: &Program,
    best: &mut Schedule,
    target: Target,
    budget: &Budget,
) -> Result<(), Stop> {
    let mut idx = best.steps.len();
    while idx > 0 {
        idx = idx.min(best.steps.len()) - 1;
        let block = &best.steps[idx..];
        let len = block.iter().take_while(|step| step.thread == block[0].thread).count();
        for n_left_out in [len, 1] {
            let mut candidate = best.clone();
            candidate.steps.drain(idx..idx + n_left_out);
            if try_one(program, best, candidate, target, budget)? || len == 1 {
                break;
            }
        }
    }
    Ok(())
}

/// Moves blocks back to the previous block of their thread, or forward to the next.
fn join_blocks(
    program: &Program,
    best: &mut Schedule,
    target: Target,
    budget: &Budget,
) -> Result<(), Stop> {
    let mut block_idx = 0;
    loop {
        let blocks = blocks(best);
        let Some(&(start, end)) = blocks.get(block_idx) else { return Ok(()) };
        let thread = best.steps[start].thread;
        let is_same = |&&(other, _): &&(usize, usize)| best.steps[other].thread == thread;
        let previous = blocks[..block_idx].iter().rev().find(is_same).map(|&(_, end)| end);
        let next = blocks[block_idx + 1..].iter().find(is_same).map(|&(start, _)| start);
        let mut is_better = false;
        for place in [previous, next].into_iter().flatten() {
            let mut candidate = best.clone();
            if place < start {
                candidate.steps[place..end].rotate_right(end - start);
            } else {
                candidate.steps[start..place].rotate_left(end - start);
            }
            is_better = try_one(program, best, candidate, target, budget)?;
            if is_better {
                break;
            }
        }
        if !is_better {
            block_idx += 1;
        }
    }
}

/// Maximal runs of steps by one thread, as ranges.
fn blocks(schedule: &Schedule) -> Vec<(usize, usize)> {
    let mut blocks: Vec<(usize, usize)> = Vec::new();
    for (idx, step) in schedule.steps.iter().enumerate() {
        match blocks.last_mut() {
            Some((start, end)) if schedule.steps[*start].thread == step.thread => *end = idx + 1,
            _ => blocks.push((idx, idx + 1)),
        }
    }
    blocks
}
