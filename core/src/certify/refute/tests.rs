//! The checker believes what follows and nothing else; both answers agree with another solver.

use splr::Certificate;

use super::*;

fn unlimited() -> Budget {
    Budget::new(u64::MAX)
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn clauses(&mut self, n_vars: usize, n_clauses: usize) -> Vec<Vec<i32>> {
        let mut lit = || (1 + self.below(n_vars) as i32) * if self.below(2) == 0 { 1 } else { -1 };
        (0..n_clauses).map(|_| (0..3).map(|_| lit()).collect()).collect()
    }
}

/// Whether every model of the clauses makes one of the literals true.
fn is_implied(n_vars: usize, clauses: &[Vec<i32>], clause: &[i32]) -> bool {
    (0..1_u32 << n_vars).all(|values| {
        let holds = |lit: &i32| (values >> (lit.unsigned_abs() - 1) & 1 == 1) == (*lit > 0);
        !clauses.iter().all(|clause| clause.iter().any(holds)) || clause.iter().any(holds)
    })
}

#[test]
fn only_what_follows_is_believed() {
    let mut dice = Dice(1);
    let budget = unlimited();
    let (mut n_believed, mut n_missed, mut n_refuted) = (0, 0, 0);
    for _ in 0..3_000 {
        let n_vars = 3 + dice.below(5);
        let n_clauses = dice.below(5 * n_vars);
        let clauses = dice.clauses(n_vars, n_clauses);
        let mut checker = Checker::new(n_vars, &budget);
        for clause in &clauses {
            checker.add(clause).expect("without limit");
        }
        // Several questions to one checker: what was assumed for one must be gone for the next.
        for claim in dice.clauses(n_vars, 6).iter().chain([&Vec::new()]) {
            let follows = checker.follows(claim).expect("without limit");
            let is_implied = is_implied(n_vars, &clauses, claim);
            assert!(!follows || is_implied, "{clauses:?} do not imply {claim:?}");
            n_believed += usize::from(follows);
            n_missed += usize::from(is_implied && !follows);
        }
        if checker.is_refuted {
            assert!(is_implied(n_vars, &clauses, &[]), "{clauses:?} have a model");
            n_refuted += 1;
        }
    }
    // Unit propagation does not see everything, but much of it.
    assert!(n_believed > 1_000 && n_missed > 100 && n_refuted > 20, "{n_believed} {n_missed}");
}

#[test]
fn both_answers_are_those_of_another_solver() {
    let mut dice = Dice(7);
    let (mut n_models, mut n_refuted) = (0, 0);
    for round in 0..150 {
        let n_vars = 40 + dice.below(40);
        let n_clauses = n_vars * 43 / 10;
        let mut clauses = dice.clauses(n_vars, n_clauses);
        // The other one does not want the same variable twice.
        clauses.retain(|clause| {
            let [a, b, c] = [0, 1, 2].map(|idx: usize| clause[idx].abs());
            a != b && b != c && a != c
        });
        let other = Certificate::try_from(clauses.clone()).expect("an answer");
        match decide(n_vars, &clauses, &unlimited()).expect("an answer") {
            Decided::Model(_) => {
                n_models += 1;
                assert!(matches!(other, Certificate::SAT(_)), "round {round}");
            }
            Decided::Refuted => {
                n_refuted += 1;
                assert!(matches!(other, Certificate::UNSAT), "round {round}");
            }
        }
    }
    assert!(n_models > 20 && n_refuted > 20, "{n_models} {n_refuted}");
}

/// That n + 1 things fit into n places: short to say, long to refute.
fn pigeons(n: i32) -> (usize, Vec<Vec<i32>>) {
    let var = |thing: i32, place: i32| thing * n + place + 1;
    let mut clauses: Vec<Vec<i32>> =
        (0..=n).map(|thing| (0..n).map(|place| var(thing, place)).collect()).collect();
    for place in 0..n {
        for one in 0..=n {
            clauses.extend((0..one).map(|other| vec![-var(one, place), -var(other, place)]));
        }
    }
    ((n * (n + 1)) as usize, clauses)
}

#[test]
fn what_is_too_hard_ends_the_same_way_each_time() {
    let (n_vars, clauses) = pigeons(5);
    assert_eq!(decide(n_vars, &clauses, &unlimited()), Ok(Decided::Refuted));
    let (n_vars, clauses) = pigeons(12);
    let spent: Vec<u64> = (0..2)
        .map(|_| {
            let budget = unlimited();
            let given_up = decide(n_vars, &clauses, &budget);
            assert!(matches!(given_up, Err(Refusal::Solver(_))), "{given_up:?}");
            budget.spent()
        })
        .collect();
    assert_eq!(spent[0], spent[1]);
    let stopped = decide(n_vars, &clauses, &Budget::new(2_000));
    assert_eq!(stopped, Err(Refusal::Stopped(Stop::Exhausted)));
}
