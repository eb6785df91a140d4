//! Programs small enough to know the answer, one for each thing that can go wrong.

use crate::budget::{Budget, Stop};
use crate::hunt::{
    Config, Coverage, Deadlocks, Goals, Minimality, Outcome, Pool, Reduction, Target, Unmodelled,
    minimise, search,
};
use crate::scpl::{EdgeId, LocId, Program, PropId, Schedule, ThreadIdx, replay};

fn parse(text: &str) -> Program {
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(program.validate(), Ok(()));
    program
}

fn goals(program: &Program, unmodelled: Unmodelled) -> Goals {
    let properties = (0..program.properties.len()).map(|idx| PropId(idx as u32)).collect();
    Goals { properties, deadlocks: Deadlocks::Wanted, unmodelled }
}

fn hunt_with(text: &str, n_threads: u32, unmodelled: Unmodelled, config: &Config) -> Outcome {
    let program = parse(text);
    let goals = goals(&program, unmodelled);
    search(&program, n_threads, &goals, config, &Budget::new(1_000_000)).expect("it is small")
}

fn hunt(text: &str, n_threads: u32) -> Outcome {
    hunt_with(text, n_threads, Unmodelled::Cut, &Config::default())
}

fn violated(outcome: &Outcome) -> Vec<u32> {
    outcome.violations.iter().map(|(property, _)| property.0).collect()
}

/// `worker` runs from L10; `main` creates as many as it can.
fn workers(vars: &str, worker: &str) -> String {
    format!(
        "{vars}
template main at L0 (initial)
template worker at L1
property P0 assertion at L2
L0:
  -> L0: create worker()
L2: error P0
L3: finished
{worker}"
    )
}

#[test]
fn the_least_number_of_threads() {
    // `P` of [sapa, Sect. 1].
    let text = workers(
        "shared i4 s\nlocal i4 l = 1",
        "L1:\n  -> L4: assume s != l\n  -> L2: assume s == l\nL4:\n  -> L3: s := s + 1:i4",
    );
    for (n_threads, expected) in [(0, vec![]), (1, vec![]), (2, vec![0]), (3, vec![0])] {
        let outcome = hunt(&text, n_threads);
        assert_eq!(violated(&outcome), expected, "{n_threads} threads");
    }
    let outcome = hunt(&text, 1);
    assert_eq!(outcome.coverage, Coverage::Closed);
    assert_eq!((outcome.n_created, outcome.pool), (1, Pool::Exhausted));
}

#[test]
fn threads_have_no_order() {
    // Each thread walks through three places; what counts is how many are where.
    let text = workers(
        "shared i1 a",
        "L1:\n  -> L4: a := !a\nL4:\n  -> L5: a := !a\nL5:\n  -> L5: assume a == 1:i1\n  -> L2: assume a != a",
    );
    let n_states = |n_threads| {
        let config = Config { reduction: Reduction::None, ..Config::default() };
        hunt_with(&text, n_threads, Unmodelled::Cut, &config).n_states
    };
    // With k threads created, as many states as multisets of k places; `a` is the parity of steps.
    // 1 + 3 + 6 + 10 + 15.
    assert_eq!(n_states(4), 35);
}

#[test]
fn handles_are_names_without_meaning() {
    // `main` keeps two handles and joins both; the workers do the same thing.
    let text = "\
shared i1 a
local thread t
local thread u
template main at L0 (initial)
template worker at L4
property P0 assertion at L7
L0:
  -> L1: create worker() -> t
L1:
  -> L2: create worker() -> u
L2:
  -> L3: join t
L3:
  -> L6: join u
L4:
  -> L5: a := !a
L5: finished
L6:
  -> L7: assume a == 1:i1
  -> L8: assume a == 0:i1
L7: error P0
L8: halted
";
    let outcome = hunt(text, 2);
    assert_eq!((violated(&outcome), outcome.coverage), (vec![], Coverage::Closed));
    assert!(outcome.deadlock.is_none());
    assert_eq!(outcome.pool, Pool::Sufficient);
    // Joining the second one first makes no difference; joining one twice does.
    assert_eq!(violated(&hunt(&text.replace("L6: join u", "L6: join t"), 2)), [0]);
    // A handle that was overwritten is nobody's.
    let overwritten = text.replace("L3: join t", "L3: t := u; join t");
    assert_eq!(violated(&hunt(&overwritten, 2)), [0]);
}

