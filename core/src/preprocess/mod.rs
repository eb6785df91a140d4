//! Preprocessing: source files to tokens with origins.
//!
//! What a compiler sees of a C file is far from what its author wrote: headers are pulled in,
//! branches left out, macros expanded. Braid has to say things about the expanded program at the
//! place where the user wrote it, down to the column inside a macro's argument, so it expands by
//! itself and keeps each token's origin. It reads unsaved buffers for the same reason, and it never
//! reads a system header: `headers/` holds small models of those that threaded programs use.
//!
//! The way of a token:
//!
//! 1. `lex` cuts it out of its file's bytes.
//! 2. `directives` obeys the lines that start with `#`: `definition` of `macros`, `include`,
//!    `conditionals` with their `condition` and its value, each `pragma`.
//! 3. `calls` finds macro invocations, `substitute` puts arguments into bodies, with what is `made`
//!    of them. The result is read again, from the stack that `expander` describes.
//! 4. `writer` lays the tokens out as one text for the parser.
//!
//! No token owns its characters (`spellings`), and each step looks at each token a bounded number
//! of times. Programs that would expand without a reasonable end stop at the limits below, with a
//! problem.
//!
//! Must not know: C's grammar, files and paths, what annotations mean.

mod calls;
pub mod codes;
mod comment;
mod condition;
mod conditionals;
mod cursor;
mod definition;
mod directives;
mod evaluate;
mod expander;
mod headers;
mod include;
mod lex;
mod literals;
mod macros;
mod made;
mod names;
mod pragma;
mod predefined;
mod reporting;
mod spellings;
mod splice;
mod substitute;
mod tok;
mod writer;

use crate::text::{DataModel, FileId, Problem, Sources, Tokens, Wakeups};
use expander::Expander;

/// What the command line or the project says beyond the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// `-D name` and `-D name=value`, in order. A name may have parameters: `max(a, b)`.
    pub defines: Vec<(String, Option<String>)>,
    pub data_model: DataModel,
    pub wakeups: Wakeups,
}

/// Expands a file and everything it includes. The tokens are empty if a limit was hit.
pub fn expand(sources: &Sources, root: FileId, config: &Config) -> (Tokens, Vec<Problem>) {
    let mut expander = Expander::new(sources);
    // The last one entered is read first.
    expander.enter_file(root);
    let defines = predefined::user_text(&config.defines);
    expander.enter_file(add_distinct(sources, "defines", &defines));
    let predefined = predefined::text(config.data_model, config.wakeups);
    expander.enter_file(add_distinct(sources, "predefined", &predefined));
    expander.run()
}

/// Adds a text of our own. The same `Sources` may serve runs with other settings, whose texts
/// differ.
fn add_distinct(sources: &Sources, name: &str, text: &str) -> FileId {
    let mut full_name = format!("<{name}>");
    let mut number = 1;
    loop {
        let file = sources.add(&full_name, text, true);
        if sources.file(file).text == text {
            return file;
        }
        number += 1;
        full_name = format!("<{name} {number}>");
    }
}

/// Tokens that macros may produce in all, lists of arguments that are expanded on the way included.
const MAX_EXPANDED: usize = 4_000_000;
/// Bytes of the text for the parser.
const MAX_TEXT_BYTES: usize = 128 << 20;
/// Bytes of tokens that were pasted, stringised or computed.
const MAX_MADE_BYTES: usize = 32 << 20;
/// Macro calls in arguments of macro calls in arguments. Each level takes some stack.
const MAX_DEPTH: usize = 200;
/// Brackets inside brackets, after expansion.
const MAX_NESTING: usize = 1_000;
/// Parentheses and operators inside each other in a condition. Each level takes some stack.
const MAX_CONDITION_DEPTH: usize = 200;
/// Includes inside includes.
const MAX_INCLUDE_DEPTH: usize = 200;
/// Includes in all, those that a guard or `#pragma once` saves not counted.
const MAX_INCLUDES: usize = 10_000;
/// Bytes of included files in all.
const MAX_INCLUDED_BYTES: usize = 256 << 20;
/// Problems that are listed; one more says that there were more.
const MAX_PROBLEMS: usize = 200;

#[cfg(test)]
mod tests;
