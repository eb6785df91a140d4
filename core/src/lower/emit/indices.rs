//! Indices of arrays: within bounds, and as they were when they were evaluated.

use super::super::fold;
use super::super::points_to::instance;
use super::super::resolve::const_value;
use super::super::typed::{LKind, LValue, TExpr};
use super::super::types::{IntTy, Ty};
use super::places::{Alternative, Bound, Region};
use super::vlas::is_bounded;
use super::{Emitter, Value};
use crate::scpl::{BinOp, Expr, Sort};
use crate::text::Span;

impl Emitter<'_> {
    /// An index of pointer width, within bounds from here on.
    pub(super) fn index(
        &mut self,
        base: &LValue,
        index: &TExpr,
        bound: Bound,
        span: Span,
    ) -> Option<Expr> {
        let types = self.program.types;
        let width = types.pointer_width();
        // A declaration further down, or in another unit, may say how long an array is.
        let ty = match base.kind {
            LKind::Obj(id) => &self.program.typed.object(id).ty.ty,
            _ => &base.ty.ty,
        };
        let len = match ty {
            Ty::Array(_, len) => *len,
            _ => 0,
        };
        if len == 0 && bound == Bound::Element {
            let what = "an element of an array whose length is not known";
            self.lost(span, what, "declare the array with its length");
            return None;
        }
        let limit = match bound {
            Bound::Element => len,
            Bound::End => len + 1,
        };
        // How many elements an array of variable length has is known when the thread gets here.
        let variable = match base.kind {
            LKind::Obj(id) => self.length_of(instance(self.program.typed, self.template, id)),
            _ => None,
        };
        if let Some(value) = const_value(types, index)
            && value < limit
            && (variable.is_none() || value == 0 && bound == Bound::End)
        {
            return Some(Expr::constant(value, width));
        }
        let value = self.value(index)?;
        let sort = self.sort(&index.ty);
        let at = self.settle(value, sort, index.span);
        let signed = Ty::Int(IntTy::pointer_sized(types.model, true));
        let at = fold::cast(types, &index.ty, &signed, at);
        let (within, n) = match variable {
            Some(length) => {
                let op = if bound == Bound::Element { BinOp::Ult } else { BinOp::Ule };
                (fold::bin(op, at.clone(), length), String::new())
            }
            None => {
                let limit = Expr::constant(limit, width);
                (fold::bin(BinOp::Ult, at.clone(), limit), format!("{len} "))
            }
        };
        let array = base.span;
        // Which object a variable lives in is no question of the program.
        let is_known = self.is_pool(base) || self.is_variable(base) && is_bounded(index);
        if !is_known {
            self.check(within, span, |this| {
                format!(
                    "index `{}` is within the {n}elements of `{}`",
                    this.text(index.span),
                    this.text(array)
                )
            });
        }
        self.cur.is_some().then_some(at).or_else(|| self.pure.then(|| Expr::constant(0, width)))
    }

    /// Whether it is an array of variable length.
    fn is_variable(&self, lvalue: &LValue) -> bool {
        matches!(lvalue.kind, LKind::Obj(id) if self.program.typed.vlas.contains_key(&id))
    }

    /// Computes the indices so far now, if what comes next could change what they are made of.
    pub(super) fn fix_indices(&mut self, region: &mut Region, next: &TExpr, span: Span) {
        if self.pure || !self.has_effects(next) {
            return;
        }
        let sort = Sort::Bits(self.program.types.pointer_width());
        for index in region.alternatives.iter_mut().flat_map(Alternative::positions) {
            *index = self.keep(Value::local(index.clone()), sort, span);
        }
    }

    /// An index that the stores of one assignment cannot change.
    pub(super) fn steady(&mut self, index: Expr, span: Span) -> Expr {
        if self.memory.is_steady(&index) {
            return index;
        }
        let sort = Sort::Bits(self.program.types.pointer_width());
        self.keep(Value::local(index), sort, span)
    }
}
