//! Answers in the engine's place.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use braid_core::report::{Finding, Related, Severity};
use braid_core::text::{FileId, Span};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::server::analysis::{Analyse, Answer, File, Question};

pub fn finding(code: &'static str, span: Span, message: &str) -> Finding {
    Finding {
        code,
        severity: Severity::Error,
        span,
        message: message.to_owned(),
        related: Vec::new(),
        hint: String::new(),
        property: None,
    }
}

/// Reads texts line by line: `bug WORDS` is a violation, `panic` a panic, `include FILE` includes a
/// file that may be open. The related places are all lines before it.
pub fn reader() -> Analyse {
    Arc::new(read)
}

pub fn read(question: &Question) -> Answer {
    let mut answer = Answer::default();
    read_file(question, question.root.clone(), &mut answer);
    answer
}

fn read_file(question: &Question, name: String, answer: &mut Answer) {
    let Some(buffer) = question.buffers.get(&name) else { return };
    let file = FileId(answer.files.len() as u32);
    answer.files.push(File::Buffer(name));
    let mut start = 0;
    let mut related = Vec::new();
    for line in buffer.text.split_inclusive('\n') {
        let words = line.trim_end();
        let span = Span::new(file, start, start + words.len() as u32);
        start += line.len() as u32;
        if let Some(bug) = words.strip_prefix("bug ") {
            let bug = finding("assertion-violated", span, bug);
            answer.findings.push(Finding { related: related.clone(), ..bug });
        } else if let Some(name) = words.strip_prefix("include ") {
            let name = format!("/{name}");
            if answer.wanted.insert(name.clone()) {
                read_file(question, name, answer);
            }
        }
        assert!(!words.contains("panic"), "panic in the text");
        related.push(Related { span, message: format!("[{}/9] {words}", related.len() + 1) });
    }
}

/// A run that has started and waits to be let go.
pub struct Run {
    pub text: String,
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

/// As [`reader`], but each run waits until the test lets it go, whether it is cancelled or not.
pub fn gated() -> (Analyse, UnboundedReceiver<Run>) {
    let (started, runs) = unbounded_channel();
    let analyse = move |question: &Question| {
        let (go, may_go) = channel();
        let text = question.root().text.to_string();
        let run = Run { text, cancel: question.cancel.clone(), go };
        // When the test has ended nobody waits for us.
        if started.send(run).is_ok() {
            let _ = may_go.recv();
        }
        read(question)
    };
    (Arc::new(analyse), runs)
}

/// Always answers with these codes, at the start of the root.
pub fn codes(codes: &'static [&'static str]) -> Analyse {
    Arc::new(move |question: &Question| Answer {
        findings: codes.iter().map(|code| finding(code, Span::whole(FileId(0)), code)).collect(),
        files: vec![File::Buffer(question.root.clone())],
        wanted: BTreeSet::new(),
    })
}
