//! `memset`, `memcpy` and `memmove` of a number of bytes that is known: scalar by scalar.

use super::super::fold;
use super::super::points_to::{Target, full_type, outermost, path_type, typed_pointer};
use super::super::resolve::const_value;
use super::super::typed::{LKind, LValue, TExpr, TKind};
use super::super::types::{IntTy, QTy, Ty, Types};
use super::buffers::{Same, do_not_overlap};
use super::places::Region;
use super::{Emitter, Value};
use crate::scpl::{BinOp, Expr, Extend, Sort, StepKind};
use crate::text::Span;

/// More scalars than this are not moved one by one.
const MAX_MOVED: u64 = 64;

impl Emitter<'_> {
    /// `memset` and `memcpy` of whole objects.
    pub(super) fn block_operation(
        &mut self,
        copy: bool,
        args: &[TExpr],
        span: Span,
    ) -> Option<Value> {
        let [to, from, bytes] = args else { return None };
        let types = self.program.types;
        let target = typed_pointer(to);
        let bytes = const_value(types, bytes);
        if !copy
            && const_value(types, from) == Some(0)
            && let Some(members) = members(types, target, bytes)
        {
            for member in &members {
                let region = self.region(member)?;
                self.zero_region(&region, span);
                self.cur?;
            }
            return self.value(to);
        }
        if let (true, Some(bytes)) = (copy, bytes)
            && let Some(done) = self.copied_as_bytes(to, from, bytes, span)
        {
            return done;
        }
        let ty = self.whole_type(target, bytes)?;
        let size = types.size(&ty.ty).max(1);
        if bytes.is_none()
            && let Some(done) = self.several_objects(copy, args, &ty, span)
        {
            return done;
        }
        let bytes = bytes.filter(|bytes| {
            bytes % size == 0 && *bytes <= 4096 && !self.has_effects(to) && !self.has_effects(from)
        });
        let opaque = matches!(ty.ty, Ty::Void | Ty::Error) || types.is_unknown_size(&ty.ty);
        // Several members of a struct are not the elements of an array.
        let bytes = bytes.filter(|&bytes| {
            bytes == size
                || !(self.leaves_member(target, bytes)
                    || copy && self.leaves_member(typed_pointer(from), bytes))
        });
        let (Some(bytes), false) = (bytes, opaque) else {
            self.lost(span, "this operation on bytes", "assign the members or elements");
            return None;
        };
        let byte = if copy { None } else { Some(const_value(types, from)) };
        let source = typed_pointer(from);
        let fits = match byte {
            None => {
                let other = self.whole_type(source, Some(bytes));
                other.is_some_and(|other| self.same_layout(&other.ty, &ty.ty))
            }
            Some(None) => matches!(&ty.ty, Ty::Int(int) if int.width == 8),
            Some(Some(byte)) => byte == 0 || matches!(&ty.ty, Ty::Int(int) if int.width > 1),
        };
        if !fits {
            self.lost(span, "this operation on bytes", "assign the members or elements");
            return None;
        }
        // One object is another one, or has nothing in common with it.
        if copy && bytes > size {
            self.check_apart(to, from, bytes, span)?;
        }
        for number in 0..bytes / size {
            let to = self.element(target, &ty, number, span)?;
            if copy {
                let from = self.element(source, &ty, number, span)?;
                self.copy_region(&to, &from, span);
            } else if byte == Some(Some(0)) {
                self.zero_region(&to, span);
            } else {
                let value = self.value(from)?;
                let value = self.settle(value, Sort::Bits(32), span);
                let byte = fold::resize(Extend::Zero, 32, 8, value);
                let width = types.width(&ty.ty)?;
                let wide = fold::resize(Extend::Zero, 8, width, byte);
                let repeat = Expr::constant(0x0101_0101_0101_0101, width);
                let value = fold::bin(BinOp::Mul, wide, repeat);
                let commands = self.write(&to, value, span)?;
                self.step(commands, StepKind::Plain, span);
            }
            self.cur?;
        }
        let value = self.value(to)?;
        Some(value)
    }

    /// The type of what so many bytes behind a pointer are: what the pointer is to, or a larger struct
    /// that starts there.
    pub(super) fn whole_type(&mut self, pointer: &TExpr, bytes: Option<u64>) -> Option<QTy> {
        let own = pointer.ty.target()?.clone();
        let (typed, types) = (self.program.typed, self.program.types);
        let Some(bytes) = bytes.filter(|&bytes| bytes > types.size(&own.ty)) else {
            return Some(own);
        };
        let mut found: Option<Ty> = None;
        for target in self.all_targets(pointer) {
            let Target::Node(node) = target else { return Some(own) };
            let node = self.points_to.node_of(node);
            let object = typed.object(node.instance.object);
            let path = outermost(types, object, &node.path, Some(bytes));
            let ty = path_type(types, &object.ty.ty, &path);
            let is_larger = path != node.path && types.size(&ty) <= bytes;
            if !is_larger || found.is_some_and(|found| found != ty) {
                return Some(own);
            }
            found = Some(ty);
        }
        Some(found.map_or(own, QTy::plain))
    }

    /// Whether so many bytes behind a pointer may be more than the member of a struct that it points to.
    pub(super) fn leaves_member(&mut self, pointer: &TExpr, bytes: u64) -> bool {
        let (typed, types) = (self.program.typed, self.program.types);
        self.all_targets(pointer).into_iter().any(|target| {
            let Target::Node(node) = target else { return false };
            let node = self.points_to.node_of(node);
            let object = typed.object(node.instance.object);
            let is_member = node.path.len() > usize::from(object.heap.is_some());
            is_member && types.size(&full_type(types, &object.ty.ty, &node.path)) < bytes
        })
    }

    /// What is copied must not overlap.
    fn check_apart(&mut self, to: &TExpr, from: &TExpr, bytes: u64, span: Span) -> Option<()> {
        if !self.are_different(to, from) {
            let width = self.program.types.pointer_width();
            let bytes = Expr::constant(bytes, width);
            let value = self.value(to)?;
            let at = self.keep(value, Sort::Bits(width), to.span);
            let value = self.value(from)?;
            let other = self.keep(value, Sort::Bits(width), from.span);
            let apart = do_not_overlap(&at, &bytes, &other, &bytes, Same::Allowed, width);
            self.check(apart, span, |this| {
                format!("`{}` and `{}` do not overlap", this.text(to.span), this.text(from.span))
            });
        }
        self.cur.map(|_| ())
    }

    /// Copies scalars that may overlap, if it is certain how many: all are read before the first is written.
    /// `None` if nothing was done.
    pub(super) fn moved(&mut self, args: &[TExpr], span: Span) -> Option<Value> {
        let [to, from, bytes] = args else { return None };
        let (target, source) = (typed_pointer(to), typed_pointer(from));
        let ty = target.ty.target()?.clone();
        let (types, size) = (self.program.types, self.program.types.size(&ty.ty));
        let bytes = const_value(types, bytes)?;
        let is_simple = matches!(ty.ty, Ty::Int(_) | Ty::Ptr(_))
            && source.ty.target().is_some_and(|other| self.same_layout(&other.ty, &ty.ty));
        if !is_simple
            || bytes % size != 0
            || bytes / size > MAX_MOVED
            || self.has_effects(to)
            || self.has_effects(from)
        {
            return None;
        }
        let mut values = Vec::new();
        for number in 0..bytes / size {
            let from = self.element(source, &ty, number, span)?;
            let value = self.read(&from, span)?;
            values.push(self.keep(value, self.sort(&ty.ty), span));
        }
        for (number, value) in (0..).zip(values) {
            let to = self.element(target, &ty, number, span)?;
            let commands = self.write(&to, value, span)?;
            self.step(commands, StepKind::Plain, span);
        }
        self.value(to)
    }

    pub(super) fn same_layout(&self, a: &Ty, b: &Ty) -> bool {
        match (a, b) {
            (Ty::Int(a), Ty::Int(b)) => a.width == b.width,
            (Ty::Ptr(_), Ty::Ptr(_)) => true,
            (a, b) => a == b,
        }
    }

    /// The element with this number behind a pointer.
    pub(super) fn element(
        &mut self,
        pointer: &TExpr,
        ty: &QTy,
        number: u64,
        span: Span,
    ) -> Option<Region> {
        let types = self.program.types;
        let index = Ty::Int(IntTy::pointer_sized(types.model, true));
        let index = TExpr::constant(number, index, span);
        let size = types.size(&ty.ty);
        let kind = TKind::PtrAdd(Box::new(pointer.clone()), Box::new(index), size);
        let at = TExpr { kind, ty: pointer.ty.clone(), span };
        let at = if number == 0 { pointer } else { &at };
        let mut region = self.pointee(at, ty, span)?;
        region.ty = ty.clone();
        Some(region)
    }
}

