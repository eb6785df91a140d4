//! Verdicts against what really happens.

use braid_core::bbp::{Evidence, Extent, Invariant};
use braid_core::budget::Budget;
use braid_core::engine::{self, Answers, Refined, Threads, Verdict};
use braid_core::scpl::{Program, PropId, PropertyKind, Reduced, replay};
use braid_tests::oracle::{Oracle, reached, uncovered};

/// The most threads that the oracle looks at.
pub const MAX_THREADS: u32 = 3;

/// The most states it looks at with one number of threads.
pub const MAX_STATES: usize = 4_000;

pub fn all_properties(program: &Program) -> Vec<PropId> {
    (0..program.properties.len() as u32).map(PropId).collect()
}

/// What is wrong with the answers.
pub fn judge_answers(program: &Program, oracle: &Oracle, answers: &Answers) -> Result<(), String> {
    for (&property, verdict) in &answers.verdicts {
        match verdict {
            Verdict::Proved(threads) => {
                let up_to = match threads {
                    Threads::Any => MAX_THREADS,
                    Threads::UpTo(n_threads) => *n_threads,
                };
                if let Some(least) = oracle.least(property).filter(|least| *least <= up_to) {
                    return Err(format!(
                        "wrong proof: {property} is proved for {threads:?}, and violated with \
                         {least} threads"
                    ));
                }
                // What is behind an undefined operation is not known.
                for cause in all_properties(program) {
                    let ends_all = [PropertyKind::Undefined, PropertyKind::Unmodelled]
                        .contains(&program.properties[cause.index()].kind);
                    let least = oracle.least_behind(cause, property);
                    if let Some(least) = least.filter(|least| ends_all && *least <= up_to) {
                        return Err(format!(
                            "wrong proof: {property} is proved for {threads:?}, and checked behind \
                             {cause} with {least} threads"
                        ));
                    }
                }
            }
            Verdict::Violated(violation) => {
                let trace = replay(program, &violation.run.schedule)
                    .map_err(|error| format!("no run: {property} cannot be replayed, {error:?}"))?;
                if trace.violated != Some(property) {
                    return Err(format!("other run: {property}, but {:?}", trace.violated));
                }
                let least = oracle.least(property);
                if violation.minimal && least.is_some_and(|least| least < violation.n_threads) {
                    return Err(format!(
                        "not least: {property} with {}, but {least:?} is enough",
                        violation.n_threads
                    ));
                }
                if violation.run.schedule.n_threads != violation.n_threads {
                    return Err(format!("two numbers: {property}"));
                }
            }
            Verdict::Unknown(engine::Reason::Internal { what }) => {
                return Err(format!("internal: {property}, {what}"));
            }
            Verdict::Unknown(_) => {}
        }
    }
    let Some(refinement) = &answers.refinement else { return Ok(()) };
    for certificate in &answers.certificates {
        // Others speak of programs that were reduced for their own goals.
        if let Evidence::Views(invariant) = &certificate.evidence
            && certificate.steps == refinement.reduced.steps
        {
            covers(&refinement.reduced, invariant)?;
        }
    }
    Ok(())
}

/// All that few threads of the reduced program look like is among the views.
fn covers(reduced: &Reduced, invariant: &Invariant) -> Result<(), String> {
    for n_threads in 0..=MAX_THREADS {
        let states = reached(&reduced.program, n_threads, MAX_STATES).states;
        if let Some(view) = uncovered(&reduced.program, invariant, n_threads, &states) {
            return Err(format!("uncovered: with {n_threads} threads {view:?}"));
        }
    }
    Ok(())
}

/// What is wrong with the result of the refinement loop, before anybody has certified it.
pub fn judge_refined(
    program: &Program,
    oracle: &Oracle,
    reduced: &Reduced,
    refined: &Refined,
) -> Result<(), String> {
    for (property, schedule) in &refined.violations {
        let trace = replay(program, schedule)
            .map_err(|error| format!("no refined run: {property}, {error:?}"))?;
        if trace.violated != Some(*property) {
            return Err(format!("other refined run: {property}, but {:?}", trace.violated));
        }
    }
    for further in &refined.more {
        let Evidence::Views(invariant) = &further.evidence else { continue };
        let up_to = match invariant.extent {
            Extent::Part => u32::MAX,
            Extent::Whole => invariant.k - 1,
        };
        let is_wrong =
            |property: &&PropId| oracle.least(**property).is_some_and(|least| least <= up_to);
        if let Some(wrong) = further.properties.iter().find(is_wrong) {
            return Err(format!("wrong further proof: {wrong} is violated"));
        }
        if further.steps == reduced.steps {
            covers(reduced, invariant)?;
        }
    }
    let Some((proved, invariant)) = &refined.proof else { return Ok(()) };
    if let Some(wrong) = proved.iter().find(|property| oracle.least(**property).is_some()) {
        let least = oracle.least(*wrong);
        return Err(format!("wrong refined proof: {wrong} is violated with {least:?} threads"));
    }
    covers(reduced, invariant)
}

/// The reduced program violates what the program does, as far as `goals` are concerned.
pub fn judge_reduced(oracle: &Oracle, reduced: &Reduced, goals: &[PropId]) -> Result<(), String> {
    reduced.program.validate().map_err(|flaws| format!("invalid reduction: {flaws:?}"))?;
    for (n_threads, (violated, coverage)) in oracle.rounds.iter().enumerate() {
        let other = reached(&reduced.program, n_threads as u32, MAX_STATES);
        let is_among = |found: &std::collections::BTreeSet<PropId>| {
            goals.iter().any(|goal| found.contains(goal))
        };
        use braid_core::scpl::Coverage::Limited;
        if other.coverage != Limited && is_among(violated) && !is_among(&other.violated) {
            return Err(format!(
                "reduced away: {violated:?} of {goals:?} with {n_threads} threads"
            ));
        }
        if *coverage != Limited
            && let Some(new) = other.violated.iter().find(|found| !violated.contains(found))
        {
            return Err(format!("reduced to more: {new} with {n_threads} threads"));
        }
    }
    Ok(())
}

/// The engine's answers, with enough budget for a small program.
pub fn answers(program: &Program) -> Answers {
    engine::answer(program, Threads::Any, &Budget::new(400_000))
}

/// The refinement loop alone, from the start with what counters count, if there are any.
pub fn refined_counting(program: &Program, goals: &[PropId]) -> Option<(Reduced, Refined)> {
    engine::refine_counting(program, goals, &Budget::new(100_000))
}

/// The refinement loop alone.
pub fn refined(program: &Program, goals: &[PropId]) -> (Reduced, Refined) {
    engine::refine(program, goals, &Budget::new(200_000))
}
