//! Each kind of step where it applies, and where it must not be taken.

use super::*;
use crate::scpl::{Ground, VarId};

/// `s` is shared, `l` and `m` are local; somebody reads all of them. L9 is the error.
const HEAD: &str = "\
shared i8 s
local i8 l
local i8 m
template main at L0 (initial)
template reader at L8
property P0 assertion at L9
";

const TAIL: &str = "\
L8:
  -> L9: assume (s + l) == m
L9: error P0
";

/// The locations from L0 on, up to L7; those that are not written are finished.
fn program(locs: &str) -> Program {
    let is_written = |idx: &u32| {
        let starts = [format!("L{idx}:"), format!("L{idx} (atomic):")];
        locs.lines().any(|line| starts.iter().any(|start| line.starts_with(start)))
    };
    let missing: String =
        (0..8).filter(|idx| !is_written(idx)).map(|idx| format!("L{idx}: finished\n")).collect();
    let text = format!("{HEAD}{locs}{missing}{TAIL}");
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(program.validate(), Ok(()));
    program
}

fn steps(locs: &str) -> Vec<Reduction> {
    let reduced = reduce(&program(locs), &[PropId(0)]);
    assert_eq!(reduced.program.validate(), Ok(()));
    reduced.steps
}

/// What is left of the edges, as text, reader aside.
fn edges(reduced: &Reduced) -> Vec<String> {
    let edges = reduced.program.edges.iter().filter(|edge| edge.from != LocId(8));
    edges.map(|edge| format!("{} {}", edge.from, reduced.program.print(edge))).collect()
}

/// The edges after the reduction, in order.
fn check(locs: &str, expected: &[&str]) {
    assert_eq!(edges(&reduce(&program(locs), &[PropId(0)])), expected, "{locs}");
}

fn bypass(loc: u32, ground: Ground) -> Reduction {
    Reduction::Bypass(LocId(loc), ground)
}

/// `h` and `g` are handles; the worker's edge is in L2.
fn shared_handles(main: &str, worker: &str) -> Option<Reduction> {
    let text = format!(
        "\
shared i1 s
local thread h
local thread g
template main at L0 (initial)
template worker at L2
property P0 assertion at L3
L0:
  -> L1: {main}
L1:
  -> L3: join h; assume s == 1:i1
L2:
  -> L4: {worker}
L3: error P0
L4: finished
"
    );
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut shared = share(&reduce(&program, &[PropId(0)]))?;
    assert_eq!(shared.program.validate(), Ok(()));
    shared.steps.pop()
}

#[test]
fn handles_of_main_are_shared() {
    let only_h = Reduction::Share(vec![VarId(1)]);
    assert_eq!(shared_handles("create worker() -> h", "assume g == @none"), Some(only_h));
    // Others have a copy of their own, or get one, or there is another main.
    for (main, worker) in [
        ("create worker() -> h", "assume h == @none"),
        ("create worker(h = h) -> h", "assume s == 0:i1"),
        ("create main() -> h", "assume s == 0:i1"),
    ] {
        assert_eq!(shared_handles(main, worker), None, "{main}, {worker}");
    }
}

#[test]
fn what_no_condition_needs_is_forgotten() {
    let text = "\
shared i8 seen
shared i8 copied
local i8 kept
template main at L0 (initial)
property P0 assertion at L2
L0:
  -> L1: copied := seen; havoc copied input; kept := 1:i8
L1:
  -> L2: assume kept == 0:i8
L2: error P0
";
    let program: Program = text.parse().expect("it is well formed");
    let reduced = reduce(&program, &[PropId(0)]);
    assert_eq!(reduced.steps[0], Reduction::Forget(vec![VarId(0), VarId(1)]));
    assert!(!reduced.program.to_string().contains("copied :="), "{}", reduced.program);
    assert!(reduced.program.to_string().contains("kept := 1:i8"), "{}", reduced.program);
}

#[test]
fn what_cannot_be_is_pruned_with_all_behind_it() {
    let locs = "\
L0:
  -> L1: assume 1:i8 == 2:i8
  -> L2: s := 1:i8
L1:
  -> L2: s := 2:i8
";
    assert_eq!(steps(locs), [Reduction::Prune(EdgeId(0)), Reduction::Unreachable(vec![LocId(1)])]);
    check(locs, &["L0 -> L2: s := 1:i8"]);
}

