//! What annotations make every verdict trust: that something is indivisible, because the user says so.
//!
//! For a compiler the annotation is nothing, and so it is up to the user's locks whether it is true.
//! Sentences have no lines, so that a text that means the same trusts the same.

use crate::ast::{Annotation, AnnotationKind, Function, Item, Stmt, StmtKind, Unit};
use crate::scpl::Origins;
use crate::text::{Sources, Span};

/// A sentence for each function of the program's own that runs and is indivisible, or has blocks that are.
pub(super) fn sentences(units: &[Unit], sources: &Sources, origins: &Origins) -> Vec<String> {
    let is_own = |span: Span| !sources.file(span.file).builtin;
    let runs = |name: &str| origins.edges.iter().any(|edge| edge.function == name);
    // A declaration may say it for the definition.
    let declared = units.iter().flat_map(|unit| &unit.items).filter_map(|item| match item {
        Item::Declaration(declaration) if has_mark(&declaration.annotations) => {
            declaration.name.as_ref().map(ToString::to_string)
        }
        _ => None,
    });
    let declared: Vec<String> = declared.collect();
    let mut sentences = Vec::new();
    for function in units.iter().flat_map(|unit| &unit.items).filter_map(of_function) {
        let name = function.name.to_string();
        if !is_own(function.span) || !runs(&name) {
            continue;
        }
        let sentence = if has_mark(&function.annotations) || declared.contains(&name) {
            format!("`{name}` is indivisible, as it is marked")
        } else if function.body.iter().any(is_marked) {
            format!("a block in `{name}` is indivisible, as it is marked")
        } else {
            continue;
        };
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    sentences
}

fn of_function(item: &Item) -> Option<&Function> {
    match item {
        Item::Function(function) => Some(function),
        _ => None,
    }
}

fn has_mark(annotations: &[Annotation]) -> bool {
    annotations.iter().any(|annotation| annotation.kind == AnnotationKind::Atomic)
}

/// Whether a statement is the mark in front of a block, or has one in it.
fn is_marked(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Annotation(annotation) => annotation.kind == AnnotationKind::Atomic,
        StmtKind::Block(body) => body.iter().any(is_marked),
        StmtKind::If { then, otherwise, .. } => {
            is_marked(then) || otherwise.as_ref().is_some_and(|stmt| is_marked(stmt))
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::Switch { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Default(body)
        | StmtKind::Label(_, body) => is_marked(body),
        StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Decl(_)
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(_)
        | StmtKind::StaticAssert(_)
        | StmtKind::Unsupported(_) => false,
    }
}
