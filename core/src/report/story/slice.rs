//! Which events a person must hear of to understand the end of a run.
//!
//! A dynamic slice, backwards from the last events. An event matters if
//! - it wrote a value that an event that matters read;
//! - it created a thread;
//! - it decided, by a value that other threads or inputs influence, that a thread gets to an event
//!   that matters, or which object or function a pointer means there;
//! - it made a value stale that an event that matters had read before: the update that got lost, the first
//!   of several and the last.
//!
//! That is a choice of what to show, not a proof: leaving out everything else need not give a run.

use crate::hash::{FxHashMap, FxHashSet};

use super::values::Names;
use crate::scpl::{Access, Command, Event, StepKind, ThreadIdx, Trace, VarId};

/// A place in memory; local ones belong to a thread.
type Cell = (VarId, Option<u32>, Option<ThreadIdx>);

/// For each event, whether it matters for the events `last`.
pub(super) fn slice(names: Names, trace: &Trace, last: &[usize]) -> Vec<bool> {
    let flow = Flow::new(names, trace);
    let mut matters = vec![false; trace.events.len()];
    let mut pending: Vec<usize> = last.to_vec();
    // Up to where the decisions of a thread are already accounted for.
    let mut decided = vec![0; trace.threads.len()];
    while let Some(idx) = pending.pop() {
        if std::mem::replace(&mut matters[idx], true) {
            continue;
        }
        let event = &trace.events[idx];
        if !is_order(names, event) {
            pending.extend(&flow.wrote_what_it_read[idx]);
            pending.extend(&flow.made_stale[idx]);
        }
        let before = &mut decided[event.thread.index()];
        for earlier in *before..idx {
            if trace.events[earlier].thread == event.thread && flow.decides[earlier] {
                pending.push(earlier);
            }
        }
        *before = idx.max(*before);
    }
    // Who is there matters, also those who do nothing yet; where handles come from does not.
    for &creation in flow.creation.iter().flatten() {
        matters[creation] = true;
    }
    matters
}

/// Whether the event only says what comes after what; which handle it used does not matter.
fn is_order(names: Names, event: &Event) -> bool {
    names.model.origins.edge(event.edge).kind == StepKind::Join
}

/// How values got from event to event.
struct Flow {
    /// Per event, the events that wrote what it read.
    wrote_what_it_read: Vec<Vec<usize>>,
    /// Per event, the first event of another thread that overwrote a shared value it had read, and the last
    /// one before the thread wrote there itself.
    made_stale: Vec<Vec<usize>>,
    /// Per event, whether it is a decision that other threads or inputs influence.
    decides: Vec<bool>,
    /// Per thread, the event that created it.
    creation: Vec<Option<usize>>,
}

impl Flow {
    fn new(names: Names, trace: &Trace) -> Self {
        let n_events = trace.events.len();
        let mut flow = Flow {
            wrote_what_it_read: vec![Vec::new(); n_events],
            made_stale: vec![Vec::new(); n_events],
            decides: vec![false; n_events],
            creation: vec![None; trace.threads.len()],
        };
        let mut writer: FxHashMap<Cell, usize> = FxHashMap::default();
        let mut readers: FxHashMap<Cell, Vec<usize>> = FxHashMap::default();
        let mut influenced: FxHashSet<Cell> = FxHashSet::default();
        let mut lost: FxHashMap<Cell, Vec<Lost>> = FxHashMap::default();
        for (idx, event) in trace.events.iter().enumerate() {
            let mut open = false;
            for access in &event.accesses {
                let cell = cell(names, event, access);
                if let Access::Read { .. } = access {
                    flow.wrote_what_it_read[idx].extend(writer.get(&cell));
                    readers.entry(cell).or_default().push(idx);
                    open |= influenced.contains(&cell)
                        || names.is_shared(cell.0) && !names.is_mutex(cell.0);
                } else if keeps_lock(names, access) {
                    continue;
                } else {
                    let lost = lost.entry(cell).or_default();
                    if let Some(own) = lost.iter().position(|it| it.thread == event.thread) {
                        let own = lost.swap_remove(own);
                        flow.made_stale[own.reader].push(own.last);
                    }
                    lost.iter_mut().for_each(|it| it.last = idx);
                    for reader in readers.remove(&cell).unwrap_or_default() {
                        let thread = trace.events[reader].thread;
                        if thread != event.thread {
                            flow.made_stale[reader].push(idx);
                            lost.retain(|it| it.thread != thread);
                            lost.push(Lost { thread, reader, last: idx });
                        }
                    }
                    writer.insert(cell, idx);
                    open |= matches!(access, Access::Choose { .. });
                }
            }
            let written = event.accesses.iter().filter(|a| !matches!(a, Access::Read { .. }));
            for access in written {
                let cell = cell(names, event, access);
                if open {
                    influenced.insert(cell)
                } else {
                    influenced.remove(&cell)
                };
            }
            flow.decides[idx] = decides(names, event, open);
            if let Some(created) = event.created {
                flow.creation[created.index()] = Some(idx);
                for var in args(names, event) {
                    let cell = (var, None, Some(created));
                    writer.insert(cell, idx);
                    if open {
                        influenced.insert(cell);
                    }
                }
            }
        }
        flow
    }
}

/// A value that a thread has read, and that others have overwritten since.
struct Lost {
    thread: ThreadIdx,
    /// The event that read it.
    reader: usize,
    /// The last event that overwrote it.
    last: usize,
}

/// Whether a lock is only made what it is already: who holds it does not depend on that.
fn keeps_lock(names: Names, access: &Access) -> bool {
    matches!(access, Access::Write { var, old, new, .. } if old == new && names.is_mutex(*var))
}

fn decides(names: Names, event: &Event, open: bool) -> bool {
    match names.model.origins.edge(event.edge).kind {
        StepKind::Branch { .. } if names.passed(event.edge).is_some() => false,
        StepKind::Branch { .. } | StepKind::TryLock => open,
        StepKind::Silent => open && names.finds_pointed(event.edge),
        StepKind::Join => true,
        _ => false,
    }
}

/// The variables of the created thread that the event gives values to.
fn args(names: Names, event: &Event) -> Vec<VarId> {
    let commands = names.model.program.edge(event.edge).commands.iter();
    let args = commands.filter_map(|command| match command {
        Command::Create { args, .. } => Some(args),
        _ => None,
    });
    args.flatten().map(|(var, _)| *var).collect()
}

fn cell(names: Names, event: &Event, access: &Access) -> Cell {
    let (var, index) = access.cell();
    (var, index, (!names.is_shared(var)).then_some(event.thread))
}
