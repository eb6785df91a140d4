//! What is measured of one program, in a process of its own, so that its memory can be told.

use std::fmt::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use braid_core::bbp::Evidence;
use braid_core::budget::Budget;
use braid_core::check::{self, Views};
use braid_core::engine::{self, Config, Threads, Verdict};
use braid_core::predabs::{Abstraction, Queries};
use braid_core::scpl::{Class, Predicates, Program, PropId};
use braid_core::text::{FileId, Sources};

use crate::{clock, programs};

/// The budget of `braid check`.
pub const BUDGET: u64 = 50_000_000;

/// An exact exploration ends here.
const EXACT_BUDGET: u64 = 400_000_000;

pub const EXACT: [u32; 4] = [1, 2, 3, 4];

/// Everything about one program; what is missing was not reached.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    pub is_proved: bool,
    /// Local, mixed, shared.
    pub predicates: [usize; 3],
    pub rounds: usize,
    pub k: u32,
    pub views: usize,
    /// Calls of the solver by the abstraction.
    pub sat_calls: u64,
    /// Of the whole of `braid check`: search, refinement, certification.
    pub steps: u64,
    pub seconds: f64,
    /// Before anything is explored exactly.
    pub megabytes: f64,
    /// The last round of the proof alone, from nothing but the predicates.
    pub any: Option<Explored>,
    /// By `EXACT`.
    pub exact: [Option<Explored>; 4],
}

/// One exploration of the abstraction with the final predicates, by a solver that knows nothing yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explored {
    /// Or views.
    pub states: u64,
    pub steps: u64,
}

/// Measures a program in a process of its own; `None` if that took more seconds of processor time.
pub fn of_program(name: &str, limit: f64) -> Option<Figures> {
    let program = std::env::current_exe().expect("this benchmark is a file");
    let mut child = Command::new(program)
        .args(["--child", name])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the benchmark starts again");
    while child.try_wait().expect("it is ours to wait for").is_none() {
        if clock::of(child.id()).is_some_and(|seconds| seconds > limit) {
            child.kill().expect("it is ours to end");
            child.wait().expect("it has ended");
            return None;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().expect("it has ended");
    Some(read(&String::from_utf8_lossy(&output.stdout)))
}

/// What the process does that [`of_program`] starts.
#[allow(clippy::print_stdout, reason = "the parent reads it")]
pub fn print(name: &str) {
    let text = programs::text(name);
    let figures = measure(&text);
    let mut out = String::new();
    let [local, mixed, shared] = figures.predicates;
    let proved = u64::from(figures.is_proved);
    let _ = writeln!(
        out,
        "{proved} {local} {mixed} {shared} {} {} {} {} {} {} {}",
        figures.rounds,
        figures.k,
        figures.views,
        figures.sat_calls,
        figures.steps,
        figures.seconds,
        figures.megabytes
    );
    for explored in [figures.any].iter().chain(&figures.exact) {
        match explored {
            Some(explored) => writeln!(out, "{} {}", explored.states, explored.steps),
            None => writeln!(out),
        }
        .expect("a string takes everything");
    }
    print!("{out}");
}

fn read(text: &str) -> Figures {
    let mut lines = text.lines();
    let first: Vec<f64> = numbers(lines.next().unwrap_or_default());
    assert_eq!(first.len(), 11, "the process has failed: {text}");
    let mut explored = || {
        let numbers = numbers(lines.next()?);
        Some(Explored { states: *numbers.first()? as u64, steps: *numbers.get(1)? as u64 })
    };
    let any = explored();
    Figures {
        is_proved: first[0] > 0.0,
        predicates: [1, 2, 3].map(|idx| first[idx] as usize),
        rounds: first[4] as usize,
        k: first[5] as u32,
        views: first[6] as usize,
        sat_calls: first[7] as u64,
        steps: first[8] as u64,
        seconds: first[9],
        megabytes: first[10],
        any,
        exact: EXACT.map(|_| explored()),
    }
}

fn numbers(line: &str) -> Vec<f64> {
    line.split_whitespace().map(|word| word.parse().expect("a number")).collect()
}

/// The whole of `braid check`, and how long it took.
pub fn check(text: &str) -> (engine::Analysis, f64) {
    let begin = clock::own();
    let sources = Sources::single("program.c", text);
    let config = Config { threads: Threads::Any, ..Config::default() };
    let analysis = engine::analyze(&sources, FileId(0), &config, &Budget::new(BUDGET));
    (analysis, clock::own() - begin)
}

pub fn is_proved(analysis: &engine::Analysis) -> bool {
    let is_proved = |checked: &engine::Checked| checked.verdict == Verdict::Proved(Threads::Any);
    !analysis.properties.is_empty() && analysis.properties.iter().all(is_proved)
}

fn measure(text: &str) -> Figures {
    let (analysis, seconds) = check(text);
    let mut figures = Figures {
        is_proved: is_proved(&analysis),
        steps: analysis.steps,
        seconds,
        megabytes: peak_memory(),
        ..Figures::default()
    };
    let Some(refinement) = &analysis.refinement else { return figures };
    let count = |class: Class| {
        refinement.predicates.iter().filter(|(_, predicate)| predicate.class == class).count()
    };
    figures.predicates = [Class::Local, Class::Mixed, Class::Shared].map(count);
    figures.rounds = refinement.rounds.len();
    figures.sat_calls = refinement.n_solved;
    let program = &refinement.reduced.program;
    let mut goals: Vec<PropId> = (0..program.properties.len() as u32).map(PropId).collect();
    for certificate in &analysis.certificates {
        if let Evidence::Views(invariant) = &certificate.evidence {
            figures.k = invariant.k;
            figures.views = invariant.views.len();
            goals.clone_from(&certificate.properties);
            figures.any = views(program, &refinement.predicates, &goals, invariant.k);
        }
    }
    figures.exact = EXACT.map(|n| exact(program, &refinement.predicates, &goals, n));
    figures
}

fn views(program: &Program, predicates: &Predicates, goals: &[PropId], k: u32) -> Option<Explored> {
    let mut queries = Queries::new(program);
    let mut post = Abstraction::new(&mut queries, predicates, goals);
    let budget = Budget::new(EXACT_BUDGET);
    match check::views(&mut post, k, &budget).ok()? {
        Views::Closed(views) => {
            Some(Explored { states: views.len() as u64, steps: budget.spent() })
        }
        Views::Bad(_) => None,
    }
}

fn exact(
    program: &Program,
    predicates: &Predicates,
    goals: &[PropId],
    n_threads: u32,
) -> Option<Explored> {
    let mut queries = Queries::new(program);
    let mut post = Abstraction::new(&mut queries, predicates, goals);
    let budget = Budget::new(EXACT_BUDGET);
    let found = check::exact(&mut post, n_threads, 1, &budget).ok()?;
    found
        .hits
        .is_empty()
        .then_some(Explored { states: found.n_states as u64, steps: budget.spent() })
}

/// The most memory that this process ever had.
pub fn peak_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a peak");
    let kilobytes: f64 =
        line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number");
    kilobytes / 1024.0
}