/// The members of a struct from one on, if the bytes behind a pointer to that one are several.
fn members(types: &Types, pointer: &TExpr, bytes: Option<u64>) -> Option<Vec<LValue>> {
    let (TKind::AddrOf(first), Some(bytes)) = (&pointer.kind, bytes) else { return None };
    // An array's address is that of its first element.
    let first = match &first.kind {
        LKind::Index(array, index) if const_value(types, index) == Some(0) => array,
        _ => first,
    };
    let LKind::Field(base, field) = &first.kind else { return None };
    let Ty::Record(idx) = base.ty.ty else { return None };
    let record = types.record(idx);
    let fields = record.fields.as_ref().filter(|_| !record.union && !record.unknown_size)?;
    let start = fields.get(*field as usize)?.offset;
    let end = start.checked_add(bytes).filter(|&end| end <= record.size)?;
    if bytes <= types.size(&first.ty.ty) {
        return None;
    }
    let mut members = Vec::new();
    for (number, field) in (0..).zip(fields) {
        let (from, to) = (field.offset, field.offset + types.size(&field.ty.ty));
        if to <= start || end <= from {
            continue;
        }
        if from < start || end < to || field.run.is_some() {
            return None;
        }
        let kind = LKind::Field(base.clone(), number);
        members.push(LValue { kind, ty: field.ty.clone(), span: first.span });
    }
    Some(members)
}
