//! Answers in the engine's place.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::server::analysis::{Analyse, Depth, Question};
use crate::server::answer::{
    Answer, File, Finding, Progress, Property, Related, Severity, Span, Verdict,
};
use crate::server::desk::Desk;

pub fn finding(code: &str, span: Span, message: &str) -> Finding {
    Finding {
        code: code.to_owned(),
        severity: Severity::Error,
        span,
        message: message.to_owned(),
        related: Vec::new(),
        hint: String::new(),
        property: None,
        decisive: None,
        trace: None,
    }
}

/// Reads texts line by line: `bug WORDS` is a violation, `proof WORDS` a proof, `panic` a panic,
/// `include FILE` includes a file that may be open, `oops WORDS` is wrong with the text, and seen at
/// once. The related places are all lines before it.
pub fn reader() -> Analyse {
    Arc::new(|question, _| read(question))
}

/// Reads as another does, and panics when it should find something out.
pub fn failing(other: Analyse) -> Analyse {
    Arc::new(move |question, on_progress| match question.depth {
        Depth::Outline => other(question, on_progress),
        Depth::Full => panic!("in a run"),
    })
}

/// The real engine, in this process.
pub fn engine() -> Analyse {
    let desk = Desk::default();
    Arc::new(move |question, on_progress| desk.answer(question, on_progress))
}

pub fn read(question: &Question) -> Answer {
    let mut answer = Answer { complete: question.depth == Depth::Full, ..Answer::default() };
    for unit in question.units() {
        answer.wanted.extend((question.units().count() > 1).then(|| unit.to_owned()));
        read_file(question, unit.to_owned(), &mut answer);
    }
    let mut hasher = DefaultHasher::new();
    for (_, text) in meanings(question) {
        text.hash(&mut hasher);
    }
    answer.fingerprint = Some(hasher.finish());
    answer
}

/// Everything but comments, which start with `//`.
fn meanings(question: &Question) -> Vec<(String, String)> {
    let code = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let buffers = question.buffers.iter();
    buffers.map(|(name, buffer)| (name.clone(), code(&buffer.text))).collect()
}

fn read_file(question: &Question, name: String, answer: &mut Answer) {
    let Some(buffer) = question.buffers.get(&name) else { return };
    let file = answer.files.len();
    answer.files.push(File::Buffer(name));
    let mut start = 0;
    let mut related = Vec::new();
    for line in buffer.text.split_inclusive('\n') {
        let words = line.trim_end();
        let span = Span { file, start, end: start + words.len() };
        start += line.len();
        if let Some(bug) = words.strip_prefix("bug ") {
            let found = Finding {
                related: related.clone(),
                property: Some(answer.properties.len()),
                ..finding("assertion-violated", span, bug)
            };
            answer.findings.push(found);
            answer.properties.push(property(span, bug, Verdict::Violated));
        } else if let Some(proof) = words.strip_prefix("proof ") {
            answer.properties.push(property(span, proof, Verdict::Proved));
        } else if let Some(oops) = words.strip_prefix("oops ") {
            answer.findings.push(finding("syntax-error", span, oops));
        } else if let Some(name) = words.strip_prefix("include ") {
            let name = format!("/{name}");
            if answer.wanted.insert(name.clone()) {
                read_file(question, name, answer);
            }
        }
        let is_full = question.depth == Depth::Full;
        assert!(!is_full || !words.contains("panic"), "panic in the text");
        related.push(Related { span, message: format!("[{}/9] {words}", related.len() + 1) });
    }
}

fn property(span: Span, text: &str, verdict: Verdict) -> Property {
    Property {
        id: format!("{text}@{}", span.start),
        kind: "assertion".to_owned(),
        span,
        function: "worker".to_owned(),
        text: text.to_owned(),
        verdict,
        threads: (verdict == Verdict::Violated).then_some(2),
        minimal: false,
        message: text.to_owned(),
        reason: None,
        hint: String::new(),
        assumptions: Vec::new(),
        evidence: None,
        trace: None,
    }
}

/// A run that has started and waits to be let go.
pub struct Run {
    pub text: String,
    pub threads: Option<u32>,
    pub budget: u64,
    pub cancel: Arc<AtomicBool>,
    go: Sender<()>,
}

impl Run {
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    pub async fn cancelled(&self) {
        while !self.is_cancelled() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    pub fn go(self) {
        self.go.send(()).expect("the run waits");
    }
}

/// As [`reader`], but each run waits until the test lets it go, whether it is cancelled or not. Outlines
/// do not wait.
pub fn gated() -> (Analyse, UnboundedReceiver<Run>) {
    gate(reader())
}

pub fn gate(inner: Analyse) -> (Analyse, UnboundedReceiver<Run>) {
    let (started, runs) = unbounded_channel();
    let analyse = move |question: &Question, on_progress: &dyn Fn(Progress)| {
        if question.depth == Depth::Outline {
            return inner(question, on_progress);
        }
        let phase = "proving".to_owned();
        on_progress(Progress { phase, round: Some(3), predicates: Some(12), threads: None });
        let (go, may_go) = channel();
        let open = question.units().filter_map(|name| question.buffers.get(name));
        let text = open.map(|buffer| buffer.text.as_str()).collect();
        let (threads, cancel) = (question.options.threads, question.cancel.clone());
        let budget = question.options.budget;
        let run = Run { text, threads, budget, cancel, go };
        // When the test has ended nobody waits for us.
        if started.send(run).is_ok() {
            let _ = may_go.recv();
        }
        inner(question, on_progress)
    };
    (Arc::new(analyse), runs)
}

/// Always answers with these codes, at the start of the root.
pub fn codes(codes: &'static [&'static str]) -> Analyse {
    Arc::new(move |question: &Question, _| Answer {
        findings: codes.iter().map(|code| finding(code, Span::default(), code)).collect(),
        files: question.units().map(|name| File::Buffer(name.to_owned())).collect(),
        complete: true,
        ..Answer::default()
    })
}
