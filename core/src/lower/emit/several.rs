//! `memset` to zero and `memcpy` of as many objects as a size says when the thread gets there: one after the other.
//! Who would go beyond the last object is asked whether the pointer is to one there, as ever; part of an object is
//! not followed.

use super::super::fold;
use super::super::memory::locate;
use super::super::points_to::{Target, typed_pointer};
use super::super::resolve::{const_value, counted};
use super::super::typed::TExpr;
use super::super::types::{QTy, Ty};
use super::{Emitter, Value};
use crate::scpl::{BinOp, Expr, Sort};
use crate::text::Span;

/// Operations that may be of more objects than this are not followed.
const MOST: u64 = 64;

impl Emitter<'_> {
    /// The operation, one object after the other; none if it is not one of those.
    pub(super) fn several_objects(
        &mut self,
        copy: bool,
        args: &[TExpr],
        ty: &QTy,
        span: Span,
    ) -> Option<Option<Value>> {
        let [to, from, bytes] = args else { return None };
        let types = self.program.types;
        let (target, source) = (typed_pointer(to), typed_pointer(from));
        let is_known = match copy {
            true => {
                let other = source.ty.target()?;
                self.same_layout(&other.ty, &ty.ty) && self.are_different(to, from)
            }
            false => const_value(types, from) == Some(0),
        };
        let is_opaque = matches!(ty.ty, Ty::Void | Ty::Error) || types.is_unknown_size(&ty.ty);
        if !is_known || is_opaque || self.has_effects(to) || self.has_effects(from) {
            return None;
        }
        let size = types.size(&ty.ty).max(1);
        let most = self.most_behind(target, size).filter(|most| *most <= MOST)?;
        // The pointers are read for each object.
        let is_steady = |value: Option<Value>| value.is_none_or(|value| !value.reads_shared);
        if !is_steady(self.value(to)) || copy && !is_steady(self.value(from)) {
            return None;
        }
        Some(self.one_object_after_the_other(copy, [to, from, bytes], ty, most, span))
    }

    fn one_object_after_the_other(
        &mut self,
        copy: bool,
        [to, from, bytes]: [&TExpr; 3],
        ty: &QTy,
        most: u64,
        span: Span,
    ) -> Option<Value> {
        let width = self.program.types.pointer_width();
        let size = self.program.types.size(&ty.ty).max(1);
        let (target, source) = (typed_pointer(to), typed_pointer(from));
        // It is easier to see how many there are where the text says that.
        let (asked, unit) = match counted(self.program.types, bytes, size) {
            Some(count) => (count, 1),
            None => (bytes, size),
        };
        let value = self.value(asked)?;
        let asked = self.keep(value, Sort::Bits(width), bytes.span);
        let done = self.new_label();
        for number in 0..=most {
            let (start, end) = (number * unit, (number + 1) * unit);
            let more = self.new_label();
            let is_more = fold::bin(BinOp::Ult, Expr::constant(start, width), asked.clone());
            self.branch(is_more, more, done, span);
            self.place_if_reached(more);
            if unit > 1 {
                let (whole, part) = (self.new_label(), self.new_label());
                let is_whole = fold::bin(BinOp::Ule, Expr::constant(end, width), asked.clone());
                self.branch_untold(is_whole, whole, part, span);
                self.place_if_reached(part);
                if self.cur.is_some() {
                    self.lost_silently(span, "this operation on bytes");
                }
                self.place_if_reached(whole);
            }
            let from = if copy { Some(source) } else { None };
            if self.one_object(target, from, ty, number, span).is_none() {
                break;
            }
        }
        if self.cur.is_some() {
            self.lost_silently(span, "this operation on bytes");
        }
        self.place_if_reached(done);
        self.cur?;
        self.value(to)
    }

    /// Sets the object with a number behind a pointer to zero, or to the one behind another pointer; none if nobody
    /// gets past that.
    fn one_object(
        &mut self,
        target: &TExpr,
        source: Option<&TExpr>,
        ty: &QTy,
        number: u64,
        span: Span,
    ) -> Option<()> {
        let to = self.element(target, ty, number, span)?;
        match source {
            Some(source) => {
                let from = self.element(source, ty, number, span)?;
                self.copy_region(&to, &from, span);
            }
            None => self.zero_region(&to, span),
        }
        self.cur.map(|_| ())
    }

    /// How many objects of a size there are behind a pointer at most, if it is known what it is to.
    fn most_behind(&mut self, pointer: &TExpr, size: u64) -> Option<u64> {
        let (typed, types) = (self.program.typed, self.program.types);
        let mut most = None;
        for target in self.all_targets(pointer) {
            let Target::Node(node) = target else { return None };
            let node = self.points_to.node_of(node).clone();
            let object = typed.object(node.instance.object);
            let is_heap = usize::from(object.heap.is_some());
            let dims = locate(types, &object.ty, &node.path).dims;
            let own: u64 = dims.iter().skip(is_heap).map(|dim| dim.count.max(1)).product();
            let bytes = types.size(&locate(types, &object.ty, &node.path).ty.ty).max(1);
            most = most.max(Some((own * bytes).div_ceil(size)));
        }
        most
    }
}
