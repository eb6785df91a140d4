//! What evaluating an expression does besides giving a value; asked before it is evaluated.

use super::super::resolve::const_value;
use super::super::typed::{LKind, LValue, ObjId, TExpr, TKind};
use super::super::types::Ty;
use super::super::walk::walk_expr;
use super::Emitter;
use crate::ast::BinaryOp;
use crate::scpl::Scope;

impl Emitter<'_> {
    /// Whether it writes anything or calls anything.
    pub fn has_effects(&self, expr: &TExpr) -> bool {
        let mut found = false;
        walk_expr(expr, &mut |expr| {
            found |= matches!(
                expr.kind,
                TKind::Assign(..)
                    | TKind::Compound(..)
                    | TKind::IncDec(..)
                    | TKind::Call(..)
                    | TKind::Alloc(_)
                    | TKind::StmtExpr(_)
            );
        });
        found
    }

    /// Whether it may read a shared cell.
    pub fn reads_shared(&self, expr: &TExpr) -> bool {
        let mut found = false;
        walk_expr(expr, &mut |expr| {
            found |= match &expr.kind {
                TKind::Load(lvalue) => self.may_be_shared(lvalue),
                TKind::Call(..)
                | TKind::Alloc(_)
                | TKind::StmtExpr(_)
                | TKind::IncDec(..)
                | TKind::Compound(..)
                | TKind::Assign(..) => true,
                _ => false,
            };
        });
        found
    }

    fn may_be_shared(&self, lvalue: &LValue) -> bool {
        match &lvalue.kind {
            LKind::Obj(id) => self.scope_of(*id) == Scope::Shared,
            LKind::Field(base, _) | LKind::Index(base, _) => self.may_be_shared(base),
            LKind::Deref(_) => true,
        }
    }

    pub fn scope_of(&self, object: ObjId) -> Scope {
        let instance = super::super::points_to::instance(self.program.typed, self.template, object);
        self.program.scopes.scope(self.program.typed, instance)
    }

    /// Whether it can be written as one expression over locals: no shared reads, no effects, nothing
    /// that has to be checked first.
    pub fn is_plain(&self, expr: &TExpr) -> bool {
        if self.has_effects(expr) || self.reads_shared(expr) {
            return false;
        }
        let mut plain = true;
        walk_expr(expr, &mut |expr| {
            plain &= match &expr.kind {
                TKind::Bin(BinaryOp::Div | BinaryOp::Rem, left, right) => {
                    // By -1 it may overflow, which has to be checked as well.
                    let is_signed = matches!(&left.ty, Ty::Int(int) if int.signed);
                    const_value(self.program.types, right)
                        .is_some_and(|value| value != 0 && !(is_signed && value == u64::MAX))
                }
                TKind::Bin(BinaryOp::Shl | BinaryOp::Shr, left, right) => {
                    let width = self.program.types.width(&left.ty).unwrap_or(0);
                    const_value(self.program.types, right)
                        .is_some_and(|value| value < u64::from(width))
                }
                TKind::Load(lvalue) | TKind::AddrOf(lvalue) => self.is_direct(lvalue),
                TKind::Unsupported(_) | TKind::Within(..) => false,
                _ => expr.ty != Ty::Error,
            };
        });
        plain
    }

    /// Whether the lvalue is a variable, or a field or element of one that is there for certain.
    fn is_direct(&self, lvalue: &LValue) -> bool {
        match &lvalue.kind {
            LKind::Obj(_) => true,
            LKind::Field(base, _) => self.is_direct(base),
            LKind::Index(base, _) if self.is_pool(base) => true,
            LKind::Index(base, index) => {
                let Ty::Array(_, len) = base.ty.ty else { return false };
                self.is_direct(base)
                    && const_value(self.program.types, index).is_some_and(|value| value < len)
            }
            LKind::Deref(_) => false,
        }
    }
}
