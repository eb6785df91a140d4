//! Random programs that pass handles around and join in many ways, which listing has shortcuts for.

use braid_core::scpl::Program;
use braid_tests::joins_program::joins_program;
use braid_tests::oracle::Oracle;

use crate::judge::{MAX_STATES, MAX_THREADS};
use crate::random::{Mix, listed_against, whole};
use crate::slice::{pass, seeds};

#[test]
fn joins_are_judged_right() {
    let mut mix = Mix::default();
    let seeds = seeds(100, "BRAID_SOUND_PROGRAMS");
    for seed in seeds.clone() {
        let program = joins_program(seed);
        assert_eq!(program.validate(), Ok(()), "seed {seed}\n{program}");
        mix.add(&pass(&format!("joins seed {seed}"), &program, &whole));
    }
    println!("joins seeds {seeds:?}: {:?}", mix.counts);
}

/// Lists of states of programs in which threads wait for each other.
#[test]
fn lists_of_states_of_joins_are_right() {
    let seeds = seeds(150, "BRAID_SOUND_PROGRAMS");
    let (mut n_proved, mut n_goals) = (0, 0);
    for seed in seeds.clone() {
        let program = joins_program(seed);
        let listed = |program: &Program| {
            listed_against(program, &Oracle::new(program, MAX_THREADS, 3 * MAX_STATES))
        };
        n_proved += pass(&format!("joins seed {seed}"), &program, &listed);
        n_goals += program.properties.len();
    }
    println!("joins seeds {seeds:?}: {n_proved} lists for {n_goals} properties");
}
