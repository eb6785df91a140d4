//! What came out of checking files, before it is printed in some format.

use braid_core::engine::{self, Analysis, Files, Reason, Round, Threads, Verdict};
use braid_core::report::{self, Answer, Finding, Proof, Property};
use braid_core::text::{FileId, Problem, Span};

use super::output::Exit;

/// One file of the command line, or several that are one program.
#[derive(Debug)]
pub struct FileResult {
    /// As the user wrote it; of several, the first.
    pub path: String,
    pub outcome: Outcome,
}

#[derive(Debug)]
pub enum Outcome {
    Answered(Box<Answered>),
    Failed(Failure),
}

/// The engine's answer.
#[derive(Debug)]
pub struct Answered {
    pub files: Files,
    /// The files of the command line that make up the program.
    pub roots: Vec<FileId>,
    pub problems: Vec<Problem>,
    pub findings: Vec<Finding>,
    pub properties: Vec<Property>,
    pub rounds: Vec<Round>,
    /// How proofs came about, and their text for `braid certify`.
    pub proof: Option<Proof>,
    pub proof_text: String,
    pub n_steps: u64,
    /// About how many threads the question was.
    pub asked: Threads,
    pub is_input_error: bool,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub code: &'static str,
    pub message: String,
    pub hint: String,
    /// The line at fault, counted from 1.
    pub line: u32,
    pub exit: Exit,
}

impl Answered {
    /// The answer; `stopped` says why, if the search was called off.
    pub fn new(analysis: &Analysis, stopped: Option<&str>) -> Self {
        let mut properties = report::properties(analysis);
        let mut findings = report::findings(analysis);
        if let Some(why) = stopped {
            for (idx, checked) in analysis.properties.iter().enumerate() {
                let Verdict::Unknown(Reason::Cancelled) = checked.verdict else { continue };
                let property = &mut properties[idx];
                if let Some(old) = property.reason.replace(why.to_owned()) {
                    property.message = property.message.replace(&old, why);
                    for finding in findings.iter_mut().filter(|f| f.property == Some(idx)) {
                        finding.message = finding.message.replace(&old, why);
                    }
                }
            }
        }
        Self {
            files: analysis.files.clone(),
            roots: analysis.roots.clone(),
            problems: analysis.problems.clone(),
            findings,
            properties,
            rounds: analysis.rounds.clone(),
            proof: report::proof(analysis),
            proof_text: engine::proof_text(analysis),
            n_steps: analysis.steps,
            asked: analysis.threads,
            is_input_error: analysis.is_input_error(),
        }
    }
}

impl Answered {
    /// The file of the command line that something belongs to: the one it is in; for what is in a
    /// header, the first.
    pub fn home(&self, span: Span) -> FileId {
        let own = self.roots.iter().find(|root| **root == span.file);
        own.or(self.roots.first()).copied().unwrap_or(span.file)
    }

    /// Whether the user has looked at this violation: every other one is a finding.
    pub fn is_ignored(&self, property_idx: usize) -> bool {
        let is_told = |finding: &Finding| finding.property == Some(property_idx);
        self.properties[property_idx].answer == Answer::Unsafe && !self.findings.iter().any(is_told)
    }
}

impl FileResult {
    /// How many files of the command line it is about.
    pub fn n_files(&self) -> usize {
        match &self.outcome {
            Outcome::Answered(answered) => answered.roots.len(),
            Outcome::Failed(_) => 1,
        }
    }

    pub fn exit(&self) -> Exit {
        let answered = match &self.outcome {
            Outcome::Failed(failure) => return failure.exit,
            Outcome::Answered(answered) if answered.is_input_error => return Exit::Error,
            Outcome::Answered(answered) => answered,
        };
        let properties = answered.properties.iter().enumerate();
        let exits = properties.map(|(idx, property)| match property.answer {
            // For fewer threads than asked is not what was asked.
            Answer::Safe if property.threads.weaker(answered.asked) == answered.asked => {
                Exit::Proved
            }
            Answer::Safe => Exit::Unknown,
            Answer::Unsafe if answered.is_ignored(idx) => Exit::Proved,
            Answer::Unsafe => Exit::Violated,
            Answer::Unknown => Exit::Unknown,
        });
        // Without a property there is nothing to prove; but what was not understood may hold some.
        let none = if answered.problems.is_empty() { Exit::Proved } else { Exit::Unknown };
        exits.max().unwrap_or(none)
    }
}

/// Line and column where a span starts, both from 1, the column in Unicode scalar values.
pub fn position(files: &Files, span: Span) -> (u32, u32) {
    let start = files.start(span);
    let file = files.file(span.file);
    let line = file.lines.line_range(start.line);
    let before = file.text.get(line.start..span.start as usize).unwrap_or("");
    (start.line + 1, before.chars().count() as u32 + 1)
}

/// `seed.c:9:5`.
pub fn place(files: &Files, span: Span) -> String {
    let (line, column) = position(files, span);
    format!("{}:{line}:{column}", files.file(span.file).name)
}

#[cfg(test)]
mod tests {
    use braid_core::text::Sources;

    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = "int x; /* ä€𝄞 */ y";
        let files = Files::of(&Sources::single("a.c", text));
        let at = text.find('y').expect("there is a y") as u32;
        assert_eq!(position(&files, Span::new(FileId(0), at, at + 1)), (1, 18));
    }

    #[test]
    fn a_proof_for_fewer_threads_than_asked_is_inconclusive() {
        let exit = |asked: Threads, proved: Threads| {
            let mut answered = crate::cli::sample::answered();
            answered.asked = asked;
            for property in &mut answered.properties {
                property.answer = Answer::Safe;
                property.threads = proved;
            }
            let outcome = Outcome::Answered(Box::new(answered));
            FileResult { path: "seed.c".to_owned(), outcome }.exit()
        };
        assert_eq!(exit(Threads::Any, Threads::Any), Exit::Proved);
        assert_eq!(exit(Threads::Any, Threads::UpTo(4)), Exit::Unknown);
        assert_eq!(exit(Threads::UpTo(3), Threads::UpTo(4)), Exit::Proved);
        assert_eq!(exit(Threads::UpTo(3), Threads::Any), Exit::Proved);
        assert_eq!(exit(Threads::UpTo(3), Threads::UpTo(2)), Exit::Unknown);
    }

    #[test]
    fn errors_outweigh_violations_and_those_the_unknown() {
        assert!(Exit::Error > Exit::Violated);
        assert!(Exit::Violated > Exit::Unknown);
        assert!(Exit::Unknown > Exit::Proved);
    }
}
