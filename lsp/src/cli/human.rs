//! Results for people.

use braid_core::engine::{Coverage, Files, Threads};
use braid_core::report::{Answer, Finding, Proof, Property, Severity};

use super::excerpt;
use super::lanes;
use super::open;
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

/// More pieces of memory than this are not explained one by one.
const MAX_MEMORY: usize = 4;

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
                    && finding.told_by.is_none()
                    && answered.properties[idx].trace.is_some()
                {
                    text.push_str(&violation(answered, finding, &answered.properties[idx], look));
                    text.push('\n');
                }
            }
            if !answered.is_input_error {
                text.push_str(&open::render(answered, look));
                text.push_str(&trusted(answered, look));
            }
            if look.volume == Volume::Verbose {
                text.push_str(&statistics(answered));
            }
            text
        }
    }
}

/// What proofs, and runs that are shown, rest on besides the program.
fn trusted(answered: &Answered, look: Look) -> String {
    let mut told: Vec<&String> = Vec::new();
    let is_shown = |it: &&Property| it.answer == Answer::Safe || it.trace.is_some();
    for property in answered.properties.iter().filter(is_shown) {
        for assumption in &property.assumptions {
            if !told.contains(&assumption) {
                told.push(assumption);
            }
        }
    }
    let lines = told.iter().map(|assumption| wrapped(&format!("Assumed: {assumption}."), look));
    let text: String = lines.collect();
    if text.is_empty() { text } else { format!("{text}\n") }
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
    let home = answered.home(property.span);
    let story = Story::new(trace, &answered.files, home, detail);
    text.push_str(&lanes::render(&story, look.cells, look.paint));
    text.push_str(&bystanders(&story, look));
    text.push_str(&memory(&story, &answered.files, look));
    text
}

/// What the names of memory from the heap mean, which the program has no names for.
fn memory(story: &Story, files: &Files, look: Look) -> String {
    let told: Vec<String> = story
        .memory()
        .map(|memory| {
            let who = &story.trace.threads[memory.thread].label;
            format!(
                "{} is memory that {who} has allocated in line {}.",
                memory.name,
                files.line(memory.span)
            )
        })
        .collect();
    if told.is_empty() || told.len() > MAX_MEMORY {
        return String::new();
    }
    format!("\n{}", wrapped(&told.join(" "), look))
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
    if let Some(proof) = &answered.proof {
        text.push_str(&refinement(proof));
    }
    text
}

/// How proofs came about, round by round.
fn refinement(proof: &Proof) -> String {
    let mut text = String::new();
    for (idx, round) in proof.rounds.iter().enumerate() {
        let head = if idx == 0 { "rounds" } else { "" };
        let number = idx + 1;
        text.push_str(&format!(
            "{head:<8} {number:>2}. a false alarm with n = {} in {} steps, against `{}`\n",
            round.n_threads, round.n_steps, round.property
        ));
        for added in &round.added {
            text.push_str(&format!("             now known: {added}\n"));
        }
    }
    let classes = [("shared", &proof.shared), ("local", &proof.local), ("mixed", &proof.mixed)];
    for (class, predicates) in classes {
        for (idx, predicate) in predicates.iter().enumerate() {
            let head = if idx == 0 { class } else { "" };
            text.push_str(&format!("{head:<8} {predicate}\n"));
        }
    }
    for evidence in &proof.evidence {
        text.push_str(&format!("proof    {evidence}\n"));
    }
    if proof.n_solved > 0 {
        text.push_str(&format!("         {} calls of the solver\n", grouped(proof.n_solved)));
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::sample;
    use crate::cli::summary::summary;

    fn rendered(volume: Volume, cells: usize, paint: Paint) -> String {
        let answered = Outcome::Answered(Box::new(sample::answered()));
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
