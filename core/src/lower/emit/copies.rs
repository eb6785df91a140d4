//! Structs as a whole: copied, set to zero.

use super::super::memory::locate;
use super::super::points_to::leaves;
use super::super::typed::LValue;
use super::super::types::{IntShape, IntTy, QTy, Ty};
use super::Emitter;
use super::places::{Alternative, Region};
use crate::scpl::{Expr, Sort, StepKind};
use crate::text::Span;

impl Emitter<'_> {
    /// Copies a struct, scalar by scalar.
    pub fn copy(&mut self, target: &LValue, source: &LValue, span: Span) {
        if let Some(from) = self.steady_region(source, span)
            && let Some(to) = self.steady_region(target, span)
        {
            self.copy_region(&to, &from, span);
        }
    }

    /// Where a struct lies, whatever is evaluated from now on.
    pub(super) fn steady_region(&mut self, lvalue: &LValue, span: Span) -> Option<Region> {
        let mut region = self.region(lvalue)?;
        for index in region.alternatives.iter_mut().flat_map(Alternative::positions) {
            *index = self.steady(index.clone(), span);
        }
        Some(region)
    }

    /// One of an atomic type is read or written at once, the other of the two field by field.
    pub(super) fn copy_region(&mut self, to: &Region, from: &Region, span: Span) {
        if !to.ty.atomic && !from.ty.atomic {
            return self.copy_parts(to, from, span);
        }
        if self.is_shared(to) && self.is_shared(from) {
            let hint = "go by way of a local variable";
            return self.lost(
                span,
                "a copy of an atomic struct to or from another shared one",
                hint,
            );
        }
        self.at_once(|this| this.copy_parts(to, from, span));
    }

    fn copy_parts(&mut self, to: &Region, from: &Region, span: Span) {
        for (number, (path, indices)) in self.parts(&to.ty.ty).into_iter().enumerate() {
            // Others see each part as it is written, and may free the memory then.
            for region in [from, to] {
                if let (Some(valid), true) = (&region.valid, number > 0) {
                    self.check(valid.clone(), span, |this| {
                        format!("what `{}` copies is still there", this.text(span))
                    });
                }
            }
            // The other one may be of another type of the same layout.
            let from = Region { ty: to.ty.clone(), ..from.clone() };
            let mut source = self.part(&from, &path, &indices);
            let mut target = self.part(to, &path, &indices);
            let mut sort = self.sort(&locate(self.program.types, &to.ty, &path).ty.ty);
            // A byte is copied whatever is in it; only who asks whether it is true needs a `_Bool`.
            if is_truth_in_words(&source) && is_truth_in_words(&target) {
                let byte = QTy::plain(Ty::Int(IntTy::plain(8, false, 1)));
                (source.ty, target.ty, sort) = (byte.clone(), byte, Sort::Bits(8));
            }
            let Some(value) = self.read(&source, span) else { return };
            let both = value.reads_shared && self.is_shared(to);
            let value = if both { self.keep(value, sort, span) } else { value.expr };
            let Some(commands) = self.write(&target, value, span) else { return };
            self.step(commands, StepKind::Plain, span);
        }
    }

    /// Sets everything in a part of an object to zero.
    pub(super) fn zero_region(&mut self, to: &Region, span: Span) {
        for (path, indices) in self.parts(&to.ty.ty) {
            let part = self.part(to, &path, &indices);
            let ty = locate(self.program.types, &to.ty, &path).ty.ty;
            let Some(mut commands) = self.write(&part, self.zero_of(&ty), span) else { return };
            if ty == Ty::Mutex {
                let Some(more) = self.forget_holder(&part, span) else { return };
                commands.extend(more);
            }
            self.step(commands, StepKind::Plain, span);
        }
    }

    /// The scalars of a type: paths of fields, and constant indices.
    pub(super) fn parts(&self, ty: &Ty) -> Vec<(Vec<u32>, Vec<Expr>)> {
        let types = self.program.types;
        let width = types.pointer_width();
        let mut parts = Vec::new();
        for path in leaves(types, ty) {
            let dims = locate(types, &QTy::plain(ty.clone()), &path).dims;
            let total: u64 = dims.iter().map(|dim| dim.count).product();
            for number in 0..total {
                let mut rest = number;
                let mut indices: Vec<Expr> = dims
                    .iter()
                    .rev()
                    .map(|dim| {
                        let at = rest % dim.count;
                        rest /= dim.count;
                        Expr::constant(at, width)
                    })
                    .collect();
                indices.reverse();
                parts.push((path.clone(), indices));
            }
        }
        parts
    }
}

fn is_truth_in_words(region: &Region) -> bool {
    let is_byte = |one: &Alternative| one.slice.as_ref().is_some_and(|it| it.location.is_none());
    matches!(&region.ty.ty, Ty::Int(int) if int.shape == IntShape::Bool)
        && region.alternatives.iter().all(is_byte)
}
