//! Threads that wait for others to finish, and for nothing else.
//!
//! A thread in front of a join goes on alone, in its thoughts: up to where it would do something that others
//! can notice, or that depends on them, passing further joins on the way. What it passes concerns nobody
//! else. So it is put at the end of that way at once, and *waits* there for all threads that were to be
//! joined: in every run it leaves that place only when they have all finished. In what order it would have
//! joined them makes no difference any more, nor do the handles, if nobody looks at them again; and that it
//! does not get there before each of the threads has ended is easy to see (`alone.rs`).
//!
//! The way must be the only one, by what is known; it ends before the thread would finish, or end the run,
//! since others can tell; and it may lead through sections, but does not end inside one.

use std::collections::BTreeSet;

use super::Lister;
use super::node::Node;
use super::touched::{CellSet, Known, Run};
use crate::budget::Stop;
use crate::sabotage::Sabotage;
use crate::scpl::{Command, LocId, LocKind, ThreadIdx};

/// Longer ways are not followed.
const MAX_STEPS: usize = 64;

/// A thread on its way.
struct Way {
    loc: LocId,
    cells: Known,
    awaited: BTreeSet<u64>,
}

impl Node {
    /// With the thread as far ahead as it gets behind a join, and waiting. It has just moved, and is not in
    /// a section.
    pub(super) fn ahead(mut self, lister: &Lister, thread: ThreadIdx) -> Result<Self, Stop> {
        let program = lister.interpreter.program();
        let mut way = Way {
            loc: self.state.thread(thread).loc,
            cells: self.known_locals(thread),
            awaited: BTreeSet::new(),
        };
        let mut end = None;
        for _ in 0..MAX_STEPS {
            let Some(next) = step(lister, &way)? else { break };
            way = next;
            if !program.loc(way.loc).atomic && !way.awaited.is_empty() {
                end = Some((way.loc, way.cells.clone(), way.awaited.clone()));
            }
        }
        let Some((loc, cells, awaited)) = end else { return Ok(self) };
        // A handle of nobody holds nobody up; for itself a thread waits for ever.
        let is_for_all = Sabotage::AllAwaited.is_on(); // in some tests only
        let awaited: BTreeSet<ThreadIdx> = self
            .state
            .thread_idxs()
            .filter(|idx| awaited.contains(&idx.handle()) || is_for_all && *idx != thread)
            .filter(|idx| self.state.kind(program, *idx) != LocKind::Finished)
            .collect();
        let needed = lister.needed.with(program, lister.interpreter.layout(), loc, &cells);
        let moved = &mut self.state.threads[thread.index()];
        moved.loc = loc;
        for (at, value) in cells.into_iter().enumerate().take(moved.locals.len()) {
            let value = if needed.contains(at) { value } else { Some(0) };
            if let Some(value) = value {
                moved.locals[at] = value;
                self.open.remove(&(Some(thread), at));
            }
        }
        if !awaited.is_empty() {
            self.waits.insert(thread, awaited);
        }
        Ok(Self { waits: self.waits, ..Node::new(self.state, &self.open, &self.ranges) })
    }

    /// Nobody waits any more for a thread that has finished.
    pub(super) fn notice_end(&mut self, thread: ThreadIdx) {
        self.waits.retain(|_, awaited| {
            awaited.remove(&thread);
            !awaited.is_empty()
        });
    }
}

/// The only step that can come next, if it is known and concerns nobody else but those that are joined.
fn step(lister: &Lister, way: &Way) -> Result<Option<Way>, Stop> {
    let (program, layout) = (lister.interpreter.program(), lister.interpreter.layout());
    let mut found = None;
    for edge in program.edges_from(way.loc) {
        lister.budget.spend(1)?;
        let edge = program.edge(edge);
        let mut run = Run::of_one(program, layout, way.cells.clone());
        let mut awaited = way.awaited.clone();
        let mut is_taken = true;
        for command in &edge.commands {
            match command {
                Command::Assume(guard) | Command::Await(guard) => match run.eval(guard) {
                    Some(holds) => is_taken = holds.value == 1,
                    None => return Ok(None),
                },
                Command::Join(handle) => match run.eval(handle) {
                    Some(handle) => _ = awaited.insert(handle.value),
                    None => return Ok(None),
                },
                Command::Assign(place, value) => {
                    // What is not known now is not known to be the same later.
                    let is_known = run.index(place).is_some() && run.eval(value).is_some();
                    if !is_known || !run.command(command) {
                        return Ok(None);
                    }
                }
                Command::Havoc(..) | Command::Create { .. } => return Ok(None),
            }
            if !is_taken {
                break;
            }
        }
        let is_local = |cells: &CellSet| cells.iter().next().is_none();
        if !is_local(&run.touched.reads) || !is_local(&run.touched.writes) {
            return Ok(None);
        }
        if is_taken && found.is_some() {
            return Ok(None);
        }
        if is_taken {
            found = Some(Way { loc: edge.to, cells: run.cells, awaited });
        }
    }
    Ok(found.filter(|way| program.loc(way.loc).kind == LocKind::Plain))
}
