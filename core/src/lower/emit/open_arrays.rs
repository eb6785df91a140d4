//! Arrays without a length at the end of a struct: they have as many elements as memory was asked for. So
//! have arrays of one element there, which is how that was written before C99, if more was asked for.

use super::super::fold;
use super::super::memory::locate;
use super::super::typed::{LKind, LValue, TExpr};
use super::super::types::{IntTy, Ty};
use super::Emitter;
use super::places::{Alternative, Bound, Region};
use crate::scpl::{BinOp, Expr};
use crate::text::Span;

impl Emitter<'_> {
    /// Whether an array at the end of a struct has as many elements as memory was asked for.
    pub(super) fn is_open(&self, base: &LValue, region: &Region) -> bool {
        let heap =
            |one: &Alternative| self.program.typed.object(one.instance.object).heap.is_some();
        let alternatives = || region.alternatives.iter();
        let is_longer = |one: &Alternative| {
            let object = &self.program.typed.object(one.instance.object).ty;
            let place = locate(self.program.types, object, &one.path);
            place.dims.last().is_some_and(|dim| dim.count > 1)
        };
        let is_open = match base.ty.ty {
            Ty::Array(_, 0) => alternatives().len() > 0 && alternatives().all(heap),
            Ty::Array(_, 1) => alternatives().any(|one| heap(one) && is_longer(one)),
            _ => false,
        };
        is_open && matches!(base.kind, LKind::Field(..))
    }

    pub(super) fn open_index(
        &mut self,
        region: &Region,
        base: &LValue,
        index: &TExpr,
        bound: Bound,
        span: Span,
    ) -> Option<Expr> {
        let types = self.program.types;
        let width = types.pointer_width();
        let value = self.value(index)?;
        let sort = self.sort(&index.ty);
        let signed = Ty::Int(IntTy::pointer_sized(types.model, true));
        let at = self.settle(value, sort, index.span);
        let at = fold::cast(types, &index.ty, &signed, at);
        let at = self.steady(at, index.span);
        let mut within = Expr::FALSE;
        for one in &region.alternatives {
            let object = &self.program.typed.object(one.instance.object).ty;
            let place = locate(types, object, &one.path);
            let dim = place.dims.last()?;
            let limit = if bound == Bound::End { dim.count + 1 } else { dim.count };
            let has_room = fold::bin(BinOp::Ult, at.clone(), Expr::constant(limit, width));
            let mut holds = has_room.clone();
            if let Some(asked) = self.asked(one) {
                let scaled = fold::bin(BinOp::Mul, at.clone(), Expr::constant(dim.stride, width));
                let own = if bound == Bound::End { 0 } else { dim.stride };
                let end = Expr::constant(place.offset + own, width);
                let end = fold::bin(BinOp::Add, scaled, end);
                let was_given = asked.reaches(end);
                if let Some(far) = types.far_apart() {
                    // So the sum above is right.
                    let near = fold::bin(BinOp::Ult, at.clone(), Expr::constant(far, width));
                    let was_given = fold::and(near, was_given.clone());
                    let is_beyond = fold::and(fold::not(has_room), was_given);
                    match bound {
                        Bound::End => holds = fold::bin(BinOp::Or, holds, is_beyond),
                        Bound::Element => {
                            let is_beyond = fold::and(one.guard.clone(), is_beyond);
                            let given = self.program.typed.object(one.instance.object).span;
                            let has_room = fold::not(is_beyond);
                            self.must_have_room(one.instance, has_room, given, span)?;
                        }
                    }
                }
                if bound == Bound::Element {
                    holds = fold::and(holds, was_given);
                }
            }
            let holds = fold::and(one.guard.clone(), holds);
            within =
                if within == Expr::FALSE { holds } else { fold::bin(BinOp::Or, within, holds) };
        }
        let array = base.span;
        self.check(within, span, |this| {
            let (index, array) = (this.text(index.span), this.text(array));
            format!("index `{index}` is within the memory that `{array}` was given")
        });
        self.cur.is_some().then_some(at)
    }
}
