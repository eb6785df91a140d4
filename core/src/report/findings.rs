//! Diagnostics: what is wrong, what is violated and what is not known, each at its place.

use std::collections::{BTreeMap, BTreeSet};

use super::property::{Answer, Property, properties};
use super::same_causes;
use super::trace::{Step, StepKind, Trace};
use crate::engine::{Analysis, Kind, Reason, Verdict};
use crate::text::{Problem, Span};

/// More related places than this are not read by anybody.
pub const MAX_RELATED: usize = 12;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// A kebab-case fact, documented by [`super::explain`].
    pub code: &'static str,
    pub severity: Severity,
    pub span: Span,
    /// One line that stands alone, without a final full stop.
    pub message: String,
    /// Places that explain it, in order. Those of a run are numbered as in its trace,
    /// `[3/9] worker#2 reads seed = 1`; the last one is the violation.
    pub related: Vec<Related>,
    /// What to do about it; may be empty.
    pub hint: String,
    /// The property it is about, as an index into the analysis, if it is about one.
    pub property: Option<usize>,
    /// The property whose finding tells the reason of this one as well, if another one does.
    pub told_by: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    pub span: Span,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A confirmed violation, or text that cannot be understood.
    Error,
    /// Something that may be wrong.
    Warning,
    /// Something that is not known.
    Information,
}

/// The problems of the text, then what came out for the properties; without what the user ignores.
pub fn findings(analysis: &Analysis) -> Vec<Finding> {
    let mut findings: Vec<Finding> = analysis.problems.iter().map(from_problem).collect();
    let properties = properties(analysis);
    for (idx, property) in properties.iter().enumerate() {
        findings.extend(from_property(analysis, idx, property));
    }
    let mut findings = super::ignore::apply(analysis, findings);
    same_causes::join(analysis, &properties, &mut findings);
    findings
}

fn from_problem(problem: &Problem) -> Finding {
    let related = problem.notes.iter();
    Finding {
        code: problem.code.0,
        severity: if problem.fatal { Severity::Error } else { Severity::Warning },
        span: problem.span,
        message: problem.message.clone(),
        related: related
            .map(|note| Related { span: note.span, message: note.message.clone() })
            .collect(),
        hint: problem.hint.clone(),
        property: None,
        told_by: None,
    }
}

/// Operations that could in principle be undefined are everywhere; that they are not proved is said
/// in the summary, not at each of them.
fn from_property(analysis: &Analysis, idx: usize, property: &Property) -> Option<Finding> {
    let verdict = &analysis.properties[idx].verdict;
    let (code, severity) = match (property.answer, verdict) {
        (Answer::Safe, _) | (_, Verdict::Unknown(Reason::Input)) => return None,
        (Answer::Unsafe, _) => (violated(property.kind), Severity::Error),
        (_, Verdict::Unknown(Reason::RestsOnApproximation { .. })) => {
            let code = match property.kind {
                Kind::Undefined | Kind::Race => "operation-may-fail",
                _ => "assertion-may-fail",
            };
            (code, Severity::Warning)
        }
        (_, Verdict::Unknown(Reason::Internal { .. })) => ("internal-error", Severity::Warning),
        _ if matches!(property.kind, Kind::Undefined | Kind::Race) => return None,
        _ => ("assertion-unproved", Severity::Information),
    };
    Some(Finding {
        code,
        severity,
        span: property.span,
        message: property.message.clone(),
        related: property.trace.as_ref().map(related).unwrap_or_default(),
        hint: property.hint.to_owned(),
        property: Some(idx),
        told_by: None,
    })
}

fn violated(kind: Kind) -> &'static str {
    match kind {
        Kind::Assertion => "assertion-violated",
        Kind::ReachError => "error-reached",
        Kind::Undefined => "undefined-behaviour",
        Kind::Deadlock => "deadlock",
        Kind::Race => "data-race",
    }
}

/// The steps worth a place in a short list, numbered as in the whole story.
pub(super) fn related(trace: &Trace) -> Vec<Related> {
    let n_steps = trace.steps.len();
    let mut chosen: Vec<usize> = (0..n_steps).filter(|&idx| trace.steps[idx].essential).collect();
    if chosen.len() > MAX_RELATED {
        // Later steps explain more than earlier ones of the same weight.
        let read_by_others = read_by_others(trace);
        chosen.sort_by_cached_key(|&idx| {
            let explains = read_by_others[idx] || trace.blamed == Some(idx);
            (weight(&trace.steps[idx], explains), idx)
        });
        chosen.drain(..chosen.len() - MAX_RELATED);
        chosen.sort_unstable();
    }
    let steps = chosen.into_iter().map(|idx| (idx, &trace.steps[idx]));
    steps
        .map(|(idx, step)| Related {
            span: step.span,
            message: format!("[{}/{n_steps}] {}", idx + 1, step.sentence),
        })
        .collect()
}

fn weight(step: &Step, explains: bool) -> u32 {
    match step.kind {
        StepKind::Fail | StepKind::Wait => 4,
        _ if explains => 3,
        _ if step.switch => 2,
        _ if writes_shared(step) => 1,
        _ => 0,
    }
}

fn writes_shared(step: &Step) -> bool {
    step.writes.iter().any(|change| change.shared)
}

/// By step: whether a later essential step of another thread reads what this one writes.
fn read_by_others(trace: &Trace) -> Vec<bool> {
    let mut readers: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    let mut found = vec![false; trace.steps.len()];
    // From the end, so that the readers met so far are the later ones.
    for (idx, step) in trace.steps.iter().enumerate().rev() {
        found[idx] = step.writes.iter().filter(|change| change.shared).any(|change| {
            let mut later = readers.get(change.name.as_str()).into_iter().flatten();
            later.any(|thread| *thread != step.thread)
        });
        for read in step.reads.iter().filter(|read| step.essential && read.shared) {
            readers.entry(&read.name).or_default().insert(step.thread);
        }
    }
    found
}
