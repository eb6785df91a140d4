//! Random programs: every verdict against the oracle.

use std::collections::BTreeMap;

use braid_core::bbp::{Evidence, Extent};
use braid_core::budget::Budget;
use braid_core::certify::{Covers, Refusal, list_states};
use braid_core::engine::{Answers, Reason, Refined, Threads, Verdict};
use braid_core::reduce::reduce;
use braid_core::scpl::{Command, Program, Reduction, explore};
use braid_tests::oracle::{Oracle, reached, values};
use braid_tests::random_program::{Shape, random_program};
use braid_tests::slots_program::slots_program;
use braid_tests::small_program::{bytes, small_program};

use crate::judge::{
    MAX_STATES, MAX_THREADS, all_properties, answers, judge_answers, judge_reduced, judge_refined,
    refined,
};
use crate::slice::{pass, seeds};

/// What came of the programs, by kind of answer.
#[derive(Default)]
pub struct Mix {
    pub counts: BTreeMap<&'static str, u64>,
    n_predicates: BTreeMap<usize, u64>,
}

impl Mix {
    pub fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    pub fn add(&mut self, answers: &Answers) {
        for certificate in &answers.certificates {
            self.count(match &certificate.evidence {
                Evidence::Views(invariant) => match (invariant.extent, invariant.k) {
                    (Extent::Part, 1 | 2) => "(by views of 2)",
                    (Extent::Part, _) => "(by views of 3)",
                    (Extent::Whole, _) => "(by whole states)",
                },
                Evidence::States { .. } => "(by listing)",
            });
            let counts = |step: &Reduction| matches!(step, Reduction::Count { .. });
            if certificate.steps.iter().any(counts) {
                self.count("(counting threads)");
            }
        }
        for verdict in answers.verdicts.values() {
            self.count(word(verdict));
        }
    }
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Proved(Threads::Any) => "proved for any",
        Verdict::Proved(Threads::UpTo(_)) => "proved up to",
        Verdict::Violated(violation) if violation.minimal => "violated, minimal",
        Verdict::Violated(_) => "violated",
        Verdict::Unknown(reason) => match reason {
            Reason::NoViolationFound { .. } => "unknown: none found",
            Reason::NotReached(_) => "unknown: not reached",
            Reason::Budget { .. } => "unknown: budget",
            Reason::NotProved { .. } => "unknown: stuck",
            Reason::AfterUndefined(_) => "unknown: after undefined",
            Reason::Internal { .. } => "unknown: internal",
            _ => "unknown: other",
        },
    }
}

/// Another kind of program: anything that can be written down, and small.
fn arbitrary_program(seed: u64) -> Program {
    let shape = Shape { n_locs: 4, n_workers: 1, ..Shape::SMALL };
    let mut program = random_program(&shape, &bytes(seed));
    // The lowering makes none that starts inside a section, and the reduction does not expect one.
    let entry = program.template(program.main).entry;
    program.locs[entry.index()].atomic = false;
    program
}

/// Above certification.
pub fn whole(program: &Program) -> Result<Answers, String> {
    let oracle = Oracle::new(program, MAX_THREADS, MAX_STATES);
    let answers = answers(program);
    judge_answers(program, &oracle, &answers)?;
    Ok(answers)
}

/// Below it.
fn prover(program: &Program) -> Result<Refined, String> {
    let oracle = Oracle::new(program, MAX_THREADS, MAX_STATES);
    let goals = all_properties(program);
    let (reduced, result) = refined(program, &goals);
    judge_refined(program, &oracle, &reduced, &result)?;
    judge_reduced(&oracle, &reduce(program, &goals), &goals)?;
    // For one goal all others are in the way of nobody.
    for &goal in &goals {
        judge_reduced(&oracle, &reduce(program, &[goal]), &[goal])?;
    }
    Ok(result)
}

#[test]
fn verdicts_are_right() {
    let mut mix = Mix::default();
    let seeds = seeds(250, "BRAID_SOUND_PROGRAMS");
    for seed in seeds.clone() {
        let program = small_program(seed);
        assert_eq!(program.validate(), Ok(()), "seed {seed}\n{program}");
        mix.add(&pass(&format!("seed {seed}"), &program, &whole));
    }
    println!("seeds {seeds:?}: {:?}", mix.counts);
}

/// Lists of states in which nearly every choice is left open.
fn listed(program: &Program) -> Result<u64, String> {
    listed_against(program, &Oracle::new(program, MAX_THREADS, MAX_STATES))
}

