//! Memory from the heap.
//!
//! Each place that allocates has a pool of objects, of the type that the pointer is converted to, and
//! gives them out one after the other. None is ever given out twice, so that an access to memory that
//! has been freed is always seen to be one.

use std::rc::Rc;

use super::super::typed::{Alloc, AllocSize, HeapMemory, ObjId, ObjStorage, Object, TExpr, TKind};
use super::super::types::{FieldDef, IntTy, QTy, RecordDef, RecordIdx, Ty, Types};
use super::super::walk::walk_expr;
use super::Resolver;
use super::consts::const_value;
use super::heap_types::UNTYPED;
use crate::ast::BinaryOp;
use crate::text::Span;

/// Bytes behind an object that belong to none.
const GAP: u64 = 16;
/// More is not modelled.
pub(super) const MAX_BYTES: u64 = 1 << 16;

impl Resolver<'_> {
    /// A call of an allocating function, as what it means.
    pub(super) fn allocation(&mut self, name: &str, args: &[TExpr], span: Span) -> Option<TExpr> {
        // A function that wraps this one may have been read again for a call with constant arguments.
        let mut args = args.to_vec();
        args.iter_mut().for_each(|arg| self.fix(arg));
        let (size, old) = match (name, &args[..]) {
            ("malloc" | "valloc", [size]) => (size.clone(), None),
            ("calloc", [count, size]) => {
                let ty = Ty::Int(IntTy::pointer_sized(self.types.model, false));
                let (count, size) =
                    (self.convert(count.clone(), &ty), self.convert(size.clone(), &ty));
                (self.product(count, size, span)?, None)
            }
            ("realloc", [old, size]) if old.ty.is_pointer() => {
                (size.clone(), Some(Box::new(old.clone())))
            }
            ("realloc", [old, size]) if const_value(&self.types, old) == Some(0) => {
                (size.clone(), None)
            }
            ("reallocarray", _) => return None,
            ("aligned_alloc" | "memalign", [_, size]) => (size.clone(), None),
            _ => return None,
        };
        let Ty::Int(_) = size.ty else { return None };
        let place = self.n_places;
        self.n_places += 1;
        let written = match (name, &args[..]) {
            ("calloc", [count, size]) if const_value(&self.types, count) == Some(1) => {
                self.written_as(size)
            }
            ("calloc", _) => AllocSize::Product,
            _ => self.written_as(&size),
        };
        let (bytes, room) = match const_value(&self.types, &size) {
            Some(0) => return None,
            Some(bytes) if bytes > MAX_BYTES => return None,
            Some(bytes) => (None, bytes),
            None => {
                let ty = Ty::Int(IntTy::pointer_sized(self.types.model, false));
                (Some(Box::new(self.convert(size, &ty))), self.heap.room(place).elements.now)
            }
        };
        let byte = QTy::plain(Ty::Int(IntTy::CHAR));
        let ty = Ty::Array(Rc::new(byte), room);
        let asked = if bytes.is_some() { Asked::Then } else { Asked::Always };
        let ty = self.pool_type(ty, asked, place);
        let memory = HeapMemory { place, bytes: room, unit: 1 };
        let pool = self.heap_object(UNTYPED, ty, Some(memory), span);
        let n_given = self.heap_object("<given>", Ty::Int(IntTy::plain(8, false, 1)), None, span);
        let zeroed = name == "calloc";
        let kind = TKind::Alloc(Alloc { place, pool, n_given, zeroed, bytes, old, size: written });
        Some(TExpr { kind, ty: Ty::pointer_to(QTy::plain(Ty::Void)), span })
    }

    /// How a size is written.
    fn written_as(&self, size: &TExpr) -> AllocSize {
        match &size.kind {
            TKind::Cast(inner) => self.written_as(inner),
            TKind::Bin(BinaryOp::Add, ..) => AllocSize::Sum,
            TKind::Bin(BinaryOp::Mul, ..) => AllocSize::Product,
            TKind::Const(_) => {
                self.sized.get(&size.span).map_or(AllocSize::Other, |&it| AllocSize::Struct(it))
            }
            _ => AllocSize::Other,
        }
    }

    /// How many bytes so many elements are; far too many, if that is more than a number can say.
    fn product(&mut self, count: TExpr, size: TExpr, span: Span) -> Option<TExpr> {
        let ty = count.ty.clone();
        let bytes = |count: &TExpr, size: &TExpr| {
            let kind = TKind::Bin(BinaryOp::Mul, Box::new(count.clone()), Box::new(size.clone()));
            TExpr { kind, ty: ty.clone(), span }
        };
        let constant = |expr: &TExpr| const_value(&self.types, expr);
        let (count, size, n) = match (constant(&count), constant(&size)) {
            (Some(count), Some(size)) => {
                return Some(TExpr::constant(count.checked_mul(size)?, ty, span));
            }
            (None, Some(n)) if n <= MAX_BYTES => (count, size, n),
            (Some(n), None) if n <= MAX_BYTES => (size, count, n),
            _ => return None,
        };
        let mut changes = false;
        walk_expr(&count, &mut |expr| {
            changes |= !matches!(
                expr.kind,
                TKind::Const(_)
                    | TKind::Load(_)
                    | TKind::Cast(_)
                    | TKind::Bin(..)
                    | TKind::Cond(..)
            );
        });
        if changes {
            return None;
        }
        let most = match self.types.far_apart() {
            Some(_) => u64::MAX / n.max(1),
            None => MAX_BYTES,
        };
        let limit = TExpr::constant(most, ty.clone(), span);
        let kind = TKind::Bin(BinaryOp::Lt, Box::new(limit), Box::new(count.clone()));
        let many = TExpr { kind, ty: Ty::INT, span };
        let all = TExpr::constant(u64::MAX, ty.clone(), span);
        let kind = TKind::Cond(Box::new(many), Box::new(all), Box::new(bytes(&count, &size)));
        Some(TExpr { kind, ty: ty.clone(), span })
    }

    fn heap_object(&mut self, name: &str, ty: Ty, heap: Option<HeapMemory>, span: Span) -> ObjId {
        self.new_object(Object {
            name: name.to_owned(),
            ty: QTy::plain(ty),
            storage: ObjStorage::Static,
            init: Vec::new(),
            annotations: Vec::new(),
            span,
            func: None,
            changes: true,
            address_taken: true,
            external: false,
            named: false,
            heap,
        })
    }

    fn pool_type(&mut self, ty: Ty, asked: Asked, place: u32) -> Ty {
        pool_type(&mut self.types, ty, asked, self.heap.room(place).objects.now)
    }

    /// Memory is of the type that its address is first converted to.
    pub(super) fn allocated_as(&mut self, alloc: &Alloc, target: &QTy) {
        let Some(HeapMemory { bytes, .. }) = self.objects[alloc.pool.index()].heap else { return };
        if let Ty::Vla(..) = target.ty {
            let flat = QTy { ty: target.ty.flat().clone(), ..target.clone() };
            return self.allocated_as(alloc, &flat);
        }
        let is_byte = matches!(&target.ty, Ty::Int(int) if int.width == 8);
        if target.ty == Ty::Void || is_byte || self.is_incomplete(&target.ty) {
            return;
        }
        let size = self.types.size(&target.ty);
        // Before C99 the array had to have one element. Who asks for a struct and more means that; who asks
        // for a multiple of its size may want several.
        let is_open = self.open_array(&target.ty).is_some_and(|array| {
            let is_meant = match array.len {
                0 => true,
                _ => alloc.size == AllocSize::Sum && (alloc.bytes.is_some() || bytes != size),
            };
            is_meant && (alloc.bytes.is_some() || bytes >= array.offset)
        });
        let elements = self.heap.room(alloc.place).elements.now;
        let ty = match (&alloc.bytes, bytes / size, bytes % size) {
            (None, _, _) if is_open => self.extended(&target.ty, Room::Bytes(bytes)),
            (Some(_), _, _) if is_open => self.extended(&target.ty, Room::Elements(elements)),
            (Some(_), _, _) => Ty::Array(Rc::new(target.clone()), elements),
            (None, 1, 0) => target.ty.clone(),
            (None, n, 0) => Ty::Array(Rc::new(target.clone()), n),
            // Not whole objects: nothing is known about what is in there.
            _ => Ty::Error,
        };
        self.first_types.insert(alloc.pool, target.ty.clone());
        self.set_pool(alloc, target, ty);
    }

    /// Makes memory an object of a type, which is that of what its address is converted to, or has more of
    /// it.
    pub(super) fn set_pool(&mut self, alloc: &Alloc, target: &QTy, ty: Ty) {
        let name = match &target.ty {
            Ty::Record(idx) if !self.types.record(*idx).name.starts_with('<') => {
                self.types.record(*idx).name.clone()
            }
            Ty::Int(_) => "numbers".to_owned(),
            _ => "object".to_owned(),
        };
        let asked = if alloc.bytes.is_some() { Asked::Then } else { Asked::Always };
        let ty = self.pool_type(ty, asked, alloc.place);
        let object = &mut self.objects[alloc.pool.index()];
        object.ty = QTy::plain(ty);
        object.name = name;
    }

    /// The array at the end of a struct, if it has no length, or one that often stands for none.
    fn open_array(&self, ty: &Ty) -> Option<OpenArray> {
        let Ty::Record(record) = *ty else { return None };
        let def = self.types.record(record);
        let last = def.fields.as_ref()?.last()?;
        match &last.ty.ty {
            Ty::Array(element, len @ (0 | 1)) if !def.union => Some(OpenArray {
                record,
                element: (**element).clone(),
                len: *len,
                offset: last.offset,
            }),
            _ => None,
        }
    }

    /// A struct whose last array has as many elements as fit into so many bytes.
    fn extended(&mut self, ty: &Ty, room: Room) -> Ty {
        let Some(OpenArray { record: idx, element, .. }) = self.open_array(ty) else {
            return Ty::Error;
        };
        let size = self.types.size(&element.ty).max(1);
        let mut record = self.types.record(idx).clone();
        let Some(last) = record.fields.as_mut().and_then(|fields| fields.last_mut()) else {
            return Ty::Error;
        };
        let n = match room {
            Room::Bytes(bytes) => bytes.saturating_sub(last.offset) / size,
            Room::Elements(n) => n,
        };
        last.ty.ty = Ty::Array(Rc::new(element), n);
        record.size = (last.offset + n * size).max(record.size);
        record.extends = Some(idx);
        self.types.records.push(record);
        let new = RecordIdx(self.types.records.len() as u32 - 1);
        let own = self.guards.fields.iter().filter(|((record, _), _)| *record == idx);
        let own: Vec<_> = own.map(|(key, guards)| ((new, key.1), guards.clone())).collect();
        self.guards.fields.extend(own);
        Ty::Record(new)
    }
}

