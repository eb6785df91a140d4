//! Memory for objects of a class, made by what knows only its base.
//!
//! `struct object *object_new(size_t size)` gives out memory that its callers use as a larger struct, which
//! begins with a `struct object`. What a program converts pointers to the base into says which struct that
//! is. A guess is enough: what is accessed as something else is not modelled, and what lies behind the bytes
//! that were asked for is no part of the object whatever its type is.

use std::collections::BTreeSet;

use super::super::typed::{Alloc, AllocSize, TKind};
use super::super::types::{QTy, RecordIdx, Ty};
use super::super::walk::{for_each_expr, for_each_stmt};
use super::Resolver;
use crate::text::Span;

impl Resolver<'_> {
    /// Gives memory that was first taken for a base the type of the only class that it can be of.
    pub(super) fn infer_subclasses(&mut self) {
        let mut allocs: Vec<Alloc> = Vec::new();
        let mut converted: BTreeSet<RecordIdx> = BTreeSet::new();
        for body in self.funcs.iter().filter_map(|func| func.body.as_deref()) {
            for_each_stmt(body, &mut |stmt| {
                for_each_expr(stmt, &mut |expr| match &expr.kind {
                    TKind::Alloc(alloc) => allocs.push(alloc.clone()),
                    TKind::Cast(value) => {
                        let from = value.ty.target().map(|target| &target.ty);
                        let to = expr.ty.target().map(|target| &target.ty);
                        if let (Some(from), Some(Ty::Record(to))) = (from, to)
                            && (self.begins_with(*to, from) || is_byte(from))
                        {
                            converted.insert(*to);
                        }
                    }
                    _ => {}
                });
            });
        }
        for alloc in allocs.iter().filter(|alloc| alloc.size != AllocSize::Product) {
            if let Some(class) = self.class_of(alloc, &converted) {
                self.allocated_as_one(alloc, class);
            }
        }
    }

    /// The class that memory is of which has the type of a base so far.
    fn class_of(&self, alloc: &Alloc, converted: &BTreeSet<RecordIdx>) -> Option<RecordIdx> {
        let base = self.first_types.get(&alloc.pool)?;
        if let AllocSize::Struct(class) = alloc.size {
            return self.begins_with(class, base).then_some(class);
        }
        let size = |class: RecordIdx| self.types.size(&Ty::Record(class));
        let classes = converted.iter().copied().filter(|&class| self.begins_with(class, base));
        let mut classes: Vec<RecordIdx> = match (
            &alloc.bytes,
            self.objects[alloc.pool.index()].heap.map(|memory| memory.bytes),
        ) {
            // It could be several of the base.
            (None, Some(bytes)) if bytes % self.types.size(base).max(1) == 0 => return None,
            (None, Some(bytes)) => classes.filter(|&class| size(class) == bytes).collect(),
            _ => classes.collect(),
        };
        classes.sort_by_key(|&class| size(class));
        let largest = classes.pop()?;
        // All the others are bases of it in turn; otherwise memory from this place is of several classes.
        let is_base = |class: &RecordIdx| self.begins_with(largest, &Ty::Record(*class));
        classes.iter().all(is_base).then_some(largest)
    }

    /// Whether the first member of a struct is of a type, or begins with it in turn.
    fn begins_with(&self, class: RecordIdx, base: &Ty) -> bool {
        let record = self.types.record(class);
        let first = record.fields.as_ref().and_then(|fields| fields.first());
        match first.map(|first| &first.ty.ty) {
            Some(Ty::Record(first)) if !record.union && matches!(base, Ty::Record(_)) => {
                Ty::Record(*first) == *base || self.begins_with(*first, base)
            }
            _ => false,
        }
    }

    /// Remembers of which struct a size is.
    pub(super) fn note_size(&mut self, ty: &Ty, span: Span) {
        match ty {
            Ty::Record(idx) => self.sized.insert(span, *idx),
            _ => self.sized.remove(&span),
        };
    }

    fn allocated_as_one(&mut self, alloc: &Alloc, class: RecordIdx) {
        let target = QTy::plain(Ty::Record(class));
        self.set_pool(alloc, &target, target.ty.clone());
    }
}

/// Whether something is a byte: that is how one gets from a member to the struct around it.
fn is_byte(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(int) if int.width == 8)
}
