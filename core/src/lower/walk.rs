//! Walks over statements and expressions.

use super::typed::{Callee, InitStep, LKind, LValue, TExpr, TKind, TStmt, TStmtKind};
use crate::text::Span;

pub type OnCall<'a> = &'a mut dyn FnMut(&Callee, &[TExpr], Span);

/// Whether control can come into a statement other than from its start.
pub fn has_label(stmt: &TStmt) -> bool {
    let mut found = false;
    for_each_stmt(std::slice::from_ref(stmt), &mut |stmt| {
        found |= matches!(&stmt.kind, TStmtKind::Label(..) | TStmtKind::Case(..));
    });
    found
}

pub(super) fn for_each_stmt<'a>(stmts: &'a [TStmt], visit: &mut dyn FnMut(&'a TStmt)) {
    for stmt in stmts {
        visit(stmt);
        for child in children(stmt) {
            for_each_stmt(std::slice::from_ref(child), visit);
        }
    }
}

/// The statements directly inside a statement.
pub(super) fn children(stmt: &TStmt) -> Vec<&TStmt> {
    match &stmt.kind {
        TStmtKind::Block(stmts) => stmts.iter().collect(),
        TStmtKind::If(_, then, otherwise) => {
            std::iter::once(&**then).chain(otherwise.as_deref()).collect()
        }
        TStmtKind::While(_, body)
        | TStmtKind::DoWhile(body, _)
        | TStmtKind::Switch(_, _, body)
        | TStmtKind::Case(_, body)
        | TStmtKind::Label(_, body)
        | TStmtKind::Atomic(body) => vec![body],
        TStmtKind::For(init, _, _, body) => init.iter().chain(std::iter::once(&**body)).collect(),
        _ => Vec::new(),
    }
}

/// Calls `visit` for every call in some statements.
pub fn for_each_call(stmts: &[TStmt], visit: OnCall) {
    for_each_stmt(stmts, &mut |stmt| for_each_own_call(stmt, visit));
}

/// The calls in a statement's own expressions, not in the statements inside it.
pub(super) fn for_each_own_call(stmt: &TStmt, visit: OnCall) {
    for_each_expr(stmt, &mut |expr| {
        if let TKind::Call(callee, args) = &expr.kind {
            visit(callee, args, expr.span);
        }
    });
}

/// Every expression in a statement's own expressions, outermost first.
pub fn for_each_expr<'a>(stmt: &'a TStmt, visit: &mut dyn FnMut(&'a TExpr)) {
    match &stmt.kind {
        TStmtKind::Expr(e)
        | TStmtKind::If(e, ..)
        | TStmtKind::While(e, _)
        | TStmtKind::DoWhile(_, e) => {
            walk_expr(e, visit);
        }
        TStmtKind::Switch(e, ..) | TStmtKind::Return(Some(e)) | TStmtKind::Cleanup(_, e) => {
            walk_expr(e, visit)
        }
        TStmtKind::Assume(e) | TStmtKind::Assert(e) | TStmtKind::Invariant(e) => {
            walk_expr(e, visit)
        }
        TStmtKind::For(_, condition, step, _) => {
            condition.iter().chain(step).for_each(|e| walk_expr(e, visit));
        }
        TStmtKind::Decl(_, Some(steps)) => walk_steps(steps, visit),
        _ => {}
    }
}

/// Every expression in some statements and in the statements inside them.
pub fn for_each_inner_expr(stmts: &[TStmt], visit: &mut dyn FnMut(&TExpr)) {
    for_each_stmt(stmts, &mut |stmt| for_each_expr(stmt, visit));
}

fn walk_steps<'a>(steps: &'a [InitStep], visit: &mut dyn FnMut(&'a TExpr)) {
    for step in steps {
        walk_lvalue(&step.target, visit);
        walk_expr(&step.value, visit);
    }
}

pub fn walk_lvalue<'a>(lvalue: &'a LValue, visit: &mut dyn FnMut(&'a TExpr)) {
    match &lvalue.kind {
        LKind::Obj(_) => {}
        LKind::Field(base, _) => walk_lvalue(base, visit),
        LKind::Index(base, index) => {
            walk_lvalue(base, visit);
            walk_expr(index, visit);
        }
        LKind::Deref(pointer) => walk_expr(pointer, visit),
    }
}

pub fn walk_expr<'a>(expr: &'a TExpr, visit: &mut dyn FnMut(&'a TExpr)) {
    visit(expr);
    match &expr.kind {
        TKind::Const(_) | TKind::Str | TKind::FuncAddr(_) | TKind::Unsupported(_) => {}
        TKind::Alloc(alloc) => {
            alloc.old.iter().chain(&alloc.bytes).for_each(|expr| walk_expr(expr, visit));
        }
        TKind::AddrOf(lvalue) | TKind::Load(lvalue) | TKind::IncDec(_, lvalue) => {
            walk_lvalue(lvalue, visit)
        }
        TKind::Neg(a) | TKind::BitNot(a) | TKind::Not(a) | TKind::Cast(a) => walk_expr(a, visit),
        TKind::Bin(_, a, b)
        | TKind::And(a, b)
        | TKind::Or(a, b)
        | TKind::Comma(a, b)
        | TKind::Within(a, b)
        | TKind::PtrAdd(a, b, _)
        | TKind::PtrDiff(a, b, _) => {
            walk_expr(a, visit);
            walk_expr(b, visit);
        }
        TKind::Cond(a, b, c) => {
            walk_expr(a, visit);
            walk_expr(b, visit);
            walk_expr(c, visit);
        }
        TKind::Assign(lvalue, value) | TKind::Compound(_, lvalue, value, _) => {
            walk_lvalue(lvalue, visit);
            walk_expr(value, visit);
        }
        TKind::Call(callee, args) => {
            if let Callee::Pointer(pointer) = callee {
                walk_expr(pointer, visit);
            }
            args.iter().for_each(|arg| walk_expr(arg, visit));
        }
        TKind::StmtExpr(stmts) => for_each_stmt(stmts, &mut |stmt| for_each_expr(stmt, visit)),
    }
}

/// Whether evaluating an expression may change something.
pub fn has_effects(expr: &TExpr) -> bool {
    let mut found = false;
    walk_expr(expr, &mut |expr| {
        found |= matches!(
            expr.kind,
            TKind::Assign(..)
                | TKind::Compound(..)
                | TKind::IncDec(..)
                | TKind::Call(..)
                | TKind::StmtExpr(_)
                | TKind::Alloc(_)
        );
    });
    found
}
