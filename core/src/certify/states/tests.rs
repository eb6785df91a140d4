//! Lists of states.

use super::*;
use crate::bbp::{Certificate, Evidence};
use crate::certify::tests::{LOCK, TWO, budget, parse};

fn check(text: &str, n_threads: u32, expected: Result<Covers, Refusal>) {
    let program = parse(text);
    let properties = (0..program.properties.len() as u32).map(PropId).collect();
    let evidence = Evidence::States { n_threads };
    let certificate = Certificate { properties, steps: Vec::new(), evidence };
    assert_eq!(crate::certify::verify(&program, &certificate, &budget()), expected, "{text}");
}

#[test]
fn as_many_as_asked_for() {
    check(LOCK, 3, Ok(Covers::UpTo(3)));
    check(LOCK, 0, Ok(Covers::UpTo(0)));
    check(TWO, 1, Ok(Covers::UpTo(1)));
    check(TWO, 2, Err(Refusal::Reached(PropId(0))));
}

#[test]
fn a_program_that_creates_no_more() {
    let text = TWO.replace("  -> L2: create worker()\n", "");
    check(&text, 0, Ok(Covers::UpTo(0)));
    check(&text, 1, Ok(Covers::Any));
    check(&text, 4, Ok(Covers::Any));
}

#[test]
fn all_choices_are_tried() {
    let text = "\
shared i8 x = any
local i3 y
template main at L0 (initial)
property P0 assertion at L2
L0:
  -> L1: havoc y input
L1:
  -> L2: assume (x == 255:i8) & (y == 7:i3)
L2: error P0
";
    check(text, 0, Err(Refusal::Reached(PropId(0))));
    check(&text.replace("assume (", "assume (x == 3:i8); assume ("), 0, Ok(Covers::Any));
    check(&text.replace("i8", "i40"), 0, Err(Refusal::Reached(PropId(0))));
    let array = text.replace("i8 x", "i8[3] x").replace("x ==", "x[0:i1] ==");
    check(&array, 0, Err(Refusal::Reached(PropId(0))));
}

#[test]
fn too_many_states() {
    let text = "\
shared i32 x
template main at L0 (initial)
L0:
  -> L0: x := x + 1:i32
";
    check(text, 0, Err(Refusal::TooManyStates(MAX_STATES)));
}

#[test]
fn what_is_not_claimed_ends_the_run() {
    let text = "\
template main at L0 (initial)
property P0 assertion at L1
L0:
  -> L1
L1: error P0
";
    let program = parse(text);
    assert_eq!(verify(&program, 0, &[], 256, &budget()), Ok(Covers::Any));
    assert_eq!(verify(&program, 0, &[PropId(0)], 256, &budget()), Err(Refusal::Reached(PropId(0))));
}

/// `{}` is a step of `main`; `y` and `a` have no value before it, and 5 is not what they are.
const OPEN: &str = "\
shared i32 x
shared i32[2] a
local i32 y
template main at L0 (initial)
property P0 assertion at L4
L0:
  -> L1: havoc y uninit; havoc a[1:i1] uninit
L1:
  -> L2: {}
L2:
  -> L3: y := x
L3:
  -> L4: assume y == 5:i32
L4: error P0
";

fn check_open(step: &str, expected: Result<Covers, Refusal>) {
    check(&OPEN.replace("{}", step), 0, expected);
}

#[test]
fn what_is_overwritten_before_it_is_read_has_no_value() {
    check_open("x := 3:i32", Ok(Covers::Any));
    check_open("x := 5:i32", Err(Refusal::Reached(PropId(0))));
    check_open("y := 5:i32; x := y", Err(Refusal::Reached(PropId(0))));
    check_open("y := 5:i32; assume y == 5:i32; x := 5:i32", Err(Refusal::Reached(PropId(0))));
    check_open("havoc y input; y := 5:i32; assume y == 5:i32", Ok(Covers::Any));
    check_open("a[1:i1] := 4:i32; x := a[1:i1]", Ok(Covers::Any));
    check_open("x := a[0:i1]", Ok(Covers::Any));
    // A store that spares the cell says nothing about it.
    check_open("a[1:i1] := (x == 1:i32) ? 2:i32 : a[1:i1]", Ok(Covers::Any));
    // One of such a value neither.
    check_open("a[1:i1] := (x == 0:i32) ? y : a[1:i1]", Ok(Covers::Any));
    check_open("a[0:i1] := (y == 0:i32) ? 5:i32 : a[0:i1]", Ok(Covers::Any));
    check_open("a[0:i1] := y; a[0:i1] := 5:i32; x := a[0:i1]", Err(Refusal::Reached(PropId(0))));
}

