//! The engine's answers as the server keeps them.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use braid_core::engine::{Analysis, Phase, Threads};
use braid_core::report;
use braid_core::text;

use super::analysis::{Buffer, Options};
use super::answer::{
    Access, Answer, Change, Class, Fact, File, Finding, Point, Progress, Property, Related,
    Severity, Span, Step, Thread, Trace, Variable, Verdict,
};

/// Everything worth knowing about an analysis, except what was wanted and whether it is complete.
pub fn answer(
    analysis: &Analysis,
    options: &Options,
    buffers: &BTreeMap<String, Buffer>,
) -> Answer {
    let files = analysis.files.iter().map(|(_, file)| {
        if file.builtin {
            File::Builtin
        } else if buffers.contains_key(&file.name) {
            File::Buffer(file.name.clone())
        } else {
            File::Disk(file.name.clone(), Arc::new(file.text.clone()))
        }
    });
    let told = report::properties(analysis);
    let findings = report::findings(analysis);
    let insight = report::insight(analysis);
    Answer {
        findings: findings.into_iter().map(|one| finding(one, &told)).collect(),
        files: files.collect(),
        wanted: BTreeSet::new(),
        properties: told
            .into_iter()
            .enumerate()
            .map(|(idx, one)| property(analysis, idx, one))
            .collect(),
        threads: analysis
            .model
            .threads
            .iter()
            .map(|thread| Thread {
                name: thread.name.clone(),
                span: span(thread.span),
                instances: thread.instances.clone(),
            })
            .collect(),
        variables: insight.variables.into_iter().map(variable).collect(),
        facts: insight.facts.into_iter().map(fact).collect(),
        points: insight.points.into_iter().map(point).collect(),
        fingerprint: (!analysis.is_input_error()).then(|| fingerprint(analysis, options)),
        complete: false,
        failed: false,
        steps: 0,
        notes: Vec::new(),
    }
}

/// Equal for texts that mean the same and are checked in the same way.
pub fn fingerprint(analysis: &Analysis, options: &Options) -> u64 {
    let mut hasher = DefaultHasher::new();
    analysis.model.program.to_string().hash(&mut hasher);
    if let Some(signalled) = &analysis.model.signalled {
        signalled.program.to_string().hash(&mut hasher);
    }
    for hint in &analysis.model.hints {
        format!("{:?}", hint.predicate).hash(&mut hasher);
    }
    for origin in &analysis.model.origins.properties {
        origin.unsupported.hash(&mut hasher);
    }
    for origin in &analysis.model.origins.vars {
        origin.atomic.hash(&mut hasher);
    }
    // What the files are called, and what they are compiled with, is in the program already.
    Options { units: Vec::new(), ..options.clone() }.hash(&mut hasher);
    hasher.finish()
}

pub fn progress(progress: braid_core::engine::Progress) -> Progress {
    let (phase, has_threads) = match progress.phase {
        Phase::Reading => ("reading", false),
        Phase::Searching => ("searching", true),
        Phase::Minimising => ("shortening the run", true),
        Phase::Proving => ("proving", false),
    };
    let is_proving = progress.phase == Phase::Proving;
    let counted = |n: usize| is_proving.then_some(n as u32).filter(|n| *n > 0);
    Progress {
        phase: phase.to_owned(),
        threads: has_threads.then_some(progress.n_threads),
        round: counted(progress.n_rounds),
        predicates: counted(progress.n_predicates),
    }
}

fn span(span: text::Span) -> Span {
    Span { file: span.file.index(), start: span.start as usize, end: span.end as usize }
}

fn finding(finding: report::Finding, told: &[report::Property]) -> Finding {
    let trace = finding.property.and_then(|idx| told[idx].trace.as_ref());
    Finding {
        code: finding.code.to_owned(),
        severity: match finding.severity {
            report::Severity::Error => Severity::Error,
            report::Severity::Warning => Severity::Warning,
            report::Severity::Information => Severity::Information,
        },
        span: span(finding.span),
        message: finding.message,
        related: finding
            .related
            .into_iter()
            .map(|related| Related { span: span(related.span), message: related.message })
            .collect(),
        hint: finding.hint,
        property: finding.property,
        decisive: trace.filter(|_| finding.told_by.is_none()).and_then(decisive),
        trace: trace.map(|trace| trace.property.clone()),
    }
}

