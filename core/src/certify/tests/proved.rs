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
