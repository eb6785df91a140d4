//! The language server.

use std::process::ExitCode;

/// Serves one client over standard input and output until it says goodbye.
pub fn run() -> ExitCode {
    crate::cli::not_yet("the language server")
}
