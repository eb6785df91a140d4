//! Runs of a program with a fixed number of threads that are told apart.

use std::collections::{BTreeMap, BTreeSet};

use super::{LocKind, Program};
use crate::bbp::{At, Move, SharedBits, ThreadBits, Trace};
use crate::scpl::{EdgeId, ThreadIdx};

/// Threads are numbered as in runs: `main`, those that were started in their order, then idle ones.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub shared: SharedBits,
    pub threads: Vec<ThreadBits>,
}

/// No run makes this move of a trace after the moves before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocked {
    pub move_idx: usize,
}

impl Program {
    /// Where runs with `main` and up to `n_threads` more begin.
    pub fn initial_states(&self, n_threads: u32) -> Vec<State> {
        let begin = |(shared, main)| {
            let mut threads = vec![main];
            threads.resize(n_threads as usize + 1, ThreadBits::IDLE);
            State { shared, threads }
        };
        self.begin().into_iter().map(begin).collect()
    }

    /// Whether no thread moves any more, because of where one of them is.
    pub fn is_over(&self, state: &State) -> bool {
        let kinds = state.threads.iter().filter_map(|thread| thread.loc());
        kinds.into_iter().any(|loc| self.kind(loc) != LocKind::Plain)
    }

    /// The states that a thread can get to by an edge, sorted; none if it cannot take it.
    pub fn after(&self, state: &State, step: Move) -> Vec<State> {
        let active_idx = step.thread.index();
        let Some(active) = state.threads.get(active_idx) else { return Vec::new() };
        let Some(edge) = self.edges.get(step.edge.index()) else { return Vec::new() };
        if active.at != At::Loc(edge.from) || self.is_over(state) {
            return Vec::new();
        }
        let mut found = BTreeSet::new();
        for outcome in self.moved(edge, state.shared, active.bits) {
            let mut moved = vec![(active_idx, outcome.active)];
            if let Some(created) = outcome.created {
                let idle = state.threads.iter().position(|thread| thread.at == At::Idle);
                let Some(idle) = idle else { continue };
                moved.push((idle, created));
            }
            let mut rows: Vec<Vec<ThreadBits>> = vec![Vec::new()];
            for (idx, &thread) in state.threads.iter().enumerate() {
                let choices = match moved.iter().find(|(moved_idx, _)| *moved_idx == idx) {
                    Some((_, thread)) => vec![*thread],
                    None => self.stayed(edge, (state.shared, active.bits), outcome, thread),
                };
                let longer = |row: &Vec<ThreadBits>| -> Vec<Vec<ThreadBits>> {
                    choices.iter().map(|choice| [&row[..], &[*choice]].concat()).collect()
                };
                rows = rows.iter().flat_map(longer).collect();
            }
            let shared = outcome.shared;
            found.extend(rows.into_iter().map(|threads| State { shared, threads }));
        }
        found.into_iter().collect()
    }

    /// Every step from a state with the state after it.
    pub fn successors(&self, state: &State) -> Vec<(Move, State)> {
        let mut found = Vec::new();
        for (idx, thread) in state.threads.iter().enumerate() {
            let edges: Vec<EdgeId> =
                thread.loc().map_or_else(Vec::new, |loc| self.edges_from(loc).collect());
            for edge in edges {
                let step = Move { thread: ThreadIdx(idx as u32), edge };
                found.extend(self.after(state, step).into_iter().map(|next| (step, next)));
            }
        }
        found
    }

    /// All states that runs get to, or `None` if there are more than `limit`.
    pub fn reached(&self, n_threads: u32, limit: usize) -> Option<BTreeSet<State>> {
        let mut pending = self.initial_states(n_threads);
        let mut seen: BTreeSet<State> = pending.iter().cloned().collect();
        while let Some(state) = pending.pop() {
            if seen.len() > limit {
                return None;
            }
            for (_, next) in self.successors(&state) {
                if seen.insert(next.clone()) {
                    pending.push(next);
                }
            }
        }
        Some(seen)
    }

    /// The states of a run that makes the moves of a trace, the first of them if there are several.
    pub fn replay(&self, trace: &Trace) -> Result<Vec<State>, Blocked> {
        // Per move, the states after it, each with one before it.
        let mut layers: Vec<BTreeMap<State, Option<State>>> = Vec::new();
        let initial = self.initial_states(trace.n_threads);
        layers.push(initial.into_iter().map(|state| (state, None)).collect());
        for (move_idx, &step) in trace.moves.iter().enumerate() {
            let mut next = BTreeMap::new();
            for state in layers[move_idx].keys() {
                for after in self.after(state, step) {
                    next.entry(after).or_insert_with(|| Some(state.clone()));
                }
            }
            if next.is_empty() {
                return Err(Blocked { move_idx });
            }
            layers.push(next);
        }
        let mut states = Vec::new();
        let last = layers.last().and_then(|layer| layer.keys().next());
        let Some(mut state) = last.cloned() else { return Err(Blocked { move_idx: 0 }) };
        for layer in layers.iter().rev() {
            let before = layer.get(&state).cloned().flatten();
            states.push(state.clone());
            match before {
                Some(before) => state = before,
                None => break,
            }
        }
        states.reverse();
        Ok(states)
    }
}
