//! A smaller program with the same violations.
//!
//! Fewer locations mean fewer interleavings and fewer places for predicates. In this order:
//!
//! 1. Variables that nobody reads are forgotten (`forget`), which makes more edges local.
//! 2. Atomic sections become single edges (`bypass`).
//! 3. A location is bypassed if all edges into it, or all edges out of it, concern only the thread
//!    itself: nobody can tell when such an edge is taken, so it is taken together with its
//!    neighbour. An ordinary read is never joined with an atomic section that follows it: it is not
//!    local, and neither is the section.
//! 4. Sections that are left have loops; a shared bit says when somebody is inside (`guard`).
//!
//! Apart from that, handles that only `main` uses can be made shared (`share`): nothing gets smaller by that,
//! but predicates can then say which thread a join waits for. And how many threads are somewhere can be
//! counted (`count`), so that predicates can say what a counter of the program means.
//!
//! An error ends the run for all threads. So an edge to one is taken early only if its property is among
//! the goals: if none of those is violated, nobody's run was cut short.
//!
//! Every step is recorded, and `certify` checks and repeats the record with code of its own. Traces
//! are expanded to original edges before they are replayed.
//!
//! Must not know: predicates, searches.

mod bypass;
mod count;
mod forget;
mod guard;
mod local;
mod share;
#[cfg(test)]
mod tests;

pub use count::count;
pub use share::share;

use crate::budget::Budget;
use crate::scpl::{Command, Edge, EdgeId, LocId, Program, PropId, Reduced, Reduction};

/// The result violates some goal if and only if the program does; about other properties it says
/// nothing. Relies on a valid program; the result is valid too.
pub fn reduce(program: &Program, goals: &[PropId]) -> Reduced {
    reduce_within(program, goals, &Budget::new(u64::MAX))
}

/// As [`reduce`], a step per location looked at. When the budget ends, what has been done by then is the
/// result, and as right as any; the caller will notice when it spends itself.
pub fn reduce_within(program: &Program, goals: &[PropId], budget: &Budget) -> Reduced {
    let mut draft = Draft {
        program: program.clone(),
        steps: Vec::new(),
        paths: (0..program.edges.len() as u32).map(|idx| vec![EdgeId(idx)]).collect(),
        budget,
    };
    forget::forget(&mut draft);
    let all: Vec<usize> = (0..draft.program.edges.len()).collect();
    draft.prune(&all);
    draft.drop_unreachable();
    bypass::sections(&mut draft);
    draft.drop_unreachable();
    bypass::local(&mut draft, goals);
    draft.drop_unreachable();
    guard::guard(&mut draft);
    let Draft { program, steps, paths, .. } = draft;
    Reduced { program, steps, paths }
}

/// The work in progress: always a valid program with its record.
struct Draft<'b> {
    program: Program,
    steps: Vec<Reduction>,
    /// By `EdgeId`, the original edges that it stands for.
    paths: Vec<Vec<EdgeId>>,
    budget: &'b Budget,
}

impl Draft<'_> {
    fn may_go_on(&self) -> bool {
        self.budget.spend(1).is_ok()
    }

    /// Removes those of the edges, given by ascending numbers, that can never be taken.
    fn prune(&mut self, edges: &[usize]) {
        let mut n_removed = 0;
        for idx in edges {
            let idx = idx - n_removed;
            if is_blocked(&self.program.edges[idx]) {
                self.program.edges.remove(idx);
                self.paths.remove(idx);
                self.steps.push(Reduction::Prune(EdgeId(idx as u32)));
                n_removed += 1;
            }
        }
    }

    /// Removes what no path from an entry leads to.
    fn drop_unreachable(&mut self) {
        let program = &self.program;
        let mut reached = vec![false; program.locs.len()];
        let mut pending: Vec<LocId> = program.templates.iter().map(|t| t.entry).collect();
        while let Some(loc) = pending.pop() {
            if !std::mem::replace(&mut reached[loc.index()], true) {
                pending.extend(program.edges_from(loc).map(|edge| program.edge(edge).to));
            }
        }
        let dead: Vec<LocId> = (0..program.locs.len() as u32)
            .map(LocId)
            .filter(|loc| !reached[loc.index()] && program.edges_from(*loc).next().is_some())
            .collect();
        if dead.is_empty() {
            return;
        }
        let edges = std::mem::take(&mut self.program.edges);
        let paths = std::mem::take(&mut self.paths);
        let kept = edges.into_iter().zip(paths).filter(|(edge, _)| reached[edge.from.index()]);
        (self.program.edges, self.paths) = kept.unzip();
        self.steps.push(Reduction::Unreachable(dead));
    }
}

/// Whether a condition without variables is in the way.
fn is_blocked(edge: &Edge) -> bool {
    edge.commands.iter().any(|command| match command {
        Command::Assume(condition) | Command::Await(condition) => {
            local::constant(condition) == Some(0)
        }
        _ => false,
    })
}
