//! Each tier on a small trace that needs it.

use super::*;
use crate::bbp::{Move, Trace};
use crate::budget::Budget;
use crate::scpl::{EdgeId, ThreadIdx};
use crate::simulate::{self, Replay};

/// Edges 0 to 2 in a row; 3 is beside edge 2, 4 is the other thread's.
fn program(first: &str, second: &str, third: &str) -> Program {
    let text = format!(
        "\
shared i8 s = any
shared i8 t = any
local i8 l = any
template main at L0 (initial)
template worker at L5
property P0 assertion at L3
L0:
  -> L1: {first}
L1:
  -> L2: {second}
L2:
  -> L3: {third}
  -> L4: assume t <u 9:i8
L3: error P0
L4: finished
L5:
  -> L4: s := l
"
    );
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(program.validate(), Ok(()));
    program
}

/// Why the moves, given as (thread, edge), are not real.
fn refuted(program: &Program, moves: &[(u32, u32)]) -> Refutation {
    let paths: Vec<Vec<EdgeId>> =
        (0..program.edges.len() as u32).map(|edge| vec![EdgeId(edge)]).collect();
    let step = |&(thread, edge)| Move { thread: ThreadIdx(thread), edge: EdgeId(edge) };
    let trace = Trace { n_threads: 1, moves: moves.iter().map(step).collect() };
    let replay = simulate::replay(program, &paths, &trace, &Budget::new(1_000_000));
    match replay.expect("in budget") {
        Replay::Spurious(refutation) => refutation,
        other => panic!("{other:?}"),
    }
}

const ALONE: [(u32, u32); 3] = [(0, 0), (0, 1), (0, 2)];

struct Case<'a> {
    program: &'a Program,
    moves: &'a [(u32, u32)],
    known: &'a [&'a str],
    hints: &'a [&'a str],
    values: &'a [(u32, &'a str)],
}

impl<'a> Case<'a> {
    fn of(program: &'a Program) -> Self {
        Self { program, moves: &ALONE, known: &[], hints: &[], values: &[] }
    }

    fn expr(&self, text: &str) -> Expr {
        self.program.parse_expr(text).unwrap_or_else(|error| panic!("{error}"))
    }

    /// What is proposed if the trace is stopped by these predicates together, and by no others; and
    /// how many sets were tried up to the first that stopped it.
    fn propose(&self, wanted: &[&str]) -> (Vec<String>, usize) {
        let wanted: Vec<Expr> = wanted.iter().map(|text| self.expr(text)).collect();
        let (mut n_tried, mut is_found) = (0, false);
        let proposal = self.propose_if(&mut |predicates| {
            n_tried += usize::from(!is_found);
            let stops = wanted.iter().all(|expr| predicates.contains(expr));
            is_found |= stops;
            Ok(stops)
        });
        match proposal {
            Proposal::Add(added) => {
                (added.iter().map(|expr| self.program.print(expr).to_string()).collect(), n_tried)
            }
            Proposal::Stuck(_) => (Vec::new(), n_tried),
        }
    }

    fn propose_if(&self, stops: Stops) -> Proposal {
        let mut known = Predicates::default();
        for text in self.known {
            known.insert(self.program, self.expr(text));
        }
        let hints: Vec<Expr> = self.hints.iter().map(|text| self.expr(text)).collect();
        let values: Vec<(VarId, Vec<Expr>)> =
            self.values.iter().map(|(var, text)| (VarId(*var), vec![self.expr(text)])).collect();
        let ideas = Ideas { hints: &hints, values: &values };
        let refutation = refuted(self.program, self.moves);
        propose(self.program, &refutation, &known, ideas, stops).expect("nobody stops it")
    }
}

/// s is 0 and should be 1; t has nothing to do with it.
fn clash() -> Program {
    program("s := 0:i8", "assume t == 3:i8", "assume s == 1:i8")
}

