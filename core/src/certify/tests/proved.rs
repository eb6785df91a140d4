//! Proofs that hold.

use super::*;

fn accept(program: &str, k: u32, predicates: &[&str], n_threads: u32) {
    let program = parse(program);
    let certificate = certificate(&program, k, predicates, n_threads);
    assert_eq!(verify(&program, &certificate, &budget()), Ok(Covers::Any));
}

#[test]
fn a_lock_with_two_threads_in_sight() {
    accept(LOCK, 2, LOCK_PREDICATES, 3);
    accept(LOCK, 3, LOCK_PREDICATES, 4);
}

#[test]
fn a_mixed_predicate() {
    let (program, certificate) = counters();
    assert_eq!(verify(&program, &certificate, &budget()), Ok(Covers::Any));
}

#[test]
fn a_join() {
    accept(JOIN, 2, JOIN_PREDICATES, 1);
}

/// The states with so many threads, all of them in sight.
fn whole(program: &Program, n_threads: u32, predicates: &[&str]) -> Certificate {
    let mut invariant = frame(program, n_threads + 1, predicates);
    invariant.extent = Extent::Whole;
    fill(program, &mut invariant, n_threads);
    let properties = all_properties(program);
    Certificate { properties, steps: Vec::new(), evidence: Evidence::Views(invariant) }
}

#[test]
fn whole_states_of_a_program_that_creates_one_thread() {
    let program = parse(JOIN);
    let mut full = whole(&program, 1, JOIN_PREDICATES);
    assert_eq!(verify(&program, &full, &budget()), Ok(Covers::Any));
    // Nothing can be left out.
    for at in 0..views_in(&mut full).views.len() {
        let mut damaged = full.clone();
        views_in(&mut damaged).views.remove(at);
        let verdict = verify(&program, &damaged, &budget());
        let is_refused = matches!(verdict, Err(Refusal::NotClosed { .. } | Refusal::NotInitial));
        assert!(is_refused, "{at}: {verdict:?}");
    }
}

#[test]
fn whole_states_speak_of_so_many_threads() {
    let lock = parse(LOCK);
    let two = whole(&lock, 2, LOCK_PREDICATES);
    assert_eq!(verify(&lock, &two, &budget()), Ok(Covers::UpTo(2)));
    // With no thread `main` has nothing to do, and would like to have one.
    let program = parse(JOIN);
    let text = "never P0\nwhole 1\npredicate h == @none\nview p0 | L0\n";
    let nobody = Certificate::parse(&program, text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verify(&program, &nobody, &budget()), Ok(Covers::UpTo(0)));
    // As part of a state it says that nothing ever happens.
    let text = text.replace("whole", "views");
    let nothing = Certificate::parse(&program, &text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verify(&program, &nothing, &budget()), Err(Refusal::NotInitial));
}

#[test]
fn more_views_than_needed() {
    let program = parse(LOCK);
    let mut certificate = certificate(&program, 2, LOCK_PREDICATES, 3);
    // Nobody holds the lock and nobody is there: true, if it ever happened.
    let invariant = views_in(&mut certificate);
    let mut views: BTreeSet<View> = invariant.views.iter().cloned().collect();
    let idle = vec![ThreadBits::IDLE; 2];
    views.insert(View { shared: SharedBits(1), threads: idle });
    invariant.views = views.into_iter().collect();
    assert_eq!(verify(&program, &certificate, &budget()), Ok(Covers::Any));
}

#[test]
fn after_text_and_back() {
    let (program, certificate) = counters();
    let text = certificate.print(&program).to_string();
    assert_eq!(Certificate::parse(&program, &text), Ok(certificate));
}

#[test]
fn sections_become_steps_first() {
    let program = parse(
        "\
shared i1 lock
shared i1 inside
template main at L0 (initial)
template worker at L1
property P0 assertion at L5
L0:
  -> L0: create worker()
L1:
  -> L2: await lock == 0:i1
L2 (atomic):
  -> L3: lock := 1:i1
L3:
  -> L5: assume inside == 1:i1
  -> L4: assume inside == 0:i1; inside := 1:i1
L4:
  -> L1: inside := 0:i1; lock := 0:i1
L5: error P0
",
    );
    let steps = vec![Reduction::Bypass(LocId(2), crate::scpl::Ground::Atomic)];
    let reduced = reductions::apply(&program, &steps, &[], &budget());
    let reduced = reduced.unwrap_or_else(|refusal| panic!("{refusal}"));
    let mut certificate = certificate(&reduced, 2, LOCK_PREDICATES, 3);
    certificate.steps = steps;
    assert_eq!(verify(&program, &certificate, &budget()), Ok(Covers::Any));
    certificate.steps.clear();
    // Without the step, others come between.
    assert!(matches!(verify(&program, &certificate, &budget()), Err(Refusal::NotClosed { .. })));
}

#[test]
fn stops_when_told() {
    let program = parse(LOCK);
    let certificate = certificate(&program, 2, LOCK_PREDICATES, 3);
    let stopped = Err(Refusal::Stopped(crate::budget::Stop::Exhausted));
    for limit in [0, 3, 10] {
        assert_eq!(verify(&program, &certificate, &Budget::new(limit)), stopped);
    }
}
