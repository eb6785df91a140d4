//! Results for people.

use braid_core::engine::{Coverage, Kind, Threads};
use braid_core::report::{Answer, Finding, Property, Severity};

use super::excerpt;
use super::lanes;
use super::paint::{Paint, Style};
use super::progress::grouped;
use super::results::{Answered, FileResult, Outcome, place};
use super::story::{Detail, Story};
use super::wrap::{harmless, wrap};

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Volume {
    /// One line per property.
    Quiet,
    Normal,
    /// Also how much work was done.
    Verbose,
}

#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Cells per line.
    pub cells: usize,
    pub paint: Paint,
    pub volume: Volume,
}

/// More problems than this in one file are only counted.
const MAX_PROBLEMS: usize = 20;
/// More places with the same fate than this are only counted.
const MAX_PLACES: usize = 10;

/// All about one file.
pub fn file(result: &FileResult, look: Look) -> String {
    match &result.outcome {
        Outcome::Failed(failure) => {
            let head = look.paint.apply(Style::Error, &format!("error[{}]", failure.code));
            let mut text = format!("{head}: {}\n", harmless(&failure.message));
            if look.volume != Volume::Quiet && !failure.hint.is_empty() {
                text.push_str(&format!("  help: {}\n", failure.hint));
            }
            text
        }
        Outcome::Answered(answered) if look.volume == Volume::Quiet => quiet(answered, look.paint),
        Outcome::Answered(answered) => {
            let mut text = problems(answered, look);
            for finding in &answered.findings {
                if let Some(idx) = finding.property
                    && answered.properties[idx].trace.is_some()
                {
                    text.push_str(&violation(answered, finding, &answered.properties[idx], look));
                    text.push('\n');
                }
            }
            if !answered.is_input_error {
                text.push_str(&open(answered, look));
            }
            if look.volume == Volume::Verbose {
                text.push_str(&statistics(answered));
            }
            text
        }
    }
}

fn quiet(answered: &Answered, paint: Paint) -> String {
    let mut text = String::new();
    for finding in answered.findings.iter().filter(|finding| finding.property.is_none()) {
        let (word, style) = word(finding.severity);
        let at = place(&answered.files, finding.span);
        let word = paint.apply(style, word);
        let message = harmless(&finding.message);
        text.push_str(&format!("{at}: {word}: {message} [{}]\n", finding.code));
    }
    for property in &answered.properties {
        let (word, style) = match property.answer {
            Answer::Safe => ("proved", Style::Info),
            Answer::Unsafe => ("violated", Style::Error),
            Answer::Unknown => ("unknown", Style::Warning),
        };
        let at = place(&answered.files, property.span);
        let word = paint.apply(style, word);
        let message = harmless(excerpt::brief(&property.message));
        text.push_str(&format!("{at}: {word}: {message} [{}]\n", property.id));
    }
    text
}

fn word(severity: Severity) -> (&'static str, Style) {
    match severity {
        Severity::Error => ("error", Style::Error),
        Severity::Warning => ("warning", Style::Warning),
        Severity::Information => ("note", Style::Info),
    }
}

fn problems(answered: &Answered, look: Look) -> String {
    let problems: Vec<&Finding> =
        answered.findings.iter().filter(|finding| finding.property.is_none()).collect();
    let mut text = String::new();
    for finding in problems.iter().take(MAX_PROBLEMS) {
        text.push_str(&excerpt::render(&answered.files, finding, None, look.paint));
        text.push('\n');
    }
    if let Some(n_more) = problems.len().checked_sub(MAX_PROBLEMS).filter(|n| *n > 0) {
        text.push_str(&format!("{n_more} more problems are not shown.\n\n"));
    }
    text
}

/// A violation: where, and how it comes about.
fn violation(answered: &Answered, finding: &Finding, property: &Property, look: Look) -> String {
    let Some(trace) = &property.trace else { return String::new() };
    let mut text = excerpt::render(&answered.files, finding, Some(trace), look.paint);
    text.push('\n');
    text.push_str(&wrapped(&conclusion(property), look));
    text.push('\n');
    let detail = if look.volume == Volume::Verbose { Detail::Everything } else { Detail::Folded };
    let story = Story::new(trace, &answered.files, answered.root, detail);
    text.push_str(&lanes::render(&story, look.cells, look.paint));
    text.push_str(&bystanders(&story, look));
    if !property.assumptions.is_empty() {
        text.push('\n');
        for assumption in &property.assumptions {
            text.push_str(&wrapped(&format!("Assumed: {assumption}."), look));
        }
    }
    text
}

/// Threads without a column: that they exist and have not moved may be the point.
fn bystanders(story: &Story, look: Look) -> String {
    let told = match &story.bystanders()[..] {
        [] => return String::new(),
        [one] => format!("{one} has not done anything yet."),
        [some @ .., last] => {
            format!("{} and {last} have not done anything yet.", some.join(", "))
        }
    };
    format!("\n{}", wrapped(&told, look))
}

