//! Compound literals: they live as long as the block around them [C17 6.5.2.5p5], and are written each
//! time they are evaluated.

use super::super::typed::{InitStep, ObjId, TExpr, TKind, TStmt, TStmtKind};
use super::super::types::Ty;
use super::super::walk::{children, for_each_expr, for_each_stmt};
use crate::text::Span;

/// Whether a literal stands in an expression of a statement that is directly in a block, and not in one of
/// the blocks that are expressions.
pub(super) fn can_be_declared(body: &[TStmt], id: ObjId) -> bool {
    let mut is_hidden = false;
    for_each_stmt(body, &mut |stmt| {
        for_each_expr(stmt, &mut |expr| {
            if let TKind::StmtExpr(inner) = &expr.kind
                && !writes(expr, id)
            {
                for_each_stmt(inner, &mut |stmt| is_hidden |= has(stmt, id));
            }
        });
    });
    !is_hidden && holders(body, id) == 1
}

/// How many statements have the literal, if all of them are directly in a block; else too many.
fn holders(stmts: &[TStmt], id: ObjId) -> usize {
    let mut n = 0;
    for stmt in stmts {
        n += match &stmt.kind {
            TStmtKind::Block(inner) => holders(inner, id),
            _ if is_simple(stmt) => usize::from(has(stmt, id)),
            _ if has(stmt, id) => 2,
            _ => {
                let inner = children(stmt).into_iter().map(|child| match &child.kind {
                    TStmtKind::Block(inner) => holders(inner, id),
                    // A statement of its own is a block of its own.
                    _ => 2 * holders(std::slice::from_ref(child), id),
                });
                inner.sum()
            }
        };
    }
    n
}

fn is_simple(stmt: &TStmt) -> bool {
    matches!(
        stmt.kind,
        TStmtKind::Expr(_)
            | TStmtKind::Decl(..)
            | TStmtKind::Return(_)
            | TStmtKind::Assert(_)
            | TStmtKind::Assume(_)
    )
}

/// Whether a statement's own expressions have the literal.
fn has(stmt: &TStmt, id: ObjId) -> bool {
    let mut found = false;
    for_each_expr(stmt, &mut |expr| found |= writes(expr, id));
    found
}

fn writes(expr: &TExpr, id: ObjId) -> bool {
    let TKind::StmtExpr(stmts) = &expr.kind else { return false };
    matches!(&stmts[..], [TStmt { kind: TStmtKind::Decl(declared, Some(_)), .. }] if *declared == id)
}

/// Declares a literal at the start of its block.
pub(super) fn declare(stmts: &mut Vec<TStmt>, id: ObjId, span: Span) {
    if stmts.iter().any(|stmt| is_simple(stmt) && has(stmt, id)) {
        stmts.insert(0, TStmt { kind: TStmtKind::Decl(id, None), span });
        return;
    }
    stmts.iter_mut().for_each(|stmt| declare_in(stmt, id, span));
}

fn declare_in(stmt: &mut TStmt, id: ObjId, span: Span) {
    match &mut stmt.kind {
        TStmtKind::Block(inner) => declare(inner, id, span),
        TStmtKind::If(_, then, otherwise) => {
            declare_in(then, id, span);
            otherwise.iter_mut().for_each(|stmt| declare_in(stmt, id, span));
        }
        TStmtKind::While(_, body)
        | TStmtKind::DoWhile(body, _)
        | TStmtKind::Switch(_, _, body)
        | TStmtKind::For(_, _, _, body)
        | TStmtKind::Case(_, body)
        | TStmtKind::Label(_, body)
        | TStmtKind::Atomic(body) => declare_in(body, id, span),
        _ => {}
    }
}

/// The statements that write what the literal says, in place of its declaration.
pub(super) fn written(stmts: &[TStmt], id: ObjId) -> Option<Vec<TStmt>> {
    let [TStmt { kind: TStmtKind::Decl(declared, Some(steps)), span }] = stmts else {
        return None;
    };
    let write = |InitStep { target, value }: &InitStep| {
        let ty: Ty = target.ty.ty.clone();
        let kind = TKind::Assign(Box::new(target.clone()), Box::new(value.clone()));
        let assign = TExpr { kind, ty, span: *span };
        TStmt { kind: TStmtKind::Expr(assign), span: *span }
    };
    (*declared == id).then(|| steps.iter().map(write).collect())
}