#[test]
fn what_depends_on_a_choice_is_cut_into_cases() {
    let reached = || Err(Refusal::Reached(PropId(0)));
    for step in [
        "x := y",
        "x := y; a[0:i1] := x; x := a[0:i1]",
        "x := y + 3:i32",
        "x := a[1:i1] - 7:i32",
        "x := (y == 0:i32) ? 5:i32 : 2:i32",
        "assume y == 1:i32; x := y + 4:i32",
        "assume (y == 1:i32) | (y == 5:i32); x := y",
        "assume 4:i32 <s y; assume y <s 6:i32; x := y",
        "havoc x input; assume x == 5:i32",
        "havoc x input; x := x + 1:i32; assume x == 5:i32",
        "havoc x input; assume 2:i32 <u x; assume x <=u 5:i32",
        "assume sext40(y) == 5:i40; x := y",
        "assume y == a[1:i1]; assume y == 5:i32; x := a[1:i1]",
    ] {
        check_open(step, reached());
    }
    for step in [
        "x := (y == 0:i32) ? x : x",
        "x := (y == 0:i32) ? 1:i32 : 2:i32",
        "assume y == 1:i32; x := y",
        "assume y == 1:i32; x := y + 5:i32",
        "assume 5:i32 <s y; x := y",
        "assume y <u 5:i32; x := y",
        "assume y == 5:i32; assume y != 5:i32",
        "x := y; assume x != 5:i32",
        "x := y + 1:i32; assume y == 5:i32",
        "assume y <s 0:i32; x := y - 2147483647:i32; assume y != -2147483644:i32",
        "assume zext40(y) == 4294967295:i40; x := y",
        "assume x == 1:i32; assume y == 1:i32",
        "assume a[1:i1] != 0:i32",
        "x := 3:i32; assume (x == 3:i32) & (y == 1:i32)",
    ] {
        check_open(step, Ok(Covers::Any));
    }
    // Two symbols are not compared.
    check_open("assume y == a[1:i1]; x := 5:i32", Err(Refusal::WideChoice));
    // What is not followed may be anything.
    check_open("x := y * 2:i32", Err(Refusal::WideChoice));
    check_open("x := y ^ a[1:i1]", Err(Refusal::WideChoice));
    check_open("x := y * 2:i32; x := 1:i32", Ok(Covers::Any));
    // Unless its values are few.
    check_open("assume y <u 100:i32; x := y * 2:i32", Ok(Covers::Any));
    check_open("assume y <u 6:i32; x := y * 5:i32", reached());
}

/// Two workers that each count in a slot; `{}` is where.
const SLOTS: &str = "\
shared i32[2] count
shared i1[2] slots = {0, 1}
local i1 me
local i32 x
local thread[2] h
template main at L0 (initial)
template worker at L6
property P0 assertion at L5
L0:
  -> L1: create worker(me = 0:i1) -> h[0:i1]
L1:
  -> L2: create worker(me = 1:i1) -> h[1:i1]
L2:
  -> L3: join h[0:i1]
L3:
  -> L4: join h[1:i1]
L4:
  -> L5: assume count[1:i1] != 2:i32
L5: error P0
L6:
  -> L7: x := count[{}]
L7:
  -> L8: count[{}] := x + 1:i32
L8:
  -> L9: x := count[{}]
L9:
  -> L10: count[{}] := x + 1:i32
L10: finished
";

/// How many steps the listing takes.
fn steps_of_slots(slot: &str, expected: Result<Covers, Refusal>) -> u64 {
    let program = parse(&SLOTS.replace("{}", slot));
    let budget = budget();
    assert_eq!(verify(&program, 2, &[PropId(0)], 256, &budget), expected, "{slot}");
    budget.spent()
}

