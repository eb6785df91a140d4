//! What becomes of predicates along single edges.

use super::table::Table;
use super::*;
use crate::bbp::{At, Bit, Expr, Outcome, Owner, Post, SharedBits, ThreadBits, Time, VarId};
use crate::budget::Budget;
use crate::scpl::{Class, EdgeId, LocId, Predicates, Program, PropId};

/// Edges of L0 and L1; L2 keeps all locals alive, and L4 keeps everything from being a constant.
fn program(locs: &str) -> Program {
    let text = format!(
        "\
shared i8 s
shared i8 t
local i8 l
local i8 m = any
local thread h
template main at L0 (initial)
template worker at L2
property P0 assertion at L3
{locs}
L2:
  -> L3: assume (s + l) == m
  -> L3: assume h == @self
L3: error P0
L4:
  -> L2: havoc s input; havoc t input; havoc l input; havoc m input; h := @self
"
    );
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(program.validate(), Ok(()));
    program
}

/// One edge from L0 to L2, where all locals are alive.
fn edge(commands: &str) -> Program {
    program(&format!("L0:\n  -> L2: {commands}\nL1:\n"))
}

fn predicates(program: &Program, texts: &[&str]) -> Predicates {
    let mut all = Predicates::default();
    for text in texts {
        let expr = program.parse_expr(text).unwrap_or_else(|error| panic!("{error}"));
        assert!(all.insert(program, expr), "{text} is there twice");
    }
    all
}

const PLENTY: u64 = 1_000_000;

fn thread(loc: u32, bits: u128) -> ThreadBits {
    ThreadBits { at: At::Loc(LocId(loc)), bits }
}

/// What edge 0 comes to: the shared bits, the active thread's and the created thread's.
fn outcomes(
    program: &Program,
    texts: &[&str],
    shared: u128,
    active: u128,
) -> Vec<(u128, u128, Option<u128>)> {
    let predicates = predicates(program, texts);
    let mut queries = Queries::new(program);
    let mut post = Abstraction::new(&mut queries, &predicates, &[]);
    let from = program.edge(EdgeId(0)).from.0;
    let found = post
        .outcomes(EdgeId(0), SharedBits(shared), thread(from, active), &Budget::new(PLENTY))
        .expect("the budget is enough");
    found
        .iter()
        .map(|it| (it.shared.0, it.active.bits, it.created.map(|created| created.bits)))
        .collect()
}

/// What becomes of a passive thread in L2 when edge 0 is taken with its first outcome.
fn passive(program: &Program, texts: &[&str], shared: u128, active: u128, bits: u128) -> Vec<u128> {
    let predicates = predicates(program, texts);
    let mut queries = Queries::new(program);
    let mut post = Abstraction::new(&mut queries, &predicates, &[]);
    let (shared, active) = (SharedBits(shared), thread(0, active));
    let budget = Budget::new(PLENTY);
    let outcome: Outcome = post.outcomes(EdgeId(0), shared, active, &budget).expect("in budget")[0];
    let after = post.passive(EdgeId(0), shared, active, outcome, thread(2, bits), &budget);
    after.expect("in budget").iter().map(|it| it.bits).collect()
}

#[test]
fn predicates_are_shared_local_or_mixed() {
    let program = edge("s := 0:i8");
    let class = |text: &str| {
        let expr = program.parse_expr(text).expect("it is well formed");
        program.class_of(&expr)
    };
    assert_eq!(class("s == t"), Class::Shared);
    assert_eq!(class("l == m"), Class::Local);
    assert_eq!(class("s == l"), Class::Mixed);
    assert_eq!(class("h == @none"), Class::Local);
    assert_eq!(class("@self == @none"), Class::Local, "every thread has its own");
}

