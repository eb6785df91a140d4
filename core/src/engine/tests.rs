use super::explore::explore;
use super::*;
use crate::report::fixture::{self, Fixture, assume, create, int, set};
use crate::scpl::{BinOp, Command, Expr, LocKind, Place, PropertyKind, Source, StepKind};

fn explored(model: &Model, threads: Threads, steps: u64) -> (Vec<Checked>, Vec<Round>) {
    let explored =
        explore(model, threads, &[], &mut Memo::default(), &Budget::new(steps), &mut |_| {});
    (explored.properties, explored.rounds)
}

fn verdict(model: &Model, threads: Threads) -> Verdict {
    explored(model, threads, 1_000_000).0.remove(0).verdict
}

#[test]
fn a_violation_is_confirmed_and_minimal() {
    let (_, model) = fixture::seed();
    let Verdict::Violated(violation) = verdict(&model, Threads::Any) else { panic!("violated") };
    assert_eq!(violation.n_threads, 2);
    assert!(violation.minimal);
    assert_eq!(violation.run.trace.violated, Some(PropId(0)));
    let again = crate::scpl::replay(&model.program, &violation.run.schedule);
    assert_eq!(again, Ok(violation.run.trace));
}

#[test]
fn fewer_threads_than_needed_find_nothing() {
    let (_, model) = fixture::seed();
    // Its inputs are too wide to list all states, but not all abstract ones.
    assert_eq!(verdict(&model, Threads::UpTo(1)), Verdict::Proved(Threads::UpTo(1)));
}

#[test]
fn deadlocks_are_found_with_those_who_wait() {
    let (_, model) = fixture::bank();
    let (properties, _) = explored(&model, Threads::Any, 1_000_000);
    assert_eq!(properties.len(), 1);
    assert_eq!(properties[0].kind, Kind::Deadlock);
    let run = properties[0].verdict.run().expect("a deadlock has a run");
    // Nobody unlocks: the second thread waits for the first one, which has ended, and main for it.
    assert_eq!(run.waiting.len(), 2);
}

#[test]
fn budgets_and_cancelling_are_reasons() {
    let (_, model) = fixture::seed();
    let (properties, _) = explored(&model, Threads::Any, 3);
    let Verdict::Unknown(Reason::Budget { .. }) = properties[0].verdict else {
        panic!("{:?}", properties[0].verdict)
    };
    let budget = Budget::cancellable(1000, std::sync::Arc::new(true.into()));
    let explored = explore(&model, Threads::Any, &[], &mut Memo::default(), &budget, &mut |_| {});
    assert_eq!(explored.properties[0].verdict, Verdict::Unknown(Reason::Cancelled));
}

/// `x = size(); assert(x != 3);` in `main`, where nothing is known about `size`.
fn sized() -> Model {
    let mut f = Fixture::new("main x = size(); assert(x != 3); end");
    let x = f.shared("x", 0);
    let at: Vec<_> = (0..2).map(|_| f.loc(LocKind::Plain)).collect();
    let end = f.loc(LocKind::Halted);
    f.template("main", at[0]);
    let error = f.property(PropertyKind::Assertion, "assert(x != 3)", "x != 3");
    let is_three = Expr::bin(BinOp::Eq, Expr::Var(x), int(3));
    let havoc = vec![Command::Havoc(Place::Var(x), Source::Unmodelled)];
    f.edge((at[0], at[1]), ("main", "x = size();"), StepKind::Plain, havoc);
    let check = ("main", "assert(x != 3);");
    f.edge((at[1], error), check, StepKind::Fail, assume(is_three.clone()));
    f.edge((at[1], end), check, StepKind::Silent, assume(is_three.negate()));
    f.build().1
}

#[test]
fn a_violation_by_an_unmodelled_value_is_unknown() {
    let verdict = verdict(&sized(), Threads::Any);
    let Verdict::Unknown(Reason::RestsOnApproximation { run }) = verdict else {
        panic!("{verdict:?}")
    };
    assert_eq!(run.trace.violated, Some(PropId(0)));
}

