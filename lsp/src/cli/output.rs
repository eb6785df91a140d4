//! Writing to the terminal without ever panicking.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// What a command comes to. Of several files, the worst counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    // In order of weight.
    Proved,
    Unknown,
    Violated,
    Error,
}

impl Exit {
    pub fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Exit::Proved => 0,
            Exit::Violated => 1,
            Exit::Error => 2,
            Exit::Unknown => 3,
        })
    }
}

/// Prints results. A reader that has gone away (`braid ... | head`) changes nothing; a full disk
/// does.
pub fn print(text: &str) -> Result<(), Exit> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => {
            complain(&format!("the results cannot be written: {error}"));
            Err(Exit::Error)
        }
    }
}

/// Says something that is no result. A closed standard error is nobody's problem.
pub fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "braid: {message}");
}
