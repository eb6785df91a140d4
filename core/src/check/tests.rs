//! Searches on programs written by hand.

use super::*;
use crate::bbp::{At, Move, Post, Program, SharedBits, ThreadBits, Trace, View};
use crate::budget::{Budget, Stop};
use crate::scpl::{EdgeId, LocId, ThreadIdx};

fn parsed(text: &str) -> Program {
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(program.validate(), Ok(()));
    program
}

fn views_of(program: &Program, k: u32) -> Views {
    views(&mut &*program, k, &Budget::new(1_000_000)).expect("the budget is enough")
}

fn is_proved(program: &Program, k: u32) -> bool {
    matches!(views_of(program, k), Views::Closed(_))
}

fn exactly(program: &Program, n_threads: u32) -> Exact {
    exact(&mut &*program, n_threads, 1, &Budget::new(1_000_000)).expect("the budget is enough")
}

fn closed(program: &Program, k: u32) -> Vec<View> {
    match views_of(program, k) {
        Views::Closed(views) => views,
        Views::Bad(view) => panic!("{view:?} is bad"),
    }
}

fn at(loc: u32, bits: u128) -> ThreadBits {
    ThreadBits { at: At::Loc(LocId(loc)), bits }
}

const IDLE: ThreadBits = ThreadBits::IDLE;

/// Threads without end that take a lock before they go inside; whoever finds somebody inside is bad.
const LOCK: &str = "\
shared lock
shared inside
template main at L0 (initial)
template worker at L1
L0:
  -> L0: start worker
L1:
  -> L2: lock := 1; constrain !lock
L2:
  -> L3: inside := 1; constrain !inside
  -> L4: constrain inside
L3:
  -> L1: inside := 0; lock := 0
L4: bad
";

#[test]
fn mutual_exclusion_needs_two_threads_in_sight() {
    let lock = parsed(LOCK);
    assert!(!is_proved(&lock, 1), "one thread alone does not know who has the lock");
    assert!(is_proved(&lock, 2));
    assert!((0..=3).all(|n_threads| exactly(&lock, n_threads).hits.is_empty()));
}

#[test]
fn without_a_lock_two_threads_meet() {
    let broken = parsed(&LOCK.replace("lock := 1; constrain !lock", "lock := 1"));
    assert!((1..=3).all(|k| !is_proved(&broken, k)));
    assert!(exactly(&broken, 1).hits.is_empty());
    let hit = exactly(&broken, 2).hits.remove(0);
    // Two are started, both pass the lock, one goes inside and the other sees it.
    assert_eq!((hit.n_threads, hit.moves.len()), (2, 6));
    let edges: Vec<u32> = hit.moves.iter().map(|step| step.edge.0).collect();
    assert_eq!(edges.iter().filter(|&&edge| edge == 1).count(), 2);
    assert_eq!(edges[5], 3);
    assert_ne!(hit.moves[4].thread, hit.moves[5].thread);
    let run = broken.replay(&hit).expect("it was found");
    assert!(run[6].threads.iter().any(|thread| (&broken).is_bad(*thread)));
}

#[test]
fn counting_to_two_needs_three_threads_in_sight() {
    // Two may pass the gate at a time. `c1 c0` counts those behind it, `i1 i0` those inside.
    let gate = parsed(
        "\
shared c0
shared c1
shared i0
shared i1
template main at L0 (initial)
template worker at L1
L0:
  -> L0: start worker
L1:
  -> L2: c0 := !c0; c1 := c0; constrain !c1
L2:
  -> L3: i0 := !i0; i1 := i0; constrain !i1
  -> L5: constrain i1
L3:
  -> L4: i0 := !i0; i1 := i1 & i0
L4:
  -> L1: c0 := !c0; c1 := c1 & c0
L5: bad
",
    );
    assert!(exactly(&gate, 3).hits.is_empty());
    assert!(!is_proved(&gate, 1));
    assert!(!is_proved(&gate, 2));
    assert!(is_proved(&gate, 3));
}

#[test]
fn views_of_threads_that_do_nothing() {
    let program = parsed(
        "template main at L0 (initial)\ntemplate worker at L1\nL0:\n  -> L0: start worker\nL1:\n",
    );
    let threads = |views: Vec<View>| -> Vec<Vec<ThreadBits>> {
        views.into_iter().map(|view| view.threads).collect()
    };
    let (main, worker) = (at(0, 0), at(1, 0));
    assert_eq!(threads(closed(&program, 1)), [vec![IDLE], vec![main], vec![worker]]);
    // There is one main.
    let pairs = [[IDLE, IDLE], [IDLE, main], [IDLE, worker], [main, worker], [worker, worker]];
    assert_eq!(threads(closed(&program, 2)), pairs);
}

#[test]
fn who_is_created_may_be_out_of_sight() {
    // The first thread watches what main does when it starts the second.
    let program = parsed(
        "\
shared s
template main at L0 (initial)
template watcher at L3
template other at L4
L0:
  -> L1: start watcher
L1:
  -> L2: start other; s := 1
L2:
L3:
  -> L5: constrain s
L4:
L5: bad
",
    );
    for k in 1..=3 {
        assert!(!is_proved(&program, k), "k = {k}");
    }
    assert!(exactly(&program, 1).hits.is_empty());
    let hit = exactly(&program, 2).hits.remove(0);
    let moves = [(0, 0), (0, 1), (1, 2)];
    let moves = moves.map(|(thread, edge)| Move { thread: ThreadIdx(thread), edge: EdgeId(edge) });
    assert_eq!(hit, Trace { n_threads: 2, moves: moves.to_vec() });
}

