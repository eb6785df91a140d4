//! Gates against their tables, and the solver against trying everything.

use super::*;

fn solve(formula: &Formula) -> Answer {
    formula.solve(&Budget::new(u64::MAX)).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// Whether the literal must have the value.
fn is_forced(formula: &Formula, lit: Lit, value: bool) -> bool {
    let mut contrary = formula.clone();
    contrary.clause(&[lit.is(!value)]);
    solve(formula) != Answer::Unsat && solve(&contrary) == Answer::Unsat
}

#[test]
fn gates_have_their_tables() {
    for row in 0..8_u32 {
        let mut formula = Formula::new();
        let values: Vec<bool> = (0..3).map(|idx| row >> idx & 1 == 1).collect();
        let lits: Vec<Lit> = values.iter().map(|_| formula.fresh()).collect();
        let (a, b, c) = (lits[0], lits[1], lits[2]);
        let gates = [
            (formula.and(a, b), values[0] && values[1]),
            (formula.or(a, !b), values[0] || !values[1]),
            (formula.xor(a, b), values[0] != values[1]),
            (formula.mux(a, b, c), if values[0] { values[1] } else { values[2] }),
            (formula.all(&lits), values.iter().all(|value| *value)),
            (formula.any(&lits), values.iter().any(|value| *value)),
            (formula.mux(a, Lit::TRUE, c), values[0] || values[2]),
            (formula.mux(a, b, Lit::FALSE), values[0] && values[1]),
            (formula.xor(a, Lit::TRUE), !values[0]),
            (formula.all(&[a, !a, b]), false),
            (formula.all(&[a, a, Lit::TRUE]), values[0]),
        ];
        for (lit, value) in lits.iter().zip(&values) {
            formula.clause(&[lit.is(*value)]);
        }
        for (idx, (lit, value)) in gates.into_iter().enumerate() {
            assert!(is_forced(&formula, lit, value), "gate {idx} of {values:?}");
        }
    }
}

#[test]
fn contradictions_at_once_are_answers() {
    let mut formula = Formula::new();
    let a = formula.fresh();
    assert!(matches!(solve(&formula), Answer::Sat(_)));
    formula.clause(&[a]);
    assert!(matches!(solve(&formula), Answer::Sat(_)));
    let mut empty = formula.clone();
    empty.clause(&[]);
    assert_eq!(solve(&empty), Answer::Unsat);
    let mut units = formula.clone();
    units.clause(&[!a]);
    assert_eq!(solve(&units), Answer::Unsat);
    let b = formula.fresh();
    formula.clause(&[!a, b]);
    formula.clause(&[!a, !b]);
    assert_eq!(solve(&formula), Answer::Unsat);
}

#[test]
fn the_budget_pays() {
    let formula = Formula::new();
    assert_eq!(
        formula.solve(&Budget::new(0)),
        Err(Refusal::Stopped(crate::budget::Stop::Exhausted))
    );
}

/// Random formulas around the ratio of clauses to variables where both answers are frequent.
#[test]
fn the_solver_agrees_with_trying_everything() {
    let mut seed = 1_u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let (mut n_sat, mut n_unsat) = (0, 0);
    for round in 0..1500 {
        let n_vars = 4 + random(9) as usize;
        let n_clauses = n_vars * 4 + random(n_vars as u64) as usize;
        let mut formula = Formula::new();
        let vars: Vec<Lit> = (0..n_vars).map(|_| formula.fresh()).collect();
        let clauses: Vec<Vec<Lit>> = (0..n_clauses)
            .map(|_| {
                let len = if random(5) == 0 { 2 } else { 3 };
                (0..len).map(|_| vars[random(n_vars as u64) as usize].is(random(2) == 0)).collect()
            })
            .collect();
        clauses.iter().for_each(|clause| formula.clause(clause));
        let has_model = (0..1_u64 << n_vars).any(|values| {
            let holds = |lit: &Lit| {
                let idx = vars.iter().position(|var| *var == *lit || *var == !*lit).unwrap_or(0);
                (values >> idx & 1 == 1) == (vars[idx] == *lit)
            };
            clauses.iter().all(|clause| clause.iter().any(holds))
        });
        assert_eq!(matches!(solve(&formula), Answer::Sat(_)), has_model, "round {round}");
        if has_model { n_sat += 1 } else { n_unsat += 1 }
    }
    assert!(n_sat > 200 && n_unsat > 200, "{n_sat} {n_unsat}");
}
