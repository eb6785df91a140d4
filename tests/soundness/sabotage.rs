//! Known mistakes, switched on: each must be noticed by the oracle, and refused by certification.
//!
//! A machine that finds nothing may be looking in the wrong place. So each mistake of
//! `braid_core::sabotage` is made on purpose, and random programs must show it: a proof of something that
//! the oracle violates. The certificate of that proof must be refused, since certification does not share
//! the mistake. Mistakes in the listing of states are certification's own, and only the oracle notices.

use braid_core::bbp::{Certificate, Evidence, Extent};
use braid_core::budget::Budget;
use braid_core::certify::{self, Refusal};
use braid_core::reduce::reduce;
use braid_core::sabotage::Sabotage;
use braid_core::scpl::{Program, PropId, Reduction};
use braid_tests::counters_program::counters_program;
use braid_tests::joins_program::joins_program;
use braid_tests::oracle::Oracle;
use braid_tests::small_program::small_program;

use crate::judge::{
    MAX_STATES, MAX_THREADS, all_properties, answers, judge_answers, refined, refined_counting,
};
use crate::random::listed_against;

/// A proof that is wrong, made with the mistake.
fn wrong_proof(sabotage: Sabotage, program: &Program) -> Option<Certificate> {
    let goals = all_properties(program);
    let (reduced, refined) = sabotage.during(|| match sabotage {
        Sabotage::OneCounted | Sabotage::OneMoreCounted => refined_counting(program, &goals),
        _ => Some(refined(program, &goals)),
    })?;
    let proof = refined.proof.map(|(properties, invariant)| {
        let evidence = Evidence::Views(invariant);
        Certificate { properties, steps: reduced.steps, evidence }
    });
    let for_any = |proof: &Certificate| match &proof.evidence {
        Evidence::Views(invariant) => invariant.extent == Extent::Part,
        Evidence::States { .. } => false,
    };
    let mut proofs = proof.into_iter().chain(refined.more.into_iter().filter(for_any)).peekable();
    proofs.peek()?;
    let oracle = Oracle::new(program, MAX_THREADS, MAX_STATES);
    let is_wrong = |property: &PropId| oracle.least(*property).is_some();
    proofs.find(|proof| proof.properties.iter().any(is_wrong))
}

/// Certification refuses the proof, for a reason of substance, and so no wrong verdict comes out.
fn is_refused(sabotage: Sabotage, program: &Program, certificate: &Certificate) -> Refusal {
    let refusal = certify::verify(program, certificate, &Budget::new(50_000_000))
        .expect_err("a wrong proof is refused");
    assert!(!matches!(refusal, Refusal::Stopped(_) | Refusal::TooLarge), "{refusal}\n{program}");
    let oracle = Oracle::new(program, MAX_THREADS, MAX_STATES);
    let answers = sabotage.during(|| answers(program));
    match judge_answers(program, &oracle, &answers) {
        Err(wrong) if !wrong.starts_with("internal") => panic!("{sabotage:?}: {wrong}\n{program}"),
        _ => refusal,
    }
}

/// Few programs have what some mistakes are about, and that is quickly seen.
fn can_show(sabotage: Sabotage, program: &Program) -> bool {
    let has_guard = || {
        let steps = reduce(program, &all_properties(program)).steps;
        steps.iter().any(|step| matches!(step, Reduction::Guard(_)))
    };
    sabotage != Sabotage::GuardKept || has_guard()
}

fn is_noticed(sabotage: Sabotage, n_programs: u64) {
    is_noticed_in(sabotage, n_programs, small_program);
}

fn is_noticed_in(sabotage: Sabotage, n_programs: u64, program_of: fn(u64) -> Program) {
    let mut caught = None;
    for seed in 0..n_programs {
        let program = program_of(seed);
        if !can_show(sabotage, &program) {
            continue;
        }
        if let Some(certificate) = wrong_proof(sabotage, &program) {
            let refusal = is_refused(sabotage, &program, &certificate);
            caught = Some((seed, refusal));
            break;
        }
    }
    let (seed, refusal) = caught.unwrap_or_else(|| panic!("{sabotage:?} is not noticed"));
    println!("{sabotage:?}: seed {seed}, {}", short(&refusal));
}

fn short(refusal: &Refusal) -> String {
    let text = refusal.to_string();
    text.split('{').take(2).collect::<Vec<_>>().join("{").chars().take(100).collect()
}

#[test]
fn merged_reads() {
    is_noticed(Sabotage::MergedRead, 5000);
}

#[test]
fn mixed_predicates_as_local() {
    is_noticed(Sabotage::MixedAsLocal, 5000);
}

#[test]
fn nobody_notified() {
    is_noticed(Sabotage::NoNotifyAll, 5000);
}

#[test]
fn creation_without_the_partner_out_of_sight() {
    is_noticed(Sabotage::PartnerInSight, 5000);
}

#[test]
fn sections_that_stay_guarded() {
    is_noticed(Sabotage::GuardKept, 5000);
}

#[test]
fn dropped_bits() {
    is_noticed(Sabotage::DroppedBit, 5000);
}

#[test]
fn one_thread_counted_for_all() {
    is_noticed_in(Sabotage::OneCounted, 5000, counters_program);
}

#[test]
fn one_thread_too_many_counted() {
    is_noticed_in(Sabotage::OneMoreCounted, 5000, counters_program);
}

/// The list of states is too short, and the oracle says so.
fn is_noticed_in_lists(sabotage: Sabotage, n_programs: u64) {
    let is_seen = |seed: &u64| {
        let program = joins_program(*seed);
        let oracle = Oracle::new(&program, MAX_THREADS, MAX_STATES);
        let listed = sabotage.during(|| listed_against(&program, &oracle));
        listed.is_err_and(|wrong| wrong.starts_with("listed too few states"))
    };
    let seed = (0..n_programs).find(is_seen);
    let seed = seed.unwrap_or_else(|| panic!("{sabotage:?} is not noticed"));
    println!("{sabotage:?}: seed {seed}");
}

#[test]
fn handles_left_when_threads_change_places() {
    is_noticed_in_lists(Sabotage::HandleLeft, 5000);
}

#[test]
fn all_threads_awaited() {
    is_noticed_in_lists(Sabotage::AllAwaited, 5000);
}
