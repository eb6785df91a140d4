//! What the server and its worker process say to each other: one JSON value per line.

use std::io::{self, BufRead, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::analysis::{Depth, Options};
use super::answer::{Answer, Progress};

/// From the server.
#[derive(Debug, Serialize, Deserialize)]
pub enum Order {
    /// The text of a document that is open; `None` if it no longer is.
    Buffer(String, Option<String>),
    Ask {
        id: u64,
        depth: Depth,
        options: Options,
    },
    Cancel(u64),
}

/// From the worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Report {
    Progress(u64, Progress),
    Answer(u64, Box<Answer>),
    /// A panic, with its message.
    Panic(u64, String),
}

pub fn send<T: Serialize>(output: &mut impl Write, message: &T) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    output.write_all(&line)
}

/// The next message; `None` at the end, which is also what nonsense means here: only a broken process
/// would say it.
pub fn receive<T: DeserializeOwned>(input: &mut impl BufRead) -> Option<T> {
    let mut line = Vec::new();
    match input.read_until(b'\n', &mut line) {
        Ok(n_bytes) if n_bytes > 0 => serde_json::from_slice(&line).ok(),
        _ => None,
    }
}
