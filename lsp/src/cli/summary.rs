//! The last line for people.

use braid_core::engine::Kind;
use braid_core::report::Answer;

use super::paint::{Paint, Style};
use super::results::{FileResult, Outcome};

/// The last line: what came out of everything.
pub fn summary(results: &[FileResult], paint: Paint) -> String {
    let mut counts = Counts::default();
    for result in results {
        counts.add(result);
    }
    let mut parts: Vec<String> = Vec::new();
    let mut say = |n: usize, style: Style, one: &str, many: &str| {
        if n > 0 {
            let text = if n == 1 { format!("1 {one}") } else { format!("{n} {many}") };
            parts.push(paint.apply(style, &text));
        }
    };
    say(counts.violated, Style::Error, "assertion violated", "assertions violated");
    say(counts.undefined, Style::Error, "undefined operation", "undefined operations");
    say(counts.deadlocks, Style::Error, "deadlock", "deadlocks");
    say(counts.proved, Style::Info, "proved", "proved");
    say(counts.unknown, Style::Warning, "assertion unknown", "assertions unknown");
    say(counts.unsure, Style::Warning, "operation unknown", "operations unknown");
    say(counts.failed, Style::Error, "file could not be checked", "files could not be checked");
    if parts.is_empty() {
        parts.push(
            "nothing to check: no assertions, and no operation that could go wrong".to_owned(),
        );
    }
    let files = match results.len() {
        1 => String::new(),
        n => format!(" in {n} files"),
    };
    format!("{}{files}\n", parts.join(", "))
}

#[derive(Default)]
struct Counts {
    violated: usize,
    undefined: usize,
    deadlocks: usize,
    proved: usize,
    unknown: usize,
    unsure: usize,
    failed: usize,
}

impl Counts {
    fn add(&mut self, result: &FileResult) {
        let answered = match &result.outcome {
            Outcome::Answered(answered) if !answered.is_input_error => answered,
            _ => {
                self.failed += 1;
                return;
            }
        };
        for property in &answered.properties {
            let count = match (property.answer, property.kind) {
                (Answer::Safe, _) => &mut self.proved,
                (Answer::Unsafe, Kind::Undefined) => &mut self.undefined,
                (Answer::Unsafe, Kind::Deadlock) => &mut self.deadlocks,
                (Answer::Unsafe, _) => &mut self.violated,
                (Answer::Unknown, Kind::Undefined) => &mut self.unsure,
                (Answer::Unknown, _) => &mut self.unknown,
            };
            *count += 1;
        }
    }
}
