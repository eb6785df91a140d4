//! Damaged certificates, and certificates of other programs: refused, or true all the same.
//!
//! What is damaged may still be a proof, say without a view that nobody needs. So the oracle decides: what
//! is accepted must not be violated. But a view that some concrete state shows is needed by every proof,
//! and without it none is accepted.

use std::collections::BTreeSet;

use braid_core::bbp::{Certificate, Evidence, Extent, Invariant, View};
use braid_core::budget::Budget;
use braid_core::certify::{self, Covers};
use braid_core::engine::Refined;
use braid_core::scpl::{
    Expr, Ground, LocId, PredId, Predicates, Program, PropId, Reduced, Reduction,
};
use braid_tests::counters_program::counters_program;
use braid_tests::dice::Dice;
use braid_tests::mutate::mutate;
use braid_tests::oracle::{Glasses, Oracle, needed, reached};
use braid_tests::small_program::{bytes, scramble, small_program};
use braid_tests::with_big_stack;

use crate::judge::{MAX_STATES, MAX_THREADS, all_properties, refined, refined_counting};
use crate::mutants::corpus;
use crate::slice::seeds;

/// Enough to check any proof of a small program.
const BUDGET: u64 = 5_000_000;

fn verify(program: &Program, certificate: &Certificate) -> Option<Covers> {
    certify::verify(program, certificate, &Budget::new(BUDGET)).ok()
}

/// A proof of something about the program, if one is found, with the program that it speaks of.
fn proof(program: &Program) -> Option<(Reduced, Certificate)> {
    let (reduced, refined) = refined(program, &all_properties(program));
    claim(reduced, refined)
}

fn claim(reduced: Reduced, refined: Refined) -> Option<(Reduced, Certificate)> {
    let (properties, invariant) = refined.proof?;
    let evidence = Evidence::Views(invariant);
    let certificate = Certificate { properties, steps: reduced.steps.clone(), evidence };
    Some((reduced, certificate))
}

/// Changes one thing.
fn damage(reduced: &Reduced, certificate: &Certificate, dice: &mut Dice) -> Certificate {
    let mut damaged = certificate.clone();
    let Evidence::Views(invariant) = &mut damaged.evidence else { return damaged };
    let n_properties = reduced.program.properties.len() as u32;
    match dice.below(12) {
        0 | 1 => damage_views(invariant, dice),
        2 => invariant.k = 1 + invariant.k % 3,
        3 => invariant.extent = other(invariant.extent),
        4 => damage_predicates(&reduced.program, invariant, dice),
        5 | 6 => damage_tracked(invariant, dice),
        7 => {
            let missing = (0..n_properties).map(PropId);
            let missing = missing.filter(|id| !damaged.properties.contains(id));
            damaged.properties.extend(missing.collect::<Vec<_>>());
        }
        8 => damaged.evidence = Evidence::States { n_threads: dice.below(3) as u32 },
        _ => damage_steps(&mut damaged.steps, dice),
    }
    damaged
}

fn other(extent: Extent) -> Extent {
    match extent {
        Extent::Part => Extent::Whole,
        Extent::Whole => Extent::Part,
    }
}

fn damage_views(invariant: &mut Invariant, dice: &mut Dice) {
    if invariant.views.is_empty() {
        return;
    }
    let at = dice.below(invariant.views.len());
    match dice.below(3) {
        0 => {
            invariant.views.remove(at);
        }
        1 => {
            let thread = dice.below(invariant.views[at].threads.len());
            invariant.views[at].threads[thread].bits ^= 1 << dice.below(4);
        }
        _ => invariant.views[at].shared.0 ^= 1 << dice.below(4),
    }
    for view in &mut invariant.views {
        view.threads.sort_unstable();
    }
    invariant.views.sort();
    invariant.views.dedup();
}

fn damage_predicates(program: &Program, invariant: &mut Invariant, dice: &mut Dice) {
    let mut exprs: Vec<Expr> =
        invariant.predicates.iter().map(|(_, predicate)| predicate.expr.clone()).collect();
    if exprs.is_empty() {
        return;
    }
    let at = dice.below(exprs.len());
    match dice.below(3) {
        0 => exprs[at] = exprs[at].clone().negate(),
        1 => {
            let other = dice.below(exprs.len());
            exprs.swap(at, other);
        }
        _ => exprs.truncate(at),
    }
    let mut changed = Predicates::default();
    for expr in exprs {
        changed.insert(program, expr);
    }
    invariant.predicates = changed;
}

