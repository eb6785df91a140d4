//! Names of threads.
//!
//! Creation numbers are opaque: renaming them all changes nothing. So a thread gets a number only
//! while some variable holds its handle; we call it a name. Threads without a name are told apart by
//! nothing but their state, and the state of a run is a multiset of them.
//!
//! To make states equal that differ only in names, names are given in the order in which they are
//! first mentioned: in the shared cells, then in the threads, sorted. Threads that look alike but hold
//! different handles may be sorted either way; then two states that are alike are kept apart, which
//! costs time but is not wrong.

use super::expand::Expander;
use super::model::{Cells, HandleUse};
use super::row::{Cell, Packing};
use super::rows::Rows;
use super::scene::Thread;

pub(super) const NAME_WIDTH: u8 = 6;

/// Stands for the active thread while it has no name; no variable ever holds it.
pub(super) const NAMELESS: u64 = 63;

/// So many threads can be created that each thread, `main` included, can have a name.
pub(super) const MAX_THREADS: u32 = 60;

const NAMES: usize = 64;

/// Gives names in order. Names that nobody mentions are taken away, and finished threads without a
/// name disappear: their number becomes 0.
pub(super) fn rename(rows: &mut Rows, expander: &Expander, shared: &mut u32, threads: &mut [u32]) {
    let model = &expander.runner.model;
    let mut finished = 0u64;
    for &thread in threads.iter() {
        let info = rows.info(thread);
        finished |= u64::from(info.is_finished && info.name != 0) << info.name;
    }
    let mut renaming = Renaming { names: [0; NAMES], n_named: 0, finished };
    let mut order: Vec<usize> = (0..threads.len()).filter(|&idx| threads[idx] != 0).collect();
    order.sort_by_key(|&idx| (rows.info(threads[idx]).loc, threads[idx]));

    let mut row = Vec::new();
    rows.shared.load(*shared, &mut row);
    renaming.row(&model.shared, &model.packings.shared, &mut row);
    *shared = rows.shared.intern(&row);

    let mut renamed = Vec::new();
    for &idx in &order {
        let mut thread = Thread::default();
        rows.threads.load(threads[idx], &mut thread.row);
        renaming.row(&model.local, &model.packings.local, &mut thread.row);
        renamed.push(thread);
    }
    // Only now it is known who is mentioned.
    for (idx, mut thread) in order.into_iter().zip(renamed) {
        thread.set_name(renaming.names[usize::from(thread.name())]);
        threads[idx] = rows.intern_thread(expander, &thread);
    }
}

struct Renaming {
    /// New names by old ones; 0 if not mentioned so far.
    names: [u8; NAMES],
    n_named: u8,
    finished: u64,
}

impl Renaming {
    fn row(&mut self, cells: &Cells, packing: &Packing, row: &mut [u64]) {
        for handle in &cells.handles {
            // A handle is never open.
            let Cell::Is(old) = packing.get(row, handle.cell) else { continue };
            let is_over = handle.use_ == HandleUse::JoinOnly && self.finished >> old & 1 == 1;
            let new = if old == 0 || is_over { 0 } else { self.name(old) };
            packing.put(row, handle.cell, Cell::Is(new));
        }
    }

    fn name(&mut self, old: u64) -> u64 {
        let name = &mut self.names[old as usize];
        if *name == 0 {
            self.n_named += 1;
            *name = self.n_named;
        }
        u64::from(*name)
    }
}