/// An array that has as many elements as memory was asked for.
struct OpenArray {
    record: RecordIdx,
    element: QTy,
    /// What the struct says.
    len: u64,
    /// Where in it the array starts.
    offset: u64,
}

/// How long an array without a length is.
#[derive(Clone, Copy)]
enum Room {
    /// As long as so many bytes for the whole struct allow.
    Bytes(u64),
    Elements(u64),
}

/// When it is known how many bytes are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    Always,
    /// When it happens; each object says how many.
    Then,
}

/// The type of a pool of so many objects of a type, which is always the same.
pub fn new_pool(types: &mut Types, ty: Ty, n_objects: u64) -> Ty {
    pool_type(types, ty, Asked::Always, n_objects)
}

fn pool_type(types: &mut Types, ty: Ty, asked: Asked, n_objects: u64) -> Ty {
    types.records.push(RecordDef {
        name: "<heap>".into(),
        union: false,
        fields: None,
        size: 0,
        align: 16,
        unknown_size: false,
        builtin: false,
        extends: None,
        runs: Vec::new(),
        words: None,
    });
    let record = RecordIdx(types.records.len() as u32 - 1);
    lay_out_pool(types, record, ty, asked);
    Ty::Array(Rc::new(QTy::plain(Ty::Record(record))), n_objects)
}

pub(super) fn lay_out_pool(types: &mut Types, record: RecordIdx, ty: Ty, asked: Asked) {
    let bytes = types.size(&ty);
    let data = FieldDef { name: None, ty: QTy::plain(ty), offset: 0, bit: 0, run: None };
    let flag = QTy::plain(Ty::Int(IntTy::BOOL));
    let in_use =
        FieldDef { name: None, ty: flag, offset: bytes + GAP, bit: (bytes + GAP) * 8, run: None };
    let size = QTy::plain(Ty::Int(IntTy::pointer_sized(types.model, false)));
    let n_bytes = FieldDef {
        name: None,
        ty: size,
        offset: bytes + GAP + 8,
        bit: (bytes + GAP + 8) * 8,
        run: None,
    };
    let mut fields = vec![data, in_use];
    let far = types.far_apart();
    if asked == Asked::Then {
        fields.push(n_bytes);
    }
    let record = &mut types.records[record.0 as usize];
    record.fields = Some(fields);
    // A power of two, so that finding an object by its address is easy.
    record.size = match (asked, far) {
        (Asked::Then, Some(far)) => far,
        _ => (bytes + 2 * GAP).next_power_of_two(),
    };
}
