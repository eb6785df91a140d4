//! What really happens: all states of a program with a few threads, and how they look through predicates.
//!
//! Single steps of the interpreter, breadth first, no symmetry and no reduction, as `scpl::explore` does
//! it; the only difference is that nobody looks for deadlocks, which takes most of the time there. A test
//! compares the two.

use std::collections::{BTreeSet, HashSet};

use braid_core::bbp::{At, Extent, Invariant, SharedBits, ThreadBits, Tracked, View, bit};
use braid_core::scpl::{
    Class, Command, Coverage, Edge, Env, Init, Interpreter, Layout, LocId, Predicates, Program,
    PropId, State, ThreadIdx, Var,
};

/// All values of small choices, some of large ones.
pub fn values(width: u8) -> Vec<u64> {
    match width {
        0..=3 => (0..1 << width).collect(),
        _ => {
            let largest = u64::MAX >> (64 - width);
            vec![0, 1, 2, largest, largest >> 1]
        }
    }
}

/// The states with one number of threads.
#[derive(Clone, Debug)]
pub struct Reached {
    /// In the order in which they were found, those in the middle of sections included.
    pub states: Vec<State>,
    pub violated: BTreeSet<PropId>,
    pub coverage: Coverage,
}

pub fn reached(program: &Program, n_threads: u32, limit: usize) -> Reached {
    let interpreter = Interpreter::new(program);
    let wide = std::cell::Cell::new(false);
    let offered = |width: u8| {
        wide.set(wide.get() || width > 3);
        values(width)
    };
    let mut seen: HashSet<State> = HashSet::new();
    let mut states: Vec<State> = Vec::new();
    let mut limited = false;
    let mut reach = |state: State, states: &mut Vec<State>| {
        if states.len() >= limit {
            limited = true;
        } else if seen.insert(state.clone()) {
            states.push(state);
        }
    };
    for (_, state) in interpreter.initial_states(n_threads, &offered) {
        reach(state, &mut states);
    }
    let mut next = 0;
    while next < states.len() {
        let state = states[next].clone();
        next += 1;
        for thread in state.thread_idxs() {
            for edge in program.edges_from(state.thread(thread).loc) {
                for way in interpreter.ways(&state, thread, edge, &offered).into_iter().flatten() {
                    reach(way.state, &mut states);
                }
            }
        }
    }
    let violated = states.iter().filter_map(|state| state.violated(program)).collect();
    let coverage = match (limited, wide.get()) {
        (true, _) => Coverage::Limited,
        (false, true) => Coverage::OfferedChoices,
        (false, false) => Coverage::Complete,
    };
    Reached { states, violated, coverage }
}

/// Which properties may still be checked, by the graph, after which has been violated. The thread that
/// violates one goes on beside the violation.
fn checked_behind(program: &Program, states: &[State]) -> BTreeSet<(PropId, PropId)> {
    let ids = || (0..program.properties.len() as u32).map(PropId);
    let error = |property: PropId| program.properties[property.index()].error;
    let mut pairs = BTreeSet::new();
    let mut known: HashSet<(PropId, BTreeSet<LocId>)> = HashSet::new();
    for state in states {
        let Some(violated) = state.violated(program) else { continue };
        let mut at: BTreeSet<LocId> =
            state.thread_idxs().map(|thread| state.thread(thread).loc).collect();
        let sites = program.edges.iter().filter(|edge| edge.to == error(violated));
        at.extend(sites.map(|edge| edge.from));
        if !known.insert((violated, at.clone())) {
            continue;
        }
        let mut pending: Vec<LocId> = at.iter().copied().collect();
        while let Some(loc) = pending.pop() {
            for edge in program.edges_from(loc).map(|edge| program.edge(edge)) {
                let entries = edge.commands.iter().filter_map(|command| match command {
                    Command::Create { template, .. } => Some(program.template(*template).entry),
                    _ => None,
                });
                for next in entries.chain([edge.to]) {
                    if at.insert(next) {
                        pending.push(next);
                    }
                }
            }
        }
        pairs.extend(ids().filter(|id| at.contains(&error(*id))).map(|id| (violated, id)));
    }
    pairs
}

/// The most choices that are made at once: by a step, or when threads begin. Each is tried with each other.
pub fn most_choices(program: &Program) -> usize {
    let any = program.vars.iter().filter(|var| var.init == Init::Any);
    let n_any: usize = any.map(Var::n_cells).sum();
    let of_edge = |edge: &Edge| {
        let of = |command: &Command| match command {
            Command::Havoc(..) => 1,
            Command::Create { .. } => n_any,
            _ => 0,
        };
        edge.commands.iter().map(of).sum::<usize>()
    };
    program.edges.iter().map(of_edge).max().unwrap_or(0).max(n_any)
}

/// What runs with few threads violate.
#[derive(Clone, Debug)]
pub struct Oracle {
    /// By the number of created threads; a number that was too much for us is the last.
    pub rounds: Vec<(BTreeSet<PropId>, Coverage)>,
    /// In the same order: which properties may still be checked after which has been violated, if the
    /// program went on then.
    behind: Vec<BTreeSet<(PropId, PropId)>>,
}

impl Oracle {
    pub fn new(program: &Program, max_threads: u32, limit: usize) -> Self {
        let (mut rounds, mut behind) = (Vec::new(), Vec::new());
        for n_threads in 0..=max_threads {
            let Reached { violated, coverage, states } = reached(program, n_threads, limit);
            rounds.push((violated, coverage));
            behind.push(checked_behind(program, &states));
            if coverage == Coverage::Limited {
                break;
            }
        }
        Self { rounds, behind }
    }

