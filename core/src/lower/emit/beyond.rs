//! Memory that was asked for, but for which the model has no room.
//!
//! Where the size of memory is not constant, each object has room for some elements, and may have been asked for
//! with many more. Whoever gets to one of those is lost there. Objects lie far apart, so that their addresses are
//! no others'; where there are not addresses enough for that, nobody is given more memory than there is room for.

use std::collections::BTreeSet;

use super::super::fold;
use super::super::memory::Dim;
use super::super::points_to::Instance;
use super::super::room::{Limit, Limited};
use super::super::types::Ty;
use super::Emitter;
use crate::scpl::{BinOp, Expr};
use crate::text::Span;

impl Emitter<'_> {
    /// Goes on if what lies at an address is not beyond the room of objects that have been asked for with more.
    pub(super) fn check_room(&mut self, instances: BTreeSet<Instance>, address: &Expr, span: Span) {
        let types = self.program.types;
        let width = types.pointer_width();
        if types.far_apart().is_none() || self.pure {
            return;
        }
        for pool in instances {
            let Some(data) = self.data_type(pool) else { continue };
            let room = Expr::constant(types.size(&data), width);
            let Dim { count, stride } = self.pool_dim(pool);
            let base = self.cells(pool).base;
            let mut is_beyond = Expr::FALSE;
            for number in 0..count {
                let index = Expr::constant(number, width);
                let (Some(asked), Some(in_use)) =
                    (self.asked_in(pool, &index), self.in_use(pool, Some(&index)))
                else {
                    break;
                };
                let start = Expr::constant(base + number * stride, width);
                let offset = fold::bin(BinOp::Sub, address.clone(), start);
                let is_there = fold::and(in_use, asked.has_byte(offset.clone()));
                let is_here = fold::and(fold::bin(BinOp::Ule, room.clone(), offset), is_there);
                is_beyond = match is_beyond {
                    Expr::FALSE => is_here,
                    _ => fold::bin(BinOp::Or, is_beyond, is_here),
                };
            }
            let at = self.program.typed.object(pool.object).span;
            if self.must_have_room(pool, fold::not(is_beyond), at, span).is_none() {
                return;
            }
        }
    }

    /// Goes on if a condition holds; otherwise there is too little room in the objects of a pool.
    pub(super) fn must_have_room(
        &mut self,
        pool: Instance,
        holds: Expr,
        at: Span,
        span: Span,
    ) -> Option<()> {
        if holds == Expr::TRUE || self.cur.is_none() || self.pure {
            return self.cur.map(|_| ());
        }
        let place = self.program.typed.object(pool.object).heap?.place;
        let data = self.data_type(pool)?;
        let tried = self.heap.room(place).elements.tried;
        let most = self.bytes_with(&data, tried).max(self.program.types.size(&data));
        let what = format!("memory of more than {most} bytes from this place");
        let limit = Limit { place, what: Limited::Elements };
        let property = self.graph.limit(limit, at, what);
        self.must_be(property, holds, span);
        self.cur.map(|_| ())
    }

    /// How many bytes memory of a type has if there are so many elements in it.
    fn bytes_with(&self, data: &Ty, elements: u64) -> u64 {
        let types = self.program.types;
        match data {
            Ty::Array(element, _) => types.size(&element.ty) * elements,
            Ty::Record(idx) => {
                let last = types.record(*idx).fields.as_ref().and_then(|fields| fields.last());
                last.map_or(0, |last| last.offset + self.bytes_with(&last.ty.ty, elements))
            }
            _ => 0,
        }
    }
}
