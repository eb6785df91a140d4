//! How fast `hunt` is, beside SPIN on the same models: `cargo bench -p braid-core --bench hunt`.
//!
//! SPIN is used if it is installed (`spin`, and `gcc` for what it generates), with its partial-order
//! reduction off (`-DNOREDUCE`); it has no symmetry reduction. `../README.md` has the figures and what
//! they mean.
#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

mod clock;
mod models;
mod spin;

use std::fmt;

use braid_core::budget::Budget;
use braid_core::hunt::{Config, Coverage, Deadlocks, Goals, Reduction, Unmodelled, search};
use braid_core::scpl::{Program, PropId};

use models::Model;

/// States stored, and seconds.
#[derive(Clone, Copy, Debug)]
struct Figures {
    n_states: u64,
    seconds: f64,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:9} {:7.3} {:6.0}", self.n_states, self.seconds, self.rate() / 1e3)
    }
}

impl Figures {
    fn rate(self) -> f64 {
        self.n_states as f64 / self.seconds
    }

    /// The faster of two measurements of the same.
    fn best(self, other: Self) -> Self {
        assert_eq!(self.n_states, other.n_states, "each run finds the same states");
        if other.seconds < self.seconds { other } else { self }
    }
}

/// Whatever else the machine does slows a run down, so the fastest is nearest to the truth. They take
/// turns, so that a quiet moment is not for one of them only.
const N_ROUNDS: usize = 3;

fn main() {
    let only = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    println!(
        "{:18} {:>9} {:>7} {:>6} | {:>9} {:>7} {:>6} | {:>9} {:>7} {:>6} | {:>7} {:>5} {:>5}",
        "model",
        "states",
        "s",
        "k/s",
        "unreduced",
        "s",
        "k/s",
        "SPIN",
        "s",
        "k/s",
        "states",
        "rate",
        "time"
    );
    for model in models::all() {
        if only.as_ref().is_some_and(|only| !model.name.contains(only.as_str())) {
            continue;
        }
        compare(&model);
    }
}

fn compare(model: &Model) {
    let is_wanted = std::env::var_os("NO_SPIN").is_none();
    let pan = is_wanted.then(|| spin::Pan::new(model)).flatten();
    let round = || {
        let full = measure(model, Reduction::Full);
        let none = measure(model, Reduction::None);
        (full, none, pan.as_ref().and_then(spin::Pan::measure))
    };
    let (mut full, mut none, mut spin) = round();
    for _ in 1..N_ROUNDS {
        let (full_again, none_again, spin_again) = round();
        full = full.best(full_again);
        none = none.best(none_again);
        spin = spin.zip(spin_again).map(|(spin, again)| spin.best(again));
    }
    print!("{:18} {full} | {none} |", model.name);
    match spin {
        None => println!(" no spin"),
        Some(spin) => println!(
            " {spin} | {:7.1} {:5.1} {:5.1}",
            spin.n_states as f64 / full.n_states as f64,
            full.rate() / spin.rate(),
            spin.seconds / full.seconds,
        ),
    }
}

/// Repeats until the clock has something to show.
fn measure(model: &Model, reduction: Reduction) -> Figures {
    let program: Program = model.scpl.parse().expect("the model is a program");
    assert_eq!(program.validate(), Ok(()), "{}", model.name);
    let goals = Goals {
        properties: vec![PropId(0)],
        deadlocks: Deadlocks::Wanted,
        unmodelled: Unmodelled::Cut,
    };
    let config = Config { max_states: 50_000_000, reduction, ..Config::default() };
    let begin = clock::own();
    let mut n_runs = 0;
    loop {
        let budget = Budget::new(u64::MAX);
        let outcome = search(&program, model.n_threads, &goals, &config, &budget).expect("runs");
        assert_eq!(outcome.coverage, Coverage::Closed, "{}", model.name);
        assert!(outcome.violations.is_empty(), "{}", model.name);
        n_runs += 1;
        let seconds = clock::own() - begin;
        if seconds > 0.5 {
            return Figures { n_states: outcome.n_states, seconds: seconds / f64::from(n_runs) };
        }
    }
}
