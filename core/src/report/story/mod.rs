//! From a run of the machine to a story for a person.
//!
//! Events become steps: what one thread does in one statement is told at once (`parts`), temporaries
//! and mere control flow are left out, values are written as C writes them (`values`), and every step
//! is put into words (`words`). The end of the story is the violation (`failure`) with the values that
//! the condition was computed from (`evaluation`), or what each thread of a deadlock waits for (`waits`). Steps without
//! which the end cannot be understood are marked (`slice`).

mod chance;
mod decision;
mod evaluation;
mod exchange;
mod failure;
mod freed;
mod lent;
mod parts;
mod slice;
#[cfg(test)]
mod tests;
mod values;
mod waits;
mod wakes;
mod words;

pub(super) use failure::Failure;
pub(super) use freed::Freed;
pub(super) use values::{Names, address, element, listed, quoted};
pub(super) use waits::{Wait, waits};

use std::collections::BTreeMap;

use crate::hash::FxHashSet;

use super::trace::{Memory, Step, StepKind, Thread, Trace};
use crate::engine::{Files, Model, Run};
use crate::scpl::{self, TemplateId};
use crate::text::Span;
use lent::Owners;
use parts::Part;
use words::Telling;

/// More rounds of a loop than this are not all told; so many of the first and of the last are.
const MAX_ROUNDS: usize = 6;
const ROUNDS_TOLD: usize = 2;

/// A run as a story.
#[derive(Clone, Debug)]
pub(super) struct Story {
    pub threads: Vec<Thread>,
    pub steps: Vec<Step>,
    /// How it ends, if it ends in a violation.
    pub failure: Option<Failure>,
    /// How it ends, if it ends in a deadlock.
    pub waits: Vec<Wait>,
    /// Who freed the memory that is missing at the end, if that is it.
    pub freed: Option<Freed>,
    memory: Vec<Memory>,
}

impl Story {
    pub fn into_trace(self, property: String) -> Trace {
        let freed = self.freed.map(|freed| freed.event);
        let is_it = |step: &Step| freed.is_some_and(|event| step.events.contains(&event));
        let blamed = self.steps.iter().position(is_it);
        Trace { threads: self.threads, steps: self.steps, property, blamed, memory: self.memory }
    }
}

pub(super) fn tell(files: &Files, model: &Model, run: &Run) -> Story {
    let threads = threads(model, &run.trace.threads);
    let labels: Vec<String> = threads.iter().map(|thread| thread.label.clone()).collect();
    let trace = &run.trace;
    let by_chance = chance::reads_by_chance(model, trace);
    let owners = Owners::find(model, trace, &labels);
    let names = Names { files, model, labels: &labels, by_chance: &by_chance, owners: &owners };
    let parts = parts::parts(names, trace);
    let freed = trace.violated.and_then(|_| freed::freed(names, trace));
    let failure = evaluation::failing(names, trace, &parts, freed.as_ref());
    let waits = waits(names, run);
    let matters = slice::slice(names, trace, &ends(trace, &parts, &waits));

    let last = parts.len().checked_sub(1);
    let mut begun: FxHashSet<usize> = FxHashSet::default();
    let mut steps: Vec<Step> = Vec::new();
    for (idx, part) in parts.iter().enumerate() {
        let ending = failure.as_ref().filter(|_| Some(idx) == last);
        let mut step = step(names, trace, part, ending);
        if matches!(step.kind, StepKind::Branch { .. }) && step.effect.is_empty() {
            // Only where the program goes on inside a call, which nobody has written.
            continue;
        }
        step.essential = ending.is_some()
            || part.events.iter().any(|&idx| matters[idx])
            || is_wait_of_last(names, trace, part);
        step.resumed = !begun.insert(part.execution);
        steps.push(step);
    }
    steps.extend(waits.iter().map(|wait| wait_step(names, trace, wait)));
    for idx in 1..steps.len() {
        steps[idx].switch = steps[idx].thread != steps[idx - 1].thread;
    }
    steps.chunk_by_mut(|a, b| a.thread == b.thread).for_each(leave_out_rounds);
    let memory = memory(names, trace);
    Story { threads, steps, failure, waits, freed, memory }
}

/// Whether the thread that violates something waits here for a condition variable, or goes on: that this
/// need not mean a signal is what many do not expect.
fn is_wait_of_last(names: Names, trace: &scpl::Trace, part: &Part) -> bool {
    let last = trace.events.last().filter(|_| trace.violated.is_some());
    last.is_some_and(|last| last.thread == part.thread)
        && part.events.iter().any(|&idx| {
            let event = &trace.events[idx];
            let kind = names.model.origins.edge(event.edge).kind;
            matches!(kind, scpl::StepKind::Lock | scpl::StepKind::Unlock)
                && wakes::is_wait(names, event)
        })
}

