//! After an edit: what the last run left behind makes the next one cheaper and changes no answer.
//!
//! Every proved program of the corpus is edited, a statement at a time, and checked twice: with the
//! memo of the program as it was, and without. Steps are counted, not time, so the ratio is the same
//! on every machine. `BRAID_RECHECK_EDITS` sets how many edits are tried per program;
//! `-- --nocapture` prints them.

#![allow(clippy::print_stdout)]

use std::path::Path;

use braid_core::budget::Budget;
use braid_core::engine::{Analysis, Config, Memo, Reason, Verdict, analyze_with};
use braid_core::report::{self, Answer};
use braid_core::text::{FileId, Sources};
use braid_tests::{corpus_files, corpus_name, with_big_stack};

/// Enough for every program of the corpus.
const BUDGET: u64 = 8_000_000;

/// An edited program may take so many times the steps of the original.
const PATIENCE: u64 = 4;

/// Programs that take longer are left to `BRAID_RECHECK_EDITS`.
const MAX_STEPS: u64 = 60_000;

/// Folders whose programs say little about what a memo saves: some are tiny, and those about the language with words
/// from the command line are nearly all search, which is made anew each time (0.85 to 0.95 of a cold check).
const UNFIT: [&str; 2] = ["regress", "language"];

/// What a recheck may cost, in the median of a cold check.
const TARGET: f64 = 0.3;

fn check(text: &str, memo: &mut Memo, steps: u64) -> Analysis {
    let sources = Sources::single("edited.c", text);
    analyze_with(&sources, FileId(0), &Config::default(), memo, &Budget::new(steps), &mut |_| {})
}

fn ran_out(analysis: &Analysis) -> bool {
    let by_budget = |verdict: &Verdict| matches!(verdict, Verdict::Unknown(Reason::Budget { .. }));
    analysis.properties.iter().any(|checked| by_budget(&checked.verdict))
}

/// What a user is told: the kind, the place and the answer of each property.
fn told(analysis: &Analysis) -> Vec<String> {
    let properties = report::properties(analysis);
    properties
        .iter()
        .map(|property| format!("{:?} {:?} {:?}", property.kind, property.span, property.answer))
        .collect()
}

fn is_proved(analysis: &Analysis) -> bool {
    let properties = report::properties(analysis);
    !properties.is_empty() && properties.iter().all(|property| property.answer == Answer::Safe)
}

/// The text with one statement inserted, doubled, dropped or with another number in it.
fn edits(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut edits = Vec::new();
    for (idx, line) in lines.iter().enumerate() {
        let code = line.split("//").next().unwrap_or("").trim();
        let is_statement = line.starts_with("    ") && code.ends_with(';');
        if !is_statement || code.starts_with("return") {
            continue;
        }
        let with = |new: &[&str]| {
            let before = lines[..idx].iter().copied();
            let after = lines[idx + 1..].iter().copied();
            before.chain(new.iter().copied()).chain(after).collect::<Vec<&str>>().join("\n") + "\n"
        };
        edits.push(with(&[line, "    int fresh_variable = 7; (void)fresh_variable;"]));
        edits.push(with(&[line, line]));
        edits.push(with(&[]));
        if let Some(at) = line.find(|c: char| c.is_ascii_digit()) {
            let end = line[at..].find(|c: char| !c.is_ascii_digit()).map_or(line.len(), |n| at + n);
            if let Ok(number) = line[at..end].parse::<u32>() {
                let other = format!("{}{}{}", &line[..at], number.wrapping_add(1), &line[end..]);
                edits.push(with(&[&other]));
            }
        }
    }
    edits
}

struct Row {
    ratio: f64,
    proved: bool,
}

fn recheck(path: &Path, n_edits: Option<usize>) -> Vec<Row> {
    let text = std::fs::read_to_string(path).expect("the file is readable");
    let mut memo = Memo::default();
    let budget = if n_edits.is_some() { BUDGET } else { MAX_STEPS };
    let first = check(&text, &mut memo, budget);
    if !is_proved(&first) || memo.is_empty() {
        return Vec::new();
    }
    let kept: Memo = memo.to_string().parse().expect("a memo can be kept as text");
    assert_eq!(kept.to_string(), memo.to_string());
    let again = check(&text, &mut memo.clone(), budget);
    assert_eq!(told(&again), told(&first), "{}: the same text", corpus_name(path));
    let all = edits(&text);
    let every = (all.len() / n_edits.unwrap_or(2)).max(1);
    let mut rows = Vec::new();
    for edit in all.iter().step_by(every) {
        let steps = PATIENCE * first.steps;
        let cold = check(edit, &mut Memo::default(), steps);
        if ran_out(&cold) {
            continue; // a memo may take the budget further
        }
        let warm = check(edit, &mut kept.clone(), steps);
        assert_eq!(told(&warm), told(&cold), "{}:\n{edit}", corpus_name(path));
        rows.push(Row {
            ratio: warm.steps as f64 / cold.steps.max(1) as f64,
            proved: is_proved(&cold) && cold.refinement.is_some(),
        });
    }
    let mut proved: Vec<f64> = rows.iter().filter(|row| row.proved).map(|row| row.ratio).collect();
    println!(
        "{:<32} {:>8} steps, the same text {:.2}, edits {:.2} (of {} proved)",
        corpus_name(path),
        first.steps,
        again.steps as f64 / first.steps as f64,
        median(&mut proved),
        proved.len(),
    );
    rows
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

#[test]
fn a_recheck_is_cheap_and_says_the_same() {
    let n_edits = std::env::var("BRAID_RECHECK_EDITS").ok().and_then(|n| n.parse().ok());
    let rows: Vec<Row> = corpus_files()
        .into_iter()
        .filter(|path| !UNFIT.iter().any(|folder| corpus_name(path).starts_with(folder)))
        .flat_map(|path| with_big_stack(move || recheck(&path, n_edits)))
        .collect();
    let mut proved: Vec<f64> = rows.iter().filter(|row| row.proved).map(|row| row.ratio).collect();
    let n_proved = proved.len();
    let median = median(&mut proved);
    println!("median {median:.3} of {n_proved} proved, {} edits in all", rows.len());
    assert!(n_proved >= 20, "too few edited programs to say anything: {n_proved}");
    assert!(median <= TARGET, "a recheck costs {median:.2} of a cold check");
}
