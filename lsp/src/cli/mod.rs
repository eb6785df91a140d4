//! The command line: `demo`, `check`, `certify`, `dump`, `explain`, `doctor`.
//!
//! Standard output carries results and nothing else; progress and complaints go to standard error.
//! The exit code says what came out: 0 everything was proved as asked, 1 something is violated,
//! 2 the question or the input is broken (or Braid is), 3 at least one property is unknown.
//!
//! Must not know: the language server, and how an answer was found.

mod args;
mod certify;
mod check;
mod demo;
mod doctor;
mod dump;
mod engine;
mod excerpt;
mod explain;
mod human;
mod input;
mod interrupt;
mod json;
mod lanes;
mod list;
mod open;
mod output;
mod paint;
mod progress;
mod results;
#[cfg(test)]
mod sample;
mod settings;
mod story;
mod summary;
mod wrap;

use std::ffi::OsString;
use std::process::ExitCode;

use braid_core::engine::Files;
use braid_core::report::Trace;
use braid_core::text::FileId;
use clap::Parser;

pub use args::{Args, Command};

/// The width of a trace that is opened in an editor.
const TRACE_CELLS: usize = 120;

/// The flags, or the code to exit with because they ask for help or make no sense.
pub fn parse(args: impl Iterator<Item = OsString>) -> Result<Args, ExitCode> {
    Args::try_parse_from(args).map_err(|error| {
        // A reader that has gone away does not change what the arguments are worth.
        let _ = error.print();
        ExitCode::from(error.exit_code() as u8)
    })
}

/// Carries out every command but `lsp`.
pub fn run(command: Command) -> ExitCode {
    engine::keep_panics();
    match command {
        Command::Demo(args) => demo::demo(&args).code(),
        Command::Check(args) => {
            interrupt::watch();
            check::check(&args).code()
        }
        Command::Dump(args) => dump::dump(&args).code(),
        Command::Certify(args) => certify::certify(&args).code(),
        Command::Explain(args) => explain::explain(&args).code(),
        Command::Doctor(args) => doctor::doctor(&args).code(),
        Command::Lsp => crate::server::run(),
        Command::Worker => crate::server::run_worker(),
    }
}

/// A run with one column per thread, without colours and with every step.
pub fn trace_text(trace: &Trace, files: &Files, root: FileId) -> String {
    let story = story::Story::new(trace, files, root, story::Detail::Everything);
    lanes::render(&story, TRACE_CELLS, paint::Paint::Nothing)
}

/// How wide the terminal is; `COLUMNS` decides where there is none.
fn terminal_cells() -> usize {
    let asked = std::env::var("COLUMNS").ok().and_then(|text| text.parse::<usize>().ok());
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    asked.or(terminal).unwrap_or(100).clamp(40, 160)
}