#[test]
fn a_predicate_over_a_dead_local_is_not_tracked() {
    let program = program("L0:\n  -> L1: l := 0:i8\nL1:\n  -> L2: m := 0:i8\n");
    let predicates = predicates(&program, &["l == 0:i8", "m == 0:i8", "s == 0:i8", "s == l"]);
    let tracked = tracked(&program, &predicates);
    let at = |loc: u32| tracked.at(LocId(loc)).iter().map(|id| id.0).collect::<Vec<_>>();
    assert_eq!(at(0), [] as [u32; 0], "both are written before they are read");
    assert_eq!(at(1), [0, 3]);
    assert_eq!(at(2), [0, 1, 3]);
    assert_eq!(at(3), [] as [u32; 0]);
}

#[test]
fn the_best_successors_are_found() {
    let program = edge("s := s + 1:i8");
    let texts = ["s == 0:i8", "s == 1:i8", "t == 0:i8"];
    // From 0 to 1, and t does not matter.
    assert_eq!(outcomes(&program, &texts, 0b101, 0), [(0b110, 0, None)]);
    // From 1 to neither.
    assert_eq!(outcomes(&program, &texts, 0b010, 0), [(0b000, 0, None)]);
    // From something else to 0 or to something else, not to 1.
    assert_eq!(outcomes(&program, &texts, 0b000, 0), [(0b000, 0, None), (0b001, 0, None)]);
}

#[test]
fn conditions_cut_off_what_cannot_be() {
    let program = edge("assume s == 3:i8; t := s");
    let texts = ["s == 3:i8", "t == 3:i8", "s == 4:i8"];
    assert_eq!(outcomes(&program, &texts, 0b000, 0), []);
    assert_eq!(outcomes(&program, &texts, 0b001, 0), [(0b011, 0, None)]);
    assert_eq!(outcomes(&program, &texts, 0b100, 0), []);
}

#[test]
fn bits_go_together() {
    // l gets one value, so it cannot equal both.
    let program = edge("havoc l input");
    let texts = ["l == 1:i8", "l == 2:i8"];
    assert_eq!(outcomes(&program, &texts, 0, 0), [(0, 0, None), (0, 1, None), (0, 2, None)]);
}

#[test]
fn a_write_to_a_shared_variable_notifies_everybody() {
    let program = edge("s := s + 1:i8");
    let texts = ["s == l"];
    // Equal before, not after; different before, anything after.
    assert_eq!(passive(&program, &texts, 0, 0, 1), [0]);
    assert_eq!(passive(&program, &texts, 0, 0, 0), [0, 1]);
    // The active thread's own one too.
    let program = program_with_tracked_source("s := s + 1:i8");
    assert_eq!(outcomes(&program, &texts, 0, 1), [(0, 0, None)]);
    assert_eq!(outcomes(&program, &texts, 0, 0), [(0, 0, None), (0, 1, None)]);
}

/// Like `edge`, but L0 reads all locals as well.
fn program_with_tracked_source(commands: &str) -> Program {
    program(&format!(
        "L0:\n  -> L2: {commands}\n  -> L3: assume (s + l) == m\n  -> L3: assume h == @none\nL1:\n"
    ))
}

#[test]
fn a_local_write_notifies_nobody_else() {
    let program = edge("l := s");
    assert_eq!(passive(&program, &["s == l", "l == 0:i8"], 0, 0, 0b10), [0b10]);
    let predicates = predicates(&program, &["s == l"]);
    let mut queries = Queries::new(&program);
    assert!(!Abstraction::new(&mut queries, &predicates, &[]).is_broadcast(EdgeId(0)));
}

#[test]
fn what_passives_know_of_the_step_counts() {
    // The active thread had s == l before, and l is unchanged: both know of each other through s.
    let program = program_with_tracked_source("assume s == l; s := 5:i8; l := 5:i8");
    // Predicate 1 tells that the passive thread's l is 5.
    assert_eq!(passive(&program, &["s == l", "l == 5:i8"], 0, 1, 0b10), [0b11]);
    assert_eq!(passive(&program, &["s == l", "l == 5:i8"], 0, 1, 0b01), [0b00]);
}

