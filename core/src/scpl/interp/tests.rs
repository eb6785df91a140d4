//! Small programs whose runs are known by hand.

use super::*;
use crate::scpl::program::{EdgeId, PropId, TemplateId, VarId};
use crate::scpl::trace::{Access, Schedule, Step, ThreadIdx, Trace};

/// `P` of [sapa, Sect. 1]. Here `main` creates the threads.
const P: &str = "\
shared i4 s = 0
local i4 l = 1
template main at L0 (initial)
template worker at L1
property P0 assertion at L4
L0:
  -> L0: create worker()
L1:
  -> L2: assume s != l
  -> L4: assume s == l
L2:
  -> L3: s := s + 1:i4
L3: finished
L4: error P0
";

fn valid(text: &str) -> Program {
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(program.validate(), Ok(()));
    program
}

fn all(width: u8) -> Vec<u64> {
    (0..1 << width).collect()
}

fn explored(text: &str, n_threads: u32) -> Exploration {
    let exploration = explore(&valid(text), n_threads, &all, 10_000);
    assert_eq!(exploration.coverage, Coverage::Complete);
    exploration
}

fn step(thread: u32, edge: u32) -> Step {
    Step { thread: ThreadIdx(thread), edge: EdgeId(edge), choices: vec![] }
}

fn choosing(thread: u32, edge: u32, choices: &[u64]) -> Step {
    Step { choices: choices.to_vec(), ..step(thread, edge) }
}

/// Replays steps with two threads to be created and no initial choice.
fn replayed(text: &str, steps: &[Step]) -> Result<Trace, Disabled> {
    let schedule = Schedule { n_threads: 2, init: vec![], steps: steps.to_vec() };
    replay(&valid(text), &schedule).map_err(|error| error.disabled)
}

#[test]
fn p_fails_from_two_threads_on() {
    assert!(explored(P, 1).violations.is_empty());
    let exploration = explored(P, 2);
    let schedule = &exploration.violations[&PropId(0)];
    assert_eq!(schedule.steps.len(), 5);
    let (trace, state) = run(&valid(P), schedule, &mut |_| {}).expect("found runs replay");
    assert_eq!(trace.violated, Some(PropId(0)));
    assert_eq!(trace.threads, [TemplateId(0), TemplateId(1), TemplateId(1)]);
    assert_eq!(state.shared, [1]);
    assert_eq!(explore(&valid(P), 2, &all, 5).coverage, Coverage::Limited);
}

#[test]
fn steps_that_are_not_enabled_are_refused() {
    let create = step(0, 0);
    assert_eq!(replayed(P, &[create.clone(), step(1, 2)]), Err(Disabled::AssumeFails));
    assert_eq!(replayed(P, &[create.clone(), step(2, 1)]), Err(Disabled::NoSuchThread));
    assert_eq!(replayed(P, &[create.clone(), step(1, 3)]), Err(Disabled::NoSuchEdge));
    assert_eq!(replayed(P, &[create.clone(), step(1, 9)]), Err(Disabled::NoSuchEdge));
    assert_eq!(replayed(P, &[choosing(0, 0, &[1])]), Err(Disabled::SurplusChoice));
    let creates = [create.clone(), create.clone(), create.clone()];
    assert_eq!(replayed(P, &creates), Err(Disabled::NoIdleThread));
    let mut failing = explored(P, 2).violations[&PropId(0)].clone();
    failing.steps.push(create);
    let error = ReplayError { step_idx: Some(5), disabled: Disabled::Over };
    assert_eq!(replay(&valid(P), &failing), Err(error));
}

#[test]
fn a_refused_step_changes_nothing() {
    let program = valid(P);
    let interpreter = Interpreter::new(&program);
    let before = interpreter.initial(0, &[]).expect("nothing is chosen");
    let mut state = before.clone();
    let refused = interpreter.step(&mut state, ThreadIdx(0), EdgeId(0), &[]);
    assert_eq!(refused, Err(Disabled::NoIdleThread));
    assert_eq!(state, before);
    assert_eq!(interpreter.enabled(&state, ThreadIdx(0)), []);
}

