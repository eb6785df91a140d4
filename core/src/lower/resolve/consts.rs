//! Constant expressions.

use super::super::fold;
use super::super::typed::{TExpr, TKind};
use super::super::types::{Ty, Types};
use super::Resolver;
use crate::ast;
use crate::scpl::{Expr, UnOp};
use crate::text::Span;

impl Resolver<'_> {
    /// The value of an integer constant expression, sign-extended to 64 bits if its type is signed.
    pub fn const_expr(&mut self, expr: &ast::Expr) -> Option<u64> {
        let typed = self.expr(expr);
        const_value(&self.types, &typed)
    }

    pub fn static_assert(&mut self, condition: &ast::Expr, span: Span) {
        match self.const_expr(condition) {
            Some(0) => self.error(span, "static assertion fails"),
            Some(_) => {}
            None => self.error(span, "the condition of a static assertion must be constant"),
        }
    }
}

/// The value of a constant expression, sign-extended to 64 bits if its type is signed.
pub fn const_value(types: &Types, expr: &TExpr) -> Option<u64> {
    let Expr::Const(bits) = fold_constant(types, expr)? else { return None };
    let signed = matches!(&expr.ty, Ty::Int(int) if int.signed);
    Some(if signed { bits.signed() as u64 } else { bits.value })
}

fn fold_constant(types: &Types, expr: &TExpr) -> Option<Expr> {
    let sub = |expr: &TExpr| fold_constant(types, expr);
    Some(match &expr.kind {
        TKind::Const(value) => Expr::constant(*value, types.width(&expr.ty)?),
        TKind::Neg(a) => fold::un(UnOp::Neg, sub(a)?),
        TKind::BitNot(a) => fold::un(UnOp::Not, sub(a)?),
        TKind::Not(a) => fold::truth_as_int(fold::not(fold::truth(types, &a.ty, sub(a)?))),
        TKind::Bin(op, a, b) => {
            let (left, right) = (sub(a)?, sub(b)?);
            let zero = matches!(&right, Expr::Const(bits) if bits.value == 0);
            if zero && matches!(op, ast::BinaryOp::Div | ast::BinaryOp::Rem) {
                return None;
            }
            let result = fold::binary(*op, &a.ty, left, right);
            if fold::is_comparison(*op) { fold::truth_as_int(result) } else { result }
        }
        TKind::And(a, b) => {
            let (a, b) = (fold::truth(types, &a.ty, sub(a)?), (b, &b.ty));
            match a {
                Expr::FALSE => Expr::constant(0, 32),
                _ => fold::truth_as_int(fold::truth(types, b.1, sub(b.0)?)),
            }
        }
        TKind::Or(a, b) => match fold::truth(types, &a.ty, sub(a)?) {
            Expr::TRUE => Expr::constant(1, 32),
            _ => fold::truth_as_int(fold::truth(types, &b.ty, sub(b)?)),
        },
        TKind::Cond(condition, then, otherwise) => {
            match fold::truth(types, &condition.ty, sub(condition)?) {
                Expr::TRUE => sub(then)?,
                _ => sub(otherwise)?,
            }
        }
        TKind::Cast(a) if !matches!((&a.ty, &expr.ty), (Ty::Float(_), _) | (_, Ty::Float(_))) => {
            fold::cast(types, &a.ty, &expr.ty, sub(a)?)
        }
        _ => return None,
    })
}
