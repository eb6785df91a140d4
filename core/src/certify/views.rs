//! Proofs by invariant: a set of views that covers every state.
//!
//! A state is covered if any k of its threads, idle ones among them and there is no end to those,
//! together with the shared part are among the views; that proves something for any number of threads. Or
//! views show whole states, with a fixed number of threads; then a state is covered if it is among them,
//! and what is proved holds for any number only if nobody ever wants to create one thread more. Checked is
//! - that the invariant is well formed (here);
//! - that no view has a thread where a property of the claim is violated (here). Every thread of a
//!   covered state is in a view with k-1 idle ones, so none of them is there in a covered state;
//! - that all initial states are covered (`initial.rs`);
//! - that a step from a covered state leads to a covered state (`closure.rs`).
//!
//! That atomic locations keep others from moving is not used: without it there are only more steps.

use crate::hash::FxHashMap;

use super::{Covers, Malformed, Refusal, closure, initial};
use crate::bbp::{At, Extent, Invariant, MAX_PREDICATES, SharedBits, ThreadBits, View, bit};
use crate::budget::Budget;
use crate::scpl::{
    Class, Command, Count, Edge, LocId, LocKind, PredId, Predicate, Program, PropId,
};

/// With whole states, more threads than this would be in more orders than anybody can look at.
const MAX_WHOLE: u32 = 5;

/// Whether the invariant proves that no run of the program violates the properties, and of which runs.
pub fn verify(
    program: &Program,
    counts: Vec<Count>,
    invariant: &Invariant,
    claimed: &[PropId],
    budget: &Budget,
) -> Result<Covers, Refusal> {
    is_well_formed(program, invariant).map_err(Refusal::Malformed)?;
    excludes(program, invariant, claimed)?;
    let covered = Covered::new(program, counts, invariant);
    initial::check(&covered, budget)?;
    closure::check(&covered, budget)?;
    match invariant.extent {
        Extent::Whole if closure::wants_more(&covered, budget)? => {
            Ok(Covers::UpTo(invariant.k - 1))
        }
        Extent::Part | Extent::Whole => Ok(Covers::Any),
    }
}

fn excludes(program: &Program, invariant: &Invariant, claimed: &[PropId]) -> Result<(), Refusal> {
    for view in &invariant.views {
        for loc in view.threads.iter().filter_map(|thread| thread.loc()) {
            if let LocKind::Error(property) = program.loc(loc).kind
                && claimed.contains(&property)
            {
                return Err(Refusal::Claimed(property, view.clone()));
            }
        }
    }
    Ok(())
}

/// A valid program is taken for granted, of the invariant nothing.
fn is_well_formed(program: &Program, invariant: &Invariant) -> Result<(), Malformed> {
    let Invariant { extent, k, predicates, tracked, views } = invariant;
    let max_k = match extent {
        Extent::Part => 3,
        Extent::Whole => MAX_WHOLE,
    };
    if !(1..=max_k).contains(k) {
        return Err(Malformed::K(*k));
    }
    if predicates.len() > MAX_PREDICATES {
        return Err(Malformed::TooManyPredicates(predicates.len()));
    }
    let mut shared_mask = 0;
    for (id, Predicate { expr, class }) in predicates.iter() {
        if !is_truth_value(program, expr) {
            return Err(Malformed::Predicate(expr.clone()));
        }
        if program.class_of(expr) != *class {
            return Err(Malformed::Class(expr.clone()));
        }
        if *class == Class::Shared {
            shared_mask |= bit(id);
        }
    }
    if tracked.0.len() != program.locs.len() {
        return Err(Malformed::TrackedCount);
    }
    for (idx, list) in tracked.0.iter().enumerate() {
        let is_tracked = |pred: &PredId| {
            pred.index() < predicates.len() && predicates.get(*pred).class != Class::Shared
        };
        if !list.is_sorted_by(|a, b| a < b) || !list.iter().all(is_tracked) {
            return Err(Malformed::Tracked(LocId(idx as u32)));
        }
    }
    for view in views {
        let threads_fit = view.threads.iter().all(|thread| thread_fits(program, invariant, thread));
        let fits = view.threads.len() == *k as usize
            && view.shared.0 & !shared_mask == 0
            && view.threads.is_sorted()
            && threads_fit;
        if !fits {
            return Err(Malformed::View(view.clone()));
        }
    }
    if views.is_sorted_by(|a, b| a < b) { Ok(()) } else { Err(Malformed::Order) }
}

