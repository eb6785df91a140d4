//! Ordinary accesses that can meet: two threads about to touch the same cell, one of them writing.
//!
//! Such a race is found by looking, with few threads and few values, at states in which nobody is in an
//! atomic section. Whatever is listed is real; what needs more threads or rare values is missed.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::hash::FxHashSet;

use crate::budget::Budget;
use crate::scpl::{
    Access, Command, Edge, EdgeId, Event, Expr, Init, Interpreter, Program, Scope, State,
    ThreadIdx, Var, VarId,
};

/// The search ends at so many states.
const MAX_STATES: usize = 2_000;

/// The choices that are tried.
const VALUES: [u64; 2] = [0, 1];

/// Where there are more choices at once than this, only the first value is tried.
const MAX_CHOICES: usize = 6;

/// By variable, the edges that access it in a race.
pub type Races = BTreeMap<VarId, BTreeSet<EdgeId>>;

/// A cell, and whether it is written.
type Touch = (VarId, Option<u32>, bool);

/// Races over the shared variables, where `is_plain` says that a step does not synchronise, with so many created
/// threads. When the budget ends, so does the list.
pub fn races(
    program: &Program,
    n_threads: u32,
    is_plain: &dyn Fn(EdgeId, VarId) -> bool,
    budget: &Budget,
) -> Races {
    let interpreter = Interpreter::new(program);
    let mut races = Races::new();
    let mut queue: VecDeque<State> = VecDeque::new();
    let mut seen: FxHashSet<State> = FxHashSet::default();
    let n_any = |scope: Scope| {
        let vars = program.vars.iter().filter(|var| var.scope == scope && var.init == Init::Any);
        vars.map(Var::n_cells).sum::<usize>()
    };
    let n_of_thread = n_any(Scope::Local);
    let first = values(n_any(Scope::Shared) + n_of_thread);
    for (_, state) in interpreter.initial_states(n_threads, &first) {
        if seen.insert(state.clone()) {
            queue.push_back(state);
        }
    }
    while let Some(state) = queue.pop_front() {
        let mut touched: Vec<(ThreadIdx, EdgeId, Touch)> = Vec::new();
        for thread in state.thread_idxs() {
            for edge in program.edges_from(state.thread(thread).loc) {
                if budget.spend(1).is_err() {
                    return races;
                }
                let few = values(n_choices(program.edge(edge), n_of_thread));
                for way in interpreter.ways(&state, thread, edge, &few).into_iter().flatten() {
                    let cells = touches(program, &way.event).into_iter().filter(|(var, _, _)| {
                        program.var(*var).scope == Scope::Shared && is_plain(edge, *var)
                    });
                    touched.extend(cells.map(|cell| (thread, edge, cell)));
                    if seen.len() < MAX_STATES && !seen.contains(&way.state) {
                        seen.insert(way.state.clone());
                        queue.push_back(way.state);
                    }
                }
            }
        }
        if state.in_section(program).is_none() {
            meet(&touched, &mut races);
        }
    }
    races
}

/// What is tried for each of so many choices.
fn values(n_choices: usize) -> impl Fn(u8) -> Vec<u64> {
    let n_values = if n_choices > MAX_CHOICES { 1 } else { VALUES.len() };
    move |_| VALUES[..n_values].to_vec()
}

/// How many choices an edge makes at once; a new thread makes `n_of_thread`.
fn n_choices(edge: &Edge, n_of_thread: usize) -> usize {
    let of = |command: &Command| match command {
        Command::Havoc(..) => 1,
        Command::Create { .. } => n_of_thread,
        _ => 0,
    };
    edge.commands.iter().map(of).sum()
}

/// The cells that a step touches. A store through a pointer is spelled out over all that it may point
/// to; the others keep their values and are not touched.
fn touches(program: &Program, event: &Event) -> Vec<Touch> {
    let accesses = &event.accesses;
    let keeps = |var: VarId, index: Option<u32>| {
        may_keep(program.edge(event.edge), var)
            && accesses.iter().any(|access| match *access {
                Access::Write { var: v, index: i, old, new } => {
                    (v, i) == (var, index) && old == new
                }
                Access::Read { .. } | Access::Choose { .. } => false,
            })
    };
    let cells = accesses.iter().map(|access| match *access {
        Access::Read { var, index, .. } => (var, index, false),
        Access::Write { var, index, .. } | Access::Choose { var, index, .. } => (var, index, true),
    });
    cells.filter(|(var, index, _)| !keeps(*var, *index)).collect()
}

/// Whether the edge gives the variable a value only under a condition.
fn may_keep(edge: &Edge, var: VarId) -> bool {
    edge.commands.iter().any(|command| match command {
        Command::Assign(place, Expr::Ite(_, _, otherwise)) => {
            place.var() == var
                && matches!(**otherwise, Expr::Var(kept) | Expr::Elem(kept, _) if kept == var)
        }
        _ => false,
    })
}

fn meet(touched: &[(ThreadIdx, EdgeId, Touch)], races: &mut Races) {
    for (idx, &(one, first, (var, index, writes))) in touched.iter().enumerate() {
        for &(other, second, (other_var, other_index, other_writes)) in &touched[idx + 1..] {
            let is_same = (var, index) == (other_var, other_index);
            if one != other && is_same && (writes || other_writes) {
                races.entry(var).or_default().extend([first, second]);
            }
        }
    }
}

#[cfg(test)]
mod tests;
