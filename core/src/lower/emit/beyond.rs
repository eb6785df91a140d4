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
use crate::scpl::{BinOp, Command, Expr, PropId, PropertyKind, StepKind};
use crate::text::Span;

impl Emitter<'_> {
    /// Goes on if there is an object at an address, which is a property; who is beyond the room of one of these is lost.
    pub(super) fn check_object(
        &mut self,
        valid: Expr,
        what: String,
        pools: BTreeSet<Instance>,
        address: &Expr,
        span: Span,
    ) {
        if self.cur.is_none() || self.pure {
            return;
        }
        let beyond: Vec<(Instance, Expr)> = pools
            .into_iter()
            .filter_map(|pool| Some((pool, self.beyond(pool, address)?)))
            .collect();
        if beyond.is_empty() {
            return self.check(valid, span, |_| what);
        }
        // All of it in one step: there are many of these.
        let mut nowhere = fold::not(valid.clone());
        for (pool, is_beyond) in beyond {
            let Some(limit) = self.limit_of(pool, self.program.typed.object(pool.object).span)
            else {
                continue;
            };
            nowhere = fold::and(nowhere, fold::not(is_beyond.clone()));
            self.edge(
                self.error_loc(limit),
                vec![Command::Assume(is_beyond)],
                StepKind::Fail,
                span,
            );
        }
        let property = self.property(PropertyKind::Undefined, span, |_| what);
        self.edge(self.error_loc(property), vec![Command::Assume(nowhere)], StepKind::Fail, span);
        let there = self.new_loc();
        self.edge(there, vec![Command::Assume(valid)], StepKind::Branch { taken: true }, span);
        self.cur = Some(there);
    }

    /// The condition that an address is beyond the room of an object of a pool, but within what that was asked for
    /// with; none if there is no such place.
    fn beyond(&mut self, pool: Instance, address: &Expr) -> Option<Expr> {
        let types = self.program.types;
        types.far_apart()?;
        let width = types.pointer_width();
        let room = Expr::constant(types.size(&self.data_type(pool)?), width);
        let Dim { count, stride } = self.pool_dim(pool);
        let base = self.cells(pool).base;
        let mut is_beyond = Expr::FALSE;
        for number in 0..count {
            let index = Expr::constant(number, width);
            let (asked, in_use) = (self.asked_in(pool, &index)?, self.in_use(pool, Some(&index))?);
            let start = Expr::constant(base + number * stride, width);
            let offset = fold::bin(BinOp::Sub, address.clone(), start);
            let is_there = fold::and(in_use, asked.has_byte(offset.clone()));
            let is_here = fold::and(fold::bin(BinOp::Ule, room.clone(), offset), is_there);
            is_beyond = match is_beyond {
                Expr::FALSE => is_here,
                _ => fold::bin(BinOp::Or, is_beyond, is_here),
            };
        }
        (is_beyond != Expr::FALSE).then_some(is_beyond)
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
        let property = self.limit_of(pool, at)?;
        self.must_be(property, holds, span);
        self.cur.map(|_| ())
    }

    /// That an object of a pool has no room for what it was asked for with.
    fn limit_of(&mut self, pool: Instance, at: Span) -> Option<PropId> {
        let place = self.program.typed.object(pool.object).heap?.place;
        let data = self.data_type(pool)?;
        let tried = self.heap.room(place).elements.tried;
        let most = self.bytes_with(&data, tried).max(self.program.types.size(&data));
        let what = format!("memory of more than {most} bytes from this place");
        let limit = Limit { place, what: Limited::Elements };
        Some(self.graph.limit(limit, at, what))
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
