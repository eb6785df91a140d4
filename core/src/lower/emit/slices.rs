//! Parts of words: the members of a union whose layouts differ (`words`).
//!
//! A scalar in there is read by shifting and cutting, and written by a step that leaves the other bits of
//! the word as they are: bytes are memory locations of their own, whoever else writes to their neighbours.
//! Bit-fields are not. Writing one first reads the whole of its location, and then writes that.

use super::super::fold;
use super::super::memory::{Dim, Leaf, locate};
use super::super::points_to::{Instance, path_type};
use super::super::types::{IntShape, QTy, RecordIdx, Ty};
use super::super::words::{location, seen_in_words};
use super::places::{Alternative, Region};
use super::{Emitter, Value};
use crate::scpl::{BinOp, Bits, Expr, Extend, Sort};
use crate::text::Span;

/// Where in the words of a union something lies. Numbers of bits, of pointer width.
#[derive(Clone, Debug)]
pub struct Slice {
    pub at: Expr,
    /// For a bit-field: the start and the width of its memory location.
    pub location: Option<(Expr, u8)>,
}

/// A slice within its word. Numbers of bits, as wide as the word.
#[derive(Clone, Debug)]
pub(super) struct InWord {
    width: u8,
    at: Expr,
    /// How many bits it has in memory.
    bits: u8,
    /// A truth value, which has one bit elsewhere and a byte here.
    truth: bool,
    location: Option<(Expr, u8)>,
}

impl Emitter<'_> {
    /// Goes to a field of a record.
    pub(super) fn enter(&self, alternative: &mut Alternative, record: &Ty, number: u32) {
        let types = self.program.types;
        let Ty::Record(idx) = record else {
            alternative.path.push(number);
            return;
        };
        match (types.record(*idx).words, &alternative.slice) {
            (None, None) => alternative.path.push(number),
            (Some(words), None) => {
                alternative.path.push(words);
                let start = Expr::constant(0, types.pointer_width());
                alternative.slice = Some(self.field_slice(start, *idx, number));
            }
            (_, Some(slice)) => {
                alternative.slice = Some(self.field_slice(slice.at.clone(), *idx, number));
            }
        }
    }

    /// Goes to an element of an array.
    pub(super) fn enter_element(&self, alternative: &mut Alternative, element: &Ty, index: Expr) {
        let types = self.program.types;
        match &mut alternative.slice {
            None => alternative.indices.push(index),
            Some(slice) => {
                let stride = Expr::constant(types.size(element) * 8, types.pointer_width());
                let offset = fold::bin(BinOp::Mul, index, stride);
                slice.at = fold::bin(BinOp::Add, slice.at.clone(), offset);
            }
        }
    }

    fn field_slice(&self, start: Expr, idx: RecordIdx, number: u32) -> Slice {
        let (types, width) = (self.program.types, self.program.types.pointer_width());
        let from_start =
            |bits: u64| fold::bin(BinOp::Add, start.clone(), Expr::constant(bits, width));
        let field = &types.record(idx).fields.as_deref().unwrap_or_default()[number as usize];
        let location =
            location(types, idx, number).map(|(first, n_bits)| (from_start(first), n_bits as u8));
        Slice { at: from_start(field.bit), location }
    }

    /// A scalar of what lies in a region, by its fields and the indices of its arrays.
    pub(super) fn part(&self, region: &Region, path: &[u32], indices: &[Expr]) -> Region {
        let (types, width) = (self.program.types, self.program.types.pointer_width());
        let place = locate(types, &region.ty, path);
        let mut part = Region { ty: place.ty.clone(), ..region.clone() };
        for alternative in &mut part.alternatives {
            let Some(slice) = &mut alternative.slice else {
                alternative.path.extend(path);
                alternative.indices.extend(indices.iter().cloned());
                continue;
            };
            let mut start = slice.at.clone();
            for (index, dim) in indices.iter().zip(&place.dims) {
                let stride = Expr::constant(dim.stride * 8, width);
                let offset = fold::bin(BinOp::Mul, index.clone(), stride);
                start = fold::bin(BinOp::Add, start, offset);
            }
            let parent = path
                .split_last()
                .map(|(&last, parent)| (path_type(types, &region.ty.ty, parent), last));
            let Some((Ty::Record(idx), number)) = parent else {
                slice.at = start;
                continue;
            };
            let field = &types.record(idx).fields.as_deref().unwrap_or_default()[number as usize];
            let outer = Expr::constant((place.offset - field.offset) * 8, width);
            let start = fold::bin(BinOp::Add, start, outer);
            alternative.slice = Some(self.field_slice(start, idx, number));
        }
        part
    }

    /// The word of a slice among several, and the place of the slice in it.
    pub(super) fn in_word(&self, slice: &Slice, leaf: &Leaf, ty: &Ty) -> Option<(Expr, InWord)> {
        let types = self.program.types;
        let (wide, width) = (types.pointer_width(), types.width(&leaf.ty.ty)?);
        let is_bool = matches!(ty, Ty::Int(int) if int.shape == IntShape::Bool);
        let truth = is_bool && slice.location.is_none();
        let bits = if truth { 8 } else { types.width(ty)? };
        let mask = Expr::constant(u64::from(width) - 1, wide);
        let shift = Expr::constant(u64::from(width.trailing_zeros()), wide);
        let word = fold::bin(BinOp::Lshr, slice.at.clone(), shift);
        let inside = |at: &Expr| {
            let at = fold::bin(BinOp::And, at.clone(), mask.clone());
            // Nothing is left out: a word has no more bits than that.
            fold::resize(Extend::Zero, wide, width, at)
        };
        let location = slice.location.as_ref().map(|(at, bits)| (inside(at), *bits));
        Some((word, InWord { width, at: inside(&slice.at), bits, truth, location }))
    }

    /// A `_Bool` is a byte that must be 0 or 1.
    pub(super) fn truth_of_byte(&mut self, value: Value, span: Span) -> Option<Value> {
        let value = match self.pure {
            true => value.expr,
            false => self.keep(value, Sort::Bits(8), span),
        };
        let is_bool = fold::bin(BinOp::Ult, value.clone(), Expr::constant(2, 8));
        self.check(is_bool, span, |this| format!("`{}` is true or false", this.text(span)));
        if self.cur.is_none() && !self.pure {
            return None;
        }
        Some(Value::local(fold::bin(BinOp::Ne, value, Expr::constant(0, 8))))
    }

    /// The alternatives that an address lies in words, and something of a type fits there.
    pub(super) fn pointed_in_words(
        &mut self,
        instance: Instance,
        path: &[u32],
        ty: &QTy,
        address: &Expr,
    ) -> Vec<Alternative> {
        let (types, typed) = (self.program.types, self.program.typed);
        let width = types.pointer_width();
        let object = typed.object(instance.object);
        let place = locate(types, &object.ty, path);
        let parent = locate(types, &object.ty, &path[..path.len() - 1]);
        let total = types.size(&parent.ty.ty);
        let (size, word) = (types.size(&ty.ty), types.size(&place.ty.ty));
        let unit = match seen_in_words(types, &typed.guards, &ty.ty) {
            Some(unit) if unit <= word && size <= total => unit,
            _ => return Vec::new(),
        };
        let base = self.cells(instance).base + place.offset;
        let (pool, dims) = match (object.heap, parent.dims.split_first()) {
            (Some(_), Some((pool, dims))) => (Some(*pool), dims),
            _ => (None, &parent.dims[..]),
        };
        let blocks = match pool {
            Some(Dim { count, stride }) => {
                (0..count).map(|n| (Some(n), base + n * stride)).collect()
            }
            None => vec![(None, base)],
        };
        let constant = |value| Expr::constant(value, width);
        let alternatives = blocks.into_iter().map(|(number, start)| {
            let mut rest = fold::bin(BinOp::Sub, address.clone(), constant(start));
            let mut guard = Expr::TRUE;
            let mut indices: Vec<Expr> = number.map(constant).into_iter().collect();
            for dim in dims {
                let extent = constant(dim.count * dim.stride);
                guard = fold::and(guard, fold::bin(BinOp::Ult, rest.clone(), extent));
                indices.push(fold::bin(BinOp::Udiv, rest.clone(), constant(dim.stride)));
                rest = fold::bin(BinOp::Urem, rest, constant(dim.stride));
            }
            let inside = fold::bin(BinOp::Ule, rest.clone(), constant(total - size));
            let odd = fold::bin(BinOp::And, rest.clone(), constant(unit - 1));
            let aligned = fold::bin(BinOp::Eq, odd, constant(0));
            let at = fold::bin(BinOp::Shl, rest, constant(3));
            Alternative {
                guard: fold::and(guard, fold::and(inside, aligned)),
                instance,
                path: path.to_vec(),
                indices,
                slice: Some(Slice { at, location: None }),
            }
        });
        alternatives.collect()
    }
}

