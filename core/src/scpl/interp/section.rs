//! Macro-steps: the moves of a thread that the others can see.
//!
//! A macro-step leads from a location, through atomic ones only, to a location where others may move
//! again: one that is not atomic, or the end of the thread or the program. Without atomic locations
//! it is a single edge. A path that blocks in the middle is no macro-step, nor is a loop that never
//! leaves the section.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::state::State;
use super::step::Disabled;
use super::{Interpreter, Values};
use crate::scpl::program::EdgeId;
use crate::scpl::trace::{Step, ThreadIdx};

/// What becomes of a path that one thread takes through a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Path {
    /// It gets through: the steps, and the state after them.
    Through(Vec<Step>, State),
    /// It cannot go on with this edge.
    Blocked(EdgeId, Disabled),
    /// The limit was reached; nothing is known about the paths not visited.
    Cut,
}

impl Interpreter<'_> {
    /// All macro-steps of a thread: a shortest path to each state that one can end in.
    pub fn macro_steps(
        &self,
        state: &State,
        thread: ThreadIdx,
        values: Values,
    ) -> Vec<(Vec<Step>, State)> {
        let mut through = Vec::new();
        // Never breaks off, so the result of the walk says nothing.
        let _ = self.walk_section(state, thread, values, usize::MAX, &mut |path| {
            if let Path::Through(steps, state) = path {
                through.push((steps, state));
            }
            ControlFlow::Continue(())
        });
        through
    }

    /// Visits the ends of all paths that the thread can take from here until others may move again,
    /// breadth first, each state once; after `limit` states in the middle, `Path::Cut`.
    pub fn walk_section(
        &self,
        state: &State,
        thread: ThreadIdx,
        values: Values,
        limit: usize,
        visit: &mut dyn FnMut(Path) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut seen = BTreeSet::new();
        // The states in the middle, each with the step that led to it from an earlier one.
        let mut inside: Vec<(State, Option<(usize, Step)>)> = vec![(state.clone(), None)];
        let mut next_idx = 0;
        while next_idx < inside.len() {
            if next_idx == limit {
                return visit(Path::Cut);
            }
            let from = inside[next_idx].0.clone();
            let Some(at) = from.threads.get(thread.index()) else { break };
            for edge in self.program.edges_from(at.loc) {
                for way in self.ways(&from, thread, edge, values) {
                    match way {
                        Err(disabled) => visit(Path::Blocked(edge, disabled))?,
                        Ok(way) if !seen.insert(way.state.clone()) => {}
                        Ok(way) if way.state.in_section(self.program) == Some(thread) => {
                            inside.push((way.state, Some((next_idx, way.step))));
                        }
                        Ok(way) => {
                            let mut steps = steps_to(&inside, next_idx);
                            steps.push(way.step);
                            visit(Path::Through(steps, way.state))?;
                        }
                    }
                }
            }
            next_idx += 1;
        }
        ControlFlow::Continue(())
    }
}

fn steps_to(inside: &[(State, Option<(usize, Step)>)], mut idx: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    while let Some((before, step)) = &inside[idx].1 {
        steps.push(step.clone());
        idx = *before;
    }
    steps.reverse();
    steps
}

#[cfg(test)]
mod tests;