pub fn listed_against(program: &Program, oracle: &Oracle) -> Result<u64, String> {
    let mut n_proved = 0;
    for goal in all_properties(program) {
        // With fewer values than there are, most of what is made of them is lost.
        let ways = [(0, 1), (1, 1), (2, 1), (2, 2), (3, 2), (2, 4), (3, 8)];
        for (n_threads, max_tried) in ways {
            let budget = Budget::new(20_000);
            let covers = list_states(program, n_threads, &[goal], max_tried, &budget);
            let up_to = match covers {
                Ok(Covers::Any) => MAX_THREADS,
                Ok(Covers::UpTo(n_threads)) => n_threads,
                Err(Refusal::Reached(_)) => {
                    let fails = oracle.least(goal).is_some_and(|least| least <= n_threads);
                    if !fails && oracle.is_complete() && n_threads <= MAX_THREADS {
                        return Err(format!("listed too many states: {goal} does not fail"));
                    }
                    continue;
                }
                Err(refusal @ (Refusal::Walk | Refusal::Interpreter(_))) => {
                    return Err(format!("listing failed: {refusal}"));
                }
                Err(_) => continue,
            };
            n_proved += 1;
            if let Some(least) = oracle.least(goal).filter(|least| *least <= up_to) {
                return Err(format!("listed too few states: {goal} fails with {least} threads"));
            }
        }
    }
    Ok(n_proved)
}

#[test]
fn lists_of_states_with_open_cells_are_right() {
    let seeds = seeds(250, "BRAID_SOUND_PROGRAMS");
    let (mut n_proved, mut n_choosing) = (0, 0);
    for seed in seeds.clone() {
        for program in [small_program(seed), arbitrary_program(seed)] {
            let n = pass(&format!("seed {seed}"), &program, &listed);
            let chooses = |command: &Command| matches!(command, Command::Havoc(..));
            let mut commands = program.edges.iter().flat_map(|edge| &edge.commands);
            n_proved += n;
            n_choosing += if commands.any(chooses) { n } else { 0 };
        }
    }
    println!("seeds {seeds:?}: {n_proved} lists, {n_choosing} with choices");
}

/// Lists of states of programs whose threads have little to do with each other.
#[test]
fn lists_of_states_of_slots_are_right() {
    let seeds = seeds(250, "BRAID_SOUND_PROGRAMS");
    let (mut n_proved, mut n_goals) = (0, 0);
    for seed in seeds.clone() {
        let program = slots_program(seed);
        assert_eq!(program.validate(), Ok(()), "seed {seed}\n{program}");
        // Where interleavings are left out, all of them should be known.
        let listed = |program: &Program| {
            listed_against(program, &Oracle::new(program, MAX_THREADS, 10 * MAX_STATES))
        };
        n_proved += pass(&format!("slots seed {seed}"), &program, &listed);
        n_goals += program.properties.len();
    }
    println!("seeds {seeds:?}: {n_proved} lists for {n_goals} properties");
}

#[test]
fn slots_are_judged_right() {
    let mut mix = Mix::default();
    let seeds = seeds(120, "BRAID_SOUND_PROGRAMS");
    for seed in seeds.clone() {
        mix.add(&pass(&format!("slots seed {seed}"), &slots_program(seed), &whole));
    }
    println!("slots seeds {seeds:?}: {:?}", mix.counts);
}

#[test]
fn unchecked_proofs_are_right() {
    let mut mix = Mix::default();
    let seeds = seeds(250, "BRAID_SOUND_PROGRAMS");
    for seed in seeds.clone() {
        let program = small_program(seed);
        let result = pass(&format!("seed {seed}"), &program, &prover);
        mix.count(if result.proof.is_some() { "proof" } else { "no proof" });
        if reduce(&program, &[]).steps.iter().any(|step| matches!(step, Reduction::Guard(_))) {
            mix.count("with a guarded section");
        }
        if !result.violations.is_empty() {
            mix.count("violations");
        }
        if !result.stuck.is_empty() {
            mix.count("stuck");
        }
        if result.stopped.is_some() {
            mix.count("stopped");
        }
        if let Some((_, invariant)) = &result.proof {
            *mix.n_predicates.entry(invariant.predicates.len()).or_default() += 1;
        }
    }
    println!("seeds {seeds:?}: {:?}, predicates {:?}", mix.counts, mix.n_predicates);
}

#[test]
fn arbitrary_programs_are_judged_right() {
    let mut mix = Mix::default();
    let seeds = seeds(120, "BRAID_SOUND_PROGRAMS");
    for seed in seeds.clone() {
        let program = arbitrary_program(seed);
        let name = format!("arbitrary seed {seed}");
        mix.add(&pass(&name, &program, &whole));
        pass(&name, &program, &prover);
    }
    println!("arbitrary seeds {seeds:?}: {:?}", mix.counts);
}

/// The oracle and the interpreter's own exploration are of one mind.
#[test]
fn the_oracle_is_right() {
    for seed in 0..40 {
        let program = small_program(seed);
        for n_threads in 0..=2 {
            let ours = reached(&program, n_threads, 2_000);
            let theirs = explore(&program, n_threads, &values, 2_000);
            assert_eq!(ours.coverage, theirs.coverage, "seed {seed}");
            let observable = ours.states.into_iter();
            let observable = observable.filter(|state| state.in_section(&program).is_none());
            assert!(observable.eq(theirs.states), "seed {seed}");
            assert!(ours.violated.iter().eq(theirs.violations.keys()), "seed {seed}");
        }
    }
}
