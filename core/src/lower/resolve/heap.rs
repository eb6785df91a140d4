//! Memory from the heap.
//!
//! Each place that allocates has a pool of objects, of the type that the pointer is converted to, and
//! gives them out one after the other. None is ever given out twice, so that an access to memory that
//! has been freed is always seen to be one.

use std::rc::Rc;

use crate::hash::FxHashMap;

use super::super::typed::{
    Alloc, AllocSize, Callee, LKind, LValue, ObjId, ObjStorage, Object, TExpr, TKind, TStmtKind,
    Typed,
};
use super::super::types::{FieldDef, IntTy, QTy, RecordDef, RecordIdx, Ty, Types};
use super::super::walk::{for_each_expr, for_each_stmt, walk_expr};
use super::Resolver;
use super::consts::const_value;
use super::heap_types::UNTYPED;
use crate::ast::BinaryOp;
use crate::text::Span;

/// Bytes behind an object that belong to none.
const GAP: u64 = 16;
/// More is not modelled.
const MAX_BYTES: u64 = 1 << 16;

/// More elements than this are not made room for where a program seems to ask for more.
const MAX_ROOM: u64 = 64;

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
        let pool = self.heap_object(UNTYPED, ty, Some(room), span);
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
        let (count, size) = match (constant(&count), constant(&size)) {
            (Some(count), Some(size)) => {
                return Some(TExpr::constant(count.checked_mul(size)?, ty, span));
            }
            (None, Some(n)) if n <= MAX_BYTES => (count, size),
            (Some(n), None) if n <= MAX_BYTES => (size, count),
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
        let limit = TExpr::constant(MAX_BYTES, ty.clone(), span);
        let kind = TKind::Bin(BinaryOp::Lt, Box::new(limit), Box::new(count.clone()));
        let many = TExpr { kind, ty: Ty::INT, span };
        let all = TExpr::constant(u64::MAX, ty.clone(), span);
        let kind = TKind::Cond(Box::new(many), Box::new(all), Box::new(bytes(&count, &size)));
        Some(TExpr { kind, ty: ty.clone(), span })
    }

    fn heap_object(&mut self, name: &str, ty: Ty, heap: Option<u64>, span: Span) -> ObjId {
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
        let Some(bytes) = self.objects[alloc.pool.index()].heap else { return };
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
enum Asked {
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

fn lay_out_pool(types: &mut Types, record: RecordIdx, ty: Ty, asked: Asked) {
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
    if asked == Asked::Then {
        fields.push(n_bytes);
    }
    let record = &mut types.records[record.0 as usize];
    record.fields = Some(fields);
    // A power of two, so that finding an object by its address is easy.
    record.size = (bytes + 2 * GAP).next_power_of_two();
}

/// Makes room for as many elements as a program seems to ask for, where that is not constant. What does
/// not fit is not modelled, so this needs no more than a good guess.
pub fn make_room(typed: &mut Typed, types: &mut Types) {
    for (pool, bytes) in rooms(typed, types) {
        let Ty::Array(element, _) = &typed.object(pool).ty.ty else { continue };
        let Ty::Record(record) = element.ty else { continue };
        let Some(fields) = &types.record(record).fields else { continue };
        let data = fields[0].ty.ty.clone();
        let room = |stride: u64, offset: u64, least: u64| {
            let n = bytes.saturating_sub(offset).div_ceil(stride.max(1));
            n.min(MAX_ROOM).max(least)
        };
        let data = match data {
            Ty::Array(element, least) => {
                let n = room(types.size(&element.ty), 0, least);
                Ty::Array(element, n)
            }
            Ty::Record(idx) if types.record(idx).extends.is_some() => {
                let last = types.record(idx).fields.as_ref().and_then(|fields| fields.last());
                let Some(FieldDef {
                    ty: QTy { ty: Ty::Array(element, least), .. }, offset, ..
                }) = last
                else {
                    continue;
                };
                let (element, offset, least) = (Rc::clone(element), *offset, *least);
                let size = types.size(&element.ty);
                let n = room(size, offset, least);
                let record = &mut types.records[idx.0 as usize];
                if let Some(last) = record.fields.as_mut().and_then(|fields| fields.last_mut()) {
                    last.ty.ty = Ty::Array(element, n);
                }
                record.size = record.size.max(offset + n * size);
                Ty::Record(idx)
            }
            _ => continue,
        };
        lay_out_pool(types, record, data, Asked::Then);
    }
}

/// How many bytes each place seems to ask for at most.
fn rooms(typed: &Typed, types: &Types) -> Vec<(ObjId, u64)> {
    let mut asked: Vec<(ObjId, &TExpr)> = Vec::new();
    let bodies = || typed.funcs.iter().filter_map(|func| func.body.as_deref());
    for body in bodies() {
        for_each_stmt(body, &mut |stmt| {
            for_each_expr(stmt, &mut |expr| {
                if let TKind::Alloc(Alloc { pool, bytes: Some(bytes), .. }) = &expr.kind {
                    asked.push((*pool, bytes));
                }
            });
        });
    }
    if asked.is_empty() {
        return Vec::new();
    }
    let given = given(typed);
    let most = |expr: &TExpr| most(types, &given, expr, 8);
    asked.into_iter().filter_map(|(pool, bytes)| Some((pool, most(bytes)?))).collect()
}

/// What is assigned to variables and fields, and passed to parameters.
pub(super) struct Given<'a>(FxHashMap<Key, Vec<&'a TExpr>>);

impl<'a> Given<'a> {
    pub(super) fn of(&self, id: ObjId) -> Option<&[&'a TExpr]> {
        self.0.get(&Key::Object(id)).map(Vec::as_slice)
    }
}

pub(super) fn given(typed: &Typed) -> Given<'_> {
    let bodies = || typed.funcs.iter().filter_map(|func| func.body.as_deref());
    let mut given: FxHashMap<Key, Vec<&TExpr>> = FxHashMap::default();
    for object in &typed.objects {
        for step in &object.init {
            given.entry(key(&step.target)).or_default().push(&step.value);
        }
    }
    for body in bodies() {
        for_each_stmt(body, &mut |stmt| {
            if let TStmtKind::Decl(_, Some(steps)) = &stmt.kind {
                for step in steps {
                    given.entry(key(&step.target)).or_default().push(&step.value);
                }
            }
            for_each_expr(stmt, &mut |expr| match &expr.kind {
                TKind::Assign(target, value) => {
                    given.entry(key(target)).or_default().push(value);
                }
                TKind::Call(Callee::Func(func), args) => {
                    for (&param, arg) in typed.func(*func).params.iter().zip(args) {
                        given.entry(Key::Object(param)).or_default().push(arg);
                    }
                }
                _ => {}
            });
        });
    }
    Given(given)
}

