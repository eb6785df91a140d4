//! What is a deadlock, and what only looks like one.

use crate::scpl::{Exploration, Interpreter, Program, Waiting, explore, run};

/// Two locks taken in both orders.
const LOCKS: &str = "\
shared i1 a
shared i1 b
template main at L0 (initial)
template worker at L5
L0:
  -> L1: create worker()
L1:
  -> L2: await a == 0:i1; a := 1:i1
L2:
  -> L3: await b == 0:i1; b := 1:i1
L3:
  -> L4: a := 0:i1; b := 0:i1
L4: finished
L5:
  -> L6: await b == 0:i1; b := 1:i1
L6:
  -> L3: await a == 0:i1; a := 1:i1
";

fn explored(text: &str) -> (Program, Exploration) {
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(program.validate(), Ok(()));
    let exploration = explore(&program, 1, &|width| (0..1 << width).collect(), 1000);
    (program, exploration)
}

fn deadlocks(text: &str) -> bool {
    explored(text).1.deadlock.is_some()
}

fn edges(waiting: &[Waiting]) -> Vec<u32> {
    waiting.iter().flat_map(|one| &one.edges).map(|edge| edge.0).collect()
}

fn locks_with(old: &str, new: &str) -> String {
    assert!(LOCKS.contains(old), "{old}");
    LOCKS.replace(old, new)
}

#[test]
fn locks_in_both_orders() {
    let (program, exploration) = explored(LOCKS);
    let schedule = exploration.deadlock.expect("each holds what the other needs");
    assert_eq!(schedule.steps.len(), 3);
    let (_, state) = run(&program, &schedule, &mut |_| {}).expect("found runs replay");
    let waiting = Interpreter::new(&program).deadlocked(&state).expect("the run ends in it");
    assert_eq!(edges(&waiting), [2, 5]);
}

#[test]
fn an_assumption_is_no_deadlock() {
    assert!(!deadlocks(&locks_with("-> L3: await a == 0", "-> L3: assume a == 0")));
    assert!(!deadlocks(&locks_with("L6:\n", "L6:\n  -> L3\n")));
    // A branch that is not taken does not make waiting less of it.
    assert!(deadlocks(&locks_with("L6:\n", "L6:\n  -> L4: assume a == 0:i1\n")));
}

#[test]
fn a_lack_of_idle_threads_is_no_deadlock() {
    assert!(!deadlocks(&locks_with("L6:\n", "L6:\n  -> L4: create worker()\n")));
}

#[test]
fn the_end_of_the_program_is_no_deadlock() {
    let text = "template main at L0 (initial)\nL0:\n  -> L1\nL1: ";
    assert!(!deadlocks(&format!("{text}halted")));
    assert!(!deadlocks(&format!("{text}finished")));
    // Nor is a location that nothing leaves.
    assert!(!deadlocks(text));
}

#[test]
fn joining_oneself_or_each_other() {
    assert!(deadlocks("template main at L0 (initial)\nL0:\n  -> L1: join @self\nL1: finished"));
    assert!(!deadlocks("template main at L0 (initial)\nL0:\n  -> L1: join @none\nL1: finished"));
}

#[test]
fn waiting_inside_a_section() {
    let text = locks_with("L2:\n", "L2 (atomic):\n");
    // The section takes both locks at once, so nobody ever holds one that the other lacks.
    assert!(!deadlocks(&text));
    // Now a lock is never released, and the wait for it is in the middle of the section.
    let (program, exploration) = explored(&text.replace("; b := 0:i1", ""));
    let interpreter = Interpreter::new(&program);
    let deadlocks = exploration.states.iter().filter_map(|state| interpreter.deadlocked(state));
    let waits: Vec<Vec<u32>> = deadlocks.map(|waiting| edges(&waiting)).collect();
    assert_eq!(waits, [[4], [2]]);
}

#[test]
fn a_choice_that_frees_the_thread() {
    // Only the value 0 is offered, which must not make a deadlock of it.
    let deadlocks_on_zero = |condition: &str| {
        let text = format!(
            "\
shared i8 small
shared i32 large
template main at L0 (initial)
L0:
  -> L1: havoc small input; havoc large input; await {condition}
L1: finished
"
        );
        let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}"));
        explore(&program, 0, &|_| vec![0], 1000).deadlock.is_some()
    };
    assert!(!deadlocks_on_zero("small == 77:i8"));
    assert!(!deadlocks_on_zero("large == 77:i32"));
    // True of no value, but there are too many to see it.
    assert!(!deadlocks_on_zero("large != large"));
}

#[test]
fn no_choice_frees_the_thread() {
    let text = "\
shared i8 small
template main at L0 (initial)
L0:
  -> L1: havoc small input; await small != small
L1: finished
";
    assert!(deadlocks(text));
    // Too many values again, in a reasonable time.
    let havocs = "havoc small input; ".repeat(8);
    let program: Program = text.replace("havoc small input; ", &havocs).parse().expect("valid");
    assert!(explore(&program, 0, &|_| vec![0], 1000).deadlock.is_none());
}
