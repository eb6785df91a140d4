//! Colours, or none.

use std::io::IsTerminal;

use ariadne::Color as AriadneColor;

use super::args::Color;

/// How a piece of text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    Bold,
    /// Present, but not to be read first.
    Faint,
    Error,
    Warning,
    Info,
    /// A thread's own colour, by its column.
    Thread(usize),
    ThreadBold(usize),
}

/// ANSI colours of the threads: readable on dark and on light backgrounds, without red, which
/// is for errors.
const THREADS: [(u8, AriadneColor); 5] = [
    (36, AriadneColor::Cyan),
    (33, AriadneColor::Yellow),
    (32, AriadneColor::Green),
    (35, AriadneColor::Magenta),
    (34, AriadneColor::Blue),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    Ansi,
    Nothing,
}

impl Paint {
    /// What the flag, the environment and standard output ask for.
    pub fn choose(flag: Color) -> Self {
        let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        match flag {
            Color::Always => Paint::Ansi,
            Color::Auto if !forbidden && !dumb && std::io::stdout().is_terminal() => Paint::Ansi,
            Color::Auto | Color::Never => Paint::Nothing,
        }
    }

    pub fn apply(self, style: Style, text: &str) -> String {
        let code = match style {
            Style::Plain => String::new(),
            Style::Bold => "1".to_owned(),
            Style::Faint => "2".to_owned(),
            Style::Error => "1;31".to_owned(),
            Style::Warning => "1;33".to_owned(),
            Style::Info => "1;34".to_owned(),
            Style::Thread(column) => THREADS[column % THREADS.len()].0.to_string(),
            Style::ThreadBold(column) => format!("1;{}", THREADS[column % THREADS.len()].0),
        };
        if self == Paint::Nothing || code.is_empty() || text.is_empty() {
            return text.to_owned();
        }
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

/// The colour of a thread's labels in source excerpts.
pub fn thread_color(column: usize) -> AriadneColor {
    THREADS[column % THREADS.len()].1
}