/// What another thread did last to what the failure looks at; or else, to what brought the failing thread
/// there. That somebody unlocked a mutex is only told where there is nothing better.
fn decisive(trace: &report::Trace) -> Option<Related> {
    let failure = trace.steps.last()?;
    let mine = trace.steps.iter().filter(|step| step.thread == failure.thread);
    let on_the_way = names_read(mine);
    let at_the_end = names_read(std::iter::once(failure));
    let last_write = |read: &BTreeSet<&str>, with_locks: bool| {
        trace.steps.iter().rev().find(|step| {
            let mut writes = step.writes.iter().filter(|change| change.shared);
            step.thread != failure.thread
                && (with_locks || !is_about_a_lock(step))
                && writes.any(|change| read.contains(change.name.as_str()))
        })
    };
    let freed = trace.blamed.map(|idx| &trace.steps[idx]);
    let step = freed
        .filter(|step| step.thread != failure.thread)
        .or_else(|| last_write(&at_the_end, true))
        .or_else(|| last_write(&on_the_way, false))
        .or_else(|| last_write(&on_the_way, true))?;
    Some(Related { span: span(step.span), message: step.sentence.clone() })
}

/// The shared variables that the steps read.
fn names_read<'a>(steps: impl Iterator<Item = &'a report::Step>) -> BTreeSet<&'a str> {
    let reads = steps.flat_map(|step| &step.reads).filter(|read| read.shared);
    reads.map(|read| read.name.as_str()).collect()
}

fn is_about_a_lock(step: &report::Step) -> bool {
    use report::StepKind::{Lock, TryLock, Unlock};
    matches!(step.kind, Lock | TryLock | Unlock)
}

fn property(analysis: &Analysis, idx: usize, property: report::Property) -> Property {
    let threads = match property.threads {
        Threads::Any => None,
        Threads::UpTo(n_threads) => Some(n_threads),
    };
    let verdict = match (property.answer, threads) {
        (report::Answer::Safe, None) => Verdict::Proved,
        (report::Answer::Safe, Some(_)) => Verdict::Bounded,
        (report::Answer::Unsafe, _) => Verdict::Violated,
        (report::Answer::Unknown, _) => Verdict::Unknown,
    };
    Property {
        evidence: report::evidence(analysis, idx),
        trace: property.trace.as_ref().map(|told| trace(analysis, told)),
        id: property.id,
        kind: property.kind.word().to_owned(),
        span: span(property.span),
        function: property.function,
        text: property.text,
        verdict,
        threads,
        minimal: property.minimal,
        message: property.message,
        reason: property.reason,
        hint: property.hint.to_owned(),
        assumptions: property.assumptions,
    }
}

fn trace(analysis: &Analysis, trace: &report::Trace) -> Trace {
    let threads = trace.threads.iter();
    let n_steps = trace.steps.len();
    Trace {
        threads: threads.map(|one| (one.label.clone(), one.template.clone())).collect(),
        steps: trace
            .steps
            .iter()
            .enumerate()
            .map(|(idx, step)| Step {
                thread: step.thread,
                function: step.function.clone(),
                span: span(step.span),
                text: step.text.clone(),
                story: step.effect.clone(),
                writes: step
                    .writes
                    .iter()
                    .map(|change| Change {
                        name: change.name.clone(),
                        old: change.old.clone(),
                        new: change.new.clone(),
                        shared: change.shared,
                    })
                    .collect(),
                switch: step.switch,
                conflicts: conflicts(trace, idx),
                failure: idx + 1 == n_steps || step.kind == report::StepKind::Wait,
            })
            .collect(),
        lanes: crate::cli::trace_text(trace, &analysis.files, analysis.root),
    }
}

fn conflicts(trace: &report::Trace, idx: usize) -> Vec<usize> {
    let this = &trace.steps[idx];
    let reads = |step: &report::Step, name: &str| {
        step.reads.iter().any(|read| read.shared && read.name == name)
    };
    let writes = |step: &report::Step, name: &str| {
        step.writes.iter().any(|change| change.shared && change.name == name)
    };
    let clash = |other: &report::Step| {
        let written = this.writes.iter().filter(|change| change.shared);
        let read = this.reads.iter().filter(|read| read.shared);
        other.thread != this.thread
            && (written
                .map(|change| &change.name)
                .any(|name| reads(other, name) || writes(other, name))
                || read.map(|read| &read.name).any(|name| writes(other, name)))
    };
    (0..idx).filter(|&earlier| clash(&trace.steps[earlier])).collect()
}

fn variable(variable: report::Variable) -> Variable {
    let accesses = variable.accesses.into_iter();
    Variable {
        name: variable.name,
        function: variable.function,
        span: span(variable.span),
        shared: variable.shared,
        why: variable.why,
        accesses: accesses
            .map(|access| Access { span: span(access.span), locks: access.locks })
            .collect(),
    }
}

fn fact(fact: report::Fact) -> Fact {
    Fact {
        text: fact.text,
        in_words: fact.form == report::Form::Words,
        class: match fact.class {
            report::Class::Shared => Class::Shared,
            report::Class::Local => Class::Local,
            report::Class::Mixed => Class::Mixed,
        },
        round: fact.round,
        why: fact.why,
    }
}

fn point(point: report::Point) -> Point {
    Point {
        span: span(point.span),
        function: point.function,
        locks: point.locks,
        facts: point.facts,
    }
}
