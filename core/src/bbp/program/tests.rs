//! Text, flaws, and what programs do.

use super::*;
use crate::bbp::{At, Move, Post, SharedBits, ThreadBits, Trace};
use crate::budget::Budget;
use crate::scpl::ThreadIdx;

const SAMPLE: &str = "\
shared lock
shared ready = any
local has
local old = 1
template main at L0 (initial)
template worker at L1
initial ready => lock
L0:
  -> L0: start worker; new.old := ready; havoc new.has; constrain new.has' => ready
  -> L1
L1:
  -> L2: lock := 1; a.has := 1; p.has := p.has & !a.old; constrain !lock
  -> L3: havoc ready, a.old, p.has; constrain ready' => a.has; constrain p: p.has' => (p@L1 | ready')
L2: end
L3: bad
";

fn parsed(text: &str) -> Program {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_sample_is_printed_as_written_and_valid() {
    assert_eq!(parsed(SAMPLE).to_string(), SAMPLE);
    assert_eq!(parsed(SAMPLE).validate(), Ok(()));
}

#[test]
fn space_comments_and_order_do_not_matter() {
    let text = SAMPLE.replace("constrain !lock", "\n  constrain (!(lock)) # free\n");
    let (head, locs) = text.split_once("L0:\n").expect("the sample has it");
    let (first, rest) = locs.split_once("L1:\n").expect("the sample has it");
    assert_eq!(parsed(&format!("{head}L1:\n{rest}L0:\n{first}")), parsed(SAMPLE));
    let text = SAMPLE.replace("lock := 1; a.has := 1;", "havoc p.old; lock := 1;");
    let text = text.replace("constrain !lock", "constrain !lock; a.has := 1");
    let edge = &parsed(&text).edges[2];
    assert_eq!(edge.havoc, [(Owner::Passive, VarId(3))]);
    assert_eq!(edge.assign.len(), 3);
}

#[test]
fn long_edges_have_a_line_per_command() {
    let long = ["lock"; 30].join(" & ");
    let text = SAMPLE.replace("constrain !lock", &format!("constrain {long}"));
    let printed = parsed(&text).to_string();
    assert!(printed.contains("  -> L2:\n     lock := 1;\n     a.has := 1;\n"), "{printed}");
    assert_eq!(parsed(&printed), parsed(&text));
}

#[test]
fn what_is_no_program() {
    let check = |line: &str, message: &str| {
        let text = format!("shared x\nlocal y\ntemplate t at L0 (initial)\nL0:\n{line}");
        let error = text.parse::<Program>().expect_err(line);
        assert_eq!((error.line, &*error.message), (5, message), "{line}");
    };
    check("-> L0: x := z", "z is not declared");
    check("-> L0: x := x & x | x", "| starts nothing here");
    check("-> L0: x := ", "expected a variable at the end");
    check("-> L0: havoc b.y", "b is not declared");
    check("-> L0: constrain q: x", "expected p, found q");
    check("-> L0: constrain a@L0", "expected p, found a");
    check("-> L0: start w", "template w is not declared");
    check("-> L0: start t; start t", "a step starts one thread at most");
    check("-> L7", "L7 is not declared");
    check("-> L00", "L00 is no location");
    check("L0:", "L0 is declared twice");
    check("L2:", "L1 is not declared");
    check("initial x initial x", "there is an initial condition already");
    check("shared L3", "L3 is no name");
    check("shared new", "new is no name");
    check("shared x", "x is declared twice");
    check("shared z = 2", "2 is none of 0, 1 and any");
    check("template t at L0", "template t is declared twice");
    check("template u at L0 (initial)", "a second template is initial");
    check("-> L0: x ~ x", "unexpected '~'");
    let deep = format!("-> L0: constrain {}x{}", "(".repeat(100_000), ")".repeat(100_000));
    check(&deep, "expressions are nested more than 300 deep");
}

/// Replaces `old` by `new` in the sample and expects exactly this flaw, in words.
fn flaw(old: &str, new: &str, expected: &str) {
    assert!(SAMPLE.contains(old), "{old}");
    let invalid = parsed(&SAMPLE.replace(old, new)).validate().expect_err(new);
    let told: Vec<String> = invalid.iter().map(Invalid::to_string).collect();
    assert_eq!(told, [expected], "{new}");
}

#[test]
fn flaws_say_where_and_what() {
    let first = "L1, edge 1 (to L2)";
    let second = "L1, edge 2 (to L3)";
    flaw("lock := 1", "has := 1", &format!("{first}: has is local: whose is meant, as in a.has?"));
    let one_copy = "a.lock is a thread's, but there is one copy for all";
    flaw("constrain !lock", "constrain a.lock", &format!("{first}: {one_copy}"));
    flaw("a.has := 1", "lock := 0", &format!("{first}: lock is changed twice"));
    let after = "lock' is not known before the step is made";
    flaw("a.has := 1", "a.has := lock'", &format!("{first}: {after}"));
    flaw("a.has := 1", "a.has := p.has", &format!("{first}: p.has needs a constraint over p"));
    flaw("=> a.has;", "=> p@L1;", &format!("{second}: p@L1 needs a constraint over p"));
    flaw("=> a.has;", "=> p.has';", &format!("{second}: p.has' needs a constraint over p"));
    flaw("a.has := 1", "new.has := 1", &format!("{first}: there is no new thread for new.has'"));
    let early = "L0, edge 1 (to L0): new.has has no value before the thread is started";
    flaw("constrain new.has'", "constrain new.has", early);
    let new = "L0, edge 1 (to L0): there is no new thread for new.has'";
    flaw("constrain new.has'", "constrain p: new.has'", new);
    let end = "L2, edge 1 (to L1): nobody moves any more in L2";
    flaw("L2: end", "L2: end\n  -> L1", end);
    let entry = "template worker: nothing can start in L3, where runs are over";
    flaw("worker at L1", "worker at L3", entry);
    let initial = "the initial condition: lock' is not known before the step is made";
    flaw("initial ready => lock", "initial ready => lock'", initial);
}

#[test]
fn what_text_cannot_say() {
    let broken = |change: &dyn Fn(&mut Program)| {
        let mut program = parsed(SAMPLE);
        change(&mut program);
        program.validate().expect_err("it is broken")[0].to_string()
    };
    assert_eq!(broken(&|p| p.main = TemplateId(7)), "the program: a template is not declared");
    let twice = "variable lock: an earlier one is called lock too";
    assert_eq!(broken(&|p| p.vars[1].name = "lock".into()), twice);
    assert_eq!(broken(&|p| p.vars[0].name = "a".into()), "variable a: \"a\" cannot be a name");
    let few = "the initial condition: & and | need two operands";
    assert_eq!(broken(&|p| p.initial = Expr::And(Vec::new())), few);
    let unsorted = "L0, edge 2 (to L1): edges must be sorted by where they leave";
    assert_eq!(broken(&|p| p.edges.swap(1, 2)), unsorted);
    assert_eq!(broken(&|p| p.edges[0].to = LocId(9)), "L0, edge 1 (to L9): L9 is not declared");
    let many = "the program: there are more than 128 variables";
    assert_eq!(broken(&|p| p.vars = vec![p.vars[0].clone(); 129]), many);
}

fn thread(loc: u32, bits: u128) -> ThreadBits {
    ThreadBits { at: At::Loc(LocId(loc)), bits }
}

#[test]
fn runs_begin_as_declared() {
    // lock is 0, so ready is 0 too, and old starts as 1.
    let program = parsed(SAMPLE);
    let expected = State { shared: SharedBits(0), threads: vec![thread(0, 8), ThreadBits::IDLE] };
    assert_eq!(program.initial_states(1), [expected]);
    let free = parsed(&SAMPLE.replace("initial ready => lock\n", ""));
    assert_eq!(free.initial_states(0).len(), 2);
}

#[test]
fn starting_moves_an_idle_thread() {
    let program = parsed(SAMPLE);
    let begin = program.initial_states(1).remove(0);
    let start = Move { thread: ThreadIdx(0), edge: EdgeId(0) };
    // `ready` is 0: it is the value of `old`, and keeps `has` from being 1.
    let after = program.after(&begin, start);
    assert_eq!(after.len(), 1);
    assert_eq!(after[0].threads, [thread(0, 8), thread(1, 0)]);
    // Nobody is idle any more.
    assert_eq!(program.after(&after[0], start), []);
}

#[test]
fn a_step_changes_everybody_at_once() {
    let program = parsed(SAMPLE);
    // Values are computed from the old ones: the passive has loses its bit as the active old is set.
    let threads = vec![thread(1, 8), thread(1, 4), ThreadBits::IDLE];
    let state = State { shared: SharedBits(0), threads };
    let after = program.after(&state, Move { thread: ThreadIdx(0), edge: EdgeId(2) });
    assert_eq!(after.len(), 1);
    assert_eq!(after[0].shared, SharedBits(1));
    assert_eq!(after[0].threads, [thread(2, 12), thread(1, 0), ThreadBits::IDLE]);
    // A location that ends the run ends it for all.
    assert_eq!(program.successors(&after[0]), []);
    // The constraint is in the way.
    let locked = State { shared: SharedBits(1), ..state };
    assert_eq!(program.after(&locked, Move { thread: ThreadIdx(0), edge: EdgeId(2) }), []);
}

#[test]
fn constraints_hold_for_each_other_thread() {
    let program = parsed(SAMPLE);
    // A passive thread in L0 may get `has` only together with `ready`, one in L1 always; the active
    // thread has no `has`, so `ready` stays 0.
    let threads = vec![thread(1, 0), thread(0, 0), thread(1, 0)];
    let state = State { shared: SharedBits(0), threads };
    let after = program.after(&state, Move { thread: ThreadIdx(0), edge: EdgeId(3) });
    let has = |idx: usize| after.iter().filter(|next| next.threads[idx].bits & 4 != 0).count();
    assert_eq!((after.len(), has(1), has(2)), (4, 0, 2));
    assert!(after.iter().all(|next| next.shared == SharedBits(0)));
    // With `has` the active thread may set `ready`, and then everybody may get it.
    let threads = vec![thread(1, 4), thread(0, 0), ThreadBits::IDLE];
    let state = State { shared: SharedBits(0), threads };
    let after = program.after(&state, Move { thread: ThreadIdx(0), edge: EdgeId(3) });
    let getting: Vec<u128> = after
        .iter()
        .filter(|next| next.threads[1].bits & 4 != 0)
        .map(|next| next.shared.0)
        .collect();
    assert_eq!(getting, [2, 2], "whatever becomes of the active thread's `old`");
}

#[test]
fn idle_threads_are_left_alone() {
    let text = "local x = any\ntemplate main at L0 (initial)\n\
                L0:\n  -> L0: p.x := 1; constrain p: 0\n  -> L0: start main; new.x := a.x\n";
    let program = parsed(text);
    let state = State { shared: SharedBits(0), threads: vec![thread(0, 1), ThreadBits::IDLE] };
    let broadcast = Move { thread: ThreadIdx(0), edge: EdgeId(0) };
    assert_eq!(program.after(&state, broadcast), std::slice::from_ref(&state), "nobody is passive");
    // What is given to a new thread counts, not that it could begin with anything.
    let after = program.after(&state, Move { thread: ThreadIdx(0), edge: EdgeId(1) });
    assert_eq!(after.len(), 1);
    assert_eq!(after[0].threads, [thread(0, 1), thread(0, 1)]);
    assert_eq!(program.after(&after[0], broadcast), []);
}

#[test]
fn guards_over_others_forbid_the_step() {
    let program = parsed(
        "template main at L0 (initial)\ntemplate worker at L1\n\
         L0:\n  -> L0: start worker\n  -> L2: constrain p: !p@L1\nL1:\n  -> L3\nL2: bad\nL3:\n",
    );
    let join = Move { thread: ThreadIdx(0), edge: EdgeId(1) };
    let running = State { shared: SharedBits(0), threads: vec![thread(0, 0), thread(1, 0)] };
    assert_eq!(program.after(&running, join), []);
    let finished = State { shared: SharedBits(0), threads: vec![thread(0, 0), thread(3, 0)] };
    assert_eq!(program.after(&finished, join).len(), 1);
    assert!((&program).is_broadcast(EdgeId(1)), "it depends on others");
    assert!(!(&program).is_broadcast(EdgeId(2)));
}

#[test]
fn traces_are_replayed_or_blocked() {
    let program = parsed(
        "shared s\ntemplate main at L0 (initial)\ntemplate worker at L1\n\
         L0:\n  -> L0: start worker; havoc s\nL1:\n  -> L2: constrain s\n  -> L1: s := 0\nL2: bad\n",
    );
    let moves = |list: &[(u32, u32)]| Trace {
        n_threads: 1,
        moves: list
            .iter()
            .map(|&(thread, edge)| Move { thread: ThreadIdx(thread), edge: EdgeId(edge) })
            .collect(),
    };
    let states = program.replay(&moves(&[(0, 0), (1, 1)])).expect("s can be 1");
    let shared: Vec<u128> = states.iter().map(|state| state.shared.0).collect();
    assert_eq!(shared, [0, 1, 1]);
    assert_eq!(states[2].threads, [thread(0, 0), thread(2, 0)]);
    let cleared = moves(&[(0, 0), (1, 2), (1, 1)]);
    assert_eq!(program.replay(&cleared), Err(Blocked { move_idx: 2 }));
    assert_eq!(program.replay(&moves(&[(1, 1)])), Err(Blocked { move_idx: 0 }));
    // Main is not where that edge is.
    assert_eq!(program.replay(&moves(&[(0, 2)])), Err(Blocked { move_idx: 0 }));
    assert_eq!(program.replay(&moves(&[(7, 99)])), Err(Blocked { move_idx: 0 }));
}

#[test]
fn outcomes_are_sorted_and_unique() {
    let program = parsed(SAMPLE);
    let mut post = &program;
    let budget = Budget::new(1000);
    let found = post.outcomes(EdgeId(3), SharedBits(1), thread(1, 4), &budget).expect("in budget");
    let mut sorted = found.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted, found.to_vec());
    assert_eq!(found.len(), 4);
}
