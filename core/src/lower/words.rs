//! Unions whose members differ in layout.
//!
//! The graph knows scalars that are read and written whole. The members of a union that are alike are one
//! and the same scalar, or struct of them. Where another member is used as well, the union is stored as
//! words, each as large as the largest scalar in it, and its members are bits of these, in the order in
//! which little-endian machines have them (A28). The words are a field of their own, behind the members,
//! without a name.
//!
//! That works if each scalar lies in one word at a multiple of its size, and is no more than bits. Locks,
//! handles of threads and whatever has a guard are more than that.

use std::rc::Rc;

use super::typed::Guards;
use super::types::{FieldDef, IntShape, IntTy, QTy, RecordIdx, Ty, Types};

/// No scalar is larger, in bytes.
const MAX_WORD: u64 = 8;

/// What lies in a type: scalars, and units of bit-fields.
#[derive(Debug, Default)]
struct Contents {
    widest: u64,
    pointers: bool,
    bools: bool,
    atomics: bool,
    unions: Vec<RecordIdx>,
}

/// The unions that have to be stored as words so that this one can be: itself, and those inside, each with
/// the type of its words.
pub fn stored_as_words(
    types: &Types,
    guards: &Guards,
    idx: RecordIdx,
) -> Option<Vec<(RecordIdx, QTy)>> {
    let contents = contents(types, guards, &Ty::Record(idx))?;
    contents.unions.iter().map(|&union| Some((union, storage(types, guards, union)?))).collect()
}

/// The words in which a union is stored.
fn storage(types: &Types, guards: &Guards, idx: RecordIdx) -> Option<QTy> {
    let contents = contents(types, guards, &Ty::Record(idx))?;
    let (bytes, size) = (contents.widest, types.record(idx).size);
    let pointer_size = u64::from(types.pointer_width() / 8);
    if bytes == 0 || !size.is_multiple_of(bytes) || (contents.pointers && bytes != pointer_size) {
        return None;
    }
    let word = match bytes {
        // What may hold a pointer is a pointer to whoever asks what it points to.
        _ if contents.pointers => Ty::pointer_to(QTy::plain(Ty::Void)),
        1 => Ty::Int(IntTy::plain(8, false, 1)),
        2 => Ty::Int(IntTy::plain(16, false, 2)),
        4 => Ty::Int(IntTy::UINT),
        _ => Ty::Int(IntTy::long_long(false)),
    };
    let word = QTy { atomic: contents.atomics, ..QTy::plain(word) };
    Some(match size / bytes {
        1 => word,
        n => QTy::plain(Ty::Array(Rc::new(word), n)),
    })
}

/// The size of the largest scalar in a type that a pointer to words of at least that size can be to.
/// Whoever reads a byte as a `_Bool` has to know that it is one in words.
pub fn seen_in_words(types: &Types, guards: &Guards, ty: &Ty) -> Option<u64> {
    let contents = contents(types, guards, ty)?;
    (!contents.bools).then_some(contents.widest)
}

fn contents(types: &Types, guards: &Guards, ty: &Ty) -> Option<Contents> {
    let mut contents = Contents::default();
    contents.add(types, guards, &QTy::plain(ty.clone()), 0, &mut Vec::new())?;
    Some(contents)
}

impl Contents {
    /// Adds what lies in a type so many bytes from the start, in arrays with these distances between
    /// elements.
    fn add(
        &mut self,
        types: &Types,
        guards: &Guards,
        ty: &QTy,
        at: u64,
        strides: &mut Vec<u64>,
    ) -> Option<()> {
        self.atomics |= ty.atomic;
        match &ty.ty {
            Ty::Int(int) if int.shape != IntShape::Own => {
                let is_bool = int.shape == IntShape::Bool;
                self.bools |= is_bool;
                // To read such a byte takes a step, and to see that it is 0 or 1 another one.
                if is_bool && ty.atomic {
                    return None;
                }
                self.scalar(types.size(&ty.ty), at, strides)
            }
            Ty::Float(bytes @ (4 | 8)) => self.scalar(u64::from(*bytes), at, strides),
            Ty::Ptr(_) => {
                self.pointers = true;
                self.scalar(types.size(&ty.ty), at, strides)
            }
            Ty::Array(element, n) if *n > 0 => {
                strides.push(types.size(&element.ty));
                self.add(types, guards, element, at, strides)?;
                strides.pop();
                Some(())
            }
            Ty::Record(idx) => self.record(types, guards, *idx, at, strides),
            _ => None,
        }
    }

