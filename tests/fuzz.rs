//! The whole engine on texts that nobody meant: arbitrary bytes, and corpus files with changes.
//!
//! A normal test run tries a fixed number of cases from a fixed seed. For more,
//!
//!     BRAID_FUZZ_SECONDS=600 BRAID_FUZZ_SEED=7 cargo test -p braid-tests --test fuzz -- --nocapture
//!
//! A failure prints its seed and case, and the smallest text found that fails in the same way. That text
//! belongs into `corpus/regress/` together with the fix.

#[path = "fuzz/check.rs"]
mod check;
#[path = "fuzz/gentle.rs"]
mod gentle;
#[path = "fuzz/mutate.rs"]
mod mutate;
#[path = "fuzz/pieces.rs"]
mod pieces;
#[path = "fuzz/rng.rs"]
mod rng;
#[path = "fuzz/shrink.rs"]
mod shrink;

use std::time::{Duration, Instant};

use braid_tests::corpus_files;

use check::{Case, Depth, Failure};
use rng::Rng;

/// Enough to meet every kind of change, and quick enough for every test run: half of the texts are
/// understood, and searched twice.
const CASES: u64 = 500;
const SEED: u64 = 1;
/// What failing costs at most.
const SHRINKING: Duration = Duration::from_secs(60);
/// More than this are not read at once.
const MAX_FAILURES: usize = 10;

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is a number, not `{text}`")))
}

#[test]
#[allow(clippy::print_stdout)]
fn no_text_breaks_the_engine() {
    check::keep_panics();
    let corpus: Vec<String> = corpus_files()
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("the corpus is text"))
        .collect();
    let seed = number("BRAID_FUZZ_SEED").unwrap_or(SEED);
    let seconds = number("BRAID_FUZZ_SECONDS").map(Duration::from_secs);
    let first = number("BRAID_FUZZ_CASE").unwrap_or(0);
    let started = Instant::now();
    let mut stats = Stats::default();
    let mut failures: Vec<Failure> = Vec::new();
    for number in first.. {
        let is_over = failures.len() >= MAX_FAILURES
            || failures.iter().any(|failure| failure.what == check::TIME)
            || match seconds {
                Some(seconds) => started.elapsed() >= seconds,
                None => number - first >= CASES,
            };
        if is_over {
            break;
        }
        let case = case(&corpus, seed, number);
        let began = Instant::now();
        match check::check(&case) {
            Ok(depth) => stats.add(depth, began.elapsed(), number),
            Err(failure) if failures.iter().any(|known| known.is_like(&failure)) => {}
            Err(failure) => {
                let least = shrink::shrink(&case, &failure, SHRINKING);
                println!(
                    "seed {seed}, case {number}: {failure}\n{:?}\n--- smallest text\n{}\n---",
                    case.config, least.text
                );
                failures.push(failure);
            }
        }
    }
    println!("seed {seed}, {:.0} s: {stats}", started.elapsed().as_secs_f64());
    assert!(failures.is_empty(), "{failures:#?}");
}

/// The text and settings of a case; nothing else decides them.
fn case(corpus: &[String], seed: u64, number: u64) -> Case {
    let mut rng = Rng::new(seed, number);
    let text = mutate::text(corpus, &mut rng);
    Case::new(text, &mut rng)
}

#[derive(Default)]
struct Stats {
    n_cases: u64,
    n_searched: u64,
    n_violated: u64,
    slowest: (Duration, u64),
}

impl Stats {
    fn add(&mut self, depth: Depth, took: Duration, number: u64) {
        self.n_cases += 1;
        self.n_searched += u64::from(depth >= Depth::Searched);
        self.n_violated += u64::from(depth == Depth::Violated);
        self.slowest = self.slowest.max((took, number));
    }
}

impl std::fmt::Display for Stats {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Self { n_cases, n_searched, n_violated, slowest } = self;
        write!(f, "{n_cases} cases, {n_searched} understood, {n_violated} with a violation; ")?;
        write!(f, "slowest {:.1} s (case {})", slowest.0.as_secs_f64(), slowest.1)
    }
}
