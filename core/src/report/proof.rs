//! How proofs came about, in the user's words.

use super::counted::{self, Form};
use super::reasons::counted;
use crate::bbp::{Evidence, Extent};
use crate::engine::{Analysis, Subject};
use crate::scpl::{Class, Expr, PropId};

/// What the proofs of an analysis rest on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// One sentence per proof.
    pub evidence: Vec<String>,
    /// What was added to the predicates, and why, in order.
    pub rounds: Vec<Round>,
    pub shared: Vec<String>,
    pub local: Vec<String>,
    pub mixed: Vec<String>,
    /// How often a solver was called.
    pub n_solved: u64,
}

/// A false alarm that was ruled out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    pub n_threads: u32,
    pub n_steps: usize,
    /// What it seemed to violate.
    pub property: String,
    /// In C syntax.
    pub added: Vec<String>,
}

/// What the proof of the property with this index in the analysis rests on, in a sentence without a full
/// stop.
pub fn evidence(analysis: &Analysis, property_idx: usize) -> Option<String> {
    let Subject::Property(id) = analysis.properties.get(property_idx)?.subject else {
        return None;
    };
    let mut certificates = analysis.certificates.iter();
    let certificate = certificates.find(|one| one.properties.contains(&id))?;
    Some(match &certificate.evidence {
        Evidence::States { n_threads } => {
            format!("all states with {} were listed", counted(*n_threads))
        }
        Evidence::Views(invariant) => {
            let n = invariant.views.len();
            let what = match invariant.extent {
                Extent::Part => format!("views of {} threads", invariant.k),
                Extent::Whole => format!("states with {}", counted(invariant.k - 1)),
            };
            format!("an invariant of {n} {what}, checked by an independent program")
        }
    })
}

/// How the proofs came about, if any were tried.
pub fn proof(analysis: &Analysis) -> Option<Proof> {
    if analysis.certificates.is_empty() && analysis.refinement.is_none() {
        return None;
    }
    let evidence = analysis.certificates.iter().map(|certificate| {
        let n = certificate.properties.len();
        let what = if n == 1 { "1 property".to_owned() } else { format!("{n} properties") };
        match &certificate.evidence {
            Evidence::States { n_threads } => {
                let threads = counted(*n_threads);
                format!("{what}: all states with {threads} were listed")
            }
            Evidence::Views(invariant) => {
                let n = invariant.views.len();
                match invariant.extent {
                    Extent::Part => format!(
                        "{what}: {n} views of {} threads, for any number of threads",
                        invariant.k
                    ),
                    Extent::Whole => {
                        format!("{what}: {n} abstract states with {}", counted(invariant.k - 1))
                    }
                }
            }
        }
    });
    let mut proof = Proof {
        evidence: evidence.collect(),
        rounds: Vec::new(),
        shared: Vec::new(),
        local: Vec::new(),
        mixed: Vec::new(),
        n_solved: 0,
    };
    let Some(refinement) = &analysis.refinement else { return Some(proof) };
    let all = analysis.tracked();
    // The first are those of the refinement.
    let text = |expr: &Expr| counted::text(analysis, &all[0], expr).0;
    let condition = |property: PropId| analysis.model.origins.property(property).condition.clone();
    proof.n_solved = refinement.n_solved;
    proof.rounds = refinement
        .rounds
        .iter()
        .map(|round| Round {
            n_threads: round.n_threads,
            n_steps: round.n_moves,
            property: condition(round.property),
            added: round.added.iter().map(text).collect(),
        })
        .collect();
    for tracked in &all {
        for (_, predicate) in tracked.predicates.iter() {
            let list = match predicate.class {
                Class::Shared => &mut proof.shared,
                Class::Local => &mut proof.local,
                Class::Mixed => &mut proof.mixed,
            };
            let (text, form) = counted::text(analysis, tracked, &predicate.expr);
            if form == Form::C || !list.contains(&text) {
                list.push(text);
            }
        }
    }
    Some(proof)
}
