//! Locations that nobody needs: the edges into them are joined with the edges out of them.

use super::local::{is_local, is_total};
use super::{Draft, is_blocked};
use crate::scpl::{Command, Edge, EdgeId, Ground, LocId, LocKind, Program, PropId, Reduction};

/// A location with more ways through it than this stays: joining would multiply edges.
const MAX_WAYS: usize = 16;

/// The same for locations whose going is only a convenience.
const MAX_LOCAL_WAYS: usize = 6;

/// Joins the steps of atomic sections, inner loops aside.
pub(super) fn sections(draft: &mut Draft) {
    each_location(draft, &mut |draft, loc| {
        let program = &draft.program;
        let is_atomic = program.loc(loc).atomic;
        (is_atomic && is_loose(program, loc, MAX_WAYS) && creates(program, loc) <= 1)
            .then_some(Ground::Atomic)
    });
}

/// Joins steps that only concern their thread with their neighbours. No location is atomic here.
pub(super) fn local(draft: &mut Draft, goals: &[PropId]) {
    each_location(draft, &mut |draft, loc| {
        let program = &draft.program;
        if program.loc(loc).atomic
            || !is_loose(program, loc, MAX_LOCAL_WAYS)
            || moves_others(program, loc)
        {
            return None;
        }
        let (before, after) = neighbours(program, loc);
        if before.iter().all(|edge| is_local(program, edge) && !program.loc(edge.from).atomic) {
            return Some(Ground::LocalBefore);
        }
        // Taken early, such an edge would keep others from what they could still do.
        let ends = after.iter().any(|edge| match program.loc(edge.to).kind {
            LocKind::Halted => true,
            LocKind::Error(property) => !goals.contains(&property),
            LocKind::Plain | LocKind::Finished => false,
        });
        let late = after.iter().all(|edge| is_local(program, edge) && !program.loc(edge.to).atomic);
        (late && !ends && is_total(&after)).then_some(Ground::LocalAfter)
    });
}

/// Bypasses locations for which `ground` gives one, until there are none.
fn each_location(draft: &mut Draft, ground: &mut dyn FnMut(&Draft, LocId) -> Option<Ground>) {
    loop {
        let mut changed = false;
        for loc in (0..draft.program.locs.len() as u32).map(LocId) {
            if !draft.may_go_on() {
                return;
            }
            if let Some(ground) = ground(draft, loc) {
                bypass(draft, loc, ground);
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

fn bypass(draft: &mut Draft, loc: LocId, ground: Ground) {
    let out: Vec<(Edge, Vec<EdgeId>)> = draft
        .program
        .edges_from(loc)
        .map(|id| (draft.program.edge(id).clone(), draft.paths[id.index()].clone()))
        .collect();
    let edges = std::mem::take(&mut draft.program.edges);
    let paths = std::mem::take(&mut draft.paths);
    let mut joined = Vec::new();
    for (edge, path) in edges.into_iter().zip(paths) {
        if edge.from == loc {
            continue;
        }
        if edge.to != loc {
            draft.program.edges.push(edge);
            draft.paths.push(path);
            continue;
        }
        for (next, next_path) in &out {
            let commands = edge.commands.iter().chain(&next.commands).cloned().collect();
            joined.push(draft.program.edges.len());
            draft.program.edges.push(Edge { from: edge.from, to: next.to, commands });
            draft.paths.push(path.iter().chain(next_path).copied().collect());
        }
    }
    draft.steps.push(Reduction::Bypass(loc, ground));
    // Only what is new can be blocked.
    draft.prune(&joined);
}

/// Whether a location could go: a plain one that is somebody's way, no entry, without an edge to
/// itself, and with few ways through it.
fn is_loose(program: &Program, loc: LocId, max_ways: usize) -> bool {
    let (before, after) = neighbours(program, loc);
    let is_entry = program.templates.iter().any(|template| template.entry == loc);
    let is_looped = after.iter().any(|edge| edge.to == loc);
    let ways = before.len() * after.len();
    let grows = ways > before.len() + after.len();
    program.loc(loc).kind == LocKind::Plain
        && !is_entry
        && !is_looped
        && !before.is_empty()
        && (!grows || ways <= max_ways)
}

fn neighbours(program: &Program, loc: LocId) -> (Vec<&Edge>, Vec<&Edge>) {
    let before = program.edges.iter().filter(|edge| edge.to == loc && !is_blocked(edge)).collect();
    let after = program.edges_from(loc).map(|id| program.edge(id)).collect();
    (before, after)
}

/// How many threads a way through the location can create.
fn creates(program: &Program, loc: LocId) -> usize {
    let count = |edge: &&Edge| {
        edge.commands.iter().filter(|command| matches!(command, Command::Create { .. })).count()
    };
    let (before, after) = neighbours(program, loc);
    before.iter().map(count).max().unwrap_or(0) + after.iter().map(count).max().unwrap_or(0)
}

/// Whether an edge at the location creates or waits for a thread.
fn moves_others(program: &Program, loc: LocId) -> bool {
    let (before, after) = neighbours(program, loc);
    before.iter().chain(&after).any(|edge| {
        edge.commands
            .iter()
            .any(|command| matches!(command, Command::Create { .. } | Command::Join(_)))
    })
}