#[test]
fn handles_are_compared() {
    // A mutex that knows its owner: unlocking somebody else's is the error.
    let text = workers(
        "shared thread owner",
        "\
L1:
  -> L4: await owner == @none; owner := @self
L4:
  -> L5: assume owner == @self; owner := @none
  -> L2: assume owner != @self
L5:
  -> L1
",
    );
    let outcome = hunt(&text, 3);
    assert_eq!((violated(&outcome), outcome.coverage), (vec![], Coverage::Closed));
    // Who holds it is told apart from the others, but it does not matter which of them it is.
    assert!(outcome.n_states < 30, "{} states", outcome.n_states);
    let buggy = text.replace("L4: await owner == @none;", "L4:");
    assert_eq!(violated(&hunt(&buggy, 1)), Vec::<u32>::new());
    assert_eq!(violated(&hunt(&buggy, 2)), [0]);
}

#[test]
fn dead_values_are_forgotten() {
    let text = workers(
        "shared i32 unread\nlocal i32 x\nlocal i32 y",
        "\
L1:
  -> L4: havoc x input
L4:
  -> L5: unread := x; y := x + 1:i32
L5:
  -> L6: havoc x input; unread := unread + x
L6:
  -> L1: x := 0:i32
",
    );
    let outcome = hunt(&text, 2);
    assert_eq!(outcome.coverage, Coverage::Closed, "no value was needed");
    assert!(outcome.n_states < 10, "{} states", outcome.n_states);
}

#[test]
fn a_value_is_decided_when_it_is_needed() {
    let text = "\
local i3 narrow = any
local i16 wide = any
template main at L0 (initial)
property P0 assertion at L3
property P1 assertion at L4
L0:
  -> L1: assume narrow == 5:i3
L1:
  -> L2: assume wide == 1001:i16
  -> L3: assume wide == 1000:i16
L2:
  -> L4: assume narrow == 5:i3
L3: error P0
L4: error P1
";
    let outcome = hunt(text, 0);
    assert_eq!(violated(&outcome), [0, 1]);
    assert_eq!(outcome.violations[0].1.init, [5, 1000]);
    // What is only compared with constants has few values that differ.
    assert_eq!(outcome.coverage, Coverage::Closed);
    // Only the narrow one: all its values are tried.
    let narrow = text.replace("wide == 1001:i16", "narrow == 4:i3");
    let narrow = narrow.replace("wide == 1000:i16", "0:i1");
    let outcome = hunt(&narrow, 0);
    assert_eq!((violated(&outcome), outcome.coverage), (vec![], Coverage::Closed));
    let partial = text.replace("wide == 1000", "(wide + wide) == 77").replace("1001", "78");
    assert_eq!(hunt(&partial, 0).coverage, Coverage::Partial, "78 is found, others are not");
}

#[test]
fn values_that_make_no_difference_are_not_tried() {
    let text = |condition: &str| {
        format!(
            "\
local i16 x = any
local i16 y
template main at L0 (initial)
property P0 assertion at L2
L0:
  -> L1: y := x
L1:
  -> L2: assume {condition}
  -> L3: assume !({condition})
L2: error P0
L3: finished
"
        )
    };
    let expected = [
        ("(y %s 3:i16) == 2:i16", vec![0], Coverage::Closed),
        ("(y %s 3:i16) == 3:i16", vec![], Coverage::Closed),
        ("(y %u 3:i16) == (x & 1:i16)", vec![0], Coverage::Closed),
        ("(5:i16 <s y) & (y <s 7:i16)", vec![0], Coverage::Closed),
        ("(5:i16 <s y) & (y <s 6:i16)", vec![], Coverage::Closed),
        ("(5:i16 <u y) & (y <s 6:i16)", vec![0], Coverage::Closed),
        ("y <s -20000:i16", vec![0], Coverage::Closed),
        ("zext32(y) == 65536:i32", vec![], Coverage::Closed),
        ("sext32(y) <u 4294900000:i32", vec![0], Coverage::Closed),
        // Compared with each other, shifted, and too many kinds.
        ("x == y", vec![0], Coverage::Partial),
        ("(y >>u 1:i16) == 20000:i16", vec![], Coverage::Partial),
        ("(y %u 50:i16) == 50:i16", vec![], Coverage::Partial),
    ];
    for (condition, violations, coverage) in expected {
        let outcome = hunt(&text(condition), 0);
        assert_eq!((violated(&outcome), outcome.coverage), (violations, coverage), "{condition}");
    }
}

