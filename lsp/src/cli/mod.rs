//! The command line: `check`, `dump`, `explain`.
//!
//! Standard output carries results and nothing else; progress and complaints go to standard error.
//! The exit code says what came out: 0 everything was proved as asked, 1 something is violated,
//! 2 the question or the input is broken (or Braid is), 3 at least one property is unknown.
//!
//! Must not know: the language server, and how an answer was found.

mod args;
#[cfg(test)]
mod demo;
mod lanes;
mod list;
mod output;
mod paint;
mod story;
mod wrap;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

pub use args::{Args, Command};
pub use output::not_yet;

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
    match command {
        Command::Check(_) => not_yet("braid check"),
        Command::Dump(_) => not_yet("braid dump"),
        Command::Explain(_) => not_yet("braid explain"),
        Command::Lsp => crate::server::run(),
    }
}