#[test]
fn what_is_not_modelled_is_not_searched() {
    let mut model = sized();
    model.origins.properties[0].unsupported = Some("inline assembly".to_owned());
    let (what, span) = ("inline assembly".to_owned(), model.origins.properties[0].span);
    assert_eq!(verdict(&model, Threads::Any), Verdict::Unknown(Reason::Unsupported { what, span }));
}

/// `main` starts workers forever, or twice; after the second one it fails to `assert(0)`, and a
/// function that nobody calls fails as well.
fn starters() -> Model {
    let mut f = Fixture::new("main create(worker); create( worker); assert(0); dead assert(1); x");
    let x = f.shared("x", 0);
    let at: Vec<_> = (0..4).map(|_| f.loc(LocKind::Plain)).collect();
    let work = f.loc(LocKind::Plain);
    let end = f.loc(LocKind::Finished);
    let worker = f.template("worker", work);
    f.template("main", at[0]);
    let error = f.property(PropertyKind::Assertion, "assert(0)", "0");
    let dead = f.property(PropertyKind::Assertion, "assert(1)", "1");
    f.edge((work, end), ("worker", "x"), StepKind::Plain, set(x, int(1)));
    f.edge((at[0], at[1]), ("main", "create(worker);"), StepKind::Create, create(worker));
    f.edge((at[1], at[2]), ("main", "create( worker);"), StepKind::Create, create(worker));
    f.edge((at[2], error), ("main", "assert(0);"), StepKind::Fail, vec![]);
    f.edge((at[3], dead), ("dead", "assert(1);"), StepKind::Fail, vec![]);
    f.build().1
}

#[test]
fn what_is_not_reached_says_why() {
    let model = starters();
    let (properties, _) = explored(&model, Threads::UpTo(1), 1_000_000);
    let Verdict::Unknown(Reason::NotReached(Obstacle::Threads { n_threads: 1, span })) =
        properties[0].verdict
    else {
        panic!("{:?}", properties[0].verdict)
    };
    assert_eq!(span, Some(model.origins.edges[1].statement));
    // There is no way to it, with any number.
    assert_eq!(properties[1].verdict, Verdict::Proved(Threads::Any));
    let Verdict::Violated(violation) = verdict(&model, Threads::Any) else { panic!("violated") };
    assert_eq!((violation.n_threads, violation.minimal), (2, true));
}

#[test]
fn the_search_ends_when_more_threads_add_nothing() {
    let (_, rounds) = explored(&starters(), Threads::Any, 1_000_000);
    let tried: Vec<u32> = rounds.iter().map(|round| round.n_threads).collect();
    assert_eq!(tried, [0, 1, 2]);
    assert_eq!(rounds[2].coverage, Coverage::Everything);
}

/// What `starters` does, but instead of the first creation `main` may do something else.
fn starters_or(kind: PropertyKind) -> Model {
    let mut f = Fixture::new("main create(worker); create( worker); assert(0); other(); x");
    let x = f.shared("x", 0);
    let at: Vec<_> = (0..3).map(|_| f.loc(LocKind::Plain)).collect();
    let work = f.loc(LocKind::Plain);
    let end = f.loc(LocKind::Finished);
    let worker = f.template("worker", work);
    f.template("main", at[0]);
    let error = f.property(PropertyKind::Assertion, "assert(0)", "0");
    let other = f.property(kind, "other()", "other()");
    f.edge((work, end), ("worker", "x"), StepKind::Plain, set(x, int(1)));
    f.edge((at[0], at[1]), ("main", "create(worker);"), StepKind::Create, create(worker));
    f.edge((at[0], other), ("main", "other();"), StepKind::Fail, vec![]);
    f.edge((at[1], at[2]), ("main", "create( worker);"), StepKind::Create, create(worker));
    f.edge((at[2], error), ("main", "assert(0);"), StepKind::Fail, vec![]);
    f.build().1
}

#[test]
fn fewer_threads_may_be_enough_behind_what_is_not_modelled() {
    for (kind, expected) in [(PropertyKind::Assertion, true), (PropertyKind::Unmodelled, false)] {
        let verdict = verdict(&starters_or(kind), Threads::Any);
        let Verdict::Violated(violation) = verdict else { panic!("{verdict:?}") };
        assert_eq!((violation.n_threads, violation.minimal), (2, expected), "{kind:?}");
    }
}