/// What is known about the number of threads.
fn conclusion(property: &Property) -> String {
    let n_threads = match property.threads {
        Threads::UpTo(n_threads) => n_threads,
        Threads::Any => return "This run would violate it:".to_owned(),
    };
    let threads = match n_threads {
        0 => return "It happens in main alone:".to_owned(),
        1 => "1 thread besides main".to_owned(),
        n => format!("{n} threads besides main"),
    };
    match property.minimal {
        true => format!("It happens with {threads}, and not with fewer:"),
        false => format!("It happens with {threads}:"),
    }
}

fn wrapped(text: &str, look: Look) -> String {
    wrap(&harmless(text), look.cells).into_iter().map(|line| format!("{line}\n")).collect()
}

/// What has neither been proved nor violated, together where the reason is the same.
fn open(answered: &Answered, look: Look) -> String {
    let mut groups: Vec<(Group, &str, Vec<&Property>)> = Vec::new();
    for property in &answered.properties {
        let Some(reason) = property.reason.as_deref() else { continue };
        if property.trace.is_some() {
            continue;
        }
        let group = Group::of(property.kind);
        match groups.iter_mut().find(|(g, r, _)| *g == group && *r == reason) {
            Some((_, _, members)) => members.push(property),
            None => groups.push((group, reason, vec![property])),
        }
    }
    // What the user asserted comes before what the language asks for.
    groups.sort_by_key(|(group, _, _)| *group);
    let mut text = String::new();
    for (group, reason, members) in groups {
        let head = look.paint.apply(Style::Warning, "unknown");
        let is = if members.len() == 1 { "is" } else { "are" };
        let told = format!("{} {is} not proved: {}", group.counted(members.len()), reason);
        let mut lines = wrap(&harmless(&told), look.cells.saturating_sub(9)).into_iter();
        text.push_str(&format!("{head}: {}\n", lines.next().unwrap_or_default()));
        for line in lines {
            text.push_str(&format!("         {line}\n"));
        }
        if let Some(hint) = flag_for(members[0].hint) {
            text.push_str(&format!("         {hint}\n"));
        }
        if group == Group::Operation && look.volume != Volume::Verbose {
            continue;
        }
        for property in members.iter().take(MAX_PLACES) {
            let at = place(&answered.files, property.span);
            let at = look.paint.apply(Style::Faint, &at);
            text.push_str(&format!("         {at}  {}\n", harmless(&property.text)));
        }
        if let Some(n_more) = members.len().checked_sub(MAX_PLACES).filter(|n| *n > 0) {
            text.push_str(&format!("         and {n_more} more\n"));
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// A hint as a flag of ours.
fn flag_for(hint: &str) -> Option<&'static str> {
    match hint {
        "Raise the step budget" => Some("help: --budget STEPS allows more work"),
        "Allow more threads" => Some("help: --threads N allows more threads"),
        _ => None,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Assertion,
    Operation,
}

impl Group {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Undefined => Group::Operation,
            _ => Group::Assertion,
        }
    }

    fn counted(self, n: usize) -> String {
        match (self, n) {
            (Group::Assertion, 1) => "1 assertion".to_owned(),
            (Group::Assertion, n) => format!("{n} assertions"),
            (Group::Operation, 1) => "1 operation that could be undefined".to_owned(),
            (Group::Operation, n) => format!("{n} operations that could be undefined"),
        }
    }
}

fn statistics(answered: &Answered) -> String {
    let mut text = "search   threads      states       steps  covered\n".to_owned();
    for round in &answered.rounds {
        let covered = match round.coverage {
            Coverage::Everything => "every run of the program",
            Coverage::EveryRun => "every run",
            Coverage::SomeValues => "not every value",
            Coverage::SomeRuns => "not every run",
        };
        let approximated = if round.approximated { ", with assumed values" } else { "" };
        text.push_str(&format!(
            "         {:>7}  {:>10}  {:>10}  {covered}{approximated}\n",
            round.n_threads,
            grouped(round.n_states),
            grouped(round.n_steps),
        ));
    }
    text.push_str(&format!("         {} steps in all\n\n", grouped(answered.n_steps)));
    text
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::demo;

    fn rendered(volume: Volume, cells: usize, paint: Paint) -> String {
        let answered = Outcome::Answered(Box::new(demo::answered()));
        let result = FileResult { path: "seed.c".to_owned(), outcome: answered };
        let look = Look { cells, paint, volume };
        format!("{}{}", file(&result, look), summary(&[result], paint))
    }

    #[test]
    fn a_violation_in_80_cells() {
        insta::assert_snapshot!(rendered(Volume::Normal, 80, Paint::Nothing));
    }

    #[test]
    fn a_violation_in_120_cells() {
        insta::assert_snapshot!(rendered(Volume::Verbose, 120, Paint::Nothing));
    }

    #[test]
    fn quiet_is_a_line_per_property() {
        insta::assert_snapshot!(rendered(Volume::Quiet, 80, Paint::Nothing));
    }

    #[test]
    fn colours_change_nothing_else() {
        let coloured = rendered(Volume::Normal, 80, Paint::Ansi);
        let mut plain = String::new();
        let mut rest = coloured.as_str();
        while let Some((before, after)) = rest.split_once('\x1b') {
            plain.push_str(before);
            rest = after.split_once('m').map_or("", |(_, rest)| rest);
        }
        plain.push_str(rest);
        assert_ne!(coloured, plain);
        assert_eq!(plain, rendered(Volume::Normal, 80, Paint::Nothing));
    }
}