#[test]
fn a_section_that_blocks_is_not_entered() {
    let text = workers(
        "shared i1 a\nshared i1 b",
        "\
L1:
  -> L4: a := 1:i1
  -> L3: assume a == 1:i1; b := 1:i1
L4 (atomic):
  -> L5: assume b == 1:i1
  -> L3: assume a == 0:i1
L5:
  -> L2
",
    );
    let outcome = hunt(&text, 3);
    assert_eq!((violated(&outcome), outcome.coverage), (vec![], Coverage::Closed));
    assert!(!outcome.reached.loc(LocId(5)));
    // Outside a section the first step counts.
    assert_eq!(violated(&hunt(&text.replace(" (atomic)", ""), 2)), [0]);
}

#[test]
fn loops_in_sections_end() {
    let text = workers(
        "shared i2 a",
        "L1:\n  -> L4: a := 0:i2\nL4 (atomic):\n  -> L4: a := a + 1:i2\n  -> L5: assume a == 3:i2\nL5:\n  -> L2: assume a != 3:i2\n  -> L3: assume a == 3:i2",
    );
    let outcome = hunt(&text, 2);
    assert_eq!((violated(&outcome), outcome.coverage), (vec![], Coverage::Closed));
    assert!(outcome.deadlock.is_none());
    // Too long a section is left out, and that is said.
    let wide = text.replace("i2", "i32").replace("== 3:i32\nL5", "== 70000:i32\nL5");
    assert_eq!(hunt(&wide, 1).coverage, Coverage::Partial);
}

#[test]
fn an_own_endless_loop_holds_nobody_up() {
    let text = workers(
        "shared i1 a\nlocal i1 x",
        "L1:\n  -> L4: x := a\n  -> L5: a := 1:i1\nL4:\n  -> L4: x := !x\n  -> L4\nL5:\n  -> L2: assume a == 1:i1",
    );
    assert_eq!(violated(&hunt(&text, 2)), [0]);
    let counting = text.replace("local i1 x", "local i32 x").replace("x := a", "x := zext32(a)");
    let counting = counting.replace("x := !x", "assume x != 7:i32; x := x + 1:i32");
    assert_eq!(violated(&hunt(&counting, 2)), [0]);
}

#[test]
fn an_error_does_not_hide_another() {
    // One thread is about to fail by a step of its own, the other after it has seen `a`.
    let text = "\
shared i1 a
local i1 x
template main at L0 (initial)
template worker at L1
property P0 assertion at L2
property P1 assertion at L4
L0:
  -> L5: create worker()
L1:
  -> L6: a := 1:i1
L2: error P0
L3: finished
L4: error P1
L5:
  -> L7: x := a
L6:
  -> L2
L7:
  -> L4: assume x == 1:i1
  -> L3: assume x == 0:i1
";
    assert_eq!(violated(&hunt(text, 1)), [0, 1]);
}

#[test]
fn the_end_of_main_ends_everything() {
    let text = "\
shared i1 a
template main at L0 (initial)
template worker at L1
property P0 assertion at L2
L0:
  -> L4: create worker()
L1:
  -> L5: a := 1:i1
L2: error P0
L3: halted
L4:
  -> L3
L5:
  -> L2: assume a == 1:i1
";
    // The worker may be faster.
    assert_eq!(violated(&hunt(text, 1)), [0]);
    let never = text
        .replace("L4:\n  -> L3", "L4:\n  -> L3: await a == 1:i1")
        .replace("L5:\n  -> L2:", "L5:\n  -> L2: await a == 0:i1;");
    let outcome = hunt(&never, 1);
    assert_eq!((violated(&outcome), outcome.coverage), (vec![], Coverage::Closed));
    assert!(outcome.deadlock.is_none(), "the program ends while the worker waits");
}

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