impl InWord {
    pub(super) fn read(&self, word: Expr) -> Expr {
        cut(word, self.width, &self.at, self.bits)
    }

    /// The word with other bits in the place of these.
    pub(super) fn changed(&self, word: Expr, value: Expr) -> Expr {
        let value = match self.truth {
            true => fold::resize(Extend::Zero, 1, self.bits, value),
            false => value,
        };
        put(word, self.width, &self.at, self.bits, value)
    }

    /// The memory location that has to be read before these bits can be written.
    pub(super) fn location(&self) -> Option<InWord> {
        let (at, bits) = self.location.clone()?;
        Some(InWord { width: self.width, at, bits, truth: false, location: None })
    }

    /// The same bits in what was read of their location.
    pub(super) fn in_location(&self, location: &InWord) -> InWord {
        let offset = fold::bin(BinOp::Sub, self.at.clone(), location.at.clone());
        let at = fold::resize(Extend::Zero, self.width, location.bits, offset);
        InWord { width: location.bits, at, bits: self.bits, truth: false, location: None }
    }

    pub(super) fn is_truth(&self) -> bool {
        self.truth
    }

    pub(super) fn bits(&self) -> u8 {
        self.bits
    }

    /// The bits that are meant, if it is certain: the first, and a mask.
    pub(super) fn fixed(&self) -> Option<(u64, u64)> {
        match &self.at {
            Expr::Const(at) => Some((at.value, Bits::mask(self.bits))),
            _ => None,
        }
    }
}

fn cut(word: Expr, width: u8, at: &Expr, bits: u8) -> Expr {
    fold::resize(Extend::Zero, width, bits, fold::bin(BinOp::Lshr, word, at.clone()))
}

fn put(word: Expr, width: u8, at: &Expr, bits: u8, value: Expr) -> Expr {
    if bits == width {
        return value;
    }
    let mask = fold::bin(BinOp::Shl, Expr::constant(Bits::mask(bits), width), at.clone());
    let others = fold::bin(BinOp::And, word, fold::un(crate::scpl::UnOp::Not, mask));
    let value = fold::bin(BinOp::Shl, fold::resize(Extend::Zero, bits, width, value), at.clone());
    fold::bin(BinOp::Or, others, value)
}