    fn record(
        &mut self,
        types: &Types,
        guards: &Guards,
        idx: RecordIdx,
        at: u64,
        strides: &mut Vec<u64>,
    ) -> Option<()> {
        let record = types.record(idx);
        let guarded = guards.fields.keys().any(|(guarded, _)| *guarded == idx);
        if record.builtin || record.unknown_size || record.extends.is_some() || guarded {
            return None;
        }
        if record.union {
            self.unions.push(idx);
        }
        let members = record.fields.as_ref()?.iter().zip(0..);
        for (field, number) in members.filter(|(_, number)| record.words != Some(*number)) {
            match location(types, idx, number) {
                Some((start, bits)) => {
                    self.atomics |= field.ty.atomic;
                    let size = unit_size(start, bits)?;
                    self.scalar(size, at + start / 8 / size * size, strides)?;
                }
                None => self.add(types, guards, &field.ty, at + field.offset, strides)?,
            }
        }
        Some(())
    }

    fn scalar(&mut self, size: u64, at: u64, strides: &[u64]) -> Option<()> {
        self.widest = self.widest.max(size);
        let is_aligned =
            at.is_multiple_of(size) && strides.iter().all(|stride| stride.is_multiple_of(size));
        (size.is_power_of_two() && size <= MAX_WORD && is_aligned).then_some(())
    }
}

/// The size of the least aligned unit that has all these bits.
fn unit_size(start: u64, bits: u64) -> Option<u64> {
    [1, 2, 4, MAX_WORD].into_iter().find(|size| start % (size * 8) + bits <= size * 8)
}

/// The memory location of a bit-field: its first bit in the record, and how many bits it has. It goes from
/// byte to byte.
pub fn location(types: &Types, idx: RecordIdx, number: u32) -> Option<(u64, u64)> {
    let record = types.record(idx);
    let run = record.fields.as_ref()?.get(number as usize)?.run?;
    let &(start, end) = record.runs.get(run as usize)?;
    let start = start / 8 * 8;
    Some((start, end.next_multiple_of(8) - start))
}

/// From now on, a union is stored as words.
pub fn store_as_words(types: &mut Types, idx: RecordIdx, ty: QTy) {
    let record = &mut types.records[idx.0 as usize];
    if let (None, Some(fields)) = (record.words, &mut record.fields) {
        record.words = Some(fields.len() as u32);
        fields.push(FieldDef { name: None, ty, offset: 0, bit: 0, run: None });
    }
}

/// Whether a path of fields leads to the words of a union.
pub fn is_words(types: &Types, object: &Ty, path: &[u32]) -> bool {
    let Some((last, parent)) = path.split_last() else { return false };
    match super::points_to::path_type(types, object, parent) {
        Ty::Record(idx) => types.record(idx).words == Some(*last),
        _ => false,
    }
}

/// Where a path of fields leads: whatever is in a union that is stored as words is in its words.
pub fn settled(types: &Types, object: &Ty, path: &[u32]) -> Vec<u32> {
    let mut settled = Vec::with_capacity(path.len());
    for &number in path {
        let words = match super::points_to::path_type(types, object, &settled) {
            Ty::Record(idx) => types.record(idx).words,
            _ => None,
        };
        settled.push(words.unwrap_or(number));
        if words.is_some() {
            break;
        }
    }
    settled
}

/// The words that start where a part of an object does.
pub fn words_at(types: &Types, object: &Ty, path: &[u32]) -> Option<Vec<u32>> {
    let mut down = path.to_vec();
    while !is_words(types, object, &down) {
        let Ty::Record(idx) = super::points_to::path_type(types, object, &down) else {
            return None;
        };
        down.push(types.first(idx)?);
    }
    Some(down)
}
