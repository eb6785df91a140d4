//! All runs with at most n created threads, one state after the other.
//!
//! This is the oracle: breadth first over plain states, with no symmetry, no reduction and no
//! abstraction. It takes single edges, not macro-steps, which comes to the same: while a thread is in
//! an atomic location only it can move, so a path that blocks there leads nowhere. States in the middle
//! of a macro-step are used, but not counted as reached.

use std::collections::{BTreeMap, BTreeSet};

use super::state::State;
use super::{Interpreter, Values};
use crate::scpl::expr::Bits;
use crate::scpl::program::{Program, PropId};
use crate::scpl::trace::{Schedule, Step};

#[derive(Clone, Debug)]
pub struct Exploration {
    /// The observable states, in the order in which they were found.
    pub states: Vec<State>,
    /// For each property that some run violates, a run with as few edges as possible.
    pub violations: BTreeMap<PropId, Schedule>,
    /// A shortest run into a deadlock.
    pub deadlock: Option<Schedule>,
    pub coverage: Coverage,
}

/// Which runs were explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Coverage {
    /// All with at most `n_threads` created threads.
    Complete,
    /// All that make only the choices offered, and other choices exist.
    OfferedChoices,
    /// Not even those: there are too many states.
    Limited,
}

/// Explores the program with choices from `values`, up to `limit` states.
pub fn explore(program: &Program, n_threads: u32, values: Values, limit: usize) -> Exploration {
    Explorer::new(program, n_threads, limit).explore(values)
}

struct Explorer<'p> {
    interpreter: Interpreter<'p>,
    n_threads: u32,
    limit: usize,
    seen: BTreeSet<State>,
    /// In the order of discovery; those from `next_idx` on are not expanded yet.
    nodes: Vec<Node>,
    found: Exploration,
}

struct Node {
    state: State,
    origin: Origin,
}

enum Origin {
    Initial { choices: Vec<u64> },
    Step { before: usize, step: Step },
}

impl<'p> Explorer<'p> {
    fn new(program: &'p Program, n_threads: u32, limit: usize) -> Self {
        let found = Exploration {
            states: Vec::new(),
            violations: BTreeMap::new(),
            deadlock: None,
            coverage: Coverage::Complete,
        };
        let interpreter = Interpreter::new(program);
        Self { interpreter, n_threads, limit, seen: BTreeSet::new(), nodes: Vec::new(), found }
    }

    fn explore(mut self, values: Values) -> Exploration {
        let incomplete = std::cell::Cell::new(false);
        let offered = |width| {
            let offered: BTreeSet<u64> =
                values(width).into_iter().map(|value| value & Bits::mask(width)).collect();
            if (offered.len() as u128) < 1 << width {
                incomplete.set(true);
            }
            offered.into_iter().collect()
        };
        for (choices, state) in self.interpreter.initial_states(self.n_threads, &offered) {
            self.reach(state, Origin::Initial { choices });
        }
        let mut next_idx = 0;
        while next_idx < self.nodes.len() {
            self.expand(next_idx, &offered);
            next_idx += 1;
        }
        if incomplete.get() {
            self.found.coverage = self.found.coverage.max(Coverage::OfferedChoices);
        }
        self.found
    }

    fn reach(&mut self, state: State, origin: Origin) {
        if self.seen.contains(&state) {
            return;
        }
        if self.nodes.len() >= self.limit {
            self.found.coverage = Coverage::Limited;
            return;
        }
        self.seen.insert(state.clone());
        let is_initial = matches!(origin, Origin::Initial { .. });
        self.nodes.push(Node { state: state.clone(), origin });
        let is_observable = state.in_section(self.interpreter.program()).is_none();
        if let Some(property) = state.violated(self.interpreter.program())
            && !self.found.violations.contains_key(&property)
        {
            self.found.violations.insert(property, self.schedule(self.nodes.len() - 1));
        }
        if self.found.deadlock.is_none()
            && (is_observable || is_initial)
            && self.interpreter.deadlocked(&state).is_some()
        {
            self.found.deadlock = Some(self.schedule(self.nodes.len() - 1));
        }
        if is_observable {
            self.found.states.push(state);
        }
    }

    fn expand(&mut self, idx: usize, values: Values) {
        let state = self.nodes[idx].state.clone();
        for thread in state.thread_idxs() {
            let loc = state.thread(thread).loc;
            for edge in self.interpreter.program().edges_from(loc) {
                let ways = self.interpreter.ways(&state, thread, edge, values);
                for way in ways.into_iter().flatten() {
                    self.reach(way.state, Origin::Step { before: idx, step: way.step });
                }
            }
        }
    }

    /// The run that led to a node.
    fn schedule(&self, mut idx: usize) -> Schedule {
        let mut steps = Vec::new();
        loop {
            match &self.nodes[idx].origin {
                Origin::Initial { choices } => {
                    steps.reverse();
                    return Schedule { n_threads: self.n_threads, init: choices.clone(), steps };
                }
                Origin::Step { before, step } => {
                    steps.push(step.clone());
                    idx = *before;
                }
            }
        }
    }
}
