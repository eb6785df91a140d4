//! Programs with proofs, and proofs that are none.

mod mutated;
mod proved;
mod random;

use std::collections::BTreeSet;

use super::*;
use crate::bbp::{At, Extent, Invariant, SharedBits, ThreadBits, Tracked, View, bit};
use crate::scpl::{
    Class, Env, Layout, LocId, Predicates, PropId, Reduction, State, ThreadIdx, explore,
};

pub(super) fn parse(text: &str) -> Program {
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    program.validate().unwrap_or_else(|flaws| panic!("{flaws:?}\n{text}"));
    program
}

pub(super) fn budget() -> Budget {
    Budget::new(100_000_000)
}

/// Everything but the views.
fn frame(program: &Program, k: u32, predicates: &[&str]) -> Invariant {
    let mut list = Predicates::default();
    for text in predicates {
        let expr = program.parse_expr(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(list.insert(program, expr), "{text} twice");
    }
    let own: Vec<_> =
        list.iter().filter(|(_, pred)| pred.class != Class::Shared).map(|(id, _)| id).collect();
    let tracked = Tracked(vec![own; program.locs.len()]);
    Invariant { extent: Extent::Part, k, predicates: list, tracked, views: Vec::new() }
}

/// The views of all states that can be reached with `n_threads` threads, idle ones without end.
fn fill(program: &Program, invariant: &mut Invariant, n_threads: u32) {
    let all = |width: u8| (0..1_u64 << width).collect();
    let explored = explore(program, n_threads, &all, 100_000);
    let mut views = BTreeSet::new();
    for state in &explored.states {
        views.extend(views_of(program, invariant, state));
    }
    invariant.views = views.into_iter().collect();
}

fn views_of(program: &Program, invariant: &Invariant, state: &State) -> BTreeSet<View> {
    let layout = Layout::new(program);
    let truth = |thread: ThreadIdx, pred| {
        let env = Env {
            layout: &layout,
            shared: &state.shared,
            locals: &state.thread(thread).locals,
            self_handle: thread.handle(),
        };
        let predicate = invariant.predicates.get(pred);
        if env.holds(&predicate.expr) { bit(pred) } else { 0 }
    };
    let shared_preds = invariant.predicates.iter().filter(|(_, pred)| pred.class == Class::Shared);
    let shared = SharedBits(shared_preds.fold(0, |bits, (id, _)| bits | truth(ThreadIdx(0), id)));
    let mut threads: Vec<ThreadBits> = state
        .thread_idxs()
        .map(|thread| {
            let loc = state.thread(thread).loc;
            let tracked = invariant.tracked.at(loc).iter();
            let bits = tracked.fold(0, |bits, pred| bits | truth(thread, *pred));
            ThreadBits { at: At::Loc(loc), bits }
        })
        .collect();
    let k = invariant.k as usize;
    let n_idle = match invariant.extent {
        Extent::Part => k,
        Extent::Whole => k - threads.len(),
    };
    threads.extend(vec![ThreadBits::IDLE; n_idle]);
    let mut rows: BTreeSet<Vec<usize>> = [Vec::new()].into();
    for _ in 0..k {
        rows = rows
            .iter()
            .flat_map(|row| {
                let start = row.last().map_or(0, |last| last + 1);
                (start..threads.len()).map(|next| [&row[..], &[next]].concat())
            })
            .collect();
    }
    rows.into_iter()
        .map(|row| {
            let mut threads: Vec<ThreadBits> = row.into_iter().map(|idx| threads[idx]).collect();
            threads.sort();
            View { shared, threads }
        })
        .collect()
}

fn all_properties(program: &Program) -> Vec<PropId> {
    (0..program.properties.len() as u32).map(PropId).collect()
}

/// A certificate for the program as it is, with the views that `n_threads` threads show.
fn certificate(program: &Program, k: u32, predicates: &[&str], n_threads: u32) -> Certificate {
    let mut invariant = frame(program, k, predicates);
    fill(program, &mut invariant, n_threads);
    let properties = all_properties(program);
    Certificate { properties, steps: Vec::new(), evidence: Evidence::Views(invariant) }
}

/// Adds what is found missing until nothing is, or until a property is violated.
fn saturate(program: &Program, certificate: &mut Certificate) -> Result<Covers, Refusal> {
    loop {
        match verify(program, certificate, &budget()) {
            Err(Refusal::NotClosed { to, .. }) => {
                let views = &mut views_in(certificate).views;
                let at = views.partition_point(|view| *view < to);
                assert_ne!(views.get(at), Some(&to), "it was not missing");
                views.insert(at, to);
            }
            other => return other,
        }
    }
}

fn counters() -> (Program, Certificate) {
    let program = parse(COUNTERS);
    let mut certificate = certificate(&program, 2, COUNTERS_PREDICATES, 3);
    assert_eq!(saturate(&program, &mut certificate), Ok(Covers::Any));
    (program, certificate)
}

fn views_in(certificate: &mut Certificate) -> &mut Invariant {
    match &mut certificate.evidence {
        Evidence::Views(invariant) => invariant,
        Evidence::States { .. } => panic!("these are states"),
    }
}

/// A lock that any number of threads take, with a bit that only its holder sets.
pub(super) const LOCK: &str = "\
shared i1 lock
shared i1 inside
template main at L0 (initial)
template worker at L1
property P0 assertion at L5
L0:
  -> L0: create worker()
L1:
  -> L2: await lock == 0:i1; lock := 1:i1
L2:
  -> L5: assume inside == 1:i1
  -> L3: assume inside == 0:i1; inside := 1:i1
L3:
  -> L4: inside := 0:i1
L4:
  -> L1: lock := 0:i1
L5: error P0
";
const LOCK_PREDICATES: &[&str] = &["lock == 0:i1", "inside == 0:i1"];

/// The first thread alone counts; needs a predicate between shared and local.
const COUNTERS: &str = "\
shared i2 r
shared i3 s
local i3 l
template main at L0 (initial)
template worker at L1
property P0 assertion at L6
L0:
  -> L0: create worker()
L1:
  -> L2: assume r != 2:i2; r := r + 1:i2
L2:
  -> L3: assume r == 1:i2
L3:
  -> L4: s := s + 1:i3
L4:
  -> L5: l := l + 1:i3
L5:
  -> L6: assume s != l
  -> L3: assume s == l
L6: error P0
";
const COUNTERS_PREDICATES: &[&str] =
    &["r == 0:i2", "r == 1:i2", "r == 2:i2", "s == l", "s == (l + 1:i3)", "l == 0:i3"];

/// Whoever is joined has finished.
const JOIN: &str = "\
shared thread h
shared i1 done
template main at L0 (initial)
template worker at L3
property P0 assertion at L5
L0:
  -> L1: create worker() -> h
L1:
  -> L2: join h
L2:
  -> L6: done := 1:i1
L3:
  -> L5: assume (done == 1:i1) & (h == @self)
  -> L4
L4: finished
L5: error P0
L6: finished
";
const JOIN_PREDICATES: &[&str] = &["done == 1:i1", "h == @self", "h == @none"];

/// The second worker fails.
pub(super) const TWO: &str = "\
shared i1 flag
template main at L0 (initial)
template worker at L3
property P0 assertion at L5
L0:
  -> L1: create worker()
L1:
  -> L2: create worker()
L2: finished
L3:
  -> L4: assume flag == 0:i1; flag := 1:i1
  -> L5: assume flag == 1:i1
L4: finished
L5: error P0
";
