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
    check(&text.replace("i8", "i9"), 0, Err(Refusal::WideChoice(9)));
    check(
        &text.replace("i8 x", "i8[3] x").replace("x ==", "x[0:i1] =="),
        0,
        Err(Refusal::TooManyChoices(MAX_CHOICES)),
    );
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
    assert_eq!(verify(&program, 0, &[], &budget()), Ok(Covers::Any));
    assert_eq!(verify(&program, 0, &[PropId(0)], &budget()), Err(Refusal::Reached(PropId(0))));
}
