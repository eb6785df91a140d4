//! Predicates over threads that are counted, in words.
//!
//! A proof may count the threads that a counter of the program stands for (`reduce/count.rs`). There is no
//! C for that number, so a predicate over it is a sentence: "`readers` is the number of threads between
//! line 12 and line 20".

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::c_text::counting_text;
use super::story;
use crate::engine::{Analysis, Tracked};
use crate::scpl::{BinOp, Command, Count, Edge, Expr, LocId, Program, VarId};

/// How a predicate is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As C, more or less.
    C,
    /// As a sentence.
    Words,
}

/// A predicate of a proof, and how it is written.
pub(super) fn text(analysis: &Analysis, tracked: &Tracked, expr: &Expr) -> (String, Form) {
    let is_counted = |side: &Expr| number(analysis, tracked, side);
    let c = |side: &Expr| story::quoted(&counting_text(analysis, tracked, side));
    let Expr::Bin(op, a, b) = expr else {
        return (counting_text(analysis, tracked, expr), Form::C);
    };
    let (number, other, is_left) = match (is_counted(a), is_counted(b)) {
        (Some(number), _) => (number, b, true),
        (None, Some(number)) => (number, a, false),
        (None, None) => return (counting_text(analysis, tracked, expr), Form::C),
    };
    let is_number = matches!(**other, Expr::Const(_));
    let other = if is_number { counting_text(analysis, tracked, other) } else { c(other) };
    let relation = match (op, is_left) {
        (BinOp::Eq, _) if is_number => return (format!("{number} is {other}"), Form::Words),
        (BinOp::Ne, _) if is_number => return (format!("{number} is not {other}"), Form::Words),
        (BinOp::Eq, _) => return (format!("{other} is {number}"), Form::Words),
        (BinOp::Ne, _) => return (format!("{other} is not {number}"), Form::Words),
        (BinOp::Ult | BinOp::Slt, true) => "less than",
        (BinOp::Ult | BinOp::Slt, false) => "more than",
        (BinOp::Ule | BinOp::Sle, true) => "at most",
        (BinOp::Ule | BinOp::Sle, false) => "at least",
        _ => return (counting_text(analysis, tracked, expr), Form::Words),
    };
    (format!("{number} is {relation} {other}"), Form::Words)
}

/// The words for what is counted, or for so much more or less than that.
fn number(analysis: &Analysis, tracked: &Tracked, expr: &Expr) -> Option<String> {
    match expr {
        Expr::Resize(_, _, inner) => number(analysis, tracked, inner),
        Expr::Var(var) => {
            let count = tracked.counts.iter().find(|count| count.sum == *var)?;
            Some(format!("the {}", threads(analysis, tracked, count)))
        }
        Expr::Bin(BinOp::Add, count, by) => {
            let Expr::Const(by) = **by else { return None };
            let more = if by.signed() < 0 { "less" } else { "more" };
            let number = number(analysis, tracked, count)?;
            Some(format!("{} {more} than {number}", by.signed().unsigned_abs()))
        }
        _ => None,
    }
}

/// `number of threads between line 12 and line 20`
pub(super) fn threads(analysis: &Analysis, tracked: &Tracked, count: &Count) -> String {
    let program = &tracked.program;
    let name = program.var(count.sum).name.trim_start_matches("$count:");
    let Some(counter) = program.vars.iter().position(|var| var.name == name) else {
        return "number of threads that are counted".to_owned();
    };
    let counter = VarId(counter as u32);
    let (enters, leaves) = ways(analysis, program, count, counter);
    let is_given = program.templates.iter().any(|template| count.weight(template.entry) > 0);
    let is_plain = count.weights.values().all(|weight| *weight == 1);
    match (&enters[..], &leaves[..]) {
        ([enter], [leave]) if is_plain && !is_given => {
            format!("number of threads between line {enter} and line {leave}")
        }
        _ => {
            let name = &analysis.model.origins.var(counter).name;
            let what = if is_plain { "threads that" } else { "times that threads" };
            let lines: Vec<String> = leaves.iter().map(u32::to_string).collect();
            let word = if lines.len() == 1 { "line" } else { "lines" };
            let lines = story::listed(&lines);
            format!("number of {what} still have to lower `{name}` in {word} {lines}")
        }
    }
}

/// The lines where threads begin to be counted, and where they end.
fn ways(
    analysis: &Analysis,
    program: &Program,
    count: &Count,
    counter: VarId,
) -> (Vec<u32>, Vec<u32>) {
    let edges = || program.edges.iter().enumerate();
    let (mut next, mut previous) =
        (vec![Vec::new(); program.locs.len()], vec![Vec::new(); program.locs.len()]);
    for (_, edge) in edges().filter(|(_, edge)| !writes(edge, counter)) {
        next[edge.from.index()].push(edge.to);
        previous[edge.to.index()].push(edge.from);
    }
    let (mut enters, mut leaves) = (BTreeSet::new(), BTreeSet::new());
    for (idx, edge) in edges().filter(|(_, edge)| writes(edge, counter)) {
        let before = weight_near(count, edge.from, &previous);
        let after = weight_near(count, edge.to, &next);
        let line = analysis.files.line(analysis.model.origins.edges[idx].statement);
        match before.cmp(&after) {
            Ordering::Less => _ = enters.insert(line),
            Ordering::Greater => _ = leaves.insert(line),
            Ordering::Equal => {}
        }
    }
    (enters.into_iter().collect(), leaves.into_iter().collect())
}

fn writes(edge: &Edge, var: VarId) -> bool {
    edge.commands.iter().any(|it| matches!(it, Command::Assign(place, _) if place.var() == var))
}

/// What a thread weighs near a location, as long as it does not touch the counter: the location itself may
/// be gone from the program whose locations were weighed.
fn weight_near(count: &Count, loc: LocId, neighbours: &[Vec<LocId>]) -> u32 {
    let mut pending = vec![loc];
    let mut seen: BTreeSet<LocId> = BTreeSet::new();
    while let Some(loc) = pending.pop() {
        if seen.insert(loc) {
            pending.extend(&neighbours[loc.index()]);
        }
    }
    seen.into_iter().map(|loc| count.weight(loc)).max().unwrap_or(0)
}
