//! Text and back.

use super::*;
use crate::bbp::{At, Extent, ThreadBits};
use crate::scpl::{Class, LocId, PredId};

const PROGRAM: &str = "\
shared i32 count
local i32 mine
local thread helper
template main at L0 (initial)
template worker at L1
property P0 assertion at L3
L0:
  -> L1: create worker(mine = 3:i32) -> helper
L1:
  -> L2: count := count + mine
  -> L3: assume count == 7:i32
L2: finished
L3: error P0
";

const TEXT: &str = "\
never P0
forget mine, helper
prune 1
unreachable L3, L2
bypass L1 atomic
bypass L1 before
bypass L1 after
guard held
views 2
predicate count == 0:i32
predicate (mine == count) & (held == 0:i1)
predicate helper != @none
tracked L1 p1, p2
view | idle | idle
view p0 | idle | L1 p1 p2
";

fn program() -> Program {
    PROGRAM.parse().expect("it is well formed")
}

#[test]
fn what_is_printed_is_read_back() {
    let program = program();
    let read = Certificate::parse(&program, TEXT).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.print(&program).to_string(), TEXT);
    let Evidence::Views(invariant) = &read.evidence else { panic!("these are views") };
    assert_eq!(invariant.views[1].threads[1], ThreadBits { at: At::Loc(LocId(1)), bits: 6 });
    assert_eq!(Certificate::parse(&program, &read.print(&program).to_string()), Ok(read));
}

#[test]
fn what_is_shared_has_its_class() {
    let program = program();
    let text =
        "share helper\nwhole 2\npredicate helper == @self\ntracked L1 p0\nview | idle | L1 p0\n";
    let read = Certificate::parse(&program, text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.print(&program).to_string(), text);
    let Evidence::Views(invariant) = &read.evidence else { panic!("these are views") };
    assert_eq!(invariant.extent, Extent::Whole);
    assert_eq!(invariant.predicates.get(PredId(0)).class, Class::Mixed);
}

#[test]
fn states_and_comments() {
    let program = program();
    let text = "# nothing is claimed\n\nstates 3 # threads\n";
    let read = Certificate::parse(&program, text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.print(&program).to_string(), "states 3\n");
}

#[test]
fn what_is_no_certificate() {
    let check = |text: &str, line: usize, message: &str| {
        let error = Certificate::parse(&program(), text).expect_err(text);
        assert_eq!((error.line, &*error.message), (line, message), "{text}");
    };
    check("never P0\n", 1, "there is no evidence");
    check("never L0\n", 1, "L0 does not start with P");
    check("forget other\nstates 1", 1, "other is not declared");
    check("bypass L1 magic", 1, "magic is no ground");
    check("view | idle", 1, "view belongs below views");
    check("states 1\nguard held", 2, "guard after the evidence");
    check("views 1\npredicate held == 0:i1", 2, "held is not declared");
    check("views 1\npredicate count == 0:i32 0", 2, "expected the end of the line, found 0");
    check("views 1\ntracked L9 p0", 2, "L9 is not in the program");
    check("views 1\nview p128 | idle", 2, "p128 is one predicate too many");
    check("views 1\nview p-1 | idle", 2, "\"-1\" is no number");
    check("hello", 1, "hello starts no line of a certificate");
}