#[test]
fn threads_with_slots_of_their_own_are_not_interleaved() {
    let own = steps_of_slots("me", Ok(Covers::Any));
    // The table is written by nobody, so what stands in it is known.
    let by_table = steps_of_slots("slots[me]", Ok(Covers::Any));
    let reached = Err(Refusal::Reached(PropId(0)));
    steps_of_slots("1:i1", reached.clone());
    steps_of_slots("slots[1:i1 - me]", Ok(Covers::Any));
    steps_of_slots("slots[me & slots[0:i1]]", reached);
    // Each of some 16 nodes is looked at for three threads, with few edges each.
    assert!(own < 600 && by_table < 600, "{own} {by_table}");
}

#[test]
fn a_thread_that_goes_round_does_not_hold_up_others() {
    let text = "\
shared i1[2] own
local i1 me
template main at L0 (initial)
template worker at L2
property P0 assertion at L4
L0:
  -> L1: create worker(me = 1:i1)
L1:
  -> L1: own[me] := !own[me]
L2:
  -> L3: own[me] := 1:i1
L3:
  -> L4: assume own[me] == 1:i1
L4: error P0
";
    check(text, 1, Err(Refusal::Reached(PropId(0))));
}

#[test]
fn whoever_waits_for_a_thread_may_be_set_free_by_another() {
    // `main` waits for a flag that the second worker sets, and then spoils what the first one has written.
    let text = "\
shared i1 go
shared i8 x
local i1 me
template main at L0 (initial)
template worker at L5
property P0 assertion at L9
L0:
  -> L1: create worker(me = 0:i1)
L1:
  -> L2: create worker(me = 1:i1)
L2:
  -> L3: await go == 1:i1
L3:
  -> L4: x := 5:i8
L4: finished
L5:
  -> L6: assume me == 0:i1; x := 1:i8
  -> L8: assume me == 1:i1; go := 1:i1
L6:
  -> L9: assume x != 1:i8
  -> L8: assume x == 1:i8
L8: finished
L7: finished
L9: error P0
";
    check(text, 2, Err(Refusal::Reached(PropId(0))));
    check(&text.replace("go := 1:i1", "go := 0:i1"), 2, Ok(Covers::Any));
}

#[test]
fn conditions_on_open_choices() {
    let text = "\
shared i32 x
local i32 y
template main at L0 (initial)
property P0 assertion at L3
L0:
  -> L1: havoc y input
L1:
  -> L2: assume 100:i32 <s y; x := 1:i32
  -> L2: assume y <=s 100:i32; x := 2:i32
L2:
  -> L3: assume x == 0:i32
L3: error P0
";
    check(text, 0, Ok(Covers::Any));
    check(&text.replace("x == 0:i32", "x == 2:i32"), 0, Err(Refusal::Reached(PropId(0))));
    check(&text.replace("x == 0:i32", "(x == 2:i32) & (y == 101:i32)"), 0, Ok(Covers::Any));
    let copied = text.replace("x := 1:i32", "x := y").replace("x := 2:i32", "x := 0:i32 - 1:i32");
    check(&copied.replace("x == 0:i32", "x == 777:i32"), 0, Err(Refusal::Reached(PropId(0))));
    check(&copied.replace("x == 0:i32", "x == 77:i32"), 0, Ok(Covers::Any));
    // No value that is tried makes this hold, but others do.
    let rare = text.replace("assume 100:i32 <s y; x := 1:i32", "assume (y * y) == 49:i32");
    check(&rare, 0, Err(Refusal::WideChoice));
}

/// A created thread has the numbers that it was given, and those that it chooses.
#[test]
fn created_threads_have_open_choices() {
    let text = "\
local i32 y
local i32 z
local i1 b = any
template main at L0 (initial)
template worker at L1
property P0 assertion at L2
L0:
  -> L3: havoc y input; create worker(z = y); havoc y input; assume 5:i32 <s y
L1:
  -> L2: assume b == 1:i1
L2: error P0
L3: finished
";
    check(text, 1, Err(Refusal::Reached(PropId(0))));
    let given = text.replace("b == 1:i1", "z == 5:i32");
    check(&given, 1, Err(Refusal::Reached(PropId(0))));
    check(&given.replace("create", "assume 5:i32 <s y; create"), 1, Ok(Covers::Any));
}

