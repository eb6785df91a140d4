//! States in which every live thread waits for another one, forever.
//!
//! A thread waits if it has no macro-step, and one of its paths ends at an `Await` or a `Join`. That
//! other paths of it end at an `Assume` is normal, those are the branches not taken; but a thread with
//! only such paths is in a run that the program says does not happen. A thread that lacks an idle
//! thread to create is stopped by our bound, not by the program. Neither is a deadlock.
//!
//! All values of small choices are tried. Where that is not enough to see that a thread is stuck, it
//! counts as able to move: a deadlock reported is always a real one.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::Interpreter;
use super::section::Path;
use super::state::State;
use super::step::Disabled;
use crate::scpl::program::{EdgeId, LocKind};
use crate::scpl::trace::ThreadIdx;

/// Wider choices are not tried.
const MAX_WIDTH: u8 = 8;

/// How many values are tried in one section, all choices together.
const VALUE_LIMIT: u64 = 10_000;

/// How many states inside a section are looked at before the thread counts as able to move.
const SECTION_LIMIT: usize = 10_000;

/// A thread of a deadlock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub thread: ThreadIdx,
    /// The edges whose `Await` or `Join` does not hold; perhaps in the middle of the section that
    /// the thread is in front of.
    pub edges: BTreeSet<EdgeId>,
}

impl Interpreter<'_> {
    /// The threads that wait for each other, if all live ones do. To be asked of observable states
    /// and the initial one.
    pub fn deadlocked(&self, state: &State) -> Option<Vec<Waiting>> {
        if state.is_over(self.program) {
            return None;
        }
        let waiting: Vec<Waiting> = state
            .thread_idxs()
            .filter(|&thread| state.kind(self.program, thread) != LocKind::Finished)
            .map(|thread| Some(Waiting { thread, edges: self.waits_at(state, thread)? }))
            .collect::<Option<_>>()?;
        (!waiting.is_empty()).then_some(waiting)
    }

    /// Where the thread waits; `None` if it may be able to move, or is stuck in another way.
    fn waits_at(&self, state: &State, thread: ThreadIdx) -> Option<BTreeSet<EdgeId>> {
        let mut edges = BTreeSet::new();
        let n_tried = Cell::new(0);
        let all_values = |width| {
            if width > MAX_WIDTH || n_tried.get() > VALUE_LIMIT {
                return Vec::new();
            }
            n_tried.set(n_tried.get() + (1_u64 << width));
            (0..1_u64 << width).collect()
        };
        let walk =
            self.walk_section(state, thread, &all_values, SECTION_LIMIT, &mut |path| match path {
                Path::Blocked(edge, Disabled::Waits) => {
                    edges.insert(edge);
                    ControlFlow::Continue(())
                }
                Path::Blocked(_, Disabled::AssumeFails) => ControlFlow::Continue(()),
                Path::Through(..) | Path::Blocked(..) | Path::Cut => ControlFlow::Break(()),
            });
        (walk.is_continue() && !edges.is_empty()).then_some(edges)
    }
}

#[cfg(test)]
mod tests;
