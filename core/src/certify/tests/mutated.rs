//! Proofs that are almost right.

use super::*;
use crate::scpl::{EdgeId, Expr, PredId, UnOp};

/// Every view of the certificate is reached from the initial ones, so none may be missing.
fn every_view_is_needed(program: &Program, full: &Certificate) {
    assert_eq!(verify(program, full, &budget()), Ok(Covers::Any));
    let n_views = views_in(&mut full.clone()).views.len();
    for idx in 0..n_views {
        let mut less = full.clone();
        let view = views_in(&mut less).views.remove(idx);
        let verdict = verify(program, &less, &budget());
        assert!(
            matches!(verdict, Err(Refusal::NotInitial | Refusal::NotClosed { .. })),
            "without {view:?}: {verdict:?}"
        );
    }
}

/// Programs and what proves them.
fn proofs() -> Vec<(Program, Certificate)> {
    let proof = |text: &str, k: u32, predicates: &[&str], n_threads: u32| {
        let program = parse(text);
        let certificate = certificate(&program, k, predicates, n_threads);
        (program, certificate)
    };
    vec![
        proof(LOCK, 2, LOCK_PREDICATES, 3),
        proof(LOCK, 3, LOCK_PREDICATES, 4),
        proof(JOIN, 2, JOIN_PREDICATES, 1),
        counters(),
    ]
}

#[test]
fn a_view_less() {
    for (program, certificate) in proofs() {
        every_view_is_needed(&program, &certificate);
    }
}

#[test]
fn a_predicate_turned_round() {
    for (program, certificate) in proofs() {
        let n_predicates = views_in(&mut certificate.clone()).predicates.len();
        for turned in 0..n_predicates {
            let mut certificate = certificate.clone();
            let invariant = views_in(&mut certificate);
            let mut list = Predicates::default();
            for (id, predicate) in invariant.predicates.iter() {
                let expr = predicate.expr.clone();
                let is_turned = id.index() == turned;
                list.insert(&program, if is_turned { Expr::un(UnOp::Not, expr) } else { expr });
            }
            invariant.predicates = list;
            let verdict = verify(&program, &certificate, &budget());
            assert!(verdict.is_err(), "predicate {turned} of {program}");
        }
    }
}

#[test]
fn one_thread_in_sight_is_too_few() {
    let program = parse(LOCK);
    let certificate = certificate(&program, 1, LOCK_PREDICATES, 3);
    let verdict = verify(&program, &certificate, &budget());
    assert!(matches!(verdict, Err(Refusal::NotClosed { case: Case::ActiveOutOfSight, .. })));
}

#[test]
fn another_k_for_the_same_views() {
    let program = parse(LOCK);
    for k in [0, 1, 3, 4] {
        let mut certificate = certificate(&program, 2, LOCK_PREDICATES, 3);
        views_in(&mut certificate).k = k;
        assert!(matches!(verify(&program, &certificate, &budget()), Err(Refusal::Malformed(_))));
    }
}

#[test]
fn a_predicate_that_is_tracked_no_more() {
    // At L1 and at L4, the counters' relation matters; without it the error cannot be excluded.
    for loc in [1, 4] {
        let program = parse(COUNTERS);
        let mut invariant = frame(&program, 2, COUNTERS_PREDICATES);
        invariant.tracked.0[loc].clear();
        fill(&program, &mut invariant, 3);
        let properties = all_properties(&program);
        let evidence = Evidence::Views(invariant);
        let mut certificate = Certificate { properties, steps: Vec::new(), evidence };
        let verdict = verify(&program, &certificate, &budget());
        assert!(matches!(verdict, Err(Refusal::NotClosed { .. })), "L{loc}: {verdict:?}");
        let verdict = saturate(&program, &mut certificate);
        assert!(matches!(verdict, Err(Refusal::Claimed(..))), "L{loc}: {verdict:?}");
    }
}

#[test]
fn a_join_that_does_not_wait() {
    let program = parse(&JOIN.replace("join h", "assume h != @none"));
    let certificate = certificate(&program, 2, JOIN_PREDICATES, 1);
    assert!(matches!(verify(&program, &certificate, &budget()), Err(Refusal::Claimed(..))));
    // And the views of the program that does wait do not hold for this one.
    let waiting = parse(JOIN);
    let certificate = super::certificate(&waiting, 2, JOIN_PREDICATES, 1);
    let verdict = verify(&program, &certificate, &budget());
    assert!(matches!(verdict, Err(Refusal::NotClosed { edge: EdgeId(1), .. })), "{verdict:?}");
}

