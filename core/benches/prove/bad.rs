//! Programs that are too much, with the budget that users have: when they end, how, and in how much memory.

use std::process::Command;

use braid_core::engine::{Reason, Verdict};

use crate::bad_cases::bad_cases;
use crate::figures;

pub fn print() {
    println!("\n{:<28} {:>9} {:>7} {:>7}  verdicts", "too much", "steps", "s", "MB");
    let program = std::env::current_exe().expect("this benchmark is a file");
    for (name, _) in bad_cases() {
        // In a process of its own, so that its memory can be told.
        let status = Command::new(&program).args(["--bad", name]).status();
        assert!(status.expect("the benchmark starts again").success(), "{name}");
    }
}

/// What the process does that is started for one of them.
pub fn print_one(name: &str) {
    let (_, text) = bad_cases().into_iter().find(|(bad, _)| *bad == name).expect("its name");
    let (analysis, seconds) = figures::check(&text);
    let mut verdicts: Vec<(String, usize)> = Vec::new();
    for checked in &analysis.properties {
        let verdict = match &checked.verdict {
            Verdict::Proved(_) => "proved".to_owned(),
            Verdict::Violated(_) => "violated".to_owned(),
            Verdict::Unknown(Reason::NotProved { stuck, .. }) => format!("stuck: {stuck:?}"),
            Verdict::Unknown(reason) => format!("{reason:?}"),
        };
        let verdict: String = verdict.chars().take(60).collect();
        match verdicts.iter_mut().find(|(known, _)| *known == verdict) {
            Some((_, n)) => *n += 1,
            None => verdicts.push((verdict, 1)),
        }
    }
    let verdicts: Vec<String> = verdicts.iter().map(|(what, n)| format!("{n} {what}")).collect();
    println!(
        "{name:<28} {:>9} {seconds:>7.1} {:>7.0}  {}",
        analysis.steps,
        figures::peak_memory(),
        verdicts.join(", ")
    );
}
