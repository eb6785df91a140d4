//! What is known about places, in Markdown and in one-liners.

use crate::server::answer::{Answer, Class, Fact, Point, Property, Variable, Verdict};
use crate::server::board::{Board, Row, Shown};

/// No more lines than this are listed.
const MAX_LINES: usize = 3;
/// A lens has no more characters for a reason; the hover has all of it.
const MAX_REASON: usize = 80;

/// A property with its verdict and what that rests on.
pub fn property(row: &Row, stands: &Property, found: Option<&Property>) -> String {
    let title = match row.state {
        Shown::Verdict(Verdict::Proved) => "proved for any number of threads".to_owned(),
        Shown::Verdict(Verdict::Bounded) => {
            format!("proved for {}", up_to(found.and_then(|found| found.threads)))
        }
        Shown::Verdict(Verdict::Violated) => {
            let fewer =
                if found.is_some_and(|found| found.minimal) { ", and not with fewer" } else { "" };
            match found.and_then(|found| found.threads) {
                Some(0) => "fails in main alone".to_owned(),
                Some(n) => format!("fails with {}{fewer}", threads(Some(n))),
                None => "fails".to_owned(),
            }
        }
        Shown::Verdict(Verdict::Unknown) => "unknown".to_owned(),
        Shown::Checking => "checking".to_owned(),
        Shown::Stale => "stale: the text has changed since it was checked".to_owned(),
        Shown::Unchecked => "not checked yet".to_owned(),
    };
    let mut lines = vec![format!("`{}`: {title}", stands.text)];
    let Some(found) = found else { return lines.join("\n\n") };
    // Of what is proved the title has said it already.
    if !matches!(row.state, Shown::Verdict(Verdict::Proved | Verdict::Bounded)) {
        lines.push(sentence(&found.message));
    }
    if let Some(evidence) = &found.evidence {
        lines.push(format!("Evidence: {evidence}."));
    }
    if let Some(trace) = &found.trace {
        let steps = trace.steps.len();
        lines.push(format!("The run has {steps} steps; the command `Show full trace` tells them."));
    }
    if !found.hint.is_empty() {
        lines.push(sentence(&found.hint));
    }
    if !found.assumptions.is_empty() {
        let list = found.assumptions.iter().map(|one| format!("- {one}"));
        lines.push(format!("It trusts:\n{}", list.collect::<Vec<_>>().join("\n")));
    }
    lines.join("\n\n")
}

/// A variable: whose it is, and which locks guard it. `line` numbers the lines of its accesses, from 1.
pub fn variable(variable: &Variable, line: impl Fn(usize) -> Option<u32>) -> String {
    let scope = if variable.shared { "shared" } else { "local" };
    let mut text = format!("`{}` is {scope}: {}.", variable.name, variable.why);
    if !variable.shared || variable.accesses.is_empty() {
        return text;
    }
    let accesses = &variable.accesses;
    let mut locks: Vec<&String> = accesses.iter().flat_map(|access| &access.locks).collect();
    locks.sort();
    locks.dedup();
    for lock in &locks {
        let n = accesses.iter().filter(|access| access.locks.contains(lock)).count();
        let how = match accesses.len() {
            all if all == n => "at every access".to_owned(),
            all => format!("at {n} of {all} accesses"),
        };
        text.push_str(&format!("\n\n`{lock}` is held {how}."));
    }
    let bare = (0..accesses.len()).filter(|&idx| accesses[idx].locks.is_empty());
    let mut bare: Vec<u32> = bare.filter_map(line).collect();
    bare.sort_unstable();
    bare.dedup();
    if !bare.is_empty() {
        let word = if bare.len() == 1 { "line" } else { "lines" };
        let more = if bare.len() > MAX_LINES { ", ..." } else { "" };
        let shown: Vec<String> = bare.iter().take(MAX_LINES).map(u32::to_string).collect();
        text.push_str(&format!("\n\nNo lock is held in {word} {}{more}.", shown.join(", ")));
    }
    text
}

/// What is tracked at a statement.
pub fn point(answer: &Answer, point: &Point) -> Option<String> {
    let shared = answer.facts.iter().filter(|fact| fact.class == Class::Shared);
    let tracked = |class: Class| {
        let facts = point.facts.iter().filter_map(|&idx| answer.facts.get(idx));
        facts.filter(move |fact| fact.class == class)
    };
    let sections = [
        section("shared", shared),
        section("local", tracked(Class::Local)),
        section("mixed", tracked(Class::Mixed)),
    ];
    let mut parts: Vec<String> = sections.into_iter().flatten().collect();
    if !parts.is_empty() {
        parts.insert(0, "Predicates that the proof tracks here:".to_owned());
    }
    if !point.locks.is_empty() {
        parts.insert(0, format!("A thread here holds `{}`.", point.locks.join("`, `")));
    }
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

fn section<'a>(title: &str, facts: impl Iterator<Item = &'a Fact>) -> Option<String> {
    let lines: Vec<String> = facts
        .map(|fact| match (fact.in_words, fact.round) {
            (true, _) => format!("- {}", fact.text),
            (false, Some(round)) => format!("- `{}` (round {round}: {})", fact.text, fact.why),
            (false, None) => format!("- `{}` ({})", fact.text, fact.why),
        })
        .collect();
    (!lines.is_empty()).then(|| format!("*{title}*\n{}", lines.join("\n")))
}

