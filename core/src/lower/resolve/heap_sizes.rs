//! How much memory is asked for where that is not constant: a guess at how much there should be room for, and in
//! what it is counted.

use std::rc::Rc;

use crate::hash::FxHashMap;

use super::super::typed::{Alloc, Callee, LKind, LValue, ObjId, TExpr, TKind, TStmtKind, Typed};
use super::super::types::{FieldDef, QTy, RecordIdx, Ty, Types};
use super::super::walk::{for_each_expr, for_each_stmt};
use super::consts::const_value;
use super::heap::{Asked, MAX_BYTES, lay_out_pool};
use crate::ast::BinaryOp;

/// More elements than this are not made room for where a program seems to ask for more.
const MAX_ROOM: u64 = 64;

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

/// Counts elements rather than bytes where that is how a size is written, so that what it is compared with is
/// what the program compares with.
pub fn count_elements(typed: &mut Typed, types: &Types) {
    let mut units: Vec<(ObjId, u64)> = Vec::new();
    for_each_alloc(typed, &mut |alloc, bytes| {
        let Some(size) = element_size(typed, types, alloc.pool) else { return };
        if counted(types, bytes, size).is_some() {
            units.push((alloc.pool, size));
        }
    });
    for (pool, unit) in units {
        if let Some(memory) = &mut typed.objects[pool.index()].heap {
            memory.unit = unit;
        }
    }
}

/// The size of the elements, if the objects of a pool are arrays.
fn element_size(typed: &Typed, types: &Types, pool: ObjId) -> Option<u64> {
    let Ty::Array(object, _) = &typed.object(pool).ty.ty else { return None };
    let Ty::Record(record) = object.ty else { return None };
    match &types.record(record).fields.as_ref()?.first()?.ty.ty {
        Ty::Array(element, _) => Some(types.size(&element.ty)),
        _ => None,
    }
}

/// What says how many elements of a size are asked for, if the product cannot be too large for a number or
/// says so.
pub fn counted<'a>(types: &Types, bytes: &'a TExpr, size: u64) -> Option<&'a TExpr> {
    let constant = |expr: &TExpr| const_value(types, expr);
    match &bytes.kind {
        TKind::Cast(inner) if types.width(&inner.ty) == Some(types.pointer_width()) => {
            counted(types, inner, size)
        }
        TKind::Bin(BinaryOp::Mul, a, b) => {
            let count = factor(types, a, b, size)?;
            match &count.kind {
                TKind::Cast(inner) if types.width(&inner.ty)? <= 32 && size <= MAX_BYTES => {
                    Some(count)
                }
                _ => None,
            }
        }
        TKind::Cond(_, all, product) if constant(all) == Some(u64::MAX) => match &product.kind {
            TKind::Bin(BinaryOp::Mul, a, b) => factor(types, a, b, size),
            _ => None,
        },
        _ => None,
    }
}

/// The other factor, if one of them is a constant.
fn factor<'a>(types: &Types, a: &'a TExpr, b: &'a TExpr, constant: u64) -> Option<&'a TExpr> {
    let is_it = |expr: &TExpr| const_value(types, expr) == Some(constant);
    if is_it(b) { Some(a) } else { is_it(a).then_some(b) }
}

fn for_each_alloc<'a>(typed: &'a Typed, visit: &mut dyn FnMut(&'a Alloc, &'a TExpr)) {
    for body in typed.funcs.iter().filter_map(|func| func.body.as_deref()) {
        for_each_stmt(body, &mut |stmt| {
            for_each_expr(stmt, &mut |expr| {
                if let TKind::Alloc(alloc) = &expr.kind
                    && let Some(bytes) = &alloc.bytes
                {
                    visit(alloc, bytes);
                }
            });
        });
    }
}

/// How many bytes each place seems to ask for at most.
fn rooms(typed: &Typed, types: &Types) -> Vec<(ObjId, u64)> {
    let mut asked: Vec<(ObjId, &TExpr)> = Vec::new();
    for_each_alloc(typed, &mut |alloc, bytes| asked.push((alloc.pool, bytes)));
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
