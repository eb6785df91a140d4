//! Expressions inside annotations.

use crate::ast::Expr;
use crate::frontend::shape::flatten;
use crate::frontend::{build, grammar, respell, skim};
use crate::text::{Problem, Tokens};

/// Parses an expression in which `types` are types.
pub fn expression(tokens: &Tokens, types: &[String]) -> Result<Expr, Option<Problem>> {
    let mut skimmed = skim::expression(tokens, types);
    if !skimmed.problems.is_empty() {
        return Err(Some(skimmed.problems.swap_remove(0)));
    }
    let respelled = respell::lay_out(&skimmed.source, &mut skimmed.spelling);
    let tree = grammar::parse(&respelled.text).ok_or(None)?;
    let shape = flatten(&tree, &respelled, &skimmed.spelling.classes);
    let mut problems = Vec::new();
    let expr = build::expression(&skimmed, &shape, &mut problems);
    match expr {
        Some(expr) if problems.is_empty() && shape.misfits.is_empty() => Ok(expr),
        _ => Err(problems.into_iter().next()),
    }
}
