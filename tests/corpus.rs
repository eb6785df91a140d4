//! The corpus: each C file says by its `//~` markers what must come out. `README.md` tells how.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use braid_core::budget::Budget;
use braid_core::engine::{self, Analysis, Config, Kind, Threads};
use braid_core::report::{self, Answer};
use braid_core::text::Span;
use braid_tests::{corpus_files, markers::Marker, markers::markers, open};

/// Enough for every program of the corpus, in engine steps.
const BUDGET: u64 = 8_000_000;

/// What is wrong with the answers for one file, a line each.
fn check(path: &Path) -> Vec<String> {
    let (sources, root) = open(path);
    let text = sources.file(root).text.clone();
    let analysis = engine::analyze(&sources, root, &Config::default(), &Budget::new(BUDGET));
    let mut wrong = Vec::new();
    let mut expected: BTreeMap<u32, Vec<Marker>> = BTreeMap::new();
    for (line, marker) in markers(&text) {
        match marker {
            Ok(marker) => expected.entry(line).or_default().push(marker),
            Err(text) => wrong.push(format!("line {line}: `{text}` is no marker")),
        }
    }
    let mut met: Vec<(u32, usize)> = Vec::new();
    properties(&analysis, &expected, &mut met, &mut wrong);
    problems(&analysis, &expected, &mut met, &mut wrong);
    for (line, markers) in &expected {
        for (number, marker) in markers.iter().enumerate() {
            if !met.contains(&(*line, number)) {
                wrong.push(format!("line {line}: nothing answers to `{marker:?}`"));
            }
        }
    }
    wrong
}

fn properties(
    analysis: &Analysis,
    expected: &BTreeMap<u32, Vec<Marker>>,
    met: &mut Vec<(u32, usize)>,
    wrong: &mut Vec<String>,
) {
    for property in report::properties(analysis) {
        let (first, last) = lines(analysis, property.span);
        let own = expected.range(first..=last).flat_map(|(line, markers)| {
            markers.iter().enumerate().map(move |(number, marker)| (*line, number, marker))
        });
        let own = own.filter(|(_, _, marker)| match marker {
            Marker::Deadlock(_) => property.kind == Kind::Deadlock,
            Marker::Error(_) => false,
            _ => {
                matches!(property.kind, Kind::Assertion | Kind::ReachError)
                    || (property.kind == Kind::Undefined && property.answer == Answer::Unsafe)
            }
        });
        let own: Vec<_> = own.collect();
        let Some(&(line, number, marker)) = own.first() else {
            let must_be_marked = property.answer == Answer::Unsafe
                || matches!(property.kind, Kind::Assertion | Kind::ReachError);
            if must_be_marked {
                wrong.push(format!(
                    "line {first}: {} without a marker: {}",
                    property.id, property.message
                ));
            }
            continue;
        };
        met.push((line, number));
        let threads = match property.threads {
            Threads::UpTo(n) => Some(n),
            Threads::Any => None,
        };
        let right = match (marker, property.answer) {
            (Marker::Unsafe(None), Answer::Unsafe) => true,
            (Marker::Safe(n), Answer::Safe) => threads == *n,
            (Marker::Unsafe(Some(n)) | Marker::Deadlock(n), Answer::Unsafe) => threads == Some(*n),
            (Marker::UnknownSafe | Marker::UnknownUnsafe, Answer::Unknown) => true,
            _ => false,
        };
        if !right {
            let minimal = if property.minimal { ", minimal" } else { "" };
            wrong.push(format!(
                "line {line}: expected {marker:?}, got {} with {threads:?} threads{minimal}: {}",
                property.answer.word(),
                property.message
            ));
        }
    }
}

fn problems(
    analysis: &Analysis,
    expected: &BTreeMap<u32, Vec<Marker>>,
    met: &mut Vec<(u32, usize)>,
    wrong: &mut Vec<String>,
) {
    for problem in &analysis.problems {
        let (line, _) = lines(analysis, problem.span);
        let marker = expected.get(&line).and_then(|markers| {
            markers
                .iter()
                .position(|marker| matches!(marker, Marker::Error(code) if code == problem.code.0))
        });
        match marker {
            Some(number) => met.push((line, number)),
            None => wrong.push(format!("line {line}: [{}] {}", problem.code.0, problem.message)),
        }
    }
}

/// The first and last line of a span, counted from 1.
fn lines(analysis: &Analysis, span: Span) -> (u32, u32) {
    let lines = &analysis.files.file(span.file).lines;
    (lines.line_col(span.start).line + 1, lines.line_col(span.end).line + 1)
}

#[test]
fn every_marker_is_met() {
    let files = corpus_files();
    assert!(files.len() >= 60, "the corpus is there");
    let mut report = String::new();
    for path in &files {
        let path: &PathBuf = path;
        for line in braid_tests::with_big_stack({
            let path = path.clone();
            move || check(&path)
        }) {
            report += &format!("{}: {line}\n", braid_tests::corpus_name(path));
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

/// A safe program and its twin stay together.
#[test]
fn every_program_has_its_twin() {
    let names: Vec<String> =
        corpus_files().iter().map(|path| braid_tests::corpus_name(path)).collect();
    let alone: Vec<&String> = names
        .iter()
        .filter(|name| !name.starts_with("regress/"))
        .filter(|name| {
            let twin = match name.strip_suffix("_bug.c") {
                Some(base) => format!("{base}.c"),
                None => name.replace(".c", "_bug.c"),
            };
            !names.contains(&twin)
        })
        .collect();
    assert!(alone.is_empty(), "without a twin: {alone:?}");
}
