//! What macro-steps lead to.

use super::expand::{End, Expander};
use super::intern::same;
use super::model::{Cells, HandleCell, Kind, Model};
use super::row::Packing;
use super::rows::Rows;
use super::scene::Scene;

/// As the shared part of an outcome: it is unchanged, whatever it was.
pub(super) const SAME: u32 = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub end: End,
    /// Or `SAME`.
    pub shared: u32,
    pub thread: u32,
    created: (u32, u32),
    /// Whether handles changed, so that names may have to.
    pub renames: bool,
    /// The number of edges.
    pub n_steps: u32,
}

#[derive(Debug, Default)]
pub(super) struct Outcomes {
    pub all: Vec<Outcome>,
    created: Vec<u32>,
}

/// An end, and how many edges led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reached {
    pub end: End,
    pub n_steps: u32,
}

impl Outcomes {
    pub fn created(&self, outcome: &Outcome) -> &[u32] {
        let (first, len) = outcome.created;
        &self.created[first as usize..][..len as usize]
    }

    /// The outcome of getting from one scene to the other; `shared` is the number of the shared part
    /// before.
    pub fn of(
        &mut self,
        Reached { end, n_steps }: Reached,
        shared: u32,
        (before, after): (&Scene, &Scene),
        rows: &mut Rows,
        expander: &Expander,
    ) -> Outcome {
        let mut outcome = Outcome {
            end,
            shared: SAME,
            thread: 0,
            created: (self.created.len() as u32, 0),
            renames: false,
            n_steps,
        };
        rows.most_created = rows.most_created.max(after.n_created());
        if end != End::Moved {
            return outcome;
        }
        let model = &expander.runner.model;
        outcome.renames = model.has_handles() && handles_change(model, before, after);
        outcome.shared = match same(&before.shared, &after.shared) {
            true => shared,
            false => rows.shared.intern(&after.shared),
        };
        let (active, created) = after.threads.split_first().expect("a scene has an active thread");
        outcome.thread = rows.intern_thread(expander, active);
        for thread in created {
            self.created.push(rows.intern_thread(expander, thread));
        }
        outcome.created.1 = created.len() as u32;
        outcome
    }

    /// Whether they lead to the same.
    pub fn are_same(&self, a: &Outcome, b: &Outcome) -> bool {
        (a.end, a.shared, a.thread) == (b.end, b.shared, b.thread)
            && self.created(a) == self.created(b)
    }

    /// Adds an outcome to those from `first` on. Of two that lead to the same, the shorter one stays.
    pub fn add(&mut self, first: usize, outcome: Outcome) {
        match self.all[first..].iter().position(|known| self.are_same(known, &outcome)) {
            None => self.all.push(outcome),
            Some(idx) => self.all[first + idx].improve(outcome),
        }
    }
}

impl Outcome {
    /// Of two ways to the same, keeps the shorter one.
    pub fn improve(&mut self, other: Outcome) {
        if other.n_steps < self.n_steps {
            *self = other;
        }
    }
}

fn handles_change(model: &Model, before: &Scene, after: &Scene) -> bool {
    let (old, new) = (&before.threads[0], &after.threads[0]);
    let differs = |cells: &Cells, packing: &Packing, a: &[u64], b: &[u64]| {
        cells
            .handles
            .iter()
            .any(|&HandleCell { cell, .. }| packing.get(a, cell) != packing.get(b, cell))
    };
    differs(&model.shared, &model.packings.shared, &before.shared, &after.shared)
        || differs(&model.local, &model.packings.local, &old.row, &new.row)
        || old.name() != new.name()
        || new.name() != 0 && after.kind(model, 0) == Kind::Finished
        || after.threads.len() > 1
}
