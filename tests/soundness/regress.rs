//! What the machine found, each by its smallest program.

use braid_core::budget::Budget;
use braid_core::certify::list_states;
use braid_core::engine::Verdict;
use braid_core::reduce::reduce;
use braid_core::scpl::{Program, PropId};
use braid_tests::oracle::Oracle;

use crate::judge::{
    MAX_STATES, MAX_THREADS, all_properties, answers, judge_answers, judge_reduced, judge_refined,
    refined,
};

fn program(text: &str) -> Program {
    let program: Program = text.parse().expect("a program");
    assert_eq!(program.validate(), Ok(()));
    program
}

/// The verdicts, which must be right, as must be the proof before it was certified.
fn verdicts(program: &Program) -> Vec<Verdict> {
    let oracle = Oracle::new(program, MAX_THREADS, MAX_STATES);
    let goals = all_properties(program);
    let (reduced, result) = refined(program, &goals);
    judge_refined(program, &oracle, &reduced, &result).expect("the proof is right");
    judge_reduced(&oracle, &reduce(program, &goals), &goals).expect("the reduction is right");
    let answers = answers(program);
    judge_answers(program, &oracle, &answers).expect("the verdicts are right");
    answers.verdicts.into_values().collect()
}

/// `main` writes and then fails by itself. Both were taken as one step, which ended the run before the
/// worker could see what was written: its assertion was proved.
#[test]
fn a_failing_thread_does_not_keep_others_from_failing() {
    let program = program(
        "shared i1 s
local i1 l
template main at L0 (initial)
template worker at L5
property P0 assertion at L3
property P1 assertion at L6
L0:
  -> L1: create worker()
L1:
  -> L2: s := 1:i1
L2:
  -> L3: assume l == 0:i1
  -> L4: assume l != 0:i1
L3: error P0
L4: finished
L5:
  -> L6: assume s == 1:i1
  -> L4: assume s != 1:i1
L6: error P1
",
    );
    let oracle = Oracle::new(&program, 1, MAX_STATES);
    assert_eq!(oracle.least(PropId(1)), Some(1));
    let alone = reduce(&program, &[PropId(1)]);
    judge_reduced(&oracle, &alone, &[PropId(1)]).expect("P1 is still violated");
    let verdicts = verdicts(&program);
    assert!(verdicts.iter().all(|verdict| matches!(verdict, Verdict::Violated(_))));
}

/// A section with a loop, as often as anybody likes. Traces in which another thread moves while one is
/// inside were taken for real, because the program as lowered has no bit that says so.
#[test]
fn nobody_moves_while_a_section_loops() {
    let program = program(
        "shared i1 s
local i1 l
template main at L0 (initial)
template worker at L1
property P0 assertion at L5
L0:
  -> L0: create worker()
L1:
  -> L2: s := 1:i1
L2 (atomic):
  -> L2: assume l == 0:i1; l := 1:i1
  -> L3: assume l == 1:i1; s := 0:i1
L3:
  -> L4: assume s == 0:i1
  -> L5: assume s != 0:i1
L4: finished
L5: error P0
",
    );
    let (_, result) = refined(&program, &[PropId(0)]);
    assert!(result.proof.is_some(), "{:?}", result.stuck);
    let verdicts = verdicts(&program);
    assert!(matches!(verdicts[..], [Verdict::Proved(_)]), "{verdicts:?}");
}

/// The worker writes and then fails. Once its own property was violated, the proof of `main`'s went on with
/// the reduction for both, where write and failure are one step: it was proved up to some threads.
#[test]
fn a_proof_up_to_a_number_rests_on_its_own_reduction() {
    let program = program(
        "shared i1 lock
template main at L0 (initial)
template worker at L1
property P0 reach_error at L4
property P1 assertion at L7
L0:
  -> L5
L1:
  -> L2
L2:
  -> L3: lock := 1:i1
L3:
  -> L4
L4: error P0
L5:
  -> L6
  -> L7: assume lock
L6:
  -> L5: create worker()
L7: error P1
",
    );
    let verdicts = verdicts(&program);
    assert!(verdicts.iter().all(|verdict| matches!(verdict, Verdict::Violated(_))));
}

/// Which of two threads a handle is of depends on an input in a way that listing does not follow. What was
/// learnt from a comparison with one of them was kept as a range of numbers, and the threads changed places:
/// then the handle was of neither.
#[test]
fn a_handle_that_may_be_of_either_thread_is_of_one_when_they_change_places() {
    let program = program(
        "shared i1 s
local thread h1
local thread h2
local thread g
local i16 w
local i1 x
template main at L0 (initial)
template worker at L7
property P0 assertion at L6
L0:
  -> L1: create worker(x = 0:i1) -> h1
L1:
  -> L2: create worker(x = 1:i1) -> h2
L2:
  -> L3: havoc w input; g := ((w * w) == 4:i16) ? h1 : h2
L3:
  -> L4: assume g != h1
  -> L9: assume g == h1
L4:
  -> L5: await s == 1:i1
L5:
  -> L6: assume g == h2
  -> L9: assume g != h2
L6: error P0
L7:
  -> L8: assume x == 0:i1
  -> L9: assume x == 1:i1; await s == 1:i1
L8:
  -> L10: s := 1:i1
L9: finished
L10:
  -> L9: await s == 0:i1
",
    );
    for max_tried in [1, 2, 4, 8, 256] {
        let listed = list_states(&program, 2, &[PropId(0)], max_tried, &Budget::new(100_000));
        assert!(listed.is_err(), "{max_tried}: {listed:?}");
    }
    let verdicts = verdicts(&program);
    assert!(!matches!(verdicts[..], [Verdict::Proved(_)]), "{verdicts:?}");
}
