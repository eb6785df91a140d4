//! The thread in which analyses run.
//!
//! A thread of its own, because analyses take long and recurse over what the user wrote, hence its
//! stack. A panic is a bug of ours; it becomes a diagnostic, and the next question is answered as if
//! nothing had happened. What a panic cannot catch, such as a stack that is still too small, ends the
//! server.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use braid_core::report::{Finding, Severity};
use braid_core::text::{FileId, Span};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tower_lsp::lsp_types::{Diagnostic, Url};

use super::analysis::{Analyse, Answer, File, Question};
use crate::convert::Abilities;
use crate::convert::to_lsp::{self, Place, Places};

const STACK_BYTES: usize = 256 << 20;

/// Codes of findings that are not for the editor: not every file that is opened has threads.
const NOTHING_TO_CHECK: &str = "nothing-to-check";
/// Who writes annotations wants to know what is wrong with them, whatever else is in the file.
const BAD_ANNOTATION: &str = "bad-annotation";

/// A question with its answer, ready to be published.
#[derive(Debug)]
pub struct Done {
    pub question: Question,
    /// There is an entry for the root, and for every other file with something to say.
    pub diagnostics: BTreeMap<Url, Vec<Diagnostic>>,
    /// As in the answer; `None` if there was none.
    pub wanted: Option<BTreeSet<String>>,
}

#[derive(Debug)]
pub struct Worker {
    questions: Sender<(Question, Abilities)>,
}

impl Worker {
    /// Starts the thread, which ends when the worker is dropped, and says where the answers arrive.
    pub fn start(analyse: Analyse) -> io::Result<(Self, UnboundedReceiver<Done>)> {
        let (questions, asked) = channel::<(Question, Abilities)>();
        let (answers, answered) = unbounded_channel();
        thread::Builder::new().name("analysis".into()).stack_size(STACK_BYTES).spawn(
            move || {
                for (question, client) in asked {
                    if answers.send(done(&analyse, question, client)).is_err() {
                        return;
                    }
                }
            },
        )?;
        Ok((Self { questions }, answered))
    }

    /// Puts a question; the answer arrives later.
    pub fn ask(&self, question: Question, client: Abilities) {
        // The thread outlives us: it catches every panic and ends only when nobody asks.
        let _ = self.questions.send((question, client));
    }
}

fn done(analyse: &Analyse, question: Question, client: Abilities) -> Done {
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let answer = analyse(&question);
        (present(&question, &answer, client), Some(answer.wanted))
    }));
    let (diagnostics, wanted) = attempt.unwrap_or_else(|payload| {
        let answer = failed(&question, &*payload);
        (present(&question, &answer, client), None)
    });
    Done { question, diagnostics, wanted }
}

fn present(
    question: &Question,
    answer: &Answer,
    client: Abilities,
) -> BTreeMap<Url, Vec<Diagnostic>> {
    let root = question.root();
    let places = Places {
        root: Place::new(root.uri.clone(), root.text.clone()),
        files: answer.files.iter().map(|file| place(question, file)).collect(),
    };
    let nothing_to_check = answer.findings.iter().any(|finding| finding.code == NOTHING_TO_CHECK);
    let shown = |finding: &&Finding| !nothing_to_check || finding.code == BAD_ANNOTATION;
    let findings: Vec<Finding> = answer.findings.iter().filter(shown).cloned().collect();
    let mut diagnostics = to_lsp::diagnostics(&findings, &places, client);
    diagnostics.entry(root.uri.clone()).or_default();
    diagnostics
}

fn place(question: &Question, file: &File) -> Option<Place> {
    match file {
        File::Buffer(name) => {
            let buffer = question.buffers.get(name)?;
            Some(Place::new(buffer.uri.clone(), buffer.text.clone()))
        }
        File::Disk(path, text) => Some(Place::new(Url::from_file_path(path).ok()?, text.clone())),
        File::Builtin => None,
    }
}

fn failed(question: &Question, payload: &(dyn Any + Send)) -> Answer {
    let message = payload.downcast_ref::<String>().map(String::as_str);
    let message =
        message.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
    let finding = Finding {
        code: "internal-error",
        severity: Severity::Warning,
        span: Span::whole(FileId(0)),
        message: format!("Braid failed, and nothing is known about this file: {message}"),
        related: Vec::new(),
        hint: "This is a bug in Braid: please report it".to_owned(),
        property: None,
    };
    let files = vec![File::Buffer(question.root.clone())];
    Answer { findings: vec![finding], files, ..Answer::default() }
}