fn damage_tracked(invariant: &mut Invariant, dice: &mut Dice) {
    if invariant.tracked.0.is_empty() {
        return;
    }
    let at = dice.below(invariant.tracked.0.len());
    let n_predicates = invariant.predicates.len();
    let tracked = &mut invariant.tracked.0[at];
    if !tracked.is_empty() && dice.percent(60) {
        let gone = tracked.remove(dice.below(tracked.len()));
        // With the bit gone as well, it is a well-formed invariant that knows less.
        for thread in invariant.views.iter_mut().flat_map(|view| &mut view.threads) {
            if thread.loc() == Some(LocId(at as u32)) {
                thread.bits &= !(1 << gone.0);
            }
        }
        invariant.views.iter_mut().for_each(|view| view.threads.sort_unstable());
        invariant.views.sort();
        invariant.views.dedup();
    } else if n_predicates > 0 {
        let more = PredId(dice.below(n_predicates) as u32);
        if !tracked.contains(&more) {
            tracked.push(more);
            tracked.sort_unstable();
        }
    }
}

fn damage_steps(steps: &mut Vec<Reduction>, dice: &mut Dice) {
    if steps.is_empty() {
        return;
    }
    let at = dice.below(steps.len());
    match dice.below(4) {
        0 => {
            steps.remove(at);
        }
        1 => {
            let other = dice.below(steps.len());
            steps.swap(at, other);
        }
        2 => {
            let again = steps[at].clone();
            steps.insert(at, again);
        }
        _ => match &mut steps[at] {
            Reduction::Bypass(loc, ground) => {
                if dice.percent(50) {
                    loc.0 = loc.0.saturating_add_signed(dice.below(3) as i32 - 1);
                } else {
                    let grounds = [Ground::Atomic, Ground::LocalBefore, Ground::LocalAfter];
                    *ground = *dice.pick(&grounds);
                }
            }
            Reduction::Forget(vars) | Reduction::Share(vars) => vars[0].0 += 1,
            Reduction::Prune(edge) => edge.0 += 1,
            Reduction::Unreachable(locs) => locs[0].0 += 1,
            Reduction::Guard(name) => name.push('x'),
            Reduction::Count { weights, .. } => {
                let at = dice.below(weights.len());
                match dice.below(3) {
                    0 => weights[at].1 += 1,
                    1 => weights[at].1 -= 1,
                    _ => weights[at].0.0 += 1,
                }
            }
        },
    }
}

/// What is accepted holds, as far as the oracle knows.
fn holds(oracle: &Oracle, certificate: &Certificate, covers: Covers) -> Result<(), String> {
    let up_to = match covers {
        Covers::Any => MAX_THREADS,
        Covers::UpTo(n_threads) => n_threads,
    };
    for property in &certificate.properties {
        if let Some(least) = oracle.least(*property).filter(|least| *least <= up_to) {
            return Err(format!("accepted, but {property} is violated with {least} threads"));
        }
    }
    Ok(())
}

/// The views that states of the reduced program show.
fn shown(reduced: &Reduced, invariant: &Invariant) -> BTreeSet<View> {
    let glasses = Glasses::new(&reduced.program, &invariant.predicates, &invariant.tracked);
    let mut shown = BTreeSet::new();
    let n_threads = match invariant.extent {
        Extent::Part => 2,
        Extent::Whole => invariant.k - 1,
    };
    for state in reached(&reduced.program, n_threads, 400).states {
        let (shared, threads) = (glasses.shared(&state), glasses.threads(&state));
        shown.extend(needed(invariant, n_threads, shared, &threads));
    }
    shown
}

#[test]
fn damaged_certificates_are_refused_or_true() {
    let (mut n_accepted, mut n_refused) = (0, 0);
    for seed in seeds(120, "BRAID_SOUND_PROGRAMS") {
        let program = small_program(seed);
        let Some((reduced, certificate)) = proof(&program) else { continue };
        let bytes = bytes(!seed);
        let mut dice = Dice::new(&bytes);
        let mut oracle = None;
        for _ in 0..6 {
            let damaged = damage(&reduced, &certificate, &mut dice);
            if damaged == certificate {
                continue;
            }
            let Some(covers) = verify(&program, &damaged) else {
                n_refused += 1;
                continue;
            };
            n_accepted += 1;
            let oracle =
                oracle.get_or_insert_with(|| Oracle::new(&program, MAX_THREADS, MAX_STATES));
            if let Err(wrong) = holds(oracle, &damaged, covers) {
                panic!("seed {seed}: {wrong}\n{program}\n{}", damaged.print(&program));
            }
        }
    }
    println!("damaged: {n_refused} refused, {n_accepted} accepted and true");
    assert!(n_refused > n_accepted);
}

