//! Traces that are real, and traces that are not.

use super::*;
use crate::bbp::Move;
use crate::scpl::{self, PropId, ThreadIdx};

fn parsed(text: &str) -> Program {
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(program.validate(), Ok(()));
    program
}

/// Moves as (thread, edge), each edge standing for itself.
fn replayed(program: &Program, n_threads: u32, moves: &[(u32, u32)]) -> Replay {
    let paths: Vec<Vec<EdgeId>> =
        (0..program.edges.len() as u32).map(|edge| vec![EdgeId(edge)]).collect();
    replay(program, &paths, &trace(n_threads, moves), &Budget::new(1_000_000)).expect("in budget")
}

fn trace(n_threads: u32, moves: &[(u32, u32)]) -> Trace {
    let step = |&(thread, edge)| Move { thread: ThreadIdx(thread), edge: EdgeId(edge) };
    Trace { n_threads, moves: moves.iter().map(step).collect() }
}

/// The property that the interpreter sees violated.
fn violated(program: &Program, replay: Replay) -> Option<PropId> {
    let Replay::Feasible(schedule) = replay else { panic!("{replay:?}") };
    scpl::replay(program, &schedule).expect("the interpreter can repeat it").violated
}

/// The core as (leg, nth).
fn core(replay: Replay) -> Vec<(usize, usize)> {
    let Replay::Spurious(refutation) = replay else { panic!("{replay:?}") };
    refutation.core.iter().map(|idx| (idx.leg, idx.nth)).collect()
}

const INPUTS: &str = "\
shared i32 s = any
local i32 l
template main at L0 (initial)
property P0 assertion at L3
L0:
  -> L1: havoc l input; assume (s * 3:i32) == 21:i32
L1:
  -> L2: assume l <s 100:i32; l := l + s
L2:
  -> L3: assume l == 50:i32
L3: error P0
";

#[test]
fn inputs_are_found_that_make_a_trace_real() {
    let program = parsed(INPUTS);
    assert_eq!(
        violated(&program, replayed(&program, 0, &[(0, 0), (0, 1), (0, 2)])),
        Some(PropId(0))
    );
}

#[test]
fn the_core_leaves_out_what_does_not_matter() {
    // l stays below 100, so it is not 200 afterwards; that s is 7 is needed, as it is added.
    let program = parsed(&INPUTS.replace("l == 50:i32", "l == 200:i32"));
    let replay = replayed(&program, 0, &[(0, 0), (0, 1), (0, 2)]);
    assert_eq!(core(replay), [(0, 0), (1, 0), (2, 0)]);
    // Without the sum it is not.
    let program =
        parsed(&INPUTS.replace("l == 50:i32", "l == 200:i32").replace("; l := l + s", ""));
    let replay = replayed(&program, 0, &[(0, 0), (0, 1), (0, 2)]);
    assert_eq!(core(replay), [(1, 0), (2, 0)]);
}

#[test]
fn one_impossible_condition_is_a_core() {
    let program = parsed(&INPUTS.replace("s * 3:i32) == 21:i32", "s & 0:i32) == 21:i32"));
    assert_eq!(core(replayed(&program, 0, &[(0, 0), (0, 1), (0, 2)])), [(0, 0)]);
}

const THREADS: &str = "\
shared i8 s
local i8 l
local thread h
template main at L0 (initial)
template worker at L4
property P0 assertion at L3
L0:
  -> L1: create worker(l = 5:i8) -> h
L1:
  -> L2: join h
L2:
  -> L3: assume s == 5:i8
L3: error P0
L4:
  -> L5: s := l
L5:
  -> L6: assume s == l
L6: finished
";

#[test]
fn threads_have_their_own_locals() {
    let program = parsed(THREADS);
    let moves = [(0, 0), (1, 3), (1, 4), (0, 1), (0, 2)];
    assert_eq!(violated(&program, replayed(&program, 1, &moves)), Some(PropId(0)));
    // main's l is 0: if it were the worker's, s would be 0.
    let program = parsed(&THREADS.replace("s == 5:i8", "s == 0:i8"));
    assert_eq!(core(replayed(&program, 1, &moves)), [(4, 0)]);
}

#[test]
fn joining_waits_for_the_right_thread() {
    let program = parsed(THREADS);
    // The worker has not finished, and its handle is the one waited for. The first condition of the
    // join is that it is not main's own.
    let early = replayed(&program, 1, &[(0, 0), (1, 3), (0, 1), (0, 2)]);
    assert_eq!(core(early), [(2, 1)]);
    // Another thread's end does not matter.
    let two = THREADS.replace("-> L1: create worker(l = 5:i8) -> h", "-> L7: create worker() -> h");
    let two = format!("{two}L7:\n  -> L1: create worker(l = 5:i8)\n");
    let program = parsed(&two);
    // L7's edge is the last one, 5.
    let moves = [(0, 0), (0, 5), (1, 3), (1, 4), (2, 3), (0, 1), (0, 2)];
    assert_eq!(violated(&program, replayed(&program, 2, &moves)), Some(PropId(0)));
}

#[test]
fn a_move_stands_for_the_edges_of_its_path() {
    let program = parsed(THREADS);
    // As if the worker's steps were one edge, 3, and main's last two one edge, 1.
    let ids = |list: &[u32]| list.iter().map(|&edge| EdgeId(edge)).collect::<Vec<_>>();
    let paths = [ids(&[0]), ids(&[1, 2]), ids(&[]), ids(&[3, 4])];
    let trace = trace(1, &[(0, 0), (1, 3), (0, 1)]);
    let replay = replay(&program, &paths, &trace, &Budget::new(1_000_000)).expect("in budget");
    let Replay::Feasible(schedule) = &replay else { panic!("{replay:?}") };
    let steps: Vec<(u32, u32)> =
        schedule.steps.iter().map(|step| (step.thread.0, step.edge.0)).collect();
    assert_eq!(steps, [(0, 0), (1, 3), (1, 4), (0, 1), (0, 2)]);
    assert_eq!(violated(&program, replay), Some(PropId(0)));
}

#[test]
fn the_budget_ends_it() {
    let program = parsed(INPUTS);
    let paths: Vec<Vec<EdgeId>> = (0..3).map(|edge| vec![EdgeId(edge)]).collect();
    let trace = trace(0, &[(0, 0), (0, 1), (0, 2)]);
    let replay = replay(&program, &paths, &trace, &Budget::new(0));
    assert_eq!(replay, Err(Stop::Exhausted));
}
