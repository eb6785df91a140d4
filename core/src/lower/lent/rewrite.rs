//! Names of a lent variable become names of the object that is meant.

use super::super::typed::{Callee, InitStep, LKind, LValue, ObjId, TExpr, TKind, TStmt, TStmtKind};
use super::super::types::{IntShape, IntTy, QTy, Ty};
use super::literals;

/// A variable and where it lives now.
pub(super) struct New {
    /// The variable, which is a number now.
    pub id: ObjId,
    pub pool: ObjId,
    /// The type of the pool, and of what it consists of.
    pub array: QTy,
    pub element: QTy,
}

impl New {
    fn object(&self, lvalue: &LValue) -> LKind {
        let span = lvalue.span;
        let ty = Ty::Int(IntTy { shape: IntShape::Own, ..IntTy::plain(8, false, 1) });
        let number = LValue { kind: LKind::Obj(self.id), ty: QTy::plain(ty.clone()), span };
        let number = TExpr { kind: TKind::Load(Box::new(number)), ty, span };
        let pool = LValue { kind: LKind::Obj(self.pool), ty: self.array.clone(), span };
        let kind = LKind::Index(Box::new(pool), Box::new(number));
        LKind::Field(Box::new(LValue { kind, ty: self.element.clone(), span }), 0)
    }
}

pub(super) fn stmts(new: &New, stmts: &mut [TStmt]) {
    stmts.iter_mut().for_each(|it| stmt(new, it));
}

fn stmt(new: &New, it: &mut TStmt) {
    match &mut it.kind {
        TStmtKind::Empty
        | TStmtKind::Goto(_)
        | TStmtKind::Break
        | TStmtKind::Continue
        | TStmtKind::Decl(_, None)
        | TStmtKind::Return(None)
        | TStmtKind::Unsupported(_) => {}
        TStmtKind::Expr(e)
        | TStmtKind::Return(Some(e))
        | TStmtKind::Assume(e)
        | TStmtKind::Assert(e)
        | TStmtKind::Invariant(e)
        | TStmtKind::Cleanup(_, e) => expr(new, e),
        TStmtKind::Decl(_, Some(steps)) => {
            for InitStep { target, value } in steps {
                lvalue(new, target);
                expr(new, value);
            }
        }
        TStmtKind::Block(inner) => stmts(new, inner),
        TStmtKind::If(condition, then, otherwise) => {
            expr(new, condition);
            stmt(new, then);
            otherwise.iter_mut().for_each(|it| stmt(new, it));
        }
        TStmtKind::While(condition, body)
        | TStmtKind::DoWhile(body, condition)
        | TStmtKind::Switch(condition, _, body) => {
            expr(new, condition);
            stmt(new, body);
        }
        TStmtKind::For(init, condition, step, body) => {
            stmts(new, init);
            condition.iter_mut().chain(step).for_each(|e| expr(new, e));
            stmt(new, body);
        }
        TStmtKind::Case(_, body) | TStmtKind::Label(_, body) | TStmtKind::Atomic(body) => {
            stmt(new, body);
        }
    }
}

pub(super) fn lvalue(new: &New, it: &mut LValue) {
    match &mut it.kind {
        LKind::Obj(id) if *id == new.id => it.kind = new.object(it),
        LKind::Obj(_) => {}
        LKind::Field(base, _) => lvalue(new, base),
        LKind::Index(base, index) => {
            lvalue(new, base);
            expr(new, index);
        }
        LKind::Deref(pointer) => expr(new, pointer),
    }
}

pub(super) fn expr(new: &New, it: &mut TExpr) {
    match &mut it.kind {
        TKind::Const(_) | TKind::Str | TKind::FuncAddr(_) | TKind::Unsupported(_) => {}
        TKind::AddrOf(place) | TKind::Load(place) | TKind::IncDec(_, place) => lvalue(new, place),
        TKind::Neg(a) | TKind::BitNot(a) | TKind::Not(a) | TKind::Cast(a) => expr(new, a),
        TKind::Bin(_, a, b)
        | TKind::And(a, b)
        | TKind::Or(a, b)
        | TKind::Comma(a, b)
        | TKind::Within(a, b)
        | TKind::PtrAdd(a, b, _)
        | TKind::PtrDiff(a, b, _) => {
            expr(new, a);
            expr(new, b);
        }
        TKind::Cond(a, b, c) => {
            expr(new, a);
            expr(new, b);
            expr(new, c);
        }
        TKind::Assign(place, value) | TKind::Compound(_, place, value, _) => {
            lvalue(new, place);
            expr(new, value);
        }
        TKind::Call(callee, args) => {
            if let Callee::Pointer(pointer) = callee {
                expr(new, pointer);
            }
            args.iter_mut().for_each(|arg| expr(new, arg));
        }
        TKind::StmtExpr(inner) => {
            if let Some(written) = literals::written(inner, new.id) {
                *inner = written;
            }
            stmts(new, inner);
        }
        TKind::Alloc(alloc) => {
            alloc.bytes.iter_mut().chain(&mut alloc.old).for_each(|e| expr(new, e));
        }
    }
}
