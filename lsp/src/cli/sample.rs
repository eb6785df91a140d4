//! A hand-made story, for tests of what is printed.

use braid_core::engine::{Coverage, Files, Kind, Round, Threads};
use braid_core::report::{
    Answer, Change, Finding, Property, Severity, Step, StepKind, Thread, Trace, Value,
};
use braid_core::text::{FileId, Sources, Span};

use super::results::Answered;

pub const SEED: &str = "\
#include <assert.h>
#include <pthread.h>

int seed = 1;

void *worker(void *arg) {
    int v = seed;
    seed = v + 1;
    assert(seed == v + 1);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    return 0;
}
";

pub fn files() -> Files {
    Files::of(&Sources::single("seed.c", SEED))
}

pub fn at(text: &str) -> Span {
    let start = SEED.find(text).expect("the text occurs in the sample");
    Span::new(FileId(0), start as u32, (start + text.len()) as u32)
}

pub fn thread(template: &str, instance: u32) -> Thread {
    let label = match template {
        "main" => "main".to_owned(),
        _ => format!("{template}#{instance}"),
    };
    Thread { template: template.to_owned(), instance, label, span: at(template) }
}

pub fn step(thread: &Thread, idx: usize, text: &str, kind: StepKind, effect: &str) -> Step {
    Step {
        thread: idx,
        function: thread.template.clone(),
        span: at(text),
        text: text.to_owned(),
        kind,
        reads: Vec::new(),
        writes: Vec::new(),
        switch: false,
        resumed: false,
        essential: true,
        effect: effect.to_owned(),
        sentence: format!("{} {effect}", thread.label),
        events: 0..1,
    }
}

/// The lost update of two workers; more workers only look on.
pub fn trace(n_workers: usize) -> Trace {
    let mut threads = vec![thread("main", 1)];
    threads.extend((1..=n_workers as u32).map(|instance| thread("worker", instance)));
    let mut steps = Vec::new();
    let mut tell = |idx: usize, text: &str, kind, effect: &str| {
        let mut told = step(&threads[idx], idx, text, kind, effect);
        told.switch = steps.last().is_some_and(|before: &Step| before.thread != idx);
        steps.push(told);
    };
    for created in 1..=n_workers {
        let name = if created == 1 { "a" } else { "b" };
        let text = format!("pthread_create(&{name}, 0, worker, 0);");
        let kind = StepKind::Create { thread: created };
        tell(0, &text, kind, &format!("creates worker#{created}"));
    }
    let last = n_workers;
    for looking in 2..last {
        tell(looking, "int v = seed;", StepKind::Plain, "reads seed = 1, sets v = 1");
    }
    tell(1, "int v = seed;", StepKind::Plain, "reads seed = 1, sets v = 1");
    tell(1, "seed = v + 1;", StepKind::Plain, "sets seed = 2 (was 1)");
    tell(last, "int v = seed;", StepKind::Plain, "reads seed = 2, sets v = 2");
    tell(last, "seed = v + 1;", StepKind::Plain, "sets seed = 3 (was 2)");
    tell(last, "return 0;", StepKind::Finish, "ends");
    tell(1, "assert(seed == v + 1);", StepKind::Fail, "fails: seed = 3 and v = 1");
    // What the excerpt and the JSON need to know of the end.
    let end = steps.len() - 1;
    let value = |name: &str, value: &str, shared| Value {
        name: name.to_owned(),
        value: value.to_owned(),
        shared,
    };
    steps[end].reads = vec![value("seed", "3", true), value("v", "1", false)];
    steps[end - 2].writes = vec![Change {
        name: "seed".to_owned(),
        old: Some("2".to_owned()),
        new: "3".to_owned(),
        shared: true,
    }];
    Trace {
        threads,
        steps,
        property: "assertion@worker:9".to_owned(),
        blamed: None,
        memory: Vec::new(),
    }
}

/// A file with a violation and something unknown.
pub fn answered() -> Answered {
    let open = |id: &str, kind, text: &str| Property {
        id: id.to_owned(),
        kind,
        text: text.to_owned(),
        answer: Answer::Unknown,
        threads: Threads::Any,
        minimal: false,
        message: format!("`{text}` is not proved: the step budget ran out"),
        reason: Some("the step budget ran out in the search with 3 threads".to_owned()),
        hint: "Raise the step budget",
        trace: None,
        ..violated()
    };
    let properties = vec![
        violated(),
        open("assertion@main:17", Kind::Assertion, "seed > 0"),
        open("undefined@main:15", Kind::Undefined, "index within bounds"),
        open("undefined@main:16", Kind::Undefined, "index within bounds"),
    ];
    let finding = Finding {
        code: "assertion-violated",
        severity: Severity::Error,
        span: properties[0].span,
        message: properties[0].message.clone(),
        related: Vec::new(),
        hint: String::new(),
        property: Some(0),
        told_by: None,
    };
    Answered {
        files: files(),
        roots: vec![FileId(0)],
        problems: Vec::new(),
        findings: vec![finding],
        properties,
        rounds: vec![Round {
            n_threads: 2,
            approximated: false,
            n_states: 1234,
            n_steps: 5678,
            coverage: Coverage::EveryRun,
        }],
        proof: None,
        proof_text: String::new(),
        asked: Threads::Any,
        n_steps: 5678,
        is_input_error: false,
    }
}

pub fn violated() -> Property {
    Property {
        id: "assertion@worker:9".to_owned(),
        kind: Kind::Assertion,
        span: at("assert(seed == v + 1)"),
        function: "worker".to_owned(),
        text: "seed == v + 1".to_owned(),
        answer: Answer::Unsafe,
        threads: Threads::UpTo(2),
        minimal: true,
        assumptions: Vec::new(),
        message: "assertion can fail with 2 threads: seed == v + 1, but seed = 3 and v = 1"
            .to_owned(),
        reason: None,
        hint: "",
        same_as: None,
        trace: Some(trace(2)),
    }
}
