//! What the stages make of a text, as text.

use super::config::Config;
use super::model;
use crate::text::{FileId, Problem, Sources};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// After the preprocessor, each with its place.
    Tokens,
    /// The syntax tree.
    Ast,
    /// The program that is explored.
    Scpl,
    /// Which variables the threads share, and why.
    Sharing,
    /// Which functions run as threads, and how often.
    Threads,
}

/// Prints a stage's result, beside the problems met on the way to it.
pub fn dump(
    sources: &Sources,
    root: FileId,
    config: &Config,
    stage: Stage,
) -> (String, Vec<Problem>) {
    let read = model::read(sources, root, config);
    let text = match stage {
        Stage::Scpl => read.model.program.to_string(),
        Stage::Tokens | Stage::Ast | Stage::Sharing | Stage::Threads => String::new(),
    };
    (text, read.problems)
}