/// The same for proofs that rest on what is counted; every other time it is the counting that is damaged.
#[test]
fn damaged_certificates_that_count_are_refused_or_true() {
    let (mut n_accepted, mut n_refused) = (0, 0);
    for seed in seeds(60, "BRAID_SOUND_PROGRAMS") {
        let program = counters_program(seed);
        let counting = refined_counting(&program, &all_properties(&program));
        let Some((reduced, certificate)) = counting.and_then(|(a, b)| claim(a, b)) else {
            continue;
        };
        let bytes = bytes(!seed);
        let mut dice = Dice::new(&bytes);
        let mut oracle = None;
        for _ in 0..6 {
            let mut damaged = certificate.clone();
            if dice.percent(50) {
                let is_count = |step: &Reduction| matches!(step, Reduction::Count { .. });
                let first = damaged.steps.iter().position(is_count).unwrap_or(0);
                let mut counts = damaged.steps.split_off(first);
                damage_steps(&mut counts, &mut dice);
                damaged.steps.append(&mut counts);
            } else {
                damaged = damage(&reduced, &certificate, &mut dice);
            }
            let mut other = program.clone();
            if dice.percent(30) {
                other = mutate(&program, &mut dice);
            }
            if other.validate().is_err() || (damaged == certificate && other == program) {
                continue;
            }
            let Some(covers) = verify(&other, &damaged) else {
                n_refused += 1;
                continue;
            };
            n_accepted += 1;
            if other != program {
                oracle = None;
            }
            let known =
                oracle.take().unwrap_or_else(|| Oracle::new(&other, MAX_THREADS, MAX_STATES));
            if let Err(wrong) = holds(&known, &damaged, covers) {
                panic!("seed {seed}: {wrong}\n{other}\n{}", damaged.print(&other));
            }
            oracle = (other == program).then_some(known);
        }
    }
    println!("damaged, counting: {n_refused} refused, {n_accepted} accepted and true");
    assert!(n_refused > n_accepted);
}

#[test]
fn no_proof_does_without_a_view_that_occurs() {
    let mut n_refused = 0;
    for seed in seeds(100, "BRAID_SOUND_PROGRAMS") {
        let program = small_program(seed);
        let Some((reduced, certificate)) = proof(&program) else { continue };
        let Evidence::Views(invariant) = &certificate.evidence else { continue };
        let bytes = bytes(!seed);
        let mut dice = Dice::new(&bytes);
        let shown: Vec<View> = shown(&reduced, invariant).into_iter().collect();
        for _ in 0..2 {
            let needed = dice.pick(&shown);
            let mut damaged = certificate.clone();
            let Evidence::Views(invariant) = &mut damaged.evidence else { continue };
            invariant.views.retain(|view| view != needed);
            if verify(&program, &damaged).is_some() {
                panic!(
                    "seed {seed}: not needed: {needed:?}\n{program}\n{}",
                    certificate.print(&program)
                );
            }
            n_refused += 1;
        }
    }
    println!("without a needed view: {n_refused} refused");
}

/// The same for proofs about lowered C.
#[test]
fn damaged_certificates_of_the_corpus_are_refused_or_true() {
    with_big_stack(|| {
        let mut small: Vec<(String, Program)> = corpus();
        small.retain(|(_, program)| program.edges.len() <= 25);
        let (mut n_accepted, mut n_refused) = (0, 0);
        for seed in seeds(6, "BRAID_SOUND_MUTANTS") {
            let (name, program) = &small[(scramble(!seed) % small.len() as u64) as usize];
            let Some((reduced, certificate)) = proof(program) else { continue };
            let bytes = bytes(!seed);
            let mut dice = Dice::new(&bytes);
            for _ in 0..4 {
                let mut other = program.clone();
                let mut damaged = certificate.clone();
                if dice.percent(50) {
                    other = mutate(program, &mut dice);
                } else {
                    damaged = damage(&reduced, &certificate, &mut dice);
                }
                if other.validate().is_err() || (other == *program && damaged == certificate) {
                    continue;
                }
                let Some(covers) = verify(&other, &damaged) else {
                    n_refused += 1;
                    continue;
                };
                n_accepted += 1;
                let oracle = Oracle::new(&other, MAX_THREADS, 1_000);
                if let Err(wrong) = holds(&oracle, &damaged, covers) {
                    panic!("{name}, seed {seed}: {wrong}\n{other}\n{}", damaged.print(&other));
                }
            }
        }
        println!("of the corpus: {n_refused} refused, {n_accepted} accepted and true");
    });
}

/// The certificate of a program and a program that differs in one thing.
#[test]
fn certificates_of_other_programs_are_refused_or_true() {
    let (mut n_accepted, mut n_refused) = (0, 0);
    for seed in seeds(120, "BRAID_SOUND_PROGRAMS") {
        let program = small_program(seed);
        let Some((_, certificate)) = proof(&program) else { continue };
        let bytes = bytes(!seed);
        let mut dice = Dice::new(&bytes);
        for _ in 0..4 {
            let other = mutate(&program, &mut dice);
            if other == program || other.validate().is_err() {
                continue;
            }
            let Some(covers) = verify(&other, &certificate) else {
                n_refused += 1;
                continue;
            };
            n_accepted += 1;
            let oracle = Oracle::new(&other, MAX_THREADS, MAX_STATES);
            if let Err(wrong) = holds(&oracle, &certificate, covers) {
                panic!("seed {seed}: {wrong}\n{other}\n{}", certificate.print(&other));
            }
        }
    }
    println!("of other programs: {n_refused} refused, {n_accepted} accepted and true");
}