#[test]
fn accesses_are_noted_in_order_and_once() {
    let text = "\
shared i8 x = 3
shared i8[2] a = {5, 6}
local i8 l
template main at L0 (initial)
L0:
  -> L0: l := (x + x) + a[1:i1]; x := x * l; a[x] := 9:i8; havoc a[0:i8] input
  -> L0: x := (l == 0:i8) ? x : 1:i8; a[l] := (l != 0:i8) ? x : a[l]; l := a[2:i8]
";
    let [x, a, l] = [0, 1, 2].map(VarId);
    let trace = replayed(text, &[choosing(0, 0, &[7])]).expect("the step is enabled");
    assert_eq!(
        trace.events[0].accesses,
        [
            Access::Read { var: x, index: None, value: 3 },
            Access::Read { var: a, index: Some(1), value: 6 },
            Access::Write { var: l, index: None, old: 0, new: 12 },
            Access::Write { var: x, index: None, old: 3, new: 36 },
            Access::Choose { var: a, index: Some(0), old: 5, new: 7 },
        ]
    );
    // Places that keep their value are not touched.
    let trace = replayed(text, &[step(0, 1)]).expect("the step is enabled");
    assert_eq!(
        trace.events[0].accesses,
        [
            Access::Read { var: l, index: None, value: 0 },
            Access::Write { var: l, index: None, old: 0, new: 0 },
        ]
    );
    assert_eq!(replayed(text, &[step(0, 0)]), Err(Disabled::MissingChoice { width: 8 }));
    let wide = choosing(0, 0, &[256]);
    assert_eq!(replayed(text, &[wide]), Err(Disabled::WideChoice { width: 8 }));
}

#[test]
fn created_threads_take_arguments_and_choices_and_can_be_joined() {
    let text = "\
shared thread h
local i4 given
local i4 free = any
template main at L0 (initial)
template worker at L3
L0:
  -> L1: create worker(given = free + 1:i4) -> h
L1:
  -> L2: join h
L2: halted
L3:
  -> L4: assume @self == h
L4: finished
";
    let program = valid(text);
    let schedule = Schedule {
        n_threads: 1,
        init: vec![6],
        steps: vec![choosing(0, 0, &[9]), step(1, 2), step(0, 1)],
    };
    let mut states = Vec::new();
    let ran = run(&program, &schedule, &mut |state| states.push(state.clone()));
    let (trace, last) = ran.expect("the schedule is right");
    assert_eq!(states[1].threads[1].locals, [7, 9]);
    assert_eq!(trace.events[0].created, Some(ThreadIdx(1)));
    assert_eq!(last.shared, [2]);
    let early = Schedule { steps: vec![choosing(0, 0, &[9]), step(0, 1)], ..schedule };
    let error = ReplayError { step_idx: Some(1), disabled: Disabled::Waits };
    assert_eq!(replay(&program, &early), Err(error));
    let few = explore(&program, 1, &|_| vec![3], 1000);
    assert_eq!((few.coverage, few.deadlock), (Coverage::OfferedChoices, None));
}

#[test]
fn ways_are_all_choices_that_the_guards_allow() {
    let text = "\
shared i2 x
shared i1 y
template main at L0 (initial)
L0:
  -> L0: havoc x input; assume x != 1:i2; havoc y input; assume (x == 0:i2) <=u y
";
    let program = valid(text);
    let interpreter = Interpreter::new(&program);
    let state = interpreter.initial(0, &[]).expect("nothing is chosen");
    let ways = interpreter.ways(&state, ThreadIdx(0), EdgeId(0), &all);
    let (taken, refused): (Vec<_>, Vec<_>) = ways.into_iter().partition(Result::is_ok);
    let choices: Vec<Vec<u64>> = taken.into_iter().flatten().map(|way| way.step.choices).collect();
    assert_eq!(choices, [vec![0, 1], vec![2, 0], vec![2, 1], vec![3, 0], vec![3, 1]]);
    assert_eq!(refused, [Err(Disabled::AssumeFails), Err(Disabled::AssumeFails)]);
}
