//! Random programs with counters of threads, which `Reduction::Count` is for.

use braid_core::bbp::{Certificate, Evidence};
use braid_core::budget::Budget;
use braid_core::certify::{self, Covers, Refusal};
use braid_core::reduce::{count, reduce};
use braid_core::scpl::{LocId, LocKind, Program, Reduced, Reduction};
use braid_tests::counters_program::counters_program;
use braid_tests::dice::Dice;
use braid_tests::oracle::Oracle;
use braid_tests::small_program::bytes;

use crate::judge::{
    MAX_STATES, MAX_THREADS, all_properties, judge_reduced, judge_refined, refined_counting,
};
use crate::random::{Mix, whole};
use crate::slice::{pass, seeds};

#[test]
fn counters_are_judged_right() {
    let mut mix = Mix::default();
    let seeds = seeds(60, "BRAID_SOUND_PROGRAMS");
    for seed in seeds.clone() {
        let program = counters_program(seed);
        assert_eq!(program.validate(), Ok(()), "seed {seed}\n{program}");
        mix.add(&pass(&format!("counters seed {seed}"), &program, &whole));
    }
    println!("counters seeds {seeds:?}: {:?}", mix.counts);
}

/// Proofs that count from the start, before anybody has certified them, and afterwards.
fn counted_proof(program: &Program) -> Result<&'static str, String> {
    let goals = all_properties(program);
    let Some((reduced, refined)) = refined_counting(program, &goals) else {
        return Ok("no counter");
    };
    let oracle = Oracle::new(program, MAX_THREADS, MAX_STATES);
    judge_refined(program, &oracle, &reduced, &refined)?;
    let Some((properties, invariant)) = refined.proof else { return Ok("no proof") };
    let evidence = Evidence::Views(invariant);
    let certificate = Certificate { properties, steps: reduced.steps, evidence };
    match certify::verify(program, &certificate, &Budget::new(5_000_000)) {
        Ok(_) => Ok("proof"),
        // Not being able to check a proof does not speak against it.
        Err(Refusal::Stopped(_) | Refusal::Solver(_) | Refusal::TooLarge) => {
            Ok("proof, not checked")
        }
        Err(refusal) => Err(format!("refused: {refusal}")),
    }
}

#[test]
fn unchecked_proofs_that_count_are_right() {
    let mut mix = Mix::default();
    let seeds = seeds(60, "BRAID_SOUND_PROGRAMS");
    for seed in seeds.clone() {
        let name = format!("counters seed {seed}");
        mix.count(pass(&name, &counters_program(seed), &counted_proof));
    }
    println!("counters seeds {seeds:?}: {:?}", mix.counts);
}

/// Counting takes no run away and adds none, with the weights that were found and with any others.
fn counting(weights_seed: u64, program: &Program) -> Result<u64, String> {
    let oracle = Oracle::new(program, MAX_THREADS, MAX_STATES);
    let goals = all_properties(program);
    let reduced = reduce(program, &goals);
    let mut n_counted = 0;
    if let Some((counted, _)) = count(&reduced) {
        n_counted = counted.steps.len() as u64 - reduced.steps.len() as u64;
        judge_reduced(&oracle, &counted, &goals)?;
        is_certified_alike(program, &oracle, &counted)?;
    }
    let bytes = bytes(!weights_seed);
    let mut dice = Dice::new(&bytes);
    let locs = (0..).map(LocId).zip(&reduced.program.locs);
    let plain = locs.filter(|(_, loc)| loc.kind == LocKind::Plain).map(|(id, _)| id);
    let weights = plain.map(|loc| (loc, dice.below(3) as u32)).collect();
    let any = Reduction::Count { name: "$count:any".to_owned(), weights };
    let steps = reduced.steps.iter().cloned().chain([any]).collect();
    is_certified_alike(program, &oracle, &Reduced { steps, ..reduced })?;
    Ok(n_counted)
}

/// Listing the states of the program with what is counted comes to what happens. Only the steps are taken
/// from `counted`: certification repeats them.
fn is_certified_alike(program: &Program, oracle: &Oracle, counted: &Reduced) -> Result<(), String> {
    for property in all_properties(program) {
        let evidence = Evidence::States { n_threads: 2 };
        let claim =
            Certificate { properties: vec![property], steps: counted.steps.clone(), evidence };
        let least = oracle.least(property);
        match certify::verify(program, &claim, &Budget::new(100_000)) {
            Ok(covers) => {
                let up_to = match covers {
                    Covers::Any => MAX_THREADS,
                    Covers::UpTo(n_threads) => n_threads,
                };
                if let Some(least) = least.filter(|least| *least <= up_to) {
                    return Err(format!("counted away: {property} fails with {least} threads"));
                }
            }
            Err(Refusal::Reached(_)) if oracle.is_complete() && least.is_none_or(|it| it > 2) => {
                return Err(format!("counted to more: {property} does not fail"));
            }
            Err(Refusal::Invalid(flaws)) => return Err(format!("invalid counting: {flaws:?}")),
            Err(_) => {}
        }
    }
    Ok(())
}

#[test]
fn counting_changes_nothing() {
    let seeds = seeds(120, "BRAID_SOUND_PROGRAMS");
    let (mut n_programs, mut n_counters) = (0, 0);
    for seed in seeds.clone() {
        let check = |program: &Program| counting(seed, program);
        let n = pass(&format!("counters seed {seed}"), &counters_program(seed), &check);
        n_programs += u64::from(n > 0);
        n_counters += n;
    }
    println!("counters seeds {seeds:?}: {n_counters} counters in {n_programs} programs");
}