/// What is assigned to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Object(ObjId),
    Field(RecordIdx, u32),
    Other,
}

fn key(lvalue: &LValue) -> Key {
    match &lvalue.kind {
        LKind::Obj(id) => Key::Object(*id),
        LKind::Field(base, number) => match base.ty.ty {
            Ty::Record(idx) => Key::Field(idx, *number),
            _ => Key::Other,
        },
        _ => Key::Other,
    }
}

/// The largest value that is seen to get into an expression, as far as that is easy to see.
pub(super) fn most(types: &Types, given: &Given, expr: &TExpr, depth: u32) -> Option<u64> {
    if let Some(value) = const_value(types, expr) {
        return (value <= MAX_BYTES).then_some(value);
    }
    let depth = depth.checked_sub(1)?;
    let inner = |expr: &TExpr| most(types, given, expr, depth);
    match &expr.kind {
        TKind::Load(lvalue) => {
            let values = given.0.get(&key(lvalue)).filter(|_| key(lvalue) != Key::Other)?;
            values.iter().filter_map(|value| inner(value)).max()
        }
        TKind::Cast(a) => inner(a),
        TKind::Bin(BinaryOp::Mul, a, b) => inner(a)?.checked_mul(inner(b)?),
        TKind::Bin(BinaryOp::Add, a, b) => inner(a)?.checked_add(inner(b)?),
        TKind::Bin(BinaryOp::Sub | BinaryOp::Div, a, _) => inner(a),
        TKind::Cond(_, a, b) => inner(a).max(inner(b)),
        _ => None,
    }
}
