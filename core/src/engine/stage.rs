//! What the stages make of a text, as text.

use std::fmt::Write;

use super::config::Config;
use super::model;
use crate::scpl::Scope;
use crate::text::{FileId, Problem, Sources, Span, Tokens};

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
    if let Stage::Tokens | Stage::Ast = stage {
        let (tokens, unit, problems) = model::parse(sources, root, config);
        let text = match stage {
            Stage::Tokens => print_tokens(sources, &tokens),
            _ => unit.to_string(),
        };
        return (text, problems);
    }
    let read = model::read(sources, root, config);
    let text = match stage {
        Stage::Scpl => read.model.program.to_string(),
        Stage::Sharing => print_sharing(sources, &read.model),
        _ => print_threads(sources, &read.model),
    };
    (text, read.problems)
}

/// One token a line: place, kind, spelling, and the macro it came out of. The model headers, which
/// come first, are left out.
fn print_tokens(sources: &Sources, tokens: &Tokens) -> String {
    let mut text = String::new();
    for token in &tokens.tokens {
        if sources.file(token.origin.file).builtin && token.expansion.is_none() {
            continue;
        }
        let at = place(sources, tokens.shown_at(token));
        let kind = format!("{:?}", token.kind).to_lowercase();
        let spelling = tokens.spelling(token);
        let _ = write!(text, "{at:<16} {kind:<10} {spelling}");
        if let Some(expansion) = token.expansion {
            let _ = write!(text, "    (from {})", tokens.expansions[expansion as usize].name);
        }
        text.push('\n');
    }
    text
}

fn print_sharing(sources: &Sources, model: &model::Model) -> String {
    let mut text = String::new();
    for variable in &model.sharing {
        let at = place(sources, variable.span);
        let scope = match variable.scope {
            Scope::Shared => "shared",
            Scope::Local => "local",
        };
        let name = match &variable.function {
            Some(function) => format!("{function}.{}", variable.name),
            None => variable.name.clone(),
        };
        let _ = writeln!(text, "{at:<16} {scope:<7} {name:<20} {}", variable.why);
    }
    text
}

fn print_threads(sources: &Sources, model: &model::Model) -> String {
    let mut text = String::new();
    for thread in &model.threads {
        let at = place(sources, thread.span);
        let _ = write!(text, "{at:<16} {:<20} {}", thread.name, thread.instances);
        if !thread.created_at.is_empty() {
            let places: Vec<String> =
                thread.created_at.iter().map(|&span| place(sources, span)).collect();
            let _ = write!(text, ", created at {}", places.join(", "));
        }
        text.push('\n');
    }
    text
}

/// `file.c:3:5`, counted from 1, the column in bytes.
fn place(sources: &Sources, span: Span) -> String {
    let file = sources.file(span.file);
    let at = file.lines.line_col(span.start);
    format!("{}:{}:{}", file.name, at.line + 1, at.column + 1)
}
