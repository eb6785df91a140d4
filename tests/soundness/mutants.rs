//! Damaged programs of the corpus: whatever is said of them must be true of them.
//!
//! They are lowered C, with wide variables, undefined operations, handles and sections as C has them. The
//! oracle tries a few values of each width and stops at a number of states; what it finds is real, and
//! what it does not find may be there all the same.

use std::collections::BTreeMap;

use braid_core::budget::Budget;
use braid_core::engine::{self, Answers, Config, Threads, Verdict};
use braid_core::scpl::Program;
use braid_tests::dice::Dice;
use braid_tests::mutate::mutate;
use braid_tests::oracle::{Oracle, most_choices};
use braid_tests::small_program::{bytes, scramble};
use braid_tests::{corpus_files, corpus_name, open, with_big_stack};

use crate::judge::{all_properties, judge_answers, judge_refined};
use crate::slice::{pass, seeds};

/// Larger programs take the oracle too long to say anything.
const MAX_EDGES: usize = 60;

/// The same for more choices at once.
const MAX_CHOICES: usize = 6;

/// The most states with one number of threads.
const MAX_STATES: usize = 1_500;

/// The small programs of the corpus, by name.
pub fn corpus() -> Vec<(String, Program)> {
    let mut found = Vec::new();
    for path in corpus_files() {
        let (sources, root) = open(&path);
        let analysis = engine::analyze(&sources, root, &Config::default(), &Budget::new(1));
        let program = analysis.model.program;
        if !analysis.problems.iter().any(|problem| problem.fatal)
            && !program.properties.is_empty()
            && program.edges.len() <= MAX_EDGES
            && most_choices(&program) <= MAX_CHOICES
        {
            found.push((corpus_name(&path), program));
        }
    }
    found
}

fn right(program: &Program) -> Result<Answers, String> {
    let oracle = Oracle::new(program, 3, MAX_STATES);
    let answers = engine::answer(program, Threads::Any, &Budget::new(200_000));
    judge_answers(program, &oracle, &answers)?;
    let goals = all_properties(program);
    let (reduced, refined) = engine::refine(program, &goals, &Budget::new(60_000));
    judge_refined(program, &oracle, &reduced, &refined)?;
    Ok(answers)
}

#[test]
fn mutants_of_the_corpus_are_judged_right() {
    with_big_stack(|| {
        let corpus = corpus();
        assert!(corpus.len() > 40, "{} programs are few", corpus.len());
        let mut mix: BTreeMap<&'static str, u64> = BTreeMap::new();
        let seeds = seeds(25, "BRAID_SOUND_MUTANTS");
        for seed in seeds.clone() {
            let (name, program) = &corpus[(scramble(seed) % corpus.len() as u64) as usize];
            let bytes = bytes(seed);
            let mut dice = Dice::new(&bytes);
            let mutants = (0..50).map(|_| mutate(program, &mut dice));
            let mutant = mutants
                .into_iter()
                .find(|mutant| mutant != program && mutant.validate().is_ok())
                .expect("one of so many changes applies");
            let answers = pass(&format!("mutant {seed} of {name}"), &mutant, &right);
            for verdict in answers.verdicts.values() {
                let word = match verdict {
                    Verdict::Proved(_) => "proved",
                    Verdict::Violated(_) => "violated",
                    Verdict::Unknown(_) => "unknown",
                };
                *mix.entry(word).or_default() += 1;
            }
        }
        println!("mutants {seeds:?}: {mix:?}");
    });
}
