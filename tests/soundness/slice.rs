//! How much is tried, and with which seeds.

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use braid_core::scpl::Program;
use braid_tests::shrink::shrink;

/// The seeds of a run: consecutive numbers.
pub fn seeds(n_default: u64, count_variable: &str) -> std::ops::Range<u64> {
    let first = number("BRAID_SOUND_SEED").unwrap_or(0);
    first..first + number(count_variable).unwrap_or(n_default)
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is no number: {text}")))
}

/// What a check says of a program; a crash is an answer too.
pub fn answer(program: &Program, check: &dyn Fn(&Program) -> Result<(), String>) -> Option<String> {
    match catch_unwind(AssertUnwindSafe(|| check(program))) {
        Ok(Ok(())) => None,
        Ok(Err(wrong)) => Some(wrong),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
            Some(format!("panic: {}", text.unwrap_or_default()))
        }
    }
}

/// The first words of a complaint, up to the colon: what must stay the same when a program shrinks.
fn sort(wrong: &str) -> &str {
    wrong.split(':').next().unwrap_or_default()
}

/// Fails with the smallest program that shows the same sort of complaint.
pub fn fail(
    name: &str,
    program: &Program,
    wrong: &str,
    check: &dyn Fn(&Program) -> Result<(), String>,
) -> ! {
    let mut text = String::new();
    writeln!(text, "{name}: {wrong}").expect("strings take everything");
    let small = shrink(program, &mut |smaller| {
        answer(smaller, check).is_some_and(|other| sort(&other) == sort(wrong))
    });
    let again = answer(&small, check).unwrap_or_default();
    panic!("{text}\nsmallest program with it:\n{small}\n{again}\n\nas it was:\n{program}");
}