#[test]
fn a_bit_that_was_not_tracked_can_be_anything_that_fits() {
    // l is dead in L0; afterwards it is what s was, of which nothing is known.
    let program = edge("l := s");
    assert_eq!(outcomes(&program, &["l == 0:i8"], 0, 0), [(0, 0, None), (0, 1, None)]);
    // With a predicate about s it is known.
    assert_eq!(outcomes(&program, &["l == 0:i8", "s == 0:i8"], 0b10, 0), [(0b10, 1, None)]);
    assert_eq!(outcomes(&program, &["l == 0:i8", "s == 0:i8"], 0b00, 0), [(0b00, 0, None)]);
    let program = edge("havoc m uninit");
    assert_eq!(outcomes(&program, &["m == 0:i8"], 0, 0).len(), 2);
}

#[test]
fn a_created_thread_gets_its_arguments_and_initial_values() {
    let program = program_with_tracked_source("create worker(l = s)");
    let texts = ["l == 0:i8", "s == 0:i8", "m == 0:i8"];
    // l is s, m is anything; the creator keeps what it had.
    assert_eq!(
        outcomes(&program, &texts, 0b010, 0b100),
        [(0b010, 0b100, Some(0b001)), (0b010, 0b100, Some(0b101))]
    );
    // Without an argument l starts as 0, whatever the creator's is.
    let program = program_with_tracked_source("create worker(m = 1:i8)");
    assert_eq!(outcomes(&program, &texts, 0, 0b100), [(0, 0b100, Some(0b001))]);
    let predicates = predicates(&program, &[]);
    let mut queries = Queries::new(&program);
    assert!(Abstraction::new(&mut queries, &predicates, &[]).is_broadcast(EdgeId(0)));
}

#[test]
fn handles_of_different_threads_differ() {
    let program = program_with_tracked_source("create worker(h = @self) -> h");
    // The creator holds the new one's handle, the new one its creator's.
    let texts = ["h == @self", "h == @none"];
    assert_eq!(outcomes(&program, &texts, 0, 0b01), [(0, 0b00, Some(0b00))]);
}

#[test]
fn runs_begin_with_initial_values() {
    let program = program_with_tracked_source("s := 1:i8");
    let predicates = predicates(&program, &["s == 0:i8", "l == 0:i8", "m == 0:i8", "s == m"]);
    let mut queries = Queries::new(&program);
    let mut post = Abstraction::new(&mut queries, &predicates, &[]);
    let found = post.initial(&Budget::new(PLENTY)).expect("in budget");
    // m is 0 or not, and equals s accordingly.
    let expected = [0b0010, 0b1110].map(|bits| (SharedBits(0b0001), thread(0, bits)));
    assert_eq!(found, expected);
}

#[test]
fn errors_end_runs_and_goals_are_bad() {
    let program = edge("s := 1:i8");
    let mut queries = Queries::new(&program);
    let none = Predicates::default();
    let (error, plain) = (thread(3, 0), thread(2, 0));
    let post = Abstraction::new(&mut queries, &none, &[PropId(0)]);
    assert!(post.is_bad(error) && post.is_end(error) && !post.is_end(plain));
    let post = Abstraction::new(&mut queries, &none, &[]);
    assert!(!post.is_bad(error) && post.is_end(error));
}

#[test]
fn answers_are_kept_when_predicates_are_added() {
    let program = edge("s := s + 1:i8");
    let mut queries = Queries::new(&program);
    let ask = |queries: &mut Queries, texts: &[&str]| {
        let predicates = predicates(&program, texts);
        let mut post = Abstraction::new(queries, &predicates, &[]);
        let budget = Budget::new(PLENTY);
        post.outcomes(EdgeId(0), SharedBits(1), thread(0, 0), &budget).expect("in budget");
    };
    ask(&mut queries, &["s == 0:i8"]);
    let n_solved = queries.n_solved;
    ask(&mut queries, &["s == 0:i8", "t == 0:i8", "l == 0:i8"]);
    assert_eq!(queries.n_solved, n_solved, "t and l have nothing to do with it");
    ask(&mut queries, &["s == 0:i8", "s == t"]);
    assert!(queries.n_solved > n_solved);
}

