//! Each step: when it is allowed and when not.

use super::*;
use crate::certify::tests::{budget, parse};
use crate::scpl::Ground;

const HEAD: &str = "\
shared i8 s
shared i8 t
local i8 x
local i8 y
local thread h
template main at L0 (initial)
template worker at L7
property P0 assertion at L8
property P1 assertion at L9
";
const TAIL: &str = "\
L5: finished
L6: halted
L7:
L8: error P0
L9: error P1
";

fn program(edges: &str) -> Program {
    parse(&format!("{HEAD}{edges}{TAIL}"))
}

/// The claim is P0.
fn check(before: &str, step: Reduction, expected: Result<&str, Misstep>) {
    let applied = apply(&program(before), &[step], &[PropId(0)], &budget());
    let expected = expected
        .map(|text| program(text).to_string())
        .map_err(|why| Refusal::Reduction { step: 0, why });
    assert_eq!(applied.map(|program| program.to_string()), expected, "{before}");
}

const fn bypass(ground: Ground) -> Reduction {
    Reduction::Bypass(LocId(2), ground)
}

const ATOMIC: &str = "\
L0:
  -> L1: s := x
L1:
  -> L2: x := s
  -> L2: assume s == 3:i8
L2 (atomic):
  -> L3: t := x
  -> L8: assume x == 1:i8
L3:
L4:
";