#[test]
fn the_conditions_that_clash_come_first() {
    let program = clash();
    assert_eq!(Case::of(&program).propose(&["s == 1:i8"]), (vec!["s == 1:i8".into()], 1));
}

#[test]
fn what_the_user_thinks_comes_before_that() {
    let program = clash();
    let case = Case { hints: &["s == 77:i8"], ..Case::of(&program) };
    assert_eq!(case.propose(&["s == 77:i8"]), (vec!["s == 77:i8".into()], 1));
    // A hint that does not help is not taken.
    assert_eq!(case.propose(&["s == 1:i8"]).0, ["s == 1:i8"]);
}

#[test]
fn preconditions_are_followed_back() {
    // s is 1 after the second step if it was 0 before it.
    let program = program("s := 7:i8", "s := s + 1:i8", "assume s == 1:i8");
    let both = ["s == 0:i8", "s == 1:i8"];
    let (mut added, n_tried) = Case::of(&program).propose(&both);
    added.sort();
    assert_eq!((added, n_tried), (both.map(String::from).to_vec(), 1));
}

#[test]
fn values_that_were_seen_are_tried() {
    let program = clash();
    // Of variable 0, s; what is known of t is of no use.
    let case = Case { values: &[(0, "s == 5:i8"), (1, "t == 6:i8")], ..Case::of(&program) };
    assert_eq!(case.propose(&["s == 5:i8"]), (vec!["s == 5:i8".into()], 2));
    assert_eq!(case.propose(&["t == 6:i8"]).0, [] as [&str; 0]);
}

#[test]
fn orders_stop_constants_that_run_away() {
    let program = clash();
    for wanted in ["s <u 1:i8", "1:i8 <s s"] {
        assert_eq!(Case::of(&program).propose(&[wanted]).0, [wanted]);
    }
}

#[test]
fn after_two_constants_a_third_is_not_simple() {
    let program = clash();
    let case = Case { known: &["s == 7:i8", "s == 8:i8"], ..Case::of(&program) };
    // The lowest bit, an order, and only then the constant.
    let (added, n_stride) = case.propose(&["zext1(s)"]);
    assert_eq!(added, ["zext1(s)"]);
    let (added, n_constant) = case.propose(&["s == 1:i8"]);
    assert_eq!(added, ["s == 1:i8"]);
    assert!(n_stride < n_constant, "{n_stride} {n_constant}");
    // With one known constant there is no running away.
    let case = Case { known: &["s == 7:i8"], ..Case::of(&program) };
    assert_eq!(case.propose(&["zext1(s)"]).0, [] as [&str; 0]);
}

#[test]
fn what_is_hard_comes_after_what_is_simple() {
    let program = program("l := 1:i8", "t := 2:i8", "assume (s * s) == 3:i8");
    let case = Case::of(&program);
    let mut n_tried = 0;
    let proposal = case.propose_if(&mut |predicates| {
        n_tried += 1;
        Ok(predicates.iter().any(|(_, it)| program.print(&it.expr).to_string().contains('*')))
    });
    let Proposal::Add(added) = proposal else { panic!("{proposal:?}") };
    assert_eq!(added.len(), 1);
    assert!(n_tried > 1, "the bounds of the product were tried before");
}

#[test]
fn then_the_rest_of_the_trace() {
    // That t is 3 does not clash with anything; before the first step it means that t is 2.
    let program = program("s := 0:i8; t := t + 1:i8", "assume t == 3:i8", "assume s == 1:i8");
    let refutation = refuted(&program, &ALONE);
    assert_eq!(refutation.core.len(), 1, "t is not in it");
    let (added, n_tried) = Case::of(&program).propose(&["t == 2:i8"]);
    assert_eq!(added, ["t == 2:i8"]);
    assert!(n_tried > 1);
}

