//! The smallest text that still fails in the same way, as far as leaving out leads there.

use std::time::{Duration, Instant};

use super::check::{Case, Failure, TIME, check};
use super::pieces::cut;

pub fn shrink(case: &Case, failure: &Failure, limit: Duration) -> Case {
    if failure.what == TIME {
        return case.clone();
    }
    let deadline = Instant::now() + limit;
    let mut least = case.clone();
    loop {
        let before = least.text.len();
        for split in [by_lines, by_pieces] {
            least = without_parts(least, failure, split, deadline);
        }
        if least.text.len() == before || Instant::now() > deadline {
            return least;
        }
    }
}

fn by_lines(text: &str) -> Vec<String> {
    text.split_inclusive('\n').map(str::to_owned).collect()
}

fn by_pieces(text: &str) -> Vec<String> {
    cut(text).into_iter().map(|(_, text)| text.to_owned()).collect()
}

/// Leaves out large ranges of parts first, then smaller ones.
fn without_parts(
    case: Case,
    failure: &Failure,
    split: fn(&str) -> Vec<String>,
    deadline: Instant,
) -> Case {
    let mut parts = split(&case.text);
    let mut size = parts.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < parts.len() {
            if Instant::now() > deadline {
                break;
            }
            let mut fewer = parts.clone();
            fewer.drain(at..(at + size).min(parts.len()));
            let smaller = Case { text: fewer.concat(), ..case.clone() };
            match check(&smaller) {
                Err(other) if other.is_like(failure) => parts = fewer,
                _ => at += size,
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    Case { text: parts.concat(), ..case }
}
