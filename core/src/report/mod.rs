//! Answers for people: plain data with public fields, in the user's words.
//!
//! Must not know: paths, protocols, output formats, colours.

#[cfg(test)]
mod fixture;
mod story;
mod trace;

pub use trace::{Change, Step, StepKind, Thread, Trace, Value};