    /// The least number of threads with which one property may be checked after another has been violated.
    pub fn least_behind(&self, violated: PropId, checked: PropId) -> Option<u32> {
        let at = self.behind.iter().position(|pairs| pairs.contains(&(violated, checked)))?;
        Some(at as u32)
    }

    /// The least number of threads with which a run violates the property, as far as we know.
    pub fn least(&self, property: PropId) -> Option<u32> {
        let at = self.rounds.iter().position(|(violated, _)| violated.contains(&property))?;
        Some(at as u32)
    }

    /// What is violated with any number of threads that was looked at.
    pub fn violated(&self) -> BTreeSet<PropId> {
        self.rounds.iter().flat_map(|(violated, _)| violated).copied().collect()
    }

    /// Whether all of this was complete.
    pub fn is_complete(&self) -> bool {
        self.rounds.iter().all(|(_, coverage)| *coverage == Coverage::Complete)
    }
}

/// A program's states, seen through predicates.
#[derive(Debug)]
pub struct Glasses<'a> {
    layout: Layout,
    predicates: &'a Predicates,
    tracked: &'a Tracked,
}

impl<'a> Glasses<'a> {
    pub fn new(program: &Program, predicates: &'a Predicates, tracked: &'a Tracked) -> Self {
        Self { layout: Layout::new(program), predicates, tracked }
    }

    fn env<'s>(&'s self, state: &'s State, thread: ThreadIdx) -> Env<'s> {
        Env {
            layout: &self.layout,
            shared: &state.shared,
            locals: &state.thread(thread).locals,
            self_handle: thread.handle(),
        }
    }

    pub fn shared(&self, state: &State) -> SharedBits {
        // Nothing of a thread is read, so any will do.
        let env = self.env(state, ThreadIdx(0));
        let shared = self.predicates.iter().filter(|(_, pred)| pred.class == Class::Shared);
        let holding = shared.filter(|(_, pred)| env.holds(&pred.expr));
        SharedBits(holding.fold(0, |bits, (id, _)| bits | bit(id)))
    }

    pub fn thread(&self, state: &State, thread: ThreadIdx) -> ThreadBits {
        let env = self.env(state, thread);
        let loc = state.thread(thread).loc;
        let tracked = self.tracked.at(loc).iter();
        let holding = tracked.filter(|id| env.holds(&self.predicates.get(**id).expr));
        ThreadBits { at: At::Loc(loc), bits: holding.fold(0, |bits, id| bits | bit(*id)) }
    }

    /// All threads, sorted.
    pub fn threads(&self, state: &State) -> Vec<ThreadBits> {
        let mut threads: Vec<ThreadBits> =
            state.thread_idxs().map(|thread| self.thread(state, thread)).collect();
        threads.sort_unstable();
        threads
    }
}

/// What k of these threads, and of idle ones without end, look like together.
pub fn k_subsets(shared: SharedBits, threads: &[ThreadBits], k: usize) -> BTreeSet<View> {
    let mut all: Vec<ThreadBits> = vec![ThreadBits::IDLE; k];
    all.extend_from_slice(threads);
    let mut found = BTreeSet::new();
    let mut chosen = Vec::new();
    choose(&all, k, &mut chosen, &mut |threads| {
        let mut threads = threads.to_vec();
        threads.sort_unstable();
        found.insert(View { shared, threads });
    });
    found
}

/// What an invariant must show of a state, where up to `n_threads` can be created.
pub fn needed(
    invariant: &Invariant,
    n_threads: u32,
    shared: SharedBits,
    threads: &[ThreadBits],
) -> BTreeSet<View> {
    match invariant.extent {
        Extent::Part => k_subsets(shared, threads, invariant.k as usize),
        // It speaks of states with so many threads, no more and no fewer.
        Extent::Whole if invariant.k == n_threads + 1 => {
            let mut all = vec![ThreadBits::IDLE; invariant.k as usize - threads.len()];
            all.extend_from_slice(threads);
            all.sort_unstable();
            BTreeSet::from([View { shared, threads: all }])
        }
        Extent::Whole => BTreeSet::new(),
    }
}

fn choose(
    from: &[ThreadBits],
    k: usize,
    chosen: &mut Vec<ThreadBits>,
    found: &mut dyn FnMut(&[ThreadBits]),
) {
    if k == 0 {
        return found(chosen);
    }
    for (idx, &thread) in from.iter().enumerate() {
        chosen.push(thread);
        choose(&from[idx + 1..], k - 1, chosen, found);
        chosen.pop();
    }
}

/// A view that a state of the program shows and the invariant does not have. The states are those of the
/// program that the invariant speaks of, with up to `n_threads` created.
pub fn uncovered(
    program: &Program,
    invariant: &Invariant,
    n_threads: u32,
    states: &[State],
) -> Option<View> {
    let glasses = Glasses::new(program, &invariant.predicates, &invariant.tracked);
    let views: HashSet<&View> = invariant.views.iter().collect();
    let mut seen = HashSet::new();
    for state in states {
        let abstracted = (glasses.shared(state), glasses.threads(state));
        if !seen.insert(abstracted.clone()) {
            continue;
        }
        let (shared, threads) = abstracted;
        let shown = needed(invariant, n_threads, shared, &threads);
        if let Some(missing) = shown.into_iter().find(|view| !views.contains(view)) {
            return Some(missing);
        }
    }
    None
}
