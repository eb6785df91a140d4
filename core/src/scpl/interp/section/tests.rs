//! Sections that block, loop or end the program.

use crate::scpl::{Coverage, Disabled, Interpreter, Program, PropId, ThreadIdx, explore};

fn valid(text: &str) -> Program {
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(program.validate(), Ok(()));
    program
}

fn all(width: u8) -> Vec<u64> {
    (0..1 << width).collect()
}

/// The section writes x before it blocks, or loops, or sees the other thread's write.
const BLOCKS: &str = "\
shared i4 x
shared i1 go
template main at L0 (initial)
template worker at L1
property P0 assertion at L7
property P1 assertion at L8
L0 (atomic):
  -> L4: create worker()
L1:
  -> L2: x := 1:i4
L2 (atomic):
  -> L3: x := x + 1:i4
  -> L2: x := x & 1:i4
  -> L6: assume go
L3 (atomic):
  -> L3
L4:
  -> L5: assume x == 0:i4; go := 1:i1
  -> L7: assume x != 0:i4
L5: finished
L6:
  -> L8
L7: error P0
L8: error P1
";

#[test]
fn a_path_that_cannot_be_finished_was_never_begun() {
    let exploration = explore(&valid(BLOCKS), 1, &all, 1000);
    assert_eq!(exploration.coverage, Coverage::Complete);
    // Nobody sees x changed while go is 0; but once it is 1 the section can be passed.
    let violated: Vec<PropId> = exploration.violations.keys().copied().collect();
    assert_eq!(violated, [PropId(1)]);
    assert_eq!(exploration.violations[&PropId(1)].steps.len(), 5);
    assert!(exploration.states.iter().all(|state| state.shared != [1, 0]));
}

#[test]
fn macro_steps_are_whole() {
    let program = valid(BLOCKS);
    let interpreter = Interpreter::new(&program);
    let initial = interpreter.initial(1, &[]).expect("nothing is chosen");
    let steps = interpreter.macro_steps(&initial, ThreadIdx(0), &all);
    assert_eq!(steps.len(), 1);
    let created = &steps[0].1;
    assert_eq!(interpreter.macro_steps(created, ThreadIdx(1), &all), []);
    let gone = &interpreter.macro_steps(created, ThreadIdx(0), &all)[0].1;
    let steps = interpreter.macro_steps(gone, ThreadIdx(1), &all);
    assert_eq!(steps.len(), 1);
    assert_eq!(steps[0].0.len(), 2);
}

#[test]
fn others_wait_until_the_section_is_left() {
    let program = valid(BLOCKS);
    let interpreter = Interpreter::new(&program);
    let initial = interpreter.initial(1, &[]).expect("nothing is chosen");
    let mut state = interpreter.macro_steps(&initial, ThreadIdx(0), &all)[0].1.clone();
    let enter = interpreter.enabled(&state, ThreadIdx(1))[0];
    interpreter.step(&mut state, ThreadIdx(1), enter, &[]).expect("the edge is enabled");
    let [leave, _] = program.edges_from(state.threads[0].loc).collect::<Vec<_>>()[..] else {
        panic!("two edges leave");
    };
    let refused = interpreter.step(&mut state, ThreadIdx(0), leave, &[]);
    assert_eq!(refused, Err(Disabled::InSection(ThreadIdx(1))));
}

/// As the oracle goes edge by edge, and macro-steps go section by section, they must agree.
#[test]
fn macro_steps_reach_what_the_oracle_reaches() {
    let program = valid(BLOCKS);
    let interpreter = Interpreter::new(&program);
    let mut pending = vec![interpreter.initial(1, &[]).expect("nothing is chosen")];
    let mut reached = std::collections::BTreeSet::new();
    while let Some(state) = pending.pop() {
        for thread in state.thread_idxs() {
            for (_, next) in interpreter.macro_steps(&state, thread, &all) {
                if reached.insert(next.clone()) {
                    pending.push(next);
                }
            }
        }
    }
    let explored = explore(&program, 1, &all, 1000).states.into_iter().collect();
    assert_eq!(reached, explored);
}