#[test]
fn sections_become_one_edge() {
    let locs = "\
L0:
  -> L1: s := 1:i8
L1 (atomic):
  -> L2: s := s + 1:i8
  -> L3: assume s == 7:i8
L2:
  -> L3: s := 2:i8
";
    assert_eq!(steps(locs), [bypass(1, Ground::Atomic)]);
    let joined = ["L0 -> L2: s := 1:i8; s := s + 1:i8", "L0 -> L3: s := 1:i8; assume s == 7:i8"];
    check(locs, &[joined[0], joined[1], "L2 -> L3: s := 2:i8"]);
}

#[test]
fn paths_name_the_edges_that_were_joined() {
    let locs = "L0:\n  -> L1: s := 1:i8\nL1 (atomic):\n  -> L2: s := 2:i8\n  -> L3\n";
    let reduced = reduce(&program(locs), &[PropId(0)]);
    let paths = [vec![EdgeId(0), EdgeId(1)], vec![EdgeId(0), EdgeId(2)], vec![EdgeId(3)]];
    assert_eq!(reduced.paths, paths);
}

#[test]
fn a_local_step_is_taken_late() {
    let locs = "L0:\n  -> L1: l := m + 1:i8\nL1:\n  -> L2: s := l\n";
    assert_eq!(steps(locs), [bypass(1, Ground::LocalBefore)]);
    check(locs, &["L0 -> L2: l := m + 1:i8; s := l"]);
}

#[test]
fn or_early_if_it_can_always_be_taken() {
    let locs = "\
L0:
  -> L1: l := s
L1:
  -> L2: assume l == 0:i8
  -> L3: assume l != 0:i8
";
    assert_eq!(steps(locs), [bypass(1, Ground::LocalAfter)]);
    // Nobody says what happens if l is 2.
    let partial = locs.replace("!= 0:i8", "== 1:i8");
    assert_eq!(steps(&partial), []);
}

#[test]
fn two_steps_that_others_see_stay_two() {
    assert_eq!(steps("L0:\n  -> L1: l := s\nL1:\n  -> L2: s := l\n"), []);
    // A local whose address got out is a shared variable, and treated as one.
    assert_eq!(steps("L0:\n  -> L1: s := 0:i8\nL1:\n  -> L2: s := 1:i8\n"), []);
}

#[test]
fn a_read_is_not_joined_with_the_section_after_it() {
    let locs = "\
L0:
  -> L1: l := s
L1:
  -> L2
L2 (atomic):
  -> L3: s := l + 1:i8
";
    assert_eq!(steps(locs), [bypass(2, Ground::Atomic)]);
    check(locs, &["L0 -> L1: l := s", "L1 -> L3: s := l + 1:i8"]);
}

/// A section with a loop, which stays a section until it is guarded.
const LOOP: &str = "\
L0:
  -> L1: l := s
L1:
  -> L2
L2 (atomic):
  -> L2: assume l != 0:i8; s := s + 1:i8; l := l - 1:i8
  -> L3: assume l == 0:i8
L3:
  -> L4: s := l
";

#[test]
fn entering_and_leaving_a_section_is_not_local() {
    // Neither L1, whose edge into the section has no command, nor L3, the end of the section.
    assert_eq!(steps(LOOP), [Reduction::Guard("$section".into())]);
    let clear = "assume $section == 0:i1";
    let expected = [
        format!("L0 -> L1: {clear}; l := s"),
        format!("L1 -> L2: {clear}; $section := 1:i1"),
        "L2 -> L2: assume l != 0:i8; s := s + 1:i8; l := l - 1:i8".to_string(),
        "L2 -> L3: assume l == 0:i8; $section := 0:i1".to_string(),
        format!("L3 -> L4: {clear}; s := l"),
    ];
    assert_eq!(edges(&reduce(&program(LOOP), &[PropId(0)])), expected);
}

#[test]
fn the_guard_has_a_name_of_its_own() {
    let text =
        program(LOOP).to_string().replace("i8 m", "i8 $section").replace("== m", "== $section");
    let program: Program = text.parse().expect("it is well formed");
    let reduced = reduce(&program, &[PropId(0)]);
    assert_eq!(reduced.steps, [Reduction::Guard("$section$".into())]);
    assert_eq!(reduced.program.validate(), Ok(()));
}

