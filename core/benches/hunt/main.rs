//! How fast `hunt` is, beside SPIN on the same models: `cargo bench -p braid-core --bench hunt`.
//!
//! SPIN is used if it is installed (`spin`, and `gcc` for what it generates), with symmetry and
//! partial-order reduction off (it has no symmetry reduction; `-DNOREDUCE`), and once more with its own
//! partial-order reduction. `../README.md` has the figures and what they mean.
#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

mod clock;
mod models;
mod spin;

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

impl Figures {
    fn rate(self) -> f64 {
        self.n_states as f64 / self.seconds
    }
}

fn main() {
    let only = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    println!(
        "{:24} {:>10} {:>8} {:>9} | {:>10} {:>9} | {:>10} {:>8} {:>9} | {:>7} {:>7}",
        "model", "states", "s", "k/s", "unreduced", "k/s", "SPIN", "s", "k/s", "states", "rate"
    );
    for model in models::all() {
        if only.as_ref().is_some_and(|only| !model.name.contains(only.as_str())) {
            continue;
        }
        let full = measure(&model, Reduction::Full);
        let none = measure(&model, Reduction::None);
        print!(
            "{:24} {:10} {:8.3} {:9.0} | {:10} {:9.0} |",
            model.name,
            full.n_states,
            full.seconds,
            full.rate() / 1e3,
            none.n_states,
            none.rate() / 1e3,
        );
        let is_wanted = std::env::var_os("NO_SPIN").is_none();
        match is_wanted.then(|| spin::measure(&model)).flatten() {
            None => println!(" no spin"),
            Some(spin) => println!(
                " {:10} {:8.3} {:9.0} | {:7.1} {:7.1}",
                spin.n_states,
                spin.seconds,
                spin.rate() / 1e3,
                spin.n_states as f64 / full.n_states as f64,
                full.rate() / spin.rate(),
            ),
        }
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
        if seconds > 1.0 {
            return Figures { n_states: outcome.n_states, seconds: seconds / f64::from(n_runs) };
        }
    }
}
