//! Nodes that differ only in which thread is which.
//!
//! Handles can be copied, compared for equality and joined, nothing else; `scpl` refuses programs that do
//! more. So nobody can tell if two threads change places, as long as every handle of the one becomes one of
//! the other, wherever it is kept: what was possible before is possible then, with the places changed. The
//! node with threads in another order stands for this one as well as it does itself.
//!
//! Which order is taken is no question of soundness, only of how many nodes become one. Threads are sorted
//! by what they look like apart from handles, then by who keeps their handles; `main` comes first.

use std::collections::BTreeMap;

use super::node::{Cell, Held, Node};
use crate::sabotage::Sabotage;
use crate::scpl::{Layout, LocId, Program, Scope, Sort, State, TemplateId, ThreadIdx, VarId};

/// The cells that hold handles, by scope.
#[derive(Debug)]
pub struct Alike {
    shared: Vec<usize>,
    local: Vec<usize>,
}

/// What a thread looks like.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Look {
    template: TemplateId,
    loc: LocId,
    /// Handles are left out: none, its own, or another's.
    cells: Vec<u64>,
    open: Vec<(usize, i128, u8, i128, i128)>,
    n_awaited: usize,
    awaited_by: Vec<ThreadIdx>,
    /// The shared cells, and those of `main`, that hold its handle.
    known_in: Vec<Cell>,
}

impl Alike {
    pub fn new(program: &Program, layout: &Layout) -> Self {
        let cells = |scope: Scope| {
            let vars = program.vars.iter().enumerate();
            let handles = vars.filter(|(_, var)| var.sort == Sort::Handle && var.scope == scope);
            let cells = handles.flat_map(|(idx, var)| {
                let first = layout.slot(VarId(idx as u32)).first;
                first..first + var.n_cells()
            });
            cells.collect()
        };
        Self { shared: cells(Scope::Shared), local: cells(Scope::Local) }
    }

    /// Whether the cell holds a handle.
    pub(super) fn is_handle(&self, (owner, at): Cell) -> bool {
        let handles = if owner.is_some() { &self.local } else { &self.shared };
        handles.contains(&at)
    }

    /// The same node, with its threads in order. No handle is open: a step that would leave one so is refused
    /// (`walk.rs`).
    pub fn ordered(&self, node: Node) -> Node {
        let n_threads = node.state.threads.len();
        if n_threads <= 2 {
            return node;
        }
        let mut order: Vec<ThreadIdx> = node.state.thread_idxs().collect();
        order[1..].sort_by_cached_key(|&thread| self.look(&node, thread));
        if order.is_sorted() {
            return node;
        }
        let mut places = vec![ThreadIdx(0); n_threads];
        for (place, old) in order.iter().enumerate() {
            places[old.index()] = ThreadIdx(place as u32);
        }
        self.moved(node, &places)
    }

    /// With each thread at its new place, by the old one.
    fn moved(&self, node: Node, places: &[ThreadIdx]) -> Node {
        let Node { state, open, ranges, waits } = node;
        let rename = |row: &mut [u64], cells: &[usize]| {
            for &cell in cells {
                // 0 is no thread.
                if let Some(idx) = row[cell].checked_sub(1) {
                    row[cell] = places[idx as usize].handle();
                }
            }
        };
        let State { mut shared, threads: old, n_idle } = state;
        if !Sabotage::HandleLeft.is_on() {
            rename(&mut shared, &self.shared);
        }
        let mut threads = old.clone();
        for (mut thread, place) in old.into_iter().zip(places) {
            rename(&mut thread.locals, &self.local);
            threads[place.index()] = thread;
        }
        let place = |thread: ThreadIdx| places[thread.index()];
        let open: BTreeMap<Cell, Held> =
            open.into_iter().map(|((owner, at), held)| ((owner.map(place), at), held)).collect();
        let waits = waits.into_iter();
        let waits =
            waits.map(|(one, others)| (place(one), others.into_iter().map(place).collect()));
        let waits = waits.collect();
        Node { waits, ..Node::new(State { shared, threads, n_idle }, &open, &ranges) }
    }

    fn look(&self, node: &Node, idx: ThreadIdx) -> Look {
        let thread = node.state.thread(idx);
        let mut cells = thread.locals.clone();
        for &cell in &self.local {
            cells[cell] = match cells[cell] {
                0 => 0,
                own if own == idx.handle() => 1,
                _ => 2,
            };
        }
        let own = node.open.range((Some(idx), 0)..=(Some(idx), usize::MAX));
        let open = own.map(|((_, at), held)| {
            let range = node.ranges[held.symbol];
            (*at, held.plus, held.width, range.low, range.high)
        });
        let awaited_by = node.waits.iter().filter(|(_, awaited)| awaited.contains(&idx));
        let is_known = |row: &[u64], cell: usize| row[cell] == idx.handle();
        let main = &node.state.threads[0].locals;
        let shared = self.shared.iter().filter(|&&cell| is_known(&node.state.shared, cell));
        let by_main = self.local.iter().filter(|&&cell| is_known(main, cell));
        let by_main = by_main.map(|&cell| (Some(ThreadIdx(0)), cell));
        Look {
            template: thread.template,
            loc: thread.loc,
            cells,
            open: open.collect(),
            n_awaited: node.waits.get(&idx).map_or(0, |awaited| awaited.len()),
            awaited_by: awaited_by.map(|(waiting, _)| *waiting).collect(),
            known_in: shared.map(|&cell| (None, cell)).chain(by_main).collect(),
        }
    }
}
