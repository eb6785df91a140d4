//! What the server gets to know about a program: plain data that crosses processes.
//!
//! The words are those of `braid_core::report`, and so are the contents; see there.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    pub findings: Vec<Finding>,
    /// The files that spans point into, by their number.
    pub files: Vec<File>,
    /// The names of all files that were wanted, whether they were found or not. If one of them
    /// appears, changes or goes, the answer is out of date.
    pub wanted: BTreeSet<String>,
    pub properties: Vec<Property>,
    pub threads: Vec<Thread>,
    pub variables: Vec<Variable>,
    pub facts: Vec<Fact>,
    pub points: Vec<Point>,
    /// Equal for texts that mean the same; `None` where there is no meaning.
    pub fingerprint: Option<u64>,
    /// Whether there is no more to find out.
    pub complete: bool,
    /// Whether Braid failed.
    pub failed: bool,
    /// The work that it took, in engine steps; 0 if the verdicts were known.
    pub steps: u64,
    /// For the log: what went wrong on the way without changing anything.
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum File {
    /// A name among the buffers.
    Buffer(String),
    /// A path, and the text that was found there.
    Disk(String, #[serde(with = "shared")] Arc<String>),
    /// A header that exists in Braid only.
    Builtin,
}

/// Bytes of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// An index into [`Answer::files`].
    pub file: usize,
    pub start: usize,
    pub end: usize,
}

impl Span {
    pub fn contains(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }

    pub fn len(self) -> usize {
        self.end - self.start
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    pub code: String,
    pub severity: Severity,
    pub span: Span,
    pub message: String,
    pub related: Vec<Related>,
    pub hint: String,
    /// An index into [`Answer::properties`].
    pub property: Option<usize>,
    /// What another thread does that makes it fail.
    pub decisive: Option<Related>,
    /// The id of the property, if there is a trace.
    pub trace: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Related {
    pub span: Span,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Severity {
    Error,
    Warning,
    Information,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Property {
    pub id: String,
    pub kind: String,
    pub span: Span,
    pub function: String,
    pub text: String,
    pub verdict: Verdict,
    /// `None` for any number.
    pub threads: Option<u32>,
    pub minimal: bool,
    pub message: String,
    pub reason: Option<String>,
    pub hint: String,
    pub assumptions: Vec<String>,
    /// What the proof rests on.
    pub evidence: Option<String>,
    pub trace: Option<Trace>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// For any number of threads.
    Proved,
    /// For so many threads.
    Bounded,
    Violated,
    Unknown,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// The names of the threads and of the functions they run.
    pub threads: Vec<(String, String)>,
    pub steps: Vec<Step>,
    /// All of it, one column per thread.
    pub lanes: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    pub thread: usize,
    pub function: String,
    pub span: Span,
    pub text: String,
    pub story: String,
    pub writes: Vec<Change>,
    pub switch: bool,
    /// Earlier steps of other threads that touch the same variable, one of the two writing.
    pub conflicts: Vec<usize>,
    pub failure: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    pub name: String,
    pub old: Option<String>,
    pub new: String,
    /// Whether other threads can see it.
    pub shared: bool,
}

/// A function that runs as a thread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thread {
    pub name: String,
    pub span: Span,
    pub instances: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variable {
    pub name: String,
    pub function: Option<String>,
    pub span: Span,
    pub shared: bool,
    pub why: String,
    pub accesses: Vec<Access>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Access {
    pub span: Span,
    pub locks: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    pub text: String,
    /// Whether it is a sentence, not C.
    pub in_words: bool,
    pub class: Class,
    pub round: Option<usize>,
    pub why: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Class {
    Shared,
    Local,
    Mixed,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    pub span: Span,
    pub function: String,
    pub locks: Vec<String>,
    pub facts: Vec<usize>,
}

/// How a run goes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    pub phase: String,
    pub threads: Option<u32>,
    pub round: Option<u32>,
    pub predicates: Option<u32>,
}

impl Progress {
    /// In one line: "searching, 3 threads", "round 3, 12 predicates".
    pub fn sentence(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        if self.round.is_none() {
            parts.push(self.phase.clone());
        }
        parts.extend(self.round.map(|round| format!("round {round}")));
        parts.extend(self.predicates.map(|n| format!("{n} predicates")));
        parts.extend(self.threads.map(|n| match n {
            1 => "1 thread".to_owned(),
            n => format!("{n} threads"),
        }));
        parts.join(", ")
    }
}

/// Texts that several have a hand on travel as texts.
mod shared {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(text: &Arc<String>, to: S) -> Result<S::Ok, S::Error> {
        text.as_str().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<String>, D::Error> {
        String::deserialize(from).map(Arc::new)
    }
}