#[test]
fn a_broadcast_reaches_everybody() {
    // Whoever takes the token takes it from all others.
    let text = "\
local token
template main at L0 (initial)
template worker at L1
L0:
  -> L0: start worker
L1:
  -> L1: a.token := 1; p.token := 0
";
    let two = |views: &[View]| {
        let has_two = |view: &View| view.threads.iter().filter(|it| it.bits == 1).count() == 2;
        views.iter().any(has_two)
    };
    let views = closed(&parsed(text), 2);
    assert!(!two(&views));
    assert!(views.iter().any(|view| view.threads.contains(&at(1, 1))));
    assert!(two(&closed(&parsed(&text.replace("; p.token := 0", "")), 2)));
    assert_eq!(exactly(&parsed(text), 3).n_states, 4 + 3);
}

#[test]
fn a_guard_over_others_sees_those_in_sight() {
    // Main goes on when no worker is at work any more; a worker at work then would be bad.
    let text = "\
shared over
template main at L0 (initial)
template worker at L2
L0:
  -> L0: start worker
  -> L1: over := 1; constrain p: p@L3
L1:
L2:
  -> L3: constrain !over
  -> L4: constrain over
L3:
L4: bad
";
    assert!((1..=3).all(|k| is_proved(&parsed(text), k)));
    assert!(!is_proved(&parsed(&text.replace("; constrain p: p@L3", "")), 2));
    assert!(!is_proved(&parsed(&text.replace("p@L3", "p@L3 | p@L2")), 2));
}

#[test]
fn an_end_is_the_end_for_all() {
    let text = "\
shared s
template main at L0 (initial)
template worker at L2
L0:
  -> L1: start worker; s := 1
L1:
  -> L3
L2:
  -> L4: constrain s
L3: end
L4: bad
";
    assert!(!exactly(&parsed(text), 1).hits.is_empty(), "the worker may be first");
    let at_once = text.replace("-> L1: start worker; s := 1", "-> L3: start worker; s := 1");
    assert!(exactly(&parsed(&at_once), 1).hits.is_empty());
    // Whoever ended the run may be out of sight.
    assert!(!is_proved(&parsed(&at_once), 2));
}

#[test]
fn nobody_moves_beside_one_that_ended_the_run() {
    // Main ends the run while s is 0, and then nobody sets it.
    let program = parsed(
        "shared s\ntemplate main at L0 (initial)\ntemplate w at L1\n\
         L0:\n  -> L0: start w\n  -> L2: constrain !s\nL1:\n  -> L1: s := !s\nL2: end\n",
    );
    for k in 1..=2 {
        let ended = closed(&program, k).into_iter().filter(|it| it.threads.contains(&at(2, 0)));
        let shared: Vec<u128> = ended.map(|view| view.shared.0).collect();
        assert!(!shared.is_empty() && shared.iter().all(|s| *s == 0), "k = {k}: {shared:?}");
    }
}

#[test]
fn exploration_says_whether_more_threads_could_do_more() {
    let lock = parsed(LOCK);
    assert!(exactly(&lock, 3).starved);
    let once =
        parsed("template main at L0 (initial)\ntemplate w at L1\nL0:\n  -> L1: start w\nL1:\n");
    assert!(exactly(&once, 0).starved);
    assert!(!exactly(&once, 1).starved);
}

#[test]
fn equal_threads_are_not_told_apart() {
    let program = parsed(
        "local x\ntemplate main at L0 (initial)\ntemplate w at L1\n\
         L0:\n  -> L0: start w; havoc new.x\nL1:\n",
    );
    // With up to 3 started: multisets of two kinds of threads, of sizes 0 to 3.
    assert_eq!(exactly(&program, 3).n_states, 1 + 2 + 3 + 4);
}

#[test]
fn the_shortest_ways_come_first_and_no_more_than_wanted() {
    let text = "\
template main at L0 (initial)
L0:
  -> L1
  -> L2
L1:
  -> L3
L2: bad
L3: bad
";
    let program = parsed(text);
    let find = |max_hits| {
        let found = exact(&mut &program, 0, max_hits, &Budget::new(1000)).expect("in budget");
        found.hits.iter().map(|trace| trace.moves.len()).collect::<Vec<_>>()
    };
    assert_eq!(find(1), [1]);
    assert_eq!(find(9), [1, 2]);
}

#[test]
fn a_trace_is_possible_or_stopped() {
    let broken = parsed(&LOCK.replace("lock := 1; constrain !lock", "lock := 1"));
    let trace = exactly(&broken, 2).hits.remove(0);
    let budget = Budget::new(1_000_000);
    assert_eq!(is_stopped(&mut &broken, &trace, &budget), Ok(false));
    assert_eq!(is_stopped(&mut &parsed(LOCK), &trace, &budget), Ok(true));
    // More threads than there are idle ones cannot be started.
    let fewer = Trace { n_threads: 1, ..trace };
    assert_eq!(is_stopped(&mut &broken, &fewer, &budget), Ok(true));
}

#[test]
fn searches_keep_to_their_budget() {
    let lock = parsed(LOCK);
    assert_eq!(views(&mut &lock, 2, &Budget::new(20)).err(), Some(Stop::Exhausted));
    assert_eq!(exact(&mut &lock, 2, 1, &Budget::new(20)).err(), Some(Stop::Exhausted));
}

#[test]
fn all_initial_states_are_looked_at() {
    let program = parsed(
        "shared s = any\ntemplate main at L0 (initial)\nL0:\n  -> L1: constrain s\nL1: bad\n",
    );
    assert_eq!(exactly(&program, 0).n_states, 3);
    let Views::Bad(view) = views_of(&program, 1) else { panic!("s can be 1") };
    assert_eq!(view, View { shared: SharedBits(1), threads: vec![at(1, 0)] });
}
