//! Results for programs.
//!
//! The shape is fixed by `"schema": 1`: keys are not renamed or removed within it. Lines and columns
//! count from 1, columns in Unicode scalar values. A place in another file than the one it is listed under
//! names its file. Of a linked program, each file lists what is in it, and the first what is in headers.

use braid_core::engine::{Files, Threads};
use braid_core::report::{Property, Step, Trace};
use braid_core::text::{FileId, Span};
use serde::Serialize;

use super::results::{Answered, FileResult, Outcome};

pub fn render(results: &[FileResult]) -> String {
    let report = Report { schema: 1, files: results.iter().flat_map(files).collect() };
    // Strings and numbers always serialise; the fallback only keeps the promise that this is JSON.
    let mut text = serde_json::to_string_pretty(&report)
        .unwrap_or_else(|_| r#"{"schema":1,"files":[]}"#.to_owned());
    text.push('\n');
    text
}

#[derive(Serialize)]
struct Report {
    schema: u32,
    files: Vec<FileJson>,
}

#[derive(Serialize)]
struct FileJson {
    path: String,
    properties: Vec<PropertyJson>,
    problems: Vec<ProblemJson>,
}

#[derive(Serialize)]
struct PropertyJson {
    id: String,
    kind: &'static str,
    location: Location,
    text: String,
    verdict: &'static str,
    threads: ThreadsJson,
    minimal: bool,
    assumptions: Vec<String>,
    reason: Option<String>,
    /// What came out, in a sentence.
    message: String,
    /// The id of the property whose trace shows the same cause, if another one does.
    same_as: Option<String>,
    trace: Option<TraceJson>,
}

#[derive(Serialize)]
struct ProblemJson {
    code: String,
    location: Location,
    message: String,
}

#[derive(Serialize)]
struct Location {
    line: u32,
    column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ThreadsJson {
    Any(&'static str),
    UpTo(u32),
}

#[derive(Serialize)]
struct TraceJson {
    threads: Vec<ThreadJson>,
    steps: Vec<StepJson>,
}

#[derive(Serialize)]
struct ThreadJson {
    label: String,
    template: String,
    instance: u32,
}

#[derive(Serialize)]
struct StepJson {
    /// An index into `threads`.
    thread: usize,
    function: String,
    line: u32,
    column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    text: String,
    kind: &'static str,
    reads: Vec<ReadJson>,
    writes: Vec<WriteJson>,
    switch: bool,
    resumed: bool,
    essential: bool,
    sentence: String,
}

#[derive(Serialize)]
struct ReadJson {
    name: String,
    value: String,
}

#[derive(Serialize)]
struct WriteJson {
    name: String,
    old: Option<String>,
    new: String,
}

fn files(result: &FileResult) -> Vec<FileJson> {
    let path = result.path.clone();
    match &result.outcome {
        Outcome::Answered(answered) => match &answered.roots[..] {
            [root] => vec![file(answered, path, *root)],
            roots => roots
                .iter()
                .map(|&root| file(answered, answered.files.file(root).name.clone(), root))
                .collect(),
        },
        Outcome::Failed(failure) => vec![FileJson {
            path,
            properties: Vec::new(),
            problems: vec![ProblemJson {
                code: failure.code.to_owned(),
                location: Location { line: failure.line, column: 1, file: None },
                message: failure.message.clone(),
            }],
        }],
    }
}

/// What belongs to one file of a program.
fn file(answered: &Answered, path: String, home: FileId) -> FileJson {
    let properties = answered.properties.iter().filter(|p| answered.home(p.span) == home);
    let problems = answered.problems.iter().filter(|p| answered.home(p.span) == home);
    FileJson {
        path,
        properties: properties.map(|p| property(answered, home, p)).collect(),
        problems: problems
            .map(|problem| ProblemJson {
                code: problem.code.0.to_owned(),
                location: location(&answered.files, home, problem.span),
                message: problem.message.clone(),
            })
            .collect(),
    }
}

fn property(answered: &Answered, home: FileId, property: &Property) -> PropertyJson {
    PropertyJson {
        id: property.id.clone(),
        kind: property.kind.word(),
        location: location(&answered.files, home, property.span),
        text: property.text.clone(),
        verdict: property.answer.word(),
        threads: match property.threads {
            Threads::Any => ThreadsJson::Any("any"),
            Threads::UpTo(n_threads) => ThreadsJson::UpTo(n_threads),
        },
        minimal: property.minimal,
        assumptions: property.assumptions.clone(),
        reason: property.reason.clone(),
        message: property.message.clone(),
        same_as: property.same_as.map(|idx| answered.properties[idx].id.clone()),
        trace: property.trace.as_ref().map(|told| trace(answered, home, told)),
    }
}

fn trace(answered: &Answered, home: FileId, trace: &Trace) -> TraceJson {
    let threads = trace.threads.iter().map(|thread| ThreadJson {
        label: thread.label.clone(),
        template: thread.template.clone(),
        instance: thread.instance,
    });
    TraceJson {
        threads: threads.collect(),
        steps: trace.steps.iter().map(|told| step(answered, home, told)).collect(),
    }
}

fn step(answered: &Answered, home: FileId, step: &Step) -> StepJson {
    let Location { line, column, file } = location(&answered.files, home, step.span);
    let reads = step.reads.iter();
    let writes = step.writes.iter();
    StepJson {
        thread: step.thread,
        function: step.function.clone(),
        line,
        column,
        file,
        text: step.text.clone(),
        kind: step.kind.word(),
        reads: reads
            .map(|read| ReadJson { name: read.name.clone(), value: read.value.clone() })
            .collect(),
        writes: writes
            .map(|change| WriteJson {
                name: change.name.clone(),
                old: change.old.clone(),
                new: change.new.clone(),
            })
            .collect(),
        switch: step.switch,
        resumed: step.resumed,
        essential: step.essential,
        sentence: step.sentence.clone(),
    }
}

fn location(files: &Files, home: FileId, span: Span) -> Location {
    let (line, column) = super::results::position(files, span);
    let file = (span.file != home).then(|| files.file(span.file).name.clone());
    Location { line, column, file }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::output::Exit;
    use crate::cli::results::Failure;
    use crate::cli::sample;

    #[test]
    fn the_shape_of_an_answer() {
        let answered = Outcome::Answered(Box::new(sample::answered()));
        let failed = Outcome::Failed(Failure {
            code: "file-not-found",
            message: "b.c does not exist".to_owned(),
            hint: String::new(),
            line: 1,
            exit: Exit::Error,
        });
        let results = [
            FileResult { path: "seed.c".to_owned(), outcome: answered },
            FileResult { path: "b.c".to_owned(), outcome: failed },
        ];
        insta::assert_snapshot!(render(&results));
    }
}
