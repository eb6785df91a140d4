//! `braid check`: files in, verdicts out.

use std::path::Path;
use std::time::{Duration, Instant};

use braid_core::budget::Budget;
use braid_core::engine::{self, Memo};
use braid_core::text::Sources;

use super::args::{Check, Format, Link};
use super::engine::{Ended, run};
use super::human::{self, Look, Volume};
use super::input::{self, Disk, Program};
use super::output::{Exit, complain, print};
use super::paint::Paint;
use super::progress::Line;
use super::results::{Answered, Failure, FileResult, Outcome};
use super::settings::{self, Asked, Job};
use super::summary::summary;
use super::{interrupt, json, terminal_cells};
use crate::server::Options;

pub fn check(args: &Check) -> Exit {
    if let Some(path) = args
        .files
        .iter()
        .enumerate()
        .find_map(|(idx, path)| (args.link && args.files[..idx].contains(path)).then_some(path))
    {
        complain(&format!("{} is named twice, but a program has each file once", path.display()));
        return Exit::Error;
    }
    let look = Look {
        cells: terminal_cells(),
        paint: Paint::choose(args.color),
        volume: match (args.quiet, args.verbose) {
            (true, _) => Volume::Quiet,
            (_, true) => Volume::Verbose,
            _ => Volume::Normal,
        },
    };
    let asked = Asked { threads: args.threads, budget: args.budget };
    let jobs = match settings::jobs(&args.files, Link::of(args.link), &args.input, asked) {
        Ok(jobs) => jobs,
        Err(problems) => {
            problems.iter().for_each(|problem| complain(problem));
            return Exit::Error;
        }
    };
    let deadline = args.timeout.map(|secs| Instant::now() + Duration::from_secs_f64(secs));
    let mut results = Vec::new();
    let mut told: Vec<&String> = Vec::new();
    for job in &jobs {
        for line in job.told.iter().filter(|_| look.volume == Volume::Verbose) {
            if !told.contains(&line) {
                complain(&format!("setting: {line}"));
                told.push(line);
            }
        }
        for result in program(args, job, deadline) {
            // People see each program's results as soon as they are there.
            if args.format == Format::Human
                && let Err(exit) = print(&human::file(&result, look))
            {
                return exit;
            }
            results.push(result);
        }
    }
    if let Some(path) = &args.proof
        && let Err(message) = write_proof(path, &results)
    {
        complain(&message);
        return Exit::Error;
    }
    let last = match args.format {
        Format::Json => json::render(&results),
        Format::Human if look.volume == Volume::Quiet => String::new(),
        Format::Human => summary(&results, look.paint),
    };
    if let Err(exit) = print(&last) {
        return exit;
    }
    results.iter().map(FileResult::exit).max().unwrap_or(Exit::Error)
}

/// What comes of one program; of several files that cannot all be read, why not.
fn program(args: &Check, job: &Job, deadline: Option<Instant>) -> Vec<FileResult> {
    let paths = &job.paths;
    let mut files = Vec::new();
    let mut failed = Vec::new();
    for path in paths {
        match input::read(path) {
            Ok(file) => files.push(file),
            Err(error) => {
                let failure = Failure {
                    code: error.code,
                    message: error.message,
                    hint: error.hint.to_owned(),
                    line: error.line,
                    exit: Exit::Error,
                };
                let outcome = Outcome::Failed(failure);
                failed.push(FileResult { path: path.display().to_string(), outcome });
            }
        }
    }
    if failed.is_empty() {
        let path = paths.first().map(|path| path.display().to_string()).unwrap_or_default();
        return vec![FileResult { path, outcome: explore(args, &job.options, files, deadline) }];
    }
    failed
}

/// Writes what was proved. With several files the proofs would speak of different programs.
fn write_proof(path: &Path, results: &[FileResult]) -> Result<(), String> {
    let shown = path.display();
    let [FileResult { outcome: Outcome::Answered(answered), .. }] = results else {
        return Err(format!(
            "{shown} is not written: --proof needs exactly one program that can be read"
        ));
    };
    if answered.proof_text.is_empty() {
        return Err(format!("{shown} is not written: nothing was proved"));
    }
    std::fs::write(path, &answered.proof_text)
        .map_err(|error| format!("{shown} cannot be written: {error}"))
}

/// Runs the engine on one program.
pub fn explore(
    args: &Check,
    options: &Options,
    program: Vec<Program>,
    deadline: Option<Instant>,
) -> Outcome {
    let config = options.config();
    let disk = Disk::new(options);
    let loader = disk.clone();
    let limit = options.budget;
    let stopped = args.timeout.map(|secs| format!("stopped by the timeout of {secs} s"));
    let why = stopped.clone();
    let name = input::names(&program);
    let line = Line::about(&name);
    let ended = run(deadline, line, move |handle| {
        let sources = Sources::new(Box::new(loader));
        let roots = input::add(&sources, &program);
        let budget = Budget::cancellable(limit, handle.cancel.clone());
        let mut on_progress = |progress| handle.report(progress);
        let analysis = engine::analyze_with(
            &sources,
            &roots,
            &config,
            &mut Memo::default(),
            &budget,
            &mut on_progress,
        );
        let why = if interrupt::is_requested() { Some(interrupt::WHY) } else { why.as_deref() };
        Answered::new(&analysis, why)
    });
    for complaint in disk.complaints() {
        complain(&complaint);
    }
    match ended {
        Ended::Done(answered) => Outcome::Answered(Box::new(answered)),
        Ended::Panicked(message) => Outcome::Failed(internal(&name, &message)),
        Ended::Stuck => Outcome::Failed(Failure {
            code: "timeout",
            message: format!("{name} {}", stopped.as_deref().unwrap_or(interrupt::WHY)),
            hint: "Raise --timeout, or simplify the program".to_owned(),
            line: 1,
            exit: Exit::Unknown,
        }),
    }
}

/// A bug of ours.
pub fn internal(name: &str, message: &str) -> Failure {
    Failure {
        code: "internal-error",
        message: format!("Braid failed on {name}: {message}"),
        hint: format!(
            "This is a bug in Braid {}. Please report it at {}/issues, with the file if you can",
            env!("CARGO_PKG_VERSION"),
            env!("CARGO_PKG_REPOSITORY"),
        ),
        line: 1,
        exit: Exit::Error,
    }
}