/// Where a thread cannot move in some states of a node, others must.
#[test]
fn a_thread_alone_must_be_able_to_move() {
    let text = "\
shared i32 x
local i32 y
template main at L0 (initial)
template worker at L3
property P0 assertion at L4
L0:
  -> L1: havoc x input
L1:
  -> L2: create worker()
L2:
  -> L5: assume 5:i32 <s x
L3:
  -> L4: assume x == 3:i32
L4: error P0
L5: finished
";
    check(text, 1, Err(Refusal::Reached(PropId(0))));
    check(&text.replace("havoc x input", "havoc x input; assume x != 3:i32"), 1, Ok(Covers::Any));
}

/// Two workers count under a lock, in several steps each; somebody who has no key may open it.
const GATED: &str = "\
shared i1 locked
shared i8 count
local i8 x
local thread[2] h
template main at L0 (initial)
template worker at L7
property P0 assertion at L6
L0:
  -> L1: create worker() -> h[0:i1]
L1:
  -> L2: create worker() -> h[1:i1]
L2:
  -> L3: {}
L3:
  -> L4: join h[0:i1]
L4:
  -> L5: join h[1:i1]
L5:
  -> L6: assume count != 4:i8
L6: error P0
L7:
  -> L8: await locked == 0:i1; locked := 1:i1
L8:
  -> L9: x := count
L9:
  -> L10: count := x + 1:i8
L10:
  -> L11: x := count
L11:
  -> L12: count := x + 1:i8
L12:
  -> L13: locked := 0:i1
L13: finished
";

#[test]
fn whoever_holds_a_lock_is_not_disturbed_unless_somebody_opens_it() {
    let steps = |between: &str, expected| {
        let program = parse(&GATED.replace("{}", between));
        let budget = budget();
        assert_eq!(verify(&program, 2, &[PropId(0)], 256, &budget), expected, "{between}");
        budget.spent()
    };
    let n_locked = steps("assume 1:i1", Ok(Covers::Any));
    assert!(n_locked < 1_000, "{n_locked}");
    steps("locked := 0:i1", Err(Refusal::Reached(PropId(0))));
}

#[test]
fn what_is_not_looked_at_again_does_not_tell_states_apart() {
    // Each of the workers draws a number, and looks at it once or twice.
    let text = "\
shared i8 x
local i8 mine
template main at L0 (initial)
template worker at L3
property P0 assertion at L6
L0:
  -> L1: create worker()
L1:
  -> L2: create worker()
L2: finished
L3:
  -> L4: havoc mine input; assume mine <u 8:i8
L4:
  -> L5: x := mine
L5:
  -> L6: assume {}
  -> L7
L6: error P0
L7: finished
";
    let steps = |condition: &str, expected| {
        let program = parse(&text.replace("{}", condition));
        let budget = budget();
        assert_eq!(verify(&program, 2, &[PropId(0)], 256, &budget), expected, "{condition}");
        budget.spent()
    };
    let once = steps("8:i8 <u x", Ok(Covers::Any));
    let twice = steps("(mine + 8:i8) <u x", Ok(Covers::Any));
    assert!(once < twice, "{once} {twice}");
    steps("x != mine", Err(Refusal::Reached(PropId(0))));
}

/// `main` tells two workers which slot is theirs, and joins one or both; `{}` is what it looks at then.
const JOINED: &str = "\
shared i2[2] slot
shared thread last
local i1 me
local i1 i
local thread[2] h
template main at L2 (initial)
template worker at L7
property P0 assertion at L6
L0: finished
L1: halted
L2:
  -> L3: create worker(me = 0:i1) -> h[0:i1]
L3:
  -> L4: create worker(me = 1:i1) -> h[1:i1]
L4:
  -> L5: join h[i]; i := i + 1:i1; assume i != 0:i1
L5:
  -> L6: {}
L6: error P0
L7:
  -> L8: slot[me] := 1:i2
L8:
  -> L9: slot[me] := 2:i2; last := @self
L9:
  -> L0
";

