//! The corpus: each C file says by its `//~` markers what must come out. `README.md` tells how.

use std::collections::BTreeMap;
use std::path::PathBuf;

use braid_core::budget::Budget;
use braid_core::engine::{self, Analysis, Config, Kind, Threads};
use braid_core::report::{self, Answer};
use braid_core::text::{FileId, Span};
use braid_tests::markers::{Marker, markers};
use braid_tests::{corpus_files, linked_programs, open_all, preprocessed_files};

/// Enough for every program of the corpus, in engine steps.
const BUDGET: u64 = 8_000_000;

/// A line of a unit, counted from 1.
type Line = (FileId, u32);

/// What is wrong with the answers for one program, a line each.
fn check(paths: &[PathBuf]) -> Vec<String> {
    let (sources, roots) = open_all(paths);
    let analysis = engine::analyze(&sources, &roots, &Config::default(), &Budget::new(BUDGET));
    let mut wrong = Vec::new();
    let mut expected: BTreeMap<Line, Vec<Marker>> = BTreeMap::new();
    for &root in &roots {
        for (line, marker) in markers(&sources.file(root).text) {
            match marker {
                Ok(marker) => expected.entry((root, line)).or_default().push(marker),
                Err(text) => wrong.push(format!("line {line}: `{text}` is no marker")),
            }
        }
    }
    let mut met: Vec<(Line, usize)> = Vec::new();
    properties(&analysis, &expected, &mut met, &mut wrong);
    problems(&analysis, &expected, &mut met, &mut wrong);
    for (line, markers) in &expected {
        for (number, marker) in markers.iter().enumerate() {
            if !met.contains(&(*line, number)) {
                wrong.push(format!("{}: nothing answers to `{marker:?}`", told(&analysis, *line)));
            }
        }
    }
    wrong
}

fn told(analysis: &Analysis, (file, line): Line) -> String {
    let name = &analysis.files.file(file).name;
    format!("{}: line {line}", name.rsplit('/').next().unwrap_or(name))
}

fn properties(
    analysis: &Analysis,
    expected: &BTreeMap<Line, Vec<Marker>>,
    met: &mut Vec<(Line, usize)>,
    wrong: &mut Vec<String>,
) {
    for property in report::properties(analysis) {
        let (first, last) = lines(analysis, property.span);
        let file = property.span.file;
        let own = expected.range((file, first)..=(file, last)).flat_map(|(line, markers)| {
            markers.iter().enumerate().map(move |(number, marker)| (*line, number, marker))
        });
        let own = own.filter(|(_, _, marker)| match marker {
            Marker::Deadlock(_) => property.kind == Kind::Deadlock,
            Marker::Error(_) => false,
            _ => {
                matches!(property.kind, Kind::Assertion | Kind::ReachError)
                    || (matches!(property.kind, Kind::Undefined | Kind::Race)
                        && property.answer == Answer::Unsafe)
            }
        });
        let own: Vec<_> = own.collect();
        let Some(&(line, number, marker)) = own.first() else {
            let must_be_marked = property.answer == Answer::Unsafe
                || matches!(property.kind, Kind::Assertion | Kind::ReachError);
            if must_be_marked {
                wrong.push(format!(
                    "{}: {} without a marker: {}",
                    told(analysis, (file, first)),
                    property.id,
                    property.message
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
                "{}: expected {marker:?}, got {} with {threads:?} threads{minimal}: {}",
                told(analysis, line),
                property.answer.word(),
                property.message
            ));
        }
    }
}

fn problems(
    analysis: &Analysis,
    expected: &BTreeMap<Line, Vec<Marker>>,
    met: &mut Vec<(Line, usize)>,
    wrong: &mut Vec<String>,
) {
    for problem in &analysis.problems {
        let line = (problem.span.file, lines(analysis, problem.span).0);
        let marker = expected.get(&line).and_then(|markers| {
            markers
                .iter()
                .position(|marker| matches!(marker, Marker::Error(code) if code == problem.code.0))
        });
        match marker {
            Some(number) => met.push((line, number)),
            None => wrong.push(format!(
                "{}: [{}] {}",
                told(analysis, line),
                problem.code.0,
                problem.message
            )),
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
    met(files.into_iter().map(|path| vec![path]).collect());
}

#[test]
fn every_marker_of_a_linked_program_is_met() {
    let programs = linked_programs();
    assert!(programs.len() >= 6, "the corpus is there");
    met(programs);
}

#[test]
fn every_marker_of_a_preprocessed_program_is_met() {
    let files = preprocessed_files();
    assert!(files.len() >= 4, "the corpus is there");
    met(files.into_iter().map(|path| vec![path]).collect());
}

/// `BRAID_CORPUS=heap/` picks the programs with that in their names.
fn met(programs: Vec<Vec<PathBuf>>) {
    let picked = std::env::var("BRAID_CORPUS").unwrap_or_default();
    let mut report = String::new();
    for units in programs {
        let name = braid_tests::corpus_name(&units[0]);
        if !name.contains(&picked) {
            continue;
        }
        for line in braid_tests::with_big_stack(move || check(&units)) {
            report += &format!("{name}: {line}\n");
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

#[test]
fn every_linked_program_has_its_twin() {
    let folder = |units: &Vec<PathBuf>| units[0].parent().map(braid_tests::corpus_name);
    let names: Vec<String> = linked_programs().iter().filter_map(folder).collect();
    for name in names.iter().filter(|name| !name.contains("/regress_")) {
        let twin = match name.strip_suffix("_bug") {
            Some(base) => base.to_owned(),
            None => format!("{name}_bug"),
        };
        assert!(names.contains(&twin), "without a twin: {name}");
    }
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
