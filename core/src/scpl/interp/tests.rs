//! Small programs whose runs are known by hand.

use super::*;
use crate::scpl::program::{
    Command, Edge, EdgeId, Init, Loc, LocId, LocKind, Place, PropId, Property, PropertyKind, Scope,
    Sort, Template, TemplateId, Var, VarId,
};
use crate::scpl::{BinOp, Expr, Schedule};

/// `P` of [sapa, Sect. 1]: shared s = 0, local l = 1; assert s != l; s := s + 1. Here `main` creates
/// the threads; it fails from two of them on.
fn p() -> Program {
    let var = |name: &str, scope, value| Var {
        name: name.into(),
        scope,
        sort: Sort::Bits(4),
        len: None,
        init: Init::Values(vec![value]),
    };
    let loc = |kind| Loc { kind, atomic: false };
    let edge = |from, to, commands| Edge { from: LocId(from), to: LocId(to), commands };
    let (s, l) = (Expr::Var(VarId(0)), Expr::Var(VarId(1)));
    let increment = Expr::bin(BinOp::Add, s.clone(), Expr::constant(1, 4));
    let create = Command::Create { template: TemplateId(1), args: vec![], handle: None };
    Program {
        vars: vec![var("s", Scope::Shared, 0), var("l", Scope::Local, 1)],
        locs: vec![
            loc(LocKind::Plain),
            loc(LocKind::Plain),
            loc(LocKind::Plain),
            loc(LocKind::Finished),
            loc(LocKind::Error(PropId(0))),
        ],
        edges: vec![
            edge(0, 0, vec![create]),
            edge(1, 2, vec![Command::Assume(Expr::bin(BinOp::Ne, s.clone(), l.clone()))]),
            edge(1, 4, vec![Command::Assume(Expr::bin(BinOp::Eq, s, l))]),
            edge(2, 3, vec![Command::Assign(Place::Var(VarId(0)), increment)]),
        ],
        templates: vec![
            Template { name: "main".into(), entry: LocId(0) },
            Template { name: "worker".into(), entry: LocId(1) },
        ],
        properties: vec![Property { kind: PropertyKind::Assertion, error: LocId(4) }],
        main: TemplateId(0),
    }
}

fn all(width: u8) -> Vec<u64> {
    (0..1 << width).collect()
}

#[test]
fn p_fails_from_two_threads_on() {
    let program = p();
    assert!(explore(&program, 1, &all, 1000).violations.is_empty());
    let exploration = explore(&program, 2, &all, 1000);
    assert_eq!(exploration.coverage, Coverage::Complete);
    let schedule = &exploration.violations[&PropId(0)];
    assert_eq!(schedule.steps.len(), 5);
    let (trace, state) = run(&program, schedule, &mut |_| {}).expect("found runs replay");
    assert_eq!(trace.violated, Some(PropId(0)));
    assert_eq!(trace.threads, [TemplateId(0), TemplateId(1), TemplateId(1)]);
    assert_eq!(state.shared, [1]);
}

#[test]
fn a_step_too_many_is_refused() {
    let program = p();
    let mut schedule = explore(&program, 2, &all, 1000).violations[&PropId(0)].clone();
    schedule.steps.push(schedule.steps[0].clone());
    let error = ReplayError { step_idx: Some(5), disabled: Disabled::Over };
    assert_eq!(replay(&program, &schedule), Err(error));
    let schedule = Schedule { n_threads: 0, ..schedule };
    let error = ReplayError { step_idx: Some(0), disabled: Disabled::NoIdleThread };
    assert_eq!(replay(&program, &schedule), Err(error));
}

#[test]
fn a_refused_step_changes_nothing() {
    let program = p();
    let interpreter = Interpreter::new(&program);
    let before = interpreter.initial(0, &[]).expect("nothing is chosen");
    let mut state = before.clone();
    let refused = interpreter.step(&mut state, crate::scpl::ThreadIdx(0), EdgeId(0), &[]);
    assert_eq!(refused, Err(Disabled::NoIdleThread));
    assert_eq!(state, before);
}
