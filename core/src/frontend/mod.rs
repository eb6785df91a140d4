//! From preprocessed C to the syntax tree, by way of tree-sitter.
//!
//! tree-sitter parses fast, but its C grammar is made for colouring text: it has no typedefs, so it
//! guesses whether `(a)*b` is a cast; it reads keywords as identifiers where they do not fit; it
//! binds `-x++` wrongly; it takes attributes in few places; and it always finds some tree. A
//! verifier must not guess. So the tokens are first *skimmed*: one pass follows the declarations,
//! learns which names are types, and finds out what each token is. Then the program is *respelled*
//! into text in which there is nothing to guess, with a map back to the tokens. tree-sitter parses
//! that. Its tree is copied into a flat *shape*, and the syntax tree is *built* from the shape,
//! checking at each step that what tree-sitter found is C. Nothing is silently misread: what does
//! not fit is reported.
//!
//! ```text
//! Tokens -skim-> classes -respell-> text -tree-sitter-> tree -flatten-> shape -build-> Unit
//! ```
//!
//! The queries in `queries/` run on the tree: they find annotations, assertions and thread
//! creations.
//!
//! Needs: tokens as `text::Tokens` says. Must not know: files, macros (each token knows where it
//! came from), widths of types.

mod annotate;
mod build;
mod grammar;
mod keywords;
mod lex;
mod queries;
mod respell;
mod scopes;
mod shape;
mod skim;
#[cfg(test)]
mod tests;

use crate::ast::Unit;
use crate::text::{Code, Problem, Span, Tokens};
use shape::{Misfit, Shape};
use skim::{Skimmed, span_of};

/// The text is not C.
pub const SYNTAX_ERROR: Code = Code("syntax-error");
/// A type is used that nothing declares.
pub const UNKNOWN_TYPE: Code = Code("unknown-type");
/// C that Braid does not model.
pub const UNSUPPORTED: Code = Code("unsupported-construct");
/// More levels of nesting than Braid follows.
pub const NESTING_TOO_DEEP: Code = Code("nesting-too-deep");
/// An annotation that makes no sense.
pub const BAD_ANNOTATION: Code = Code("bad-annotation");

/// How deeply brackets, statements and operators may be nested. Every pass over the tree recurses
/// this deep at most, far from the end of a 2 MB stack.
const MAX_NESTING: u32 = 500;

/// How many operators of a kind that nests to the left (`a + b + c`, `a, b, c`) may follow each
/// other. No pass of the front end recurses on these, but dropping the tree does.
const MAX_CHAIN: usize = 10_000;

/// Parses a preprocessed translation unit.
pub fn parse(tokens: &Tokens) -> (Unit, Vec<Problem>) {
    let mut skimmed = skim::unit(tokens);
    let mut problems = std::mem::take(&mut skimmed.problems);
    let respelled = respell::lay_out(&skimmed.source, &mut skimmed.spelling);
    let Some(tree) = grammar::parse(&respelled.text) else {
        let span = span_of(tokens, 0);
        let message = "this file is too broken to be read";
        problems.push(Problem::fatal(SYNTAX_ERROR, span, message));
        return (Unit::default(), tidy(problems));
    };
    let shape = shape::flatten(&tree, &respelled, &skimmed.spelling.classes);
    let found = queries::run(&tree, &respelled);
    drop(tree);
    report_misfits(&skimmed, &shape, &mut problems);
    let marks = annotate::read(&skimmed, &found.annotations, &mut problems);
    let items = build::items(&skimmed, &shape, marks, &mut problems);
    let span = |range: &std::ops::Range<usize>| -> Span {
        span_of(tokens, range.start).to(span_of(tokens, range.end - 1))
    };
    let creations = found.creations.iter().map(span).collect();
    let assertions = found.assertions.iter().map(span).collect();
    (Unit { items, creations, assertions }, tidy(problems))
}

/// Reports what did not fit into tree-sitter's grammar, unless broken text was reported already:
/// then it is most likely the same.
fn report_misfits(skimmed: &Skimmed, shape: &Shape, problems: &mut Vec<Problem>) {
    if problems.iter().any(|problem| skim::is_syntax(problem.code)) {
        return;
    }
    let tokens = skimmed.source.tokens;
    for misfit in shape.misfits.iter().take(10) {
        problems.push(match misfit {
            Misfit::Missing { after, what } => {
                let message = match what.as_str() {
                    "" => "something is missing after this".to_owned(),
                    _ => format!("expected `{what}` after this"),
                };
                Problem::fatal(SYNTAX_ERROR, span_of(tokens, *after as usize), message)
            }
            Misfit::Extra { start, end } => {
                let first = span_of(tokens, *start as usize);
                let span = first.to(span_of(tokens, (*end.max(&(start + 1)) - 1) as usize));
                Problem::fatal(SYNTAX_ERROR, span, "this cannot be read as C")
            }
        });
    }
}

/// In the order of the text, each once.
fn tidy(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort_by_key(|problem| (problem.span, problem.code));
    problems.dedup();
    problems
}
