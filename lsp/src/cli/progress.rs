//! The line on standard error that shows that something is going on.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use braid_core::engine::{Phase, Progress};

use super::wrap::wrap_cut;

/// Shorter runs show nothing.
const PATIENCE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct Line {
    name: String,
    since: Instant,
    visible: Visibility,
    drawn: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Visibility {
    Terminal,
    Nowhere,
}

impl Line {
    /// A line about a file; only shown on a terminal.
    pub fn about(name: &str) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let visible = if terminal { Visibility::Terminal } else { Visibility::Nowhere };
        Self { name: name.to_owned(), since: Instant::now(), visible, drawn: None }
    }

    #[cfg(test)]
    pub fn silent() -> Self {
        let visible = Visibility::Nowhere;
        Self { name: String::new(), since: Instant::now(), visible, drawn: None }
    }

    pub fn draw(&mut self, progress: Option<Progress>) {
        let elapsed = self.since.elapsed();
        if self.visible == Visibility::Nowhere || elapsed < PATIENCE {
            return;
        }
        // A line that wraps could not be erased.
        let text = text(&self.name, progress, elapsed.as_secs());
        let text = wrap_cut(&text, super::terminal_cells() - 1, 1).remove(0);
        if self.drawn.as_ref() != Some(&text) {
            let _ = write!(std::io::stderr(), "\r\x1b[K{text}");
            let _ = std::io::stderr().flush();
            self.drawn = Some(text);
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.drawn.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
            let _ = std::io::stderr().flush();
        }
    }
}

fn text(name: &str, progress: Option<Progress>, secs: u64) -> String {
    let doing = match progress {
        None => "starting".to_owned(),
        Some(Progress { phase: Phase::Reading, .. }) => "reading".to_owned(),
        Some(Progress { phase: Phase::Searching, n_threads, n_states, .. }) => {
            let threads = match n_threads {
                0 => "main alone".to_owned(),
                1 => "1 thread".to_owned(),
                n => format!("{n} threads"),
            };
            format!("trying {threads}, {} states so far", grouped(n_states))
        }
        Some(Progress { phase: Phase::Proving, n_rounds: 0, .. }) => {
            "looking for a proof".to_owned()
        }
        Some(Progress { phase: Phase::Proving, n_rounds, n_predicates, .. }) => {
            format!("looking for a proof, round {n_rounds}, {n_predicates} predicates")
        }
        Some(Progress { phase: Phase::Minimising, .. }) => "shortening the run".to_owned(),
    };
    format!("{name}: {doing}, {secs} s")
}

/// A number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let shown: Vec<String> = [0, 999, 1000, 1234567].map(grouped).into();
        assert_eq!(shown, ["0", "999", "1 000", "1 234 567"]);
    }
}