/// The views that are found when every creation has its thread in sight: after the first one `main` is
/// never seen with an idle thread again, so it cannot create the second.
#[test]
fn the_created_thread_is_out_of_sight_too() {
    let program = parse(TWO);
    let text = "\
never P0
views 2
predicate flag == 0:i1
view | idle | idle
view | idle | L1
view | idle | L4
view | L1 | L4
view p0 | idle | idle
view p0 | idle | L0
view p0 | idle | L3
view p0 | L1 | L3
";
    let without_line = |line: &str| text.replace(line, "");
    let check = |text: &str, edge: u32, case: Case| {
        let certificate = Certificate::parse(&program, text);
        let certificate = certificate.unwrap_or_else(|error| panic!("{error}"));
        let verdict = verify(&program, &certificate, &budget());
        let expected = |found: &Refusal| matches!(found, Refusal::NotClosed { edge: e, case: c, .. } if *e == EdgeId(edge) && *c == case);
        assert!(verdict.as_ref().is_err_and(expected), "{verdict:?}");
    };
    check(&without_line("view | idle | L1\n"), 0, Case::ActiveInSight);
    // As it is, the second creation is seen from the view with an idle thread, with and without it.
    check(text, 0, Case::ActiveInSight);
    let more = text.replace("view p0 | idle | L3\n", "view p0 | idle | L1\nview p0 | idle | L3\n");
    check(&more, 1, Case::ActiveInSight);
}

#[test]
fn claims_of_what_is_violated() {
    let program = parse(&TWO.replace("-> L1: create", "-> L0: create"));
    let full = certificate(&program, 2, &["flag == 0:i1"], 3);
    assert!(matches!(verify(&program, &full, &budget()), Err(Refusal::Claimed(PropId(0), _))));
    let mut nothing = full.clone();
    nothing.properties.clear();
    assert_eq!(verify(&program, &nothing, &budget()), Ok(Covers::Any));
    let mut unknown = full;
    unknown.properties = vec![PropId(7)];
    assert_eq!(verify(&program, &unknown, &budget()), Err(Refusal::UnknownProperty(PropId(7))));
}

#[test]
fn invariants_that_make_no_sense() {
    let (program, full) = counters();
    let check = |change: &dyn Fn(&mut Invariant), expected: &dyn Fn(&Malformed) -> bool| {
        let mut broken = full.clone();
        change(views_in(&mut broken));
        match verify(&program, &broken, &budget()) {
            Err(Refusal::Malformed(malformed)) => assert!(expected(&malformed), "{malformed:?}"),
            other => panic!("{other:?}"),
        }
    };
    let is_view = |malformed: &Malformed| matches!(malformed, Malformed::View(_));
    check(&|i| i.views.swap(0, 1), &|m| *m == Malformed::Order);
    check(&|i| i.views[0].threads.truncate(1), &is_view);
    check(&|i| i.views[0].threads[0].bits = 1, &is_view);
    check(&|i| i.views[0].shared.0 |= 8, &is_view);
    check(&|i| i.views[0].threads[1].at = At::Loc(LocId(99)), &is_view);
    let unequal = |view: &&mut View| view.threads[0] != view.threads[1];
    check(
        &|i| i.views.iter_mut().filter(unequal).for_each(|view| view.threads.reverse()),
        &is_view,
    );
    check(&|i| i.tracked.0.truncate(2), &|m| *m == Malformed::TrackedCount);
    check(&|i| i.tracked.0[1].reverse(), &|m| *m == Malformed::Tracked(LocId(1)));
    check(&|i| i.tracked.0[1][0] = PredId(0), &|m| *m == Malformed::Tracked(LocId(1)));
    check(&|i| i.tracked.0[1][1] = PredId(77), &|m| *m == Malformed::Tracked(LocId(1)));
    let wide = program.parse_expr("s").unwrap_or_else(|error| panic!("{error}"));
    check(&|i| assert!(i.predicates.insert(&program, wide.clone())), &|m| {
        matches!(m, Malformed::Predicate(_))
    });
    // Of another program, where l is shared.
    let other = parse(&COUNTERS.replace("local i3 l", "shared i3 l"));
    let expr = program.parse_expr("l == 2:i3").unwrap_or_else(|error| panic!("{error}"));
    check(&|i| assert!(i.predicates.insert(&other, expr.clone())), &|m| {
        matches!(m, Malformed::Class(_))
    });
}
