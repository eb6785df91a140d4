//! Variables that are written twice at a time.

use super::super::typed::{LValue, ObjId, TExpr, TKind, Typed};
use super::Emitter;
use crate::ast::IncDec;
use crate::text::Span;

impl Emitter<'_> {
    /// `i = i++` writes `i` twice, and nothing says which comes last.
    pub(super) fn written_once(&mut self, target: &LValue, value: &TExpr, span: Span) -> bool {
        let Some(id) = self.program.typed.variable(target) else { return true };
        if self.cur.is_none() || self.pure || !writes_at_any_time(self.program.typed, value, id) {
            return true;
        }
        self.check_not_reached(span, |this| {
            format!("`{}` is written once at a time", this.text(target.span))
        });
        false
    }
}

/// Whether an expression writes a variable, with nothing that puts the write in front of its value.
fn writes_at_any_time(typed: &Typed, expr: &TExpr, variable: ObjId) -> bool {
    let is_it = |lvalue: &LValue| typed.variable(lvalue) == Some(variable);
    let inside = |expr: &TExpr| writes_at_any_time(typed, expr, variable);
    match &expr.kind {
        TKind::IncDec(op, lvalue) => {
            is_it(lvalue) && matches!(op, IncDec::PostInc | IncDec::PostDec)
        }
        TKind::Neg(a) | TKind::BitNot(a) | TKind::Not(a) | TKind::Cast(a) => inside(a),
        TKind::Bin(_, a, b)
        | TKind::Within(a, b)
        | TKind::PtrAdd(a, b, _)
        | TKind::PtrDiff(a, b, _) => inside(a) || inside(b),
        TKind::Comma(_, b) | TKind::And(_, b) | TKind::Or(_, b) => inside(b),
        TKind::Cond(_, a, b) => inside(a) || inside(b),
        _ => false,
    }
}
