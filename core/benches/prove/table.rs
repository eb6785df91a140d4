//! The sixteen programs: what a proof takes, and what exploring few threads takes.

use crate::figures::{self, Explored, Figures};
use crate::plot;
use crate::programs::{PROGRAMS, short};

/// A program that takes more seconds, explorations included, is left out.
const LIMIT: f64 = 120.0;

/// Of programs with fewer states at n = 4 nothing is claimed.
const MANY_STATES: u64 = 1_000;

/// How long all proofs took together.
pub fn print() -> f64 {
    let measured: Vec<(&str, Option<Figures>)> =
        PROGRAMS.map(|name| (name, figures::of_program(name, LIMIT))).to_vec();
    proofs(&measured);
    explorations(&measured);
    claim(&measured);
    plot::write(&measured);
    let seconds =
        |figures: &Option<Figures>| figures.as_ref().map_or(LIMIT, |figures| figures.seconds);
    measured.iter().map(|(_, figures)| seconds(figures)).sum()
}

fn proofs(measured: &[(&str, Option<Figures>)]) {
    println!(
        "{:<18} {:>9} {:>2} {:>3} {:>3} {:>3} {:>6} {:>2} {:>6} {:>6} {:>8} {:>7} {:>6}",
        "proof for any n",
        "",
        "L",
        "M",
        "S",
        "all",
        "rounds",
        "k",
        "views",
        "SAT",
        "steps",
        "s",
        "MB"
    );
    for (name, figures) in measured {
        let Some(figures) = figures else {
            println!("{:<18} time-out", short(name));
            continue;
        };
        let [local, mixed, shared] = figures.predicates;
        println!(
            "{:<18} {:>9} {local:>2} {mixed:>3} {shared:>3} {:>3} {:>6} {:>2} {:>6} {:>6} {:>8} {:>7.2} {:>6.1}",
            short(name),
            if figures.is_proved { "proved" } else { "unknown" },
            local + mixed + shared,
            figures.rounds,
            figures.k,
            figures.views,
            figures.sat_calls,
            figures.steps,
            figures.seconds,
            figures.megabytes
        );
    }
    let known = || measured.iter().filter_map(|(_, figures)| figures.as_ref());
    let n_proved = known().filter(|figures| figures.is_proved).count();
    println!(
        "{:<18} {n_proved} of {} {:>39} {:>8} {:>7.2} {:>6.1}",
        "all",
        measured.len(),
        "",
        known().map(|figures| figures.steps).sum::<u64>(),
        known().map(|figures| figures.seconds).sum::<f64>(),
        known().map(|figures| figures.megabytes).fold(0.0, f64::max),
    );
}

fn explorations(measured: &[(&str, Option<Figures>)]) {
    println!(
        "\n{:<18} {:>6} {:>8} | {:>7} {:>8} | {:>7} {:>8} | {:>7} {:>9} | {:>6}",
        "final predicates",
        "views",
        "any",
        "states",
        "n = 2",
        "states",
        "n = 3",
        "states",
        "n = 4",
        "ratio"
    );
    for (name, figures) in measured {
        let Some(figures) = figures else { continue };
        let pair = |explored: Option<Explored>| match explored {
            Some(Explored { states, steps }) => (states.to_string(), steps.to_string()),
            None => ("-".to_owned(), "-".to_owned()),
        };
        let any = pair(figures.any);
        let [_, two, three, four] = figures.exact.map(pair);
        let ratio = match (figures.any, figures.exact[3]) {
            (Some(any), Some(four)) => format!("{:.2}", any.steps as f64 / four.steps as f64),
            _ => "-".to_owned(),
        };
        println!(
            "{:<18} {:>6} {:>8} | {:>7} {:>8} | {:>7} {:>8} | {:>7} {:>9} | {ratio:>6}",
            short(name),
            any.0,
            any.1,
            two.0,
            two.1,
            three.0,
            three.1,
            four.0,
            four.1
        );
    }
}

/// Proving for any n takes fewer steps than exploring n = 4 where that has many states.
fn claim(measured: &[(&str, Option<Figures>)]) {
    let mut n_large = 0;
    let mut holds = [0, 0];
    for (name, figures) in measured {
        let Some(figures) = figures else { continue };
        let Some(four) = figures.exact[3].filter(|four| four.states > MANY_STATES) else {
            continue;
        };
        n_large += 1;
        let costs = [figures.any.map(|any| any.steps), Some(figures.steps)];
        let whats = ["the proof with the final predicates", "all of `braid check`"];
        for ((cost, holds), what) in costs.into_iter().zip(&mut holds).zip(whats) {
            if cost.is_some_and(|cost| cost < four.steps) && figures.is_proved {
                *holds += 1;
            } else {
                println!(
                    "not so: {}: {what} takes {cost:?} steps, n = 4 {}",
                    short(name),
                    four.steps
                );
            }
        }
    }
    println!(
        "\nof {n_large} programs with more than {MANY_STATES} states at n = 4: any n in fewer steps than \
         n = 4 on {} (same predicates), on {} (all of `braid check`: search, refinement, certification)",
        holds[0], holds[1]
    );
}
