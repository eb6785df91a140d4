//! The last line for people.

use std::collections::BTreeMap;

use braid_core::engine::{Kind, Threads};
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
    say(counts.unguarded, Style::Error, "access without its lock", "accesses without their locks");
    say(counts.deadlocks, Style::Error, "deadlock", "deadlocks");
    say(
        counts.proved,
        Style::Info,
        "assertion proved for any number of threads",
        "assertions proved for any number of threads",
    );
    for (n_threads, n) in &counts.bounded {
        let threads = up_to(*n_threads);
        let [one, many] =
            ["assertion", "assertions"].map(|what| format!("{what} proved for {threads}"));
        say(*n, Style::Info, &one, &many);
    }
    say(counts.defined, Style::Info, "operation proved", "operations proved");
    for (n_threads, n) in &counts.bounded_defined {
        let threads = up_to(*n_threads);
        let [one, many] =
            ["operation", "operations"].map(|what| format!("{what} proved for {threads}"));
        say(*n, Style::Info, &one, &many);
    }
    say(counts.unknown, Style::Warning, "assertion unknown", "assertions unknown");
    say(counts.unsure, Style::Warning, "operation unknown", "operations unknown");
    say(counts.ignored, Style::Warning, "violation ignored", "violations ignored");
    say(counts.failed, Style::Error, "file could not be checked", "files could not be checked");
    if parts.is_empty() {
        parts.push(
            "nothing to check: no assertions, and no operation that could go wrong".to_owned(),
        );
    }
    let files = match results.iter().map(FileResult::n_files).sum::<usize>() {
        1 => String::new(),
        n => format!(" in {n} files"),
    };
    format!("{}{files}\n", parts.join(", "))
}

fn up_to(n_threads: u32) -> String {
    match n_threads {
        0 => "main alone".to_owned(),
        1 => "up to 1 thread".to_owned(),
        n_threads => format!("up to {n_threads} threads"),
    }
}

#[derive(Default)]
struct Counts {
    violated: usize,
    undefined: usize,
    /// Accesses without the lock that guards what is accessed.
    unguarded: usize,
    deadlocks: usize,
    /// Assertions, for any number of threads.
    proved: usize,
    /// Assertions by the largest number of threads.
    bounded: BTreeMap<u32, usize>,
    /// Operations, for any number of threads.
    defined: usize,
    /// Operations by the largest number of threads.
    bounded_defined: BTreeMap<u32, usize>,
    unknown: usize,
    unsure: usize,
    ignored: usize,
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
        for (idx, property) in answered.properties.iter().enumerate() {
            let count = match (property.answer, property.kind) {
                (Answer::Unsafe, _) if answered.is_ignored(idx) => &mut self.ignored,
                (Answer::Safe, Kind::Undefined | Kind::Race) => match property.threads {
                    Threads::Any => &mut self.defined,
                    Threads::UpTo(n_threads) => self.bounded_defined.entry(n_threads).or_default(),
                },
                (Answer::Safe, _) => match property.threads {
                    Threads::Any => &mut self.proved,
                    Threads::UpTo(n_threads) => self.bounded.entry(n_threads).or_default(),
                },
                (Answer::Unsafe, Kind::Undefined) => &mut self.undefined,
                (Answer::Unsafe, Kind::Race) => &mut self.unguarded,
                (Answer::Unsafe, Kind::Deadlock) => &mut self.deadlocks,
                (Answer::Unsafe, _) => &mut self.violated,
                (Answer::Unknown, Kind::Undefined | Kind::Race) => &mut self.unsure,
                (Answer::Unknown, _) => &mut self.unknown,
            };
            *count += 1;
        }
    }
}
