//! Memory from the heap.
//!
//! Each place that allocates has a pool of objects, of the type that the pointer is converted to, and
//! gives them out one after the other. None is ever given out twice, so that an access to memory that
//! has been freed is always seen to be one.

use std::rc::Rc;

use crate::hash::FxHashMap;

use super::super::typed::{
    Alloc, Callee, LKind, LValue, ObjId, ObjStorage, Object, TExpr, TKind, TStmtKind, Typed,
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

/// How many elements memory of a size that is not known has room for, unless more seem to be needed.
const ROOM: u64 = 8;
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
        let (bytes, room) = match const_value(&self.types, &size) {
            Some(0) => return None,
            Some(bytes) if bytes > MAX_BYTES => return None,
            Some(bytes) => (None, bytes),
            None => {
                let ty = Ty::Int(IntTy::pointer_sized(self.types.model, false));
                (Some(Box::new(self.convert(size, &ty))), ROOM)
            }
        };
        let byte = QTy::plain(Ty::Int(IntTy::CHAR));
        let ty = Ty::Array(Rc::new(byte), room);
        let asked = if bytes.is_some() { Asked::Then } else { Asked::Always };
        let ty = self.pool_type(ty, asked);
        let pool = self.heap_object(UNTYPED, ty, Some(room), span);
        let n_given = self.heap_object("<given>", Ty::Int(IntTy::plain(8, false, 1)), None, span);
        let zeroed = name == "calloc";
        let kind = TKind::Alloc(Alloc { pool, n_given, zeroed, bytes, old });
        Some(TExpr { kind, ty: Ty::pointer_to(QTy::plain(Ty::Void)), span })
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

    fn pool_type(&mut self, ty: Ty, asked: Asked) -> Ty {
        self.types.records.push(RecordDef {
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
        let record = RecordIdx(self.types.records.len() as u32 - 1);
        lay_out_pool(&mut self.types, record, ty, asked);
        Ty::Array(Rc::new(QTy::plain(Ty::Record(record))), self.pool)
    }

    /// Memory is of the type that its address is first converted to.
    pub(super) fn allocated_as(&mut self, alloc: &Alloc, target: &QTy) {
        let Some(bytes) = self.objects[alloc.pool.index()].heap else { return };
        let is_byte = matches!(&target.ty, Ty::Int(int) if int.width == 8);
        if target.ty == Ty::Void || is_byte || self.is_incomplete(&target.ty) {
            return;
        }
        let size = self.types.size(&target.ty);
        let is_open = self.open_array(&target.ty).is_some();
        let ty = match (&alloc.bytes, bytes / size, bytes % size) {
            (None, _, _) if is_open && bytes >= size => self.extended(&target.ty, Some(bytes)),
            (Some(_), _, _) if is_open => self.extended(&target.ty, None),
            (Some(_), _, _) => Ty::Array(Rc::new(target.clone()), ROOM),
            (None, 1, 0) => target.ty.clone(),
            (None, n, 0) => Ty::Array(Rc::new(target.clone()), n),
            // Not whole objects: nothing is known about what is in there.
            _ => Ty::Error,
        };
        let name = match &target.ty {
            Ty::Record(idx) if !self.types.record(*idx).name.starts_with('<') => {
                self.types.record(*idx).name.clone()
            }
            Ty::Int(_) => "numbers".to_owned(),
            _ => "object".to_owned(),
        };
        let asked = if alloc.bytes.is_some() { Asked::Then } else { Asked::Always };
        let ty = self.pool_type(ty, asked);
        let object = &mut self.objects[alloc.pool.index()];
        object.ty = QTy::plain(ty);
        object.name = name;
    }

    /// The elements of the array without a length at the end of a struct.
    fn open_array(&self, ty: &Ty) -> Option<(RecordIdx, QTy)> {
        let Ty::Record(idx) = ty else { return None };
        let record = self.types.record(*idx);
        match &record.fields.as_ref()?.last()?.ty.ty {
            Ty::Array(element, 0) if !record.union => Some((*idx, (**element).clone())),
            _ => None,
        }
    }

    /// A struct whose last array has as many elements as fit into so many bytes.
    fn extended(&mut self, ty: &Ty, bytes: Option<u64>) -> Ty {
        let Some((idx, element)) = self.open_array(ty) else { return Ty::Error };
        let size = self.types.size(&element.ty).max(1);
        let mut record = self.types.record(idx).clone();
        let Some(last) = record.fields.as_mut().and_then(|fields| fields.last_mut()) else {
            return Ty::Error;
        };
        let n = bytes.map_or(ROOM, |bytes| bytes.saturating_sub(last.offset) / size);
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

/// When it is known how many bytes are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Always,
    /// When it happens; each object says how many.
    Then,
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
        let room = |stride: u64, offset: u64| {
            bytes.saturating_sub(offset).div_ceil(stride.max(1)).clamp(ROOM, MAX_ROOM)
        };
        let data = match data {
            Ty::Array(element, _) => {
                let n = room(types.size(&element.ty), 0);
                Ty::Array(element, n)
            }
            Ty::Record(idx) if types.record(idx).extends.is_some() => {
                let last = types.record(idx).fields.as_ref().and_then(|fields| fields.last());
                let Some(FieldDef { ty: QTy { ty: Ty::Array(element, _), .. }, offset, .. }) = last
                else {
                    continue;
                };
                let (element, offset) = (Rc::clone(element), *offset);
                let size = types.size(&element.ty);
                let n = room(size, offset);
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
    let most = |expr: &TExpr| most(types, &given, expr, 8);
    asked.into_iter().filter_map(|(pool, bytes)| Some((pool, most(bytes)?))).collect()
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
fn most(
    types: &Types,
    given: &FxHashMap<Key, Vec<&TExpr>>,
    expr: &TExpr,
    depth: u32,
) -> Option<u64> {
    if let Some(value) = const_value(types, expr) {
        return (value <= MAX_BYTES).then_some(value);
    }
    let depth = depth.checked_sub(1)?;
    let inner = |expr: &TExpr| most(types, given, expr, depth);
    match &expr.kind {
        TKind::Load(lvalue) => {
            let values = given.get(&key(lvalue)).filter(|_| key(lvalue) != Key::Other)?;
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