#[test]
fn atomic_locations() {
    check(
        ATOMIC,
        bypass(Ground::Atomic),
        Ok("\
L0:
  -> L1: s := x
L1:
  -> L3: x := s; t := x
  -> L8: x := s; assume x == 1:i8
  -> L3: assume s == 3:i8; t := x
  -> L8: assume s == 3:i8; assume x == 1:i8
L2 (atomic):
L3:
L4:
"),
    );
    check(&ATOMIC.replace("L2 (atomic)", "L2"), bypass(Ground::Atomic), Err(Misstep::NotAtomic));
    check(ATOMIC, bypass(Ground::LocalBefore), Err(Misstep::Atomic));
    check(ATOMIC, bypass(Ground::LocalAfter), Err(Misstep::Atomic));
    let looped = ATOMIC.replace("-> L3: t := x", "-> L2: t := x");
    check(&looped, bypass(Ground::Atomic), Err(Misstep::SelfLoop));
    let once = ATOMIC.replace("x := s", "create worker() -> h").replace("t := x", "join h");
    let joined = apply(&program(&once), &[bypass(Ground::Atomic)], &[], &budget());
    assert!(
        joined.is_ok_and(|program| program.to_string().contains("create worker() -> h; join h"))
    );
    let twice = ATOMIC.replace("x := s", "create worker()").replace("t := x", "create worker()");
    let why = Misstep::TwoCreates(EdgeId(1), EdgeId(3));
    check(&twice, bypass(Ground::Atomic), Err(why));
}

/// The pitfall: all safe programs are still proved, and unsafe ones too.
#[test]
fn a_read_is_not_merged_into_the_section_behind_it() {
    // L1 reads s, L2 is where the section is entered, L3 is inside.
    let before = "\
L0:
  -> L1
L1:
  -> L2: x := s
L2:
  -> L3: assume t == 0:i8
L3 (atomic):
  -> L4: s := x + 1:i8
L4:
";
    check(before, bypass(Ground::Atomic), Err(Misstep::NotAtomic));
    check(before, bypass(Ground::LocalBefore), Err(Misstep::NotLocal(EdgeId(1))));
    check(before, bypass(Ground::LocalAfter), Err(Misstep::NotLocal(EdgeId(2))));
    let local = before.replace("assume t == 0:i8", "assume x == 0:i8");
    check(&local, bypass(Ground::LocalAfter), Err(Misstep::EntersSection(EdgeId(2))));
    // The section itself is fine.
    let applied =
        apply(&program(before), &[Reduction::Bypass(LocId(3), Ground::Atomic)], &[], &budget());
    assert!(applied.is_ok());
}

const BEFORE: &str = "\
L0:
  -> L1: s := x
L1:
  -> L2: assume x == 0:i8; y := x + 1:i8
  -> L2: havoc y input; await y != x
L2:
  -> L3: t := y
L3:
L4:
";

#[test]
fn own_steps_before() {
    check(
        BEFORE,
        bypass(Ground::LocalBefore),
        Ok("\
L0:
  -> L1: s := x
L1:
  -> L3: assume x == 0:i8; y := x + 1:i8; t := y
  -> L3: havoc y input; await y != x; t := y
L2:
L3:
L4:
"),
    );
    let refuse = |old: &str, new: &str, why: Misstep| {
        assert!(BEFORE.contains(old), "{old}");
        check(&BEFORE.replace(old, new), bypass(Ground::LocalBefore), Err(why));
    };
    refuse("y := x + 1:i8", "y := s + 1:i8", Misstep::NotLocal(EdgeId(1)));
    refuse("y := x + 1:i8", "s := x + 1:i8", Misstep::NotLocal(EdgeId(1)));
    refuse("assume x == 0:i8", "assume t == 0:i8", Misstep::NotLocal(EdgeId(1)));
    refuse("havoc y input", "havoc s input", Misstep::NotLocal(EdgeId(2)));
    refuse("L1:\n", "L1 (atomic):\n", Misstep::LeavesSection(EdgeId(1)));
    refuse("await y != x", "create worker()", Misstep::CreateOrJoin(EdgeId(2)));
    refuse("t := y", "join h", Misstep::CreateOrJoin(EdgeId(3)));
    refuse("-> L3: t := y", "-> L2: t := y", Misstep::SelfLoop);
    let entry = Reduction::Bypass(LocId(0), Ground::LocalBefore);
    check(BEFORE, entry, Err(Misstep::Entry));
    check(BEFORE, Reduction::Bypass(LocId(5), Ground::Atomic), Err(Misstep::End));
    check(BEFORE, Reduction::Bypass(LocId(8), Ground::Atomic), Err(Misstep::End));
    check(
        BEFORE,
        Reduction::Bypass(LocId(80), Ground::Atomic),
        Err(Misstep::UnknownLoc(LocId(80))),
    );
}

const AFTER: &str = "\
L0:
  -> L1
L1:
  -> L2: x := s
  -> L2: s := 3:i8
L2:
  -> L3: assume x <u 7:i8; y := x
  -> L5: assume x == 7:i8
  -> L8: y := 7:i8; assume y <u x
L3:
L4:
";

#[test]
fn own_steps_after() {
    check(
        AFTER,
        bypass(Ground::LocalAfter),
        Ok("\
L0:
  -> L1
L1:
  -> L3: x := s; assume x <u 7:i8; y := x
  -> L5: x := s; assume x == 7:i8
  -> L8: x := s; y := 7:i8; assume y <u x
  -> L3: s := 3:i8; assume x <u 7:i8; y := x
  -> L5: s := 3:i8; assume x == 7:i8
  -> L8: s := 3:i8; y := 7:i8; assume y <u x
L2:
L3:
L4:
"),
    );
    let refuse = |old: &str, new: &str, why: Misstep| {
        assert!(AFTER.contains(old), "{old}");
        check(&AFTER.replace(old, new), bypass(Ground::LocalAfter), Err(why));
    };
    refuse("x <u 7:i8", "x <u 6:i8", Misstep::NotTotal);
    refuse("x == 7:i8", "s == 7:i8", Misstep::NotLocal(EdgeId(4)));
    refuse("y := x", "s := x", Misstep::NotLocal(EdgeId(3)));
    refuse("\nL3:", "\nL3 (atomic):", Misstep::EntersSection(EdgeId(3)));
    refuse("-> L5", "-> L6", Misstep::EndsRun(EdgeId(4)));
    // P1 is not in the claim, and its error would keep others from what is.
    refuse("-> L8", "-> L9", Misstep::EndsRun(EdgeId(5)));
    refuse("-> L3: assume", "-> L2: assume", Misstep::SelfLoop);
    refuse("x := s", "create worker()", Misstep::CreateOrJoin(EdgeId(1)));
    // Whether it can be taken depends on the value chosen.
    refuse("assume x == 7:i8", "havoc y input; assume (x == 7:i8) | (y == y)", Misstep::NotTotal);
    let havoc_behind = AFTER.replace("assume x == 7:i8", "assume x == 7:i8; havoc y input");
    let applied =
        apply(&program(&havoc_behind), &[bypass(Ground::LocalAfter)], &[PropId(0)], &budget());
    assert!(applied.is_ok());
}

#[test]
fn forgotten_variables() {
    let before = "\
L0:
  -> L1: x := y; y := x + 1:i8; havoc y input
L1:
  -> L2: create worker(x = y, y = 3:i8) -> h; t := s
L2:
  -> L3: assume s == 3:i8
L3:
L4:
";
    let step = |vars: &[u32]| Reduction::Forget(vars.iter().map(|var| VarId(*var)).collect());
    check(
        before,
        step(&[1, 2, 3, 4]),
        Ok("\
L0:
  -> L1
L1:
  -> L2: create worker()
L2:
  -> L3: assume s == 3:i8
L3:
L4:
"),
    );
    check(before, step(&[0]), Err(Misstep::Read(VarId(0), EdgeId(1))));
    check(before, step(&[3]), Err(Misstep::Read(VarId(3), EdgeId(0))));
    check(before, step(&[9]), Err(Misstep::UnknownVar(VarId(9))));
    check(
        &before.replace("assume s", "join h; assume s"),
        step(&[4]),
        Err(Misstep::Read(VarId(4), EdgeId(2))),
    );
}

#[test]
fn pruned_edges_and_unreachable_locations() {
    let before = "\
L0:
  -> L1: x := s; assume 1:i8 == 2:i8
  -> L0: assume @self == @none
L1:
  -> L2
L2:
  -> L1
L3:
  -> L4
L4:
  -> L0
";
    let prune = |edge: u32| Reduction::Prune(EdgeId(edge));
    let pruned = before.replace("  -> L1: x := s; assume 1:i8 == 2:i8\n", "");
    check(before, prune(0), Ok(&pruned));
    check(before, prune(1), Err(Misstep::NotFalse));
    check(before, prune(2), Err(Misstep::NotFalse));
    check(before, prune(90), Err(Misstep::UnknownEdge(EdgeId(90))));
    let drop = |locs: &[u32]| Reduction::Unreachable(locs.iter().map(|loc| LocId(*loc)).collect());
    check(before, drop(&[1]), Err(Misstep::Reachable(LocId(1))));
    check(before, drop(&[7]), Err(Misstep::Reachable(LocId(7))));
    check(before, drop(&[77]), Err(Misstep::UnknownLoc(LocId(77))));
    check(
        before,
        drop(&[3, 4]),
        Ok(&before.replace("  -> L4\n", "").replace("L4:\n  -> L0", "L4:")),
    );
    let cut = pruned.replace("  -> L2\n", "").replace("L2:\n  -> L1", "L2:");
    check(&pruned, drop(&[1, 2]), Ok(&cut));
}

#[test]
fn guarded_sections() {
    let before = "\
L0:
  -> L1: s := 1:i8
  -> L3
L1 (atomic):
  -> L2: x := s
  -> L5: assume x == 3:i8
L2 (atomic):
  -> L1
  -> L3: s := x
L3:
L4:
";
    let applied = apply(&program(before), &[Reduction::Guard("held".into())], &[], &budget());
    let applied = applied.unwrap_or_else(|refusal| panic!("{refusal}")).to_string();
    let guarded = "\
L0:
  -> L1: assume held == 0:i1; s := 1:i8; held := 1:i1
  -> L3: assume held == 0:i1
L1:
  -> L2: x := s
  -> L5: assume x == 3:i8; held := 0:i1
L2:
  -> L1
  -> L3: s := x; held := 0:i1
L3:
";
    assert!(applied.contains(guarded), "{applied}");
    assert!(applied.contains("local thread h\nshared i1 held\ntemplate"), "{applied}");
    let twice = apply(&program(before), &[Reduction::Guard("s".into())], &[], &budget());
    assert!(matches!(twice, Err(Refusal::Invalid(_))));
}

/// Why an error outside the claim must not be joined on ground `LocalAfter`: here it would hide the
/// violation of P0 by the thread that sees what was written just before it.
#[test]
fn an_error_outside_the_claim_would_hide_one_inside() {
    let before = "\
L0:
  -> L1: create worker()
L1:
  -> L2: s := 1:i8
L2:
  -> L9
L3:
L4:
";
    let text = format!("{HEAD}{before}{TAIL}").replace("L7:\n", "L7:\n  -> L8: assume s == 1:i8\n");
    let (program, step) = (parse(&text), [bypass(Ground::LocalAfter)]);
    let violates = |program: &Program, property: u32| {
        let explored = crate::scpl::explore(program, 1, &|_| Vec::new(), 1000);
        explored.violations.contains_key(&PropId(property))
    };
    assert!(violates(&program, 0) && violates(&program, 1));
    let why = Misstep::EndsRun(EdgeId(2));
    let refused = apply(&program, &step, &[PropId(0)], &budget());
    assert_eq!(refused, Err(Refusal::Reduction { step: 0, why }));
    // With both in the claim, the smaller program violates one of them.
    let both = apply(&program, &step, &[PropId(0), PropId(1)], &budget());
    let both = both.unwrap_or_else(|refusal| panic!("{refusal}"));
    assert!(!violates(&both, 0) && violates(&both, 1));
}

#[test]
fn handles_of_main_are_shared() {
    let share = |vars: &[u32]| Reduction::Share(vars.iter().map(|var| VarId(*var)).collect());
    let before = "\
L0:
  -> L1: create worker() -> h
L1:
  -> L5: join h
L2:
L3:
L4:
";
    let handle = VarId(4);
    let applied = apply(&program(before), &[share(&[4])], &[], &budget());
    assert!(applied.is_ok_and(|program| program.var(handle).scope == Scope::Shared));
    check(before, share(&[2]), Err(Misstep::NotALocalHandle(VarId(2))));
    check(before, share(&[9]), Err(Misstep::UnknownVar(VarId(9))));
    let given = before.replace("worker()", "worker(h = h)");
    check(&given, share(&[4]), Err(Misstep::NotOnlyMain(handle, EdgeId(0))));
    let twice = before.replace("worker()", "main()");
    check(&twice, share(&[4]), Err(Misstep::NotOnlyMain(handle, EdgeId(0))));
    // L7 is where workers start.
    let text = format!("{HEAD}{before}{TAIL}").replace("L7:\n", "L7:\n  -> L5: join h\n");
    let applied = apply(&parse(&text), &[share(&[4])], &[], &budget());
    let why = Misstep::NotOnlyMain(handle, EdgeId(2));
    assert_eq!(applied, Err(Refusal::Reduction { step: 0, why }));
}

#[test]
fn threads_are_counted() {
    let count = |weights: &[(u32, u32)]| Reduction::Count {
        name: "n".into(),
        weights: weights.iter().map(|(loc, weight)| (LocId(*loc), *weight)).collect(),
    };
    let before = "\
template main at L0 (initial)
template worker at L1
property P0 assertion at L3
L0:
  -> L0: create worker()
L1:
  -> L2
L2:
  -> L4
  -> L3
L3: error P0
L4: finished
";
    let after = "\
shared i32 n = 2
template main at L0 (initial)
template worker at L1
property P0 assertion at L3
L0:
  -> L0: assume n <=u 1073741824:i32; assume 2:i32 <=u n; create worker(); n := n + 1:i32; assume n <=u 1073741824:i32
L1:
  -> L2: assume n <=u 1073741824:i32; assume 1:i32 <=u n; n := n + 2:i32; assume n <=u 1073741824:i32
L2:
  -> L4: assume n <=u 1073741824:i32; assume 3:i32 <=u n; n := n + -3:i32; assume n <=u 1073741824:i32
  -> L3: assume n <=u 1073741824:i32; assume 3:i32 <=u n
L3: error P0
L4: finished
";
    let apply = |step: Reduction| apply(&parse(before), &[step], &[], &budget());
    assert_eq!(apply(count(&[(0, 2), (1, 1), (2, 3)])), Ok(parse(after)));
    let refused = |loc: u32| {
        let why = Misstep::Uncountable(LocId(loc));
        Err(Refusal::Reduction { step: 0, why })
    };
    assert_eq!(apply(count(&[(3, 1)])), refused(3), "the run is over there");
    assert_eq!(apply(count(&[(4, 1)])), refused(4), "a thread that has finished does not run");
    assert_eq!(apply(count(&[(1, 1), (1, 1)])), refused(1), "twice");
    assert_eq!(apply(count(&[(1, 65)])), refused(1), "too much");
}
