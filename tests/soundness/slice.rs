//! How much is tried, and with which seeds.

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

/// What a check says of a program, with what there is to count; a crash is a complaint too.
pub type Check<'a, T> = &'a dyn Fn(&Program) -> Result<T, String>;

pub fn answer<T>(program: &Program, check: Check<T>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(|| check(program))) {
        Ok(answer) => answer,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
            Err(format!("panic: {}", text.unwrap_or_default()))
        }
    }
}

/// So many smaller programs are tried.
const MAX_SHRUNK: usize = 3_000;

/// The first words of a complaint, up to the colon: what must stay the same when a program shrinks.
fn sort(wrong: &str) -> &str {
    wrong.split(':').next().unwrap_or_default()
}

/// Checks; a complaint fails the test with the smallest program that shows the same sort of complaint.
pub fn pass<T>(name: &str, program: &Program, check: Check<T>) -> T {
    let wrong = match answer(program, check) {
        Ok(counted) => return counted,
        Err(wrong) => wrong,
    };
    // Shrinking may take long; what is known is told first.
    println!("{name}: {wrong}");
    let mut n_left = MAX_SHRUNK;
    let small = shrink(program, &mut |smaller| {
        n_left = n_left.saturating_sub(1);
        n_left > 0 && answer(smaller, check).is_err_and(|other| sort(&other) == sort(&wrong))
    });
    let again = answer(&small, check).err().unwrap_or_default();
    panic!(
        "{name}: {wrong}\n\nsmallest program with it:\n{small}\n{again}\n\nas it was:\n{program}"
    );
}
