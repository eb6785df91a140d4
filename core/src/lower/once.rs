//! Allocations that happen at most once need only one object.

use std::rc::Rc;

use super::threads::{TemplateKind, Threads};
use super::typed::{FuncId, ObjId, TKind, TStmt, TStmtKind, Typed};
use super::types::Ty;
use super::walk::{children, for_each_call, for_each_expr};

/// Makes the pools of places that are passed at most once as small as that.
pub fn narrow(typed: &mut Typed, threads: &Threads) {
    let mut once = Vec::new();
    for template in threads.indices().filter(|&template| threads.runs_once(template)) {
        let (TemplateKind::Main(Some(func)) | TemplateKind::Func(func)) =
            threads.template(template).kind
        else {
            continue;
        };
        if !is_called(typed, threads, func) {
            collect(typed.func(func).body.as_deref().unwrap_or_default(), &mut once);
        }
    }
    for pool in once {
        typed.once.insert(pool);
        let object = &mut typed.objects[pool.index()];
        if let Ty::Array(element, _) = &object.ty.ty {
            object.ty.ty = Ty::Array(Rc::clone(element), 1);
        }
    }
}

pub(super) fn is_called(typed: &Typed, threads: &Threads, func: FuncId) -> bool {
    let mut found = false;
    for other in &typed.funcs {
        let body = other.body.as_deref().unwrap_or_default();
        for_each_call(body, &mut |callee, args, _| {
            let called = threads.called(typed, callee, args.len());
            found |= called.into_iter().any(|called| typed.original(called) == func);
        });
    }
    found
}

/// The allocations that are passed at most once each time some statements are.
fn collect(stmts: &[TStmt], found: &mut Vec<ObjId>) {
    // What stands in front of a label may run again.
    if stmts.iter().any(has_label) {
        return;
    }
    for stmt in stmts {
        if matches!(stmt.kind, TStmtKind::While(..) | TStmtKind::DoWhile(..) | TStmtKind::For(..)) {
            continue;
        }
        let mut own = Vec::new();
        let mut nested = false;
        for_each_expr(stmt, &mut |expr| match &expr.kind {
            TKind::Alloc(alloc) => own.push(alloc.pool),
            // There may be loops among its statements.
            TKind::StmtExpr(_) => nested = true,
            _ => {}
        });
        if !nested {
            found.extend(own);
        }
        for child in children(stmt) {
            collect(std::slice::from_ref(child), found);
        }
    }
}

fn has_label(stmt: &TStmt) -> bool {
    matches!(stmt.kind, TStmtKind::Label(..)) || children(stmt).into_iter().any(has_label)
}