#[test]
fn creating_and_joining_stay_apart() {
    let create = "L0:\n  -> L1: create reader()\nL1:\n  -> L2: l := m\n";
    assert_eq!(steps(create), []);
    let create = "L0:\n  -> L1: l := m\nL1:\n  -> L2: create reader()\n";
    assert_eq!(steps(create), []);
    let join = "L0:\n  -> L1: l := m\nL1:\n  -> L2: join @self\n";
    assert_eq!(steps(join), []);
    let join = "L0:\n  -> L1: join @self\nL1:\n  -> L2: l := m\n";
    assert_eq!(steps(join), []);
}

#[test]
fn a_section_creates_one_thread_per_edge() {
    let once = "L0:\n  -> L1: create reader()\nL1 (atomic):\n  -> L2: s := 1:i8\n";
    assert_eq!(steps(once), [bypass(1, Ground::Atomic)]);
    let twice = once.replace("s := 1:i8", "create reader()");
    assert_eq!(steps(&twice), [Reduction::Guard("$section".into())]);
}

#[test]
fn loops_and_entries_stay() {
    let own = "L0:\n  -> L1: l := m\nL1:\n  -> L1: s := 1:i8\n  -> L2: s := 2:i8\n";
    assert_eq!(steps(own), []);
    // L0 is an entry although an edge leads back to it.
    let entry = "L0:\n  -> L1: s := 1:i8\nL1:\n  -> L0: l := m\n  -> L2: s := 2:i8\n";
    assert_eq!(steps(entry), []);
}

#[test]
fn nobody_is_cut_short() {
    // Stopping the program early would keep others from what they could still do.
    let halts = "L0:\n  -> L1: s := 1:i8\nL1:\n  -> L2\nL2: halted\n";
    assert_eq!(steps(halts), []);
    // So would an error that nobody looks for.
    let fails = program("L0:\n  -> L1: s := 1:i8\nL1:\n  -> L9\n");
    let early = [bypass(1, Ground::LocalAfter)];
    assert_eq!(reduce(&fails, &[PropId(0)]).steps, early);
    assert_eq!(reduce(&fails, &[]).steps, []);
}

#[test]
fn joining_does_not_multiply_edges() {
    // Three ways in, three ways out: nine edges for six.
    let locs = "\
L0:
  -> L1: l := 0:i8
  -> L1: l := 1:i8
  -> L1: l := 2:i8
L1:
  -> L2: s := 0:i8
  -> L2: s := 1:i8
  -> L2: s := 2:i8
";
    assert_eq!(steps(locs), []);
}

/// What is counted, and what the counter is said to be.
fn counted(body: &str) -> Option<(Vec<Reduction>, Vec<String>)> {
    let text = format!("shared i32 x = 1\nshared i32 y\nlocal i32 l\nlocal i32 m\n{body}");
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    let paths = (0..program.edges.len() as u32).map(|idx| vec![EdgeId(idx)]).collect();
    let (counted, meanings) = count(&Reduced { program, steps: Vec::new(), paths })?;
    assert_eq!(counted.program.validate(), Ok(()));
    let meanings = meanings.iter().map(|expr| counted.program.print(expr).to_string()).collect();
    Some((counted.steps, meanings))
}

#[test]
fn counters_are_found() {
    // A reference that `main` has from the start, one that it hands to the worker, and one that this one
    // takes for itself, reading and writing in two steps.
    let text = "\
template main at L0 (initial)
template worker at L3
L0:
  -> L1: l := x; x := l + 1:i32
L1:
  -> L2: create worker()
L2:
  -> L7: x := x - 1:i32
L3:
  -> L4: l := x; m := 1:i32
L4:
  -> L5: x := l + 1:i32; assume m == 1:i32
  -> L7: assume m == 0:i32
L5:
  -> L6: x := x - 1:i32
L6:
  -> L7: x := x - 1:i32
L7: finished
";
    let weights = [(0, 1), (1, 2), (2, 1), (3, 1), (4, 1), (5, 2), (6, 1)];
    let weights = weights.map(|(loc, weight)| (LocId(loc), weight)).to_vec();
    let step = Reduction::Count { name: "$count:x".into(), weights };
    let meanings = ["l == x", "x == $count:x"].map(String::from).to_vec();
    assert_eq!(counted(text), Some((vec![step], meanings)));
    // Nothing is counted that only grows, or is set.
    for command in ["y := y + 1:i32", "y := 0:i32"] {
        let text = format!("template main at L0 (initial)\nL0:\n  -> L0: {command}\n");
        assert_eq!(counted(&text), None, "{command}");
    }
}
