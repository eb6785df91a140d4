//! Models, cores, budgets.

use proptest::prelude::*;

use super::recipe::{follow, number, recipes};
use super::unlimited;
use crate::budget::{Budget, Stop};
use crate::scpl::{BinOp, Bits};
use crate::solve::{Answer, Decided, Solver, Term, Terms, decide, minimise};

fn check(terms: &mut Terms, conjuncts: &[Term]) -> Result<(), TestCaseError> {
    match decide(terms, conjuncts, &unlimited()) {
        Ok(Decided::Sat(model)) => {
            for &t in conjuncts {
                prop_assert_eq!(model.eval(terms, t), Bits::TRUE);
            }
        }
        Ok(Decided::Unsat(core)) => {
            prop_assert!(core.is_sorted());
            let mut solver = Solver::new();
            let lits: Vec<_> = core.iter().map(|&idx| solver.lit(terms, conjuncts[idx])).collect();
            prop_assert_eq!(solver.solve(&lits, &unlimited()), Ok(Answer::Unsat));
            for idx in 0..lits.len() {
                let mut fewer = lits.clone();
                fewer.remove(idx);
                prop_assert_eq!(solver.solve(&fewer, &unlimited()), Ok(Answer::Sat));
            }
        }
        other => prop_assert!(false, "{:?}", other),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// What is decided is right: a model is one, and a core is one, with nothing to spare.
    #[test]
    fn conjunctions(recipe in recipes(&[1, 2, 3, 8], 14)) {
        let mut terms = Terms::new();
        let made = follow(&mut terms, &recipe, &[]);
        let conjuncts: Vec<_> =
            made.iter().map(|made| made.term).filter(|&t| terms.width(t) == 1).collect();
        check(&mut terms, &conjuncts)?;
    }

    /// Mostly equations and orders between few symbols, which is what the word level works on.
    #[test]
    fn orders(facts in prop::collection::vec((0..6_usize, 0..6_usize, 0..5_usize, number()), 1..14)) {
        let mut terms = Terms::new();
        let symbols = [(); 6].map(|()| terms.fresh(4));
        let mut conjuncts = Vec::new();
        for (a, b, kind, value) in facts {
            let [mut a, mut b] = [symbols[a], symbols[b]];
            let number = terms.constant(Bits::new(value, 4));
            if value % 3 == 0 {
                a = terms.bin(BinOp::Add, a, number);
            } else if value % 3 == 1 && value % 2 == 0 {
                b = number;
            }
            let op = [BinOp::Eq, BinOp::Slt, BinOp::Sle, BinOp::Ule, BinOp::Ne][kind];
            conjuncts.push(terms.bin(op, a, b));
        }
        check(&mut terms, &conjuncts)?;
    }
}

#[test]
fn core_names_the_assumptions_that_clash() {
    let mut terms = Terms::new();
    let mut solver = Solver::new();
    let [x, y, z] = [(); 3].map(|()| terms.fresh(8));
    let facts = [
        terms.bin(BinOp::Ult, x, y),
        terms.bin(BinOp::Ult, x, z),
        terms.bin(BinOp::Ult, y, z),
        terms.bin(BinOp::Ult, z, x),
    ];
    let lits = facts.map(|t| solver.lit(&terms, t));
    assert_eq!(solver.solve(&lits[..3], &unlimited()), Ok(Answer::Sat));
    assert_eq!(solver.solve(&lits, &unlimited()), Ok(Answer::Unsat));
    let core = solver.core();
    assert!(core.contains(&lits[3]));
    assert_eq!(solver.solve(&core, &unlimited()), Ok(Answer::Unsat));
    assert_eq!(solver.solve(&[lits[0], !lits[0]], &unlimited()), Ok(Answer::Unsat));
    assert_eq!(solver.core(), [lits[0], !lits[0]]);
    assert_eq!(decide(&mut terms, &facts, &unlimited()), Ok(Decided::Unsat(vec![1, 3])));
}

#[test]
fn gives_up_after_its_conflicts_and_goes_on() {
    let mut terms = Terms::new();
    let mut solver = Solver::new();
    // A product of two numbers that is prime.
    let (a, b) = (terms.fresh(16), terms.fresh(16));
    let wide = [a, b].map(|t| terms.resize(crate::scpl::Extend::Zero, 32, t));
    let product = terms.bin(BinOp::Mul, wide[0], wide[1]);
    let prime = terms.constant(Bits::new(2_147_483_647, 32));
    let hard = terms.eq(product, prime);
    let one = terms.constant(Bits::new(1, 16));
    let proper = [a, b].map(|t| terms.bin(BinOp::Ult, one, t));
    let lits = [hard, proper[0], proper[1]].map(|t| solver.lit(&terms, t));
    solver.max_conflicts = 100;
    let budget = unlimited();
    assert_eq!(solver.solve(&lits, &budget), Ok(Answer::Unknown));
    // Propagations are paid for too.
    assert!((100..=1_000).contains(&budget.spent()), "{}", budget.spent());
    assert_eq!(solver.solve(&lits, &Budget::new(50)), Err(Stop::Exhausted));
    assert_eq!(solver.solve(&lits[1..], &unlimited()), Ok(Answer::Sat));
    let cancelled = Budget::cancellable(u64::MAX, std::sync::Arc::new(true.into()));
    assert_eq!(solver.solve(&lits, &cancelled), Err(Stop::Cancelled));
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let mut terms = Terms::new();
    let (mut t, c) = (terms.fresh(8), terms.fresh(1));
    for idx in 0..100_000_u64 {
        let k = terms.constant(Bits::new(idx * 7, 8));
        let more = terms.bin(BinOp::Xor, t, k);
        let product = terms.bin(BinOp::Mul, more, t);
        t = terms.ite(c, k, product);
    }
    let zero = terms.constant(Bits::new(0, 8));
    let goal = terms.eq(t, zero);
    terms.eval(goal, &|_| 1);
    let mut solver = Solver::new();
    let lit = solver.lit(&terms, goal);
    assert!(matches!(solver.solve(&[lit], &unlimited()), Ok(Answer::Sat | Answer::Unsat)));
}

#[test]
fn minimising_finds_a_smallest_part_that_still_fails() {
    let items: Vec<u32> = (0..100).collect();
    let mut n_asked = 0;
    let kept = minimise(&items, &mut |part| {
        n_asked += 1;
        Ok([3, 50, 51].iter().all(|item| part.contains(item)))
    });
    assert_eq!(kept, Ok(vec![3, 50, 51]));
    assert!(n_asked < 60, "{n_asked}");
    assert_eq!(minimise(&items, &mut |_| Ok(true)), Ok(vec![]));
}