/// How it stands with some properties, in a few words, and the row that decides.
pub fn lens<'a>(
    board: &'a Board,
    rows: &[&'a Row],
    progress: Option<&str>,
) -> (String, Option<&'a Row>) {
    let in_state = |state: Shown| rows.iter().copied().find(|row| row.state == state);
    let n_assertions = rows.iter().filter(|row| board.property(row).kind != "undefined").count();
    let counted = match n_assertions {
        0 => "no assertions".to_owned(),
        1 => "1 assertion".to_owned(),
        n => format!("{n} assertions"),
    };
    if let Some(row) = in_state(Shown::Verdict(Verdict::Violated)) {
        let n = board.found(row).and_then(|found| found.threads);
        let how = match n {
            Some(0) => "in main alone".to_owned(),
            n => format!("with {}", threads(n)),
        };
        return (format!("fails {how}: show trace"), Some(row));
    }
    if board.busy && rows.iter().any(|row| !matches!(row.state, Shown::Verdict(_))) {
        let progress = progress.map(|progress| format!(", {progress}")).unwrap_or_default();
        return (format!("checking{progress}"), None);
    }
    if let Some(row) = in_state(Shown::Stale) {
        return ("stale: check again".to_owned(), Some(row));
    }
    if let Some(row) = in_state(Shown::Unchecked) {
        return ("not checked yet: check".to_owned(), Some(row));
    }
    // Operations are everywhere; one that is not proved is told where there is nothing better.
    let unknown = rows.iter().copied().filter(|row| row.state == Shown::Verdict(Verdict::Unknown));
    let unknown: Vec<&Row> = unknown.collect();
    let unproved = unknown.iter().find(|row| board.property(row).kind != "undefined");
    if let Some(row) = unproved {
        let reason = board.found(row).and_then(|found| found.reason.clone()).unwrap_or_default();
        return (format!("unknown: {}", shortened(&reason)), Some(row));
    }
    let bound = rows.iter().filter_map(|row| board.found(row)?.threads).min();
    let so_far = up_to(bound);
    match (n_assertions, unknown.len()) {
        (0, 0) if rows.is_empty() => ("nothing to prove here".to_owned(), None),
        (0, 0) => (format!("no undefined operation with {so_far}"), None),
        (0, _) => ("nothing to prove here but undefined operations".to_owned(), None),
        _ => (format!("proved for {so_far}, {counted}"), None),
    }
}

/// A number of threads in words.
pub fn threads(n: Option<u32>) -> String {
    match n {
        None => "any number of threads".to_owned(),
        Some(1) => "1 thread".to_owned(),
        Some(n) => format!("{n} threads"),
    }
}

/// A number of threads and all smaller ones, in words.
fn up_to(n: Option<u32>) -> String {
    match n {
        None => threads(None),
        Some(0) => "main alone".to_owned(),
        Some(n) => format!("up to {}", threads(Some(n))),
    }
}

/// The first clause of a reason, cut if it is too long to stand above a line of code.
fn shortened(reason: &str) -> String {
    let clause = reason.split("; ").next().unwrap_or_default();
    let clause = clause.split(", and what happens").next().unwrap_or_default();
    if clause.chars().count() <= MAX_REASON {
        return clause.to_owned();
    }
    let head: String = clause.chars().take(MAX_REASON - 1).collect();
    format!("{}…", head.trim_end())
}

/// A sentence begins with a capital, unless with code, and ends with a full stop.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let start = chars.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{start}{}.", chars.as_str().trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_not_shown_as_code() {
        let fact = |text: &str, in_words| Fact {
            text: text.to_owned(),
            in_words,
            class: Class::Shared,
            round: None,
            why: "part of what is to be proved".to_owned(),
        };
        let facts = [fact("x == 1", false), fact("`x` is the number of threads in it", true)];
        assert_eq!(
            section("shared", facts.iter()).as_deref(),
            Some(
                "*shared*\n- `x == 1` (part of what is to be proved)\n- `x` is the number of threads in it"
            )
        );
    }
}
