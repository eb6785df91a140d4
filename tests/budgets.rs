//! Every run ends: when the budget does, when somebody calls it off, and always with a reason.
//!
//! Nothing here looks at a clock; `cargo bench -p braid-core --bench prove -- cancel bad` does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use braid_core::budget::Budget;
use braid_core::engine::{self, Analysis, Config, Reason, Verdict};
use braid_core::text::{FileId, Sources};
use braid_tests::bad_cases::bad_cases;
use braid_tests::with_big_stack;

/// Enough for every program to get to its proof or to be given up; not for all to finish.
const BUDGET: u64 = 100_000;

/// Between two looks at the budget so many steps may be made. A single call of a solver is the most that
/// is made at once.
const OVERSHOOT: u64 = 200_000;

const SMALL: [&str; 4] = [
    include_str!("corpus/counters/increment_lock.c"),
    include_str!("corpus/counters/incdec_cas.c"),
    include_str!("corpus/locks/ticket_lock.c"),
    include_str!("corpus/papers/p_double_prime.c"),
];

fn analyze(text: &str, budget: Budget) -> Analysis {
    let text = text.to_owned();
    with_big_stack(move || {
        let sources = Sources::single("program.c", &text);
        engine::analyze(&sources, FileId(0), &Config::default(), &budget)
    })
}

/// Numbers that look random and are always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n.max(1)
    }
}

#[test]
fn what_is_too_much_ends_with_a_reason() {
    for (name, text) in bad_cases() {
        let budget = Budget::new(BUDGET);
        let analysis = analyze(&text, budget);
        assert!(!analysis.is_input_error(), "{name}: {:?}", analysis.problems);
        assert!(!analysis.properties.is_empty(), "{name}");
        for checked in &analysis.properties {
            match &checked.verdict {
                Verdict::Proved(_) | Verdict::Unknown(_) => {}
                Verdict::Violated(_) => panic!("{name}: {checked:?} is not violated"),
            }
            if let Verdict::Unknown(Reason::Internal { what }) = &checked.verdict {
                panic!("{name}: {what}");
            }
        }
        assert!(analysis.steps < BUDGET + OVERSHOOT, "{name}: {} steps", analysis.steps);
    }
    let peak = peak_memory();
    assert!(peak < 2_000_000, "{peak} kB");
}

/// The most memory that this process ever had, in kilobytes; 0 where that is not told.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or_default()
}

#[test]
fn a_run_ends_soon_after_its_budget() {
    let mut dice = Dice(1);
    for text in SMALL {
        let whole = analyze(text, Budget::new(u64::MAX)).steps;
        for _ in 0..8 {
            let limit = dice.below(whole);
            let analysis = analyze(text, Budget::new(limit));
            assert!(analysis.steps < limit + OVERSHOOT, "{} for {limit}", analysis.steps);
            let again = analyze(text, Budget::new(limit));
            assert_eq!(again.steps, analysis.steps);
            assert_eq!(again.properties, analysis.properties);
        }
    }
}

#[test]
fn a_run_that_is_called_off_says_so() {
    for text in SMALL {
        let budget = Budget::cancellable(u64::MAX, Arc::new(AtomicBool::new(true)));
        let analysis = analyze(text, budget);
        let is_cancelled = |verdict: &Verdict| *verdict == Verdict::Unknown(Reason::Cancelled);
        assert!(analysis.properties.iter().all(|checked| is_cancelled(&checked.verdict)));
        assert!(analysis.steps < 1_000, "{}", analysis.steps);
    }
}

/// From another thread, at any time: it ends, and what it says is right or that it was called off.
#[test]
fn calling_off_works_at_any_time() {
    let mut dice = Dice(3);
    for (name, text) in bad_cases() {
        let cancel = Arc::new(AtomicBool::new(false));
        let flag = cancel.clone();
        let worker = std::thread::spawn(move || {
            let budget = Budget::cancellable(u64::MAX, flag);
            analyze(&text, budget).properties
        });
        for _ in 0..dice.below(1_000) {
            std::thread::yield_now();
        }
        cancel.store(true, Ordering::Relaxed);
        let properties = worker.join().unwrap_or_else(|_| panic!("{name}"));
        assert!(properties.iter().all(|checked| !matches!(checked.verdict, Verdict::Violated(_))));
    }
}