#[test]
fn deadlocks_and_what_looks_like_one() {
    let schedule = hunt(LOCKS, 1).deadlock.expect("each holds what the other needs");
    assert_eq!(schedule.steps.len(), 3);
    let has_deadlock = |old: &str, new: &str| {
        assert!(LOCKS.contains(old), "{old}");
        hunt(&LOCKS.replace(old, new), 1).deadlock.is_some()
    };
    assert!(!has_deadlock("-> L3: await a == 0", "-> L3: assume a == 0"), "stuck at an assumption");
    assert!(!has_deadlock("L6:\n", "L6:\n  -> L4: create worker()\n"), "no thread is idle");
    assert!(has_deadlock("L6:\n", "L6:\n  -> L4: assume a == 0:i1\n"), "a branch not taken");
}

#[test]
fn a_deadlock_for_one_value_only() {
    let text = "\
local i1 x = any
template main at L0 (initial)
L0:
  -> L1: await x == 1:i1
L1: finished
";
    let schedule = hunt(text, 0).deadlock.expect("x may be 0");
    assert_eq!(schedule.init, [0]);
    // Inside the step the value is picked that gets through.
    let inside = text.replace("= any", "= 0").replace("await x", "havoc x input; await x");
    assert!(hunt(&inside, 0).deadlock.is_none());
}

#[test]
fn joins_wait() {
    let text = "\
shared i1 a
local thread t
template main at L0 (initial)
template worker at L3
property P0 assertion at L5
L0:
  -> L1: create worker() -> t
L1:
  -> L2: join t
L2:
  -> L5: assume a == 0:i1
  -> L4: assume a == 1:i1
L3:
  -> L4: a := 1:i1
L4: finished
L5: error P0
";
    let outcome = hunt(text, 1);
    assert_eq!((violated(&outcome), outcome.coverage), (vec![], Coverage::Closed));
    assert!(outcome.deadlock.is_none());
    assert_eq!(violated(&hunt(&text.replace("-> L2: join t", "-> L2"), 1)), [0]);
    assert!(hunt(&text.replace("L4: a := 1", "L4: await a == 1"), 1).deadlock.is_some());
    // Nobody to join is no reason to wait, oneself is.
    assert_eq!(violated(&hunt(&text.replace("() -> t", "()"), 1)), [0]);
    assert!(hunt(&text.replace("join t", "join @self"), 1).deadlock.is_some());
}

#[test]
fn the_pool_bounds_creation() {
    let text = "\
shared i2 n
template main at L0 (initial)
template worker at L4
property P0 assertion at L3
L0:
  -> L1: create worker()
L1:
  -> L2: create worker()
L2:
  -> L3: assume n == 2:i2
L3: error P0
L4:
  -> L5: n := n + 1:i2
L5: finished
";
    let outcome = hunt(text, 1);
    assert_eq!((violated(&outcome), outcome.coverage), (vec![], Coverage::Closed));
    assert_eq!((outcome.pool, outcome.n_created), (Pool::Exhausted, 1));
    assert!(outcome.reached.loc(LocId(1)) && !outcome.reached.loc(LocId(2)));
    assert!(outcome.reached.edge(EdgeId(0)) && !outcome.reached.edge(EdgeId(1)));
    // A thread that has finished does not make room.
    assert_eq!(violated(&hunt(text, 2)), [0]);
    assert_eq!(hunt(text, 2).pool, Pool::Sufficient);
}

#[test]
fn what_is_not_modelled() {
    let text = "\
local i2 x
template main at L0 (initial)
property P0 assertion at L2
L0:
  -> L1: havoc x unmodelled
L1:
  -> L2: assume x == 3:i2
  -> L3: assume x != 3:i2
L2: error P0
L3: finished
";
    let outcome = hunt(text, 0);
    assert_eq!((violated(&outcome), outcome.coverage), (vec![], Coverage::Partial));
    assert!(outcome.deadlock.is_none());
    let allowed = hunt_with(text, 0, Unmodelled::Allowed, &Config::default());
    assert_eq!(violated(&allowed), [0]);
    assert_eq!(allowed.violations[0].1.steps[0].choices, [3]);
    // The value is there but nobody looks: nothing is left out.
    let unused =
        text.replace("assume x == 3:i2", "assume 0:i1").replace("assume x != 3:i2", "assume 1:i1");
    assert_eq!(hunt(&unused, 0).coverage, Coverage::Closed);
}