#[test]
fn handles_follow_their_threads() {
    let reached = || Err(Refusal::Reached(PropId(0)));
    for (step, expected) in [
        ("assume slot[0:i1] != 2:i2", Ok(Covers::Any)),
        ("assume slot[1:i1] != 2:i2", reached()),
        ("assume last == @none", Ok(Covers::Any)),
        ("assume last == h[0:i1]", reached()),
        ("assume last == h[1:i1]", reached()),
        ("assume last == @self", Ok(Covers::Any)),
        ("join h[1:i1]; assume slot[1:i1] != 2:i2", Ok(Covers::Any)),
        ("join h[1:i1]; assume last == h[0:i1]", reached()),
        ("join h[1:i1]; assume (last != h[0:i1]) & (last != h[1:i1])", Ok(Covers::Any)),
    ] {
        check(&JOINED.replace("{}", step), 2, expected);
    }
}

#[test]
fn nobody_is_joined_before_its_end() {
    let text = JOINED.replace("-> L8: slot", "-> L7\n  -> L8: slot");
    check(&text.replace("{}", "assume slot[0:i1] != 2:i2"), 2, Ok(Covers::Any));
    // A thread that never ends, or waits for itself, keeps `main` where it is.
    let endless = text.replace("  -> L0\n", "  -> L9\n");
    check(&endless.replace("{}", "i := 0:i1"), 2, Ok(Covers::Any));
    let own = JOINED.replace("join h[i]", "join @self");
    check(&own.replace("{}", "i := 0:i1"), 2, Ok(Covers::Any));
    // Nobody holds up nobody.
    let nobody = JOINED.replace("join h[i]", "join @none");
    check(&nobody.replace("{}", "i := 0:i1"), 2, Err(Refusal::Reached(PropId(0))));
}

#[test]
fn packed_nodes_are_the_same_again() {
    use std::collections::{BTreeMap, BTreeSet};

    use super::node::Held;
    use super::ranges::Range;

    let program = parse(JOINED.replace("{}", "i := 0:i1").as_str());
    let interpreter = Interpreter::new(&program);
    let mut node = Node::from(interpreter.initial(3, &[]).unwrap());
    let mut packed = vec![Packed::new(&node)];
    let mut same = |node: &Node| {
        let next = Packed::new(node);
        assert_eq!(next.node(interpreter.layout()), *node);
        assert!(!packed.contains(&next), "{node:?}");
        packed.push(next);
    };
    for (cell, value) in [(0, 1), (1, 1), (1, u64::MAX), (0, 300)] {
        node.state.shared[cell] = value;
        same(&node);
    }
    node.state.threads.push(node.state.threads[0].clone());
    same(&node);
    node.state.threads[1].locals[2] = 1 << 63;
    same(&node);
    node.waits = BTreeMap::from([(ThreadIdx(0), BTreeSet::from([ThreadIdx(1)]))]);
    same(&node);
    node.open.insert((None, 1), Held { symbol: 0, plus: 0, width: 2 });
    node.ranges.push(Range::all(64));
    same(&node);
    node.open.insert((Some(ThreadIdx(1)), 0), Held { symbol: 0, plus: -1, width: 1 });
    same(&node);
    node.ranges[0] = Range { low: i128::MIN, high: i128::MAX };
    same(&node);
}

#[test]
fn threads_that_look_alike_are_not_told_apart() {
    let text = "\
shared i8 total
local i8 n
local i4 i
local thread[4] h
template main at L1 (initial)
template worker at L5
property P0 assertion at L4
L0: finished
L1:
  -> L1: assume i <u 4:i4; create worker() -> h[i]; i := i + 1:i4
  -> L2: assume i == 4:i4; i := 0:i4
L2:
  -> L2: assume i <u 4:i4; join h[i]; i := i + 1:i4
  -> L3: assume i == 4:i4
L3:
  -> L4: assume total != 20:i8
L4: error P0
L5:
  -> L5: assume n <u 5:i8; total := total + 1:i8; n := n + 1:i8
  -> L0: assume n == 5:i8
";
    let program = parse(text);
    // By itself each thread has 7 states: 2401 together, and 210 if nobody is told apart.
    let few = Budget::new(12_000);
    assert_eq!(verify(&program, 4, &[PropId(0)], 256, &few), Ok(Covers::Any));
}