fn thread_fits(program: &Program, invariant: &Invariant, thread: &ThreadBits) -> bool {
    match thread.at {
        At::Idle => thread.bits == 0,
        At::Loc(loc) => {
            loc.index() < program.locs.len() && {
                let mask = invariant.tracked.at(loc).iter().fold(0, |mask, pred| mask | bit(*pred));
                thread.bits & !mask == 0
            }
        }
    }
}

/// An expression is a truth value of the program if the program could assume it.
fn is_truth_value(program: &Program, expr: &crate::scpl::Expr) -> bool {
    let entry = program.template(program.main).entry;
    let assumes = Edge { from: entry, to: entry, commands: vec![Command::Assume(expr.clone())] };
    let assuming = Program { edges: vec![assumes], ..program.clone() };
    assuming.validate().is_ok()
}

/// The invariant with its thread states and shared parts numbered.
#[derive(Debug)]
pub struct Covered<'a> {
    pub program: &'a Program,
    /// What it counts.
    pub counts: Vec<Count>,
    pub invariant: &'a Invariant,
    pub k: usize,
    /// Sorted: the different ones in the views.
    pub threads: Vec<ThreadBits>,
    pub shareds: Vec<SharedBits>,
    /// The views in all orders of their threads, by number, without duplicates.
    pub rows: Vec<Row>,
}

/// A view with its threads in some order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    pub shared: usize,
    pub threads: Vec<usize>,
}

impl<'a> Covered<'a> {
    pub fn new(program: &'a Program, counts: Vec<Count>, invariant: &'a Invariant) -> Self {
        let views = &invariant.views;
        let threads = sorted(views.iter().flat_map(|view| view.threads.iter().copied()));
        let shareds = sorted(views.iter().map(|view| view.shared));
        let thread_numbers: FxHashMap<ThreadBits, usize> = numbers(&threads);
        let shared_numbers: FxHashMap<SharedBits, usize> = numbers(&shareds);
        let mut rows = Vec::new();
        for View { shared, threads } in views {
            let shared = shared_numbers[shared];
            let threads: Vec<usize> = threads.iter().map(|thread| thread_numbers[thread]).collect();
            rows.extend(orders(&threads).into_iter().map(|threads| Row { shared, threads }));
        }
        rows.sort();
        rows.dedup();
        Self { program, counts, invariant, k: invariant.k as usize, threads, shareds, rows }
    }

    pub fn tracked(&self, thread: ThreadBits) -> &'a [PredId] {
        thread.loc().map_or(&[], |loc| self.invariant.tracked.at(loc))
    }

    pub fn predicate(&self, pred: PredId) -> &'a Predicate {
        self.invariant.predicates.get(pred)
    }

    pub fn shared_predicates(&self) -> impl Iterator<Item = PredId> + use<'a> {
        let predicates = &self.invariant.predicates;
        predicates.iter().filter(|(_, pred)| pred.class == Class::Shared).map(|(id, _)| id)
    }
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort();
    items.dedup();
    items
}

fn numbers<T: Copy + Eq + std::hash::Hash>(items: &[T]) -> FxHashMap<T, usize> {
    items.iter().enumerate().map(|(idx, item)| (*item, idx)).collect()
}

/// All orders of the items; some may be equal.
fn orders(items: &[usize]) -> Vec<Vec<usize>> {
    if items.len() <= 1 {
        return vec![items.to_vec()];
    }
    let mut all = Vec::new();
    for first in 0..items.len() {
        let mut rest = items.to_vec();
        let first = rest.remove(first);
        for mut order in orders(&rest) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}