/// What a thread does over and over while nobody interrupts it is told at the beginning and at the end.
fn leave_out_rounds(steps: &mut [Step]) {
    let mut told: BTreeMap<Span, Vec<usize>> = BTreeMap::new();
    for (idx, step) in steps.iter().enumerate().filter(|(_, step)| step.essential) {
        told.entry(step.span).or_default().push(idx);
    }
    for rounds in told.values().filter(|rounds| rounds.len() > MAX_ROUNDS) {
        for &idx in &rounds[ROUNDS_TOLD..rounds.len() - ROUNDS_TOLD] {
            steps[idx].essential = false;
        }
    }
}

/// The pieces of memory that the run takes from the heap.
fn memory(names: Names, trace: &scpl::Trace) -> Vec<Memory> {
    let mut memory: Vec<Memory> = Vec::new();
    for event in &trace.events {
        let origin = names.model.origins.edge(event.edge);
        if origin.kind != scpl::StepKind::Allocate {
            continue;
        }
        for access in &event.accesses {
            // Variables have names.
            if let scpl::Access::Write { var, index, new: 1, .. } = *access
                && !lent::says_existence(names.model, var)
            {
                let name = names.cell(var, index);
                // What is freed may come again.
                memory.retain(|known| known.name != name);
                memory.push(Memory { name, thread: event.thread.index(), span: origin.statement });
            }
        }
    }
    memory
}

/// Labels are `main`, and the function's name with a number for everything that is created.
fn threads(model: &Model, templates: &[TemplateId]) -> Vec<Thread> {
    templates
        .iter()
        .enumerate()
        .map(|(idx, &template)| {
            let earlier = templates[..idx].iter().filter(|earlier| **earlier == template);
            let instance = earlier.count() as u32 + 1;
            let origin = model.origins.template(template);
            let label = match idx {
                0 => origin.name.clone(),
                _ => format!("{}#{instance}", origin.name),
            };
            Thread { template: origin.name.clone(), instance, label, span: origin.span }
        })
        .collect()
}

/// The events that the end consists of.
fn ends(trace: &scpl::Trace, parts: &[Part], waits: &[Wait]) -> Vec<usize> {
    let mut ends: Vec<usize> = waits.iter().flat_map(|wait| wait.because.clone()).collect();
    if trace.violated.is_some()
        && let Some(last) = parts.last()
    {
        let same = parts.iter().filter(|part| part.execution == last.execution);
        ends.extend(same.flat_map(|part| &part.events));
    }
    ends
}

fn step(names: Names, trace: &scpl::Trace, part: &Part, failure: Option<&Failure>) -> Step {
    let telling = if failure.is_some() { Telling::WithoutReads } else { Telling::Full };
    let told = words::tell(names, trace, part, telling);
    let first = part.events[0];
    let last = part.events[part.events.len() - 1];
    let join = |done: &str, end: &str| match done {
        "" => end.to_owned(),
        done => format!("{done}, {end}"),
    };
    let (kind, effect, predicate) = match failure {
        Some(failure) => (
            StepKind::Fail,
            join(&told.effect, &failure.effect),
            join(&told.predicate, &failure.predicate),
        ),
        None => (told.kind, told.effect, told.predicate),
    };
    Step {
        thread: part.thread.index(),
        function: names.model.origins.edge(trace.events[first].edge).function.clone(),
        span: part.statement,
        text: names.statement(part.statement),
        kind,
        reads: told.reads,
        writes: told.writes,
        switch: false,
        resumed: false,
        essential: false,
        sentence: format!("{} {predicate}", names.label(part.thread)),
        effect,
        events: first..last + 1,
    }
}

fn wait_step(names: Names, trace: &scpl::Trace, wait: &Wait) -> Step {
    let origin = names.model.origins.edge(wait.edge);
    Step {
        thread: wait.thread.index(),
        function: origin.function.clone(),
        span: origin.statement,
        text: names.line(origin.statement),
        kind: StepKind::Wait,
        reads: Vec::new(),
        writes: Vec::new(),
        switch: false,
        resumed: false,
        essential: true,
        sentence: format!("{} {}", names.label(wait.thread), wait.effect),
        effect: wait.effect.clone(),
        events: trace.events.len()..trace.events.len(),
    }
}
