//! Writing to the terminal without ever panicking.

use std::io::Write;
use std::process::ExitCode;

/// The exit code for usage, input and internal errors.
pub const EXIT_ERROR: u8 = 2;

/// Says something that is no result. A closed standard error is nobody's problem.
pub fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "{message}");
}

/// For what a later version will do.
pub fn not_yet(what: &str) -> ExitCode {
    complain(&format!("braid: {what} is not available yet"));
    ExitCode::from(EXIT_ERROR)
}