#[test]
fn then_the_conditions_of_neighbours() {
    // No step of the trace asks whether t is less than 9.
    let program = clash();
    assert_eq!(Case::of(&program).propose(&["t <u 9:i8"]).0, ["t <u 9:i8"]);
}

/// The worker leaves its l in s, and main looks for another value there.
fn across() -> Program {
    program("create worker(l = l)", "l := l + 1:i8", "assume s == l")
}

const TOGETHER: [(u32, u32); 4] = [(0, 0), (1, 4), (0, 1), (0, 2)];

#[test]
fn two_threads_meet_in_a_shared_variable() {
    let program = across();
    let case = Case { moves: &TOGETHER, ..Case::of(&program) };
    // Before the worker's step the two locals are compared; perhaps t is what they have in common.
    let speaks_of = |predicates: &Predicates| {
        predicates.iter().any(|(_, it)| {
            let mut vars = Vec::new();
            it.expr.for_each_var(&mut |var| vars.push(var));
            vars.contains(&VarId(1)) && vars.contains(&VarId(2))
        })
    };
    let proposal = case.propose_if(&mut |predicates| Ok(speaks_of(predicates)));
    assert!(matches!(&proposal, Proposal::Add(added) if added.len() == 1), "{proposal:?}");
    let proposal = Case::of(&clash()).propose_if(&mut |predicates| Ok(speaks_of(predicates)));
    assert_eq!(proposal, Proposal::Stuck(None));
}

#[test]
fn at_last_the_relation_is_named() {
    let program = across();
    let case = Case { moves: &TOGETHER, ..Case::of(&program) };
    let Proposal::Stuck(Some((op, left, right))) = case.propose_if(&mut |_| Ok(false)) else {
        panic!("nothing stops it")
    };
    let shown = [&left, &right].map(|side| program.print(side).to_string());
    assert_eq!(op, BinOp::Eq);
    assert!(shown.iter().all(|side| side.contains('l')), "{shown:?}");
    assert!(!shown.iter().any(|side| side.contains('s')), "{shown:?}");
    // With one thread there is none.
    let program = clash();
    assert_eq!(Case::of(&program).propose_if(&mut |_| Ok(false)), Proposal::Stuck(None));
}

#[test]
fn only_what_is_needed_and_new_is_added() {
    let program = program("s := 0:i8; t := 0:i8", "assume l == 4:i8", "assume (s + t) == 1:i8");
    let hints = ["s == 0:i8", "t == 0:i8", "l == 4:i8", "s == 9:i8"];
    let case = Case { hints: &hints, known: &["t == 0:i8"], ..Case::of(&program) };
    assert_eq!(case.propose(&["s == 0:i8", "t == 0:i8"]).0, ["s == 0:i8"]);
}

#[test]
fn a_search_that_is_stopped_says_so() {
    let program = clash();
    let refutation = refuted(&program, &ALONE);
    let ideas = Ideas { hints: &[], values: &[] };
    let none = Predicates::default();
    let stopped = propose(&program, &refutation, &none, ideas, &mut |_| Err(Stop::Cancelled));
    assert_eq!(stopped, Err(Stop::Cancelled));
}

#[test]
fn conditions_are_made_of_atoms() {
    let program = program(
        "assume ((s == 1:i8) | (l <s t)) & !(t != 2:i8)",
        "assume ((s == 0:i8) ? l : t) == 5:i8",
        "await s == s",
    );
    let atoms = |edge: u32| -> Vec<String> {
        let mut atoms: Vec<String> = edge_atoms(&program, EdgeId(edge))
            .iter()
            .map(|expr| program.print(expr).to_string())
            .collect();
        atoms.sort();
        atoms
    };
    assert_eq!(atoms(0), ["l <s t", "s == 1:i8", "t == 2:i8"]);
    assert_eq!(atoms(1), ["l == 5:i8", "s == 0:i8", "t == 5:i8"]);
    assert_eq!(atoms(2), [] as [&str; 0]);
}