#[test]
fn a_store_through_a_pointer_leaves_others_alone() {
    // `*p = 1` where p is &b: a is not decided by it.
    let text = "\
shared i32 a = any
shared i32 b = any
local i2 p = 2
template main at L0 (initial)
property P0 assertion at L2
L0:
  -> L1: a := (p == 1:i2) ? 1:i32 : a; b := (p == 2:i2) ? 1:i32 : b
L1:
  -> L2: assume b != 1:i32
  -> L3: assume b == 1:i32; assume (p == 1:i2) & (a == 5:i32)
L2: error P0
L3: finished
";
    let outcome = hunt(text, 0);
    assert_eq!((violated(&outcome), outcome.coverage), (vec![], Coverage::Closed));
}

#[test]
fn caps_and_budgets() {
    let text = workers("shared i32 a", "L1:\n  -> L1: a := a + 1:i32\n  -> L2: assume a == 9:i32");
    let config = Config { max_states: 5, ..Config::default() };
    let capped = hunt_with(&text, 2, Unmodelled::Cut, &config);
    assert_eq!((violated(&capped), capped.coverage), (vec![], Coverage::Cut));
    let config = Config { max_ahead: 5, ..Config::default() };
    let alone = "L1:\n  -> L1: x := x + 1:i32\n  -> L2: assume x == 900:i32";
    let counting = hunt_with(&workers("local i32 x", alone), 1, Unmodelled::Cut, &config);
    assert_eq!((violated(&counting), counting.coverage), (vec![], Coverage::Cut));
    let program = parse(&text);
    let goals = goals(&program, Unmodelled::Cut);
    let run = |budget: &Budget| search(&program, 2, &goals, &Config::default(), budget);
    assert_eq!(run(&Budget::new(5)).err(), Some(Stop::Exhausted));
    let cancelled = Budget::new(1000);
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let cancelled = Budget::cancellable(cancelled.remaining(), flag);
    assert_eq!(run(&cancelled).err(), Some(Stop::Cancelled));
    // What was found before is not lost.
    let found = run(&Budget::new(200)).expect("a violation is found in time");
    assert_eq!((violated(&found), found.coverage), (vec![0], Coverage::Cut));
}

#[test]
fn it_is_the_same_every_time() {
    let first = hunt(LOCKS, 1);
    let second = hunt(LOCKS, 1);
    assert_eq!((first.deadlock, first.n_states), (second.deadlock, second.n_states));
}

fn threads(schedule: &Schedule) -> Vec<u32> {
    schedule.steps.iter().map(|step| step.thread.0).collect()
}

#[test]
fn switches_are_few() {
    // Two increments lose one; what else the threads do is not needed.
    let text = "\
shared i4 s
local i4 l
local i4 k
local thread t
local thread u
template main at L0 (initial)
template worker at L4
property P0 assertion at L9
L0:
  -> L1: create worker() -> t
L1:
  -> L2: create worker() -> u
L2:
  -> L3: join t
L3:
  -> L8: join u
L4:
  -> L5: l := s
L5:
  -> L6: s := l + 1:i4
L6:
  -> L7: k := 0:i4
L7: finished
L8:
  -> L9: assume s != 2:i4
  -> L7: assume s == 2:i4
L9: error P0
";
    let program = parse(text);
    let outcome = hunt(text, 2);
    let (property, schedule) = outcome.violations[0].clone();
    let minimise_with = |max_states| {
        let config = Config { max_states, ..Config::default() };
        let budget = Budget::new(1_000_000);
        let target = Target::Violation(property);
        minimise(&program, &schedule, target, Unmodelled::Cut, &config, &budget).expect("small")
    };
    let exact = minimise_with(100_000);
    assert_eq!(exact.minimality, Minimality::Exact);
    let (one, other) = (exact.schedule.steps[2].thread.0, exact.schedule.steps[3].thread.0);
    let expected = [0, 0, one, other, other, other, one, one, 0, 0, 0];
    assert_eq!(threads(&exact.schedule), expected);
    // Without a search, what was found is still put in order.
    let greedy = minimise_with(3);
    assert_eq!(greedy.minimality, Minimality::Unknown);
    for minimised in [exact, greedy] {
        let trace = replay(&program, &minimised.schedule).expect("it replays");
        assert_eq!(trace.violated, Some(property));
        assert!(minimised.schedule.steps.len() <= schedule.steps.len());
        assert_eq!(minimised.schedule.steps[0].thread, ThreadIdx(0));
    }
}
