//! `memcpy` between an object and an array of bytes, as messages are packed and unpacked: integer by integer.
//!
//! Each byte of an integer is written, or read, by itself, the lowest first, as little-endian machines have it.
//! Padding leaves anything behind in the bytes, and is not looked at on the way back. Pointers, `_Bool`,
//! floating-point members and bit-fields are left to whoever tells that this is not supported.

use super::super::fold;
use super::super::memory::locate;
use super::super::points_to::typed_pointer;
use super::super::typed::TExpr;
use super::super::types::{IntShape, QTy, Ty};
use super::places::Region;
use super::{Emitter, Value};
use crate::scpl::{BinOp, Expr, Extend, Sort, Source, StepKind};
use crate::text::Span;

/// Larger objects are not taken apart.
const MAX_BYTES: u64 = 256;

/// An integer in an object: where it starts, how many bytes it has, and how to get there.
struct Scalar {
    offset: u64,
    size: u64,
    path: Vec<u32>,
    indices: Vec<Expr>,
}

/// Which of the two is the array of bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bytes {
    Written,
    Read,
}

impl Emitter<'_> {
    /// `None` if nothing was done: it is not this kind of copy.
    pub(super) fn copied_as_bytes(
        &mut self,
        to: &TExpr,
        from: &TExpr,
        n_bytes: u64,
        span: Span,
    ) -> Option<Option<Value>> {
        let (target, source) = (typed_pointer(to), typed_pointer(from));
        let to_ty = self.whole_type(target, Some(n_bytes))?;
        let from_ty = self.whole_type(source, Some(n_bytes))?;
        let (bytes, way, object, ty, byte) = match (is_byte(&to_ty), is_byte(&from_ty)) {
            (true, false) => (target, Bytes::Written, source, from_ty, to_ty),
            (false, true) => (source, Bytes::Read, target, to_ty, from_ty),
            _ => return None,
        };
        if self.program.types.size(&ty.ty) != n_bytes
            || n_bytes > MAX_BYTES
            || self.has_effects(to)
            || self.has_effects(from)
            || self.leaves_member(bytes, n_bytes)
        {
            return None;
        }
        let scalars = self.scalars(&ty)?;
        Some(
            self.copy_scalars(&scalars, way, (bytes, &byte), (object, &ty), span)
                .and_then(|()| self.value(to)),
        )
    }

    /// The integers that a type consists of; `None` if there is anything else in it.
    fn scalars(&self, ty: &QTy) -> Option<Vec<Scalar>> {
        let types = self.program.types;
        if let Ty::Record(idx) = &ty.ty
            && types.record(*idx).union
        {
            return None;
        }
        let mut scalars = Vec::new();
        for (path, indices) in self.parts(&ty.ty) {
            let place = locate(types, ty, &path);
            let Ty::Int(int) = &place.ty.ty else { return None };
            let size = types.size(&place.ty.ty);
            let is_plain =
                matches!(int.shape, IntShape::Plain | IntShape::Char | IntShape::Enum(_));
            if !is_plain || place.ty.atomic || u64::from(int.width) != size * 8 {
                return None;
            }
            let mut offset = place.offset;
            for (index, dim) in indices.iter().zip(&place.dims) {
                let Expr::Const(index) = index else { return None };
                offset += index.value * dim.stride;
            }
            scalars.push(Scalar { offset, size, path, indices });
        }
        scalars.sort_by_key(|scalar| scalar.offset);
        let is_apart = |pair: &[Scalar]| pair[0].offset + pair[0].size <= pair[1].offset;
        (!scalars.is_empty() && scalars.windows(2).all(is_apart)).then_some(scalars)
    }

    fn copy_scalars(
        &mut self,
        scalars: &[Scalar],
        way: Bytes,
        (bytes, byte): (&TExpr, &QTy),
        (object, ty): (&TExpr, &QTy),
        span: Span,
    ) -> Option<()> {
        let mut at = 0;
        for scalar in scalars {
            self.pad(way, bytes, byte, at..scalar.offset, span)?;
            at = scalar.offset + scalar.size;
            // Found anew each time, since others may free the memory meanwhile.
            let whole = self.pointee(object, ty, span)?;
            let part =
                self.part(&Region { ty: ty.clone(), ..whole }, &scalar.path, &scalar.indices);
            let width = scalar.size as u8 * 8;
            let places = (0..scalar.size).map(|number| (scalar.offset + number, number * 8));
            match way {
                Bytes::Written => {
                    let value = self.read(&part, span)?;
                    let value = self.keep(value, Sort::Bits(width), span);
                    for (at, shift) in places {
                        let shift = Expr::constant(shift, width);
                        let low = fold::bin(BinOp::Lshr, value.clone(), shift);
                        let low = fold::resize(Extend::Zero, width, 8, low);
                        self.put_byte(bytes, byte, at, low, span)?;
                    }
                }
                Bytes::Read => {
                    let mut whole = Expr::constant(0, width);
                    for (at, shift) in places {
                        let region = self.element(bytes, byte, at, span)?;
                        let value = self.read(&region, span)?;
                        let value = self.keep(value, Sort::Bits(8), span);
                        let wide = fold::resize(Extend::Zero, 8, width, value);
                        let shift = Expr::constant(shift, width);
                        let high = fold::bin(BinOp::Shl, wide, shift);
                        whole = fold::bin(BinOp::Or, whole, high);
                    }
                    // It may be read from the heap, which others can free.
                    let commands = self.write(&part, whole, span)?;
                    self.step(commands, StepKind::Plain, span);
                }
            }
        }
        self.pad(way, bytes, byte, at..self.program.types.size(&ty.ty), span)
    }

    /// Padding has any value.
    fn pad(
        &mut self,
        way: Bytes,
        bytes: &TExpr,
        byte: &QTy,
        places: std::ops::Range<u64>,
        span: Span,
    ) -> Option<()> {
        for at in places {
            match way {
                Bytes::Written => {
                    let value = self.any(Sort::Bits(8), Source::Unmodelled, span);
                    self.put_byte(bytes, byte, at, value, span)?;
                }
                // It is there all the same.
                Bytes::Read => drop(self.element(bytes, byte, at, span)?),
            }
        }
        self.cur.map(|_| ())
    }

    fn put_byte(
        &mut self,
        bytes: &TExpr,
        byte: &QTy,
        at: u64,
        value: Expr,
        span: Span,
    ) -> Option<()> {
        let region = self.element(bytes, byte, at, span)?;
        let commands = self.write(&region, value, span)?;
        self.step(commands, StepKind::Plain, span);
        self.cur.map(|_| ())
    }
}

fn is_byte(ty: &QTy) -> bool {
    match &ty.ty {
        Ty::Int(int) if int.width == 8 && !ty.atomic => {
            matches!(int.shape, IntShape::Plain | IntShape::Char)
        }
        _ => false,
    }
}
