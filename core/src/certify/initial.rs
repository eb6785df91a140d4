//! Initial states are covered: `main` at its entry, everybody else idle.
//!
//! Of such a state there are two kinds of k threads: `main` with idle ones, and idle ones alone. If views
//! show all threads, `main` is among them.

use super::Refusal;
use super::cone::Cone;
use super::formula::Answer;
use super::scene::Scene;
use super::sight::{Role, Sight};
use super::views::Covered;
use crate::bbp::Extent;
use crate::budget::Budget;

pub fn check(covered: &Covered, budget: &Budget) -> Result<(), Refusal> {
    let entry = covered.program.template(covered.program.main).entry;
    let mut firsts = vec![Role::Active { from: entry, to: entry }];
    if covered.invariant.extent == Extent::Part {
        firsts.push(Role::Idle);
    }
    for main in firsts {
        let mut roles = vec![Role::Idle; covered.k];
        roles[0] = main;
        let mut scene = Scene::new(covered.program, covered.k);
        scene.start_shared();
        scene.start_thread(0);
        let mut sight = Sight::new(covered, scene, roles, Cone::all());
        let threads: Vec<usize> = (0..covered.k).collect();
        sight.not_covered_after(&threads);
        sight.handles_differ();
        if sight.scene.formula.solve(budget)? != Answer::Unsat {
            return Err(Refusal::NotInitial);
        }
    }
    Ok(())
}