#[test]
fn what_was_asked_is_a_program() {
    let program = program_with_tracked_source("s := s + 1:i8");
    let predicates = predicates(&program, &["s == 0:i8", "s == l"]);
    let mut queries = Queries::new(&program);
    let mut recorder = Recorder::new(Abstraction::new(&mut queries, &predicates, &[PropId(0)]));
    let budget = Budget::new(PLENTY);
    recorder.initial(&budget).expect("in budget");
    let (shared, active) = (SharedBits(1), thread(0, 0b10));
    let outcome = recorder.outcomes(EdgeId(0), shared, active, &budget).expect("in budget")[0];
    recorder.passive(EdgeId(0), shared, active, outcome, thread(2, 0b00), &budget).expect("in it");
    let recorded = recorder.program();
    assert_eq!(recorded.validate(), Ok(()));
    let expected = "\
shared p0 = 1
local p1 = 1
template main at L0 (initial)
template worker at L2
L0:
  -> L2:
     p0 := 0;
     a.p1 := 0;
     havoc p.p1;
     constrain p0 & a.p1;
     constrain p: p@L2 => (p0 & a.p1 & !p.p1 & !p0' & !a.p1');
     constrain p: p@L2 | (p.p1' == p.p1)
  -> L3: constrain 0
  -> L3: constrain 0
L1:
L2:
  -> L3: constrain 0
  -> L3: constrain 0
L3: bad
L4:
  -> L2: constrain 0
";
    assert_eq!(recorded.to_string(), expected);
}

#[test]
fn rows_of_a_table_are_taken_together() {
    let bit = |var| Bit { owner: Owner::Shared, var: VarId(var), time: Time::Before };
    let table = |rows: &[[u8; 3]]| {
        let mut table = Table::new((0..3).map(bit).collect());
        rows.iter().for_each(|row| table.add(row.map(|value| value == 1).to_vec()));
        table
    };
    let not = |var| Expr::Not(Box::new(Expr::Bit(bit(var))));
    assert_eq!(table(&[]).expr(), Expr::Const(false));
    assert_eq!(table(&[[1, 0, 0], [1, 0, 1]]).expr(), Expr::And(vec![Expr::Bit(bit(0)), not(1)]));
    let square = [[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]];
    assert_eq!(table(&square).expr(), Expr::Bit(bit(2)));
    let diagonal = Expr::Or(vec![
        Expr::And(vec![not(0), not(1)]),
        Expr::And(vec![Expr::Bit(bit(0)), Expr::Bit(bit(1))]),
    ]);
    assert_eq!(table(&[[0, 0, 0], [1, 1, 0]]).expr(), Expr::And(vec![not(2), diagonal]));
    let determined = |rows: &[[u8; 3]]| {
        let mut table = table(rows);
        let value = table.determined(bit(2), &|from| from == bit(0));
        (value, table.expr())
    };
    assert_eq!(determined(&[[0, 0, 1], [0, 1, 1]]), (Some(Expr::Const(true)), not(0)));
    assert_eq!(determined(&[[0, 0, 1], [1, 1, 0]]).0, Some(not(0)));
    assert_eq!(determined(&[[0, 0, 1], [1, 1, 1]]).0, Some(Expr::Const(true)));
    assert_eq!(determined(&[[0, 0, 1], [0, 1, 0]]).0, None);
}

#[test]
fn a_join_waits_for_the_thread_that_has_the_handle() {
    // As `edge`, with a handle that all can see.
    let text = edge("join h").to_string().replace("local thread h", "shared thread h");
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let texts = ["h == @self", "s == l"];
    // The passive thread is in L2 and not through: it cannot be the one that is waited for.
    assert_eq!(passive(&program, &texts, 0, 0, 0b01), []);
    assert_eq!(passive(&program, &texts, 0, 0, 0b11), []);
    assert_eq!(passive(&program, &texts, 0, 0, 0b10), [0b10]);
    // Whoever waits for itself waits for ever.
    assert_eq!(outcomes(&program, &texts, 0, 0b01), []);
}
