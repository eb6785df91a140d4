//! Arrays of variable length [C17 6.7.6.2].
//!
//! The length is computed where the type stands, into a variable of its own that nobody writes again; the
//! type names that variable. All dimensions from the first to the last one that is variable are one: the
//! element of `m[i][j]` is the one with number `i * cols + j`, and each index is asked for its bound by
//! itself. So addresses are what they are on a machine, and pointers to such arrays (`int (*m)[cols]`)
//! point to others that have the same rows.
//!
//! An automatic array has room for some elements, as memory of variable size from the heap has, or for
//! just as many as it has, if that is always the same number.

use std::rc::Rc;

use super::super::typed::{
    InitStep, LKind, LValue, ObjId, ObjStorage, Object, TExpr, TKind, TStmt, TStmtKind, Typed, Vla,
    VlaRoom,
};
use super::super::types::{IntTy, Length, QTy, Ty, Types};
use super::super::walk::has_effects;
use super::consts::const_value;
use super::heap_sizes::{Given, given, most};
use super::{Resolver, Symbol};
use crate::ast::{self, BinaryOp};
use crate::hash::FxHashSet;
use crate::text::Span;

/// No more elements are made room for where the number is not always the same.
const MAX_ROOM: u64 = 64;
/// The same where it is.
const MAX_EXACT: u64 = 1 << 12;

/// A declared variable and its initialiser.
type Declared = Option<(ObjId, Option<Vec<InitStep>>)>;

impl Resolver<'_> {
    fn index_type(&self) -> Ty {
        Ty::Int(IntTy::pointer_sized(self.types.model, true))
    }

    /// A variable for the length of an array.
    pub(super) fn variable_length(&mut self, value: TExpr) -> Option<Length> {
        let is_here = self.func.is_some() || self.scopes.len() > 1;
        if !is_here || !matches!(value.ty, Ty::Int(_)) {
            return None;
        }
        let (ty, span) = (self.index_type(), value.span);
        let value = self.convert(value, &ty);
        let id = self.new_object(Object {
            name: "<length>".into(),
            ty: QTy::plain(ty),
            storage: ObjStorage::Auto,
            init: Vec::new(),
            annotations: Vec::new(),
            span,
            func: self.func,
            changes: false,
            address_taken: false,
            external: false,
            named: false,
            heap: None,
        });
        let step = InitStep { target: self.object_lvalue(id, span), value };
        self.sizes.push(TStmt { kind: TStmtKind::Decl(id, Some(vec![step])), span });
        Some(Length::Variable(id))
    }

    fn length(&self, length: Length, span: Span) -> TExpr {
        let ty = self.index_type();
        match length {
            Length::Constant(value) => TExpr::constant(value, ty, span),
            Length::Variable(id) => {
                let lvalue = self.object_lvalue(id, self.objects[id.index()].span);
                TExpr { kind: TKind::Load(Box::new(lvalue)), ty, span }
            }
        }
    }

    /// How many elements that are no such arrays a type has.
    fn n_flat(&self, ty: &Ty, span: Span) -> TExpr {
        match ty {
            Ty::Vla(element, length) => {
                let length = self.length(*length, span);
                match element.ty {
                    Ty::Vla(..) => self.times(length, self.n_flat(&element.ty, span)),
                    _ => length,
                }
            }
            _ => TExpr::constant(1, self.index_type(), span),
        }
    }

    fn times(&self, a: TExpr, b: TExpr) -> TExpr {
        let (ty, span) = (a.ty.clone(), a.span);
        TExpr { kind: TKind::Bin(BinaryOp::Mul, Box::new(a), Box::new(b)), ty, span }
    }

    pub(super) fn vla_size(&mut self, ty: &Ty, span: Span) -> TExpr {
        let size = TExpr::constant(self.types.size(ty), self.index_type(), span);
        let bytes = self.times(self.n_flat(ty, span), size);
        self.convert(bytes, &Ty::Int(IntTy::pointer_sized(self.types.model, false)))
    }

    /// The operand of `sizeof` or `typeof`. One of variable length is evaluated, which nobody notices
    /// unless it has effects.
    pub(super) fn only_measured(&mut self, operand: &TExpr) {
        if operand.ty.is_variable() && has_effects(operand) {
            let what = "an effect in the operand of a size that is not constant";
            self.unsupported(operand.span, what, "evaluate it before");
            let failed = self.failed(operand.span);
            self.sizes.push(TStmt { kind: TStmtKind::Expr(failed), span: operand.span });
        }
    }

    pub(super) fn vla_declaration(
        &mut self,
        name: &ast::Name,
        ty: QTy,
        declaration: &ast::Declaration,
    ) -> Declared {
        let place = self.n_places;
        self.n_places += 1;
        let span = declaration.name_span;
        let room = self.heap.room(place).elements.now;
        let flat = Rc::new(QTy { ty: ty.ty.flat().clone(), ..ty.clone() });
        let id = self.new_object(Object {
            name: name.to_string(),
            ty: QTy { ty: Ty::Array(flat, room), ..ty.clone() },
            storage: ObjStorage::Auto,
            init: Vec::new(),
            annotations: declaration.annotations.clone(),
            span,
            func: self.func,
            changes: true,
            address_taken: false,
            external: false,
            named: false,
            heap: None,
        });
        let mut lengths = Vec::new();
        let mut inner = &ty.ty;
        while let Ty::Vla(element, length) = inner {
            lengths.push(self.length(*length, span));
            inner = &element.ty;
        }
        let written = lengths.iter().map(|length| match &length.kind {
            TKind::Load(lvalue) => lvalue.span,
            _ => length.span,
        });
        let vla = Vla { place, written: written.collect(), lengths, room: VlaRoom::Some };
        self.vlas.insert(id, vla);
        self.vla_types.insert(id, ty);
        self.declare(name.clone(), Symbol::Object(id));
        if declaration.init.is_some() {
            let what = "an initialiser of an array of variable length";
            self.unsupported(span, what, "assign its elements, or call memset");
            let failed = self.failed(span);
            self.sizes.push(TStmt { kind: TStmtKind::Expr(failed), span });
        }
        Some((id, None))
    }

    /// The variable as what it is made of; how many there are is asked where it matters.
    fn vla_array(&self, id: ObjId, span: Span) -> LValue {
        let mut ty = self.objects[id.index()].ty.clone();
        if let Ty::Array(_, len) = &mut ty.ty {
            *len = 0;
        }
        LValue { kind: LKind::Obj(id), ty, span }
    }

    pub(super) fn vla_lvalue(&self, id: ObjId, ty: QTy, span: Span) -> LValue {
        let first = TExpr::constant(0, self.index_type(), span);
        let array = self.vla_array(id, span);
        LValue { kind: LKind::Index(Box::new(array), Box::new(first)), ty, span }
    }

    /// The address of a whole array, or of its first element, as a pointer of this type.
    pub(super) fn vla_address(&mut self, lvalue: LValue, ty: Ty) -> TExpr {
        let (flat, span) = (lvalue.ty.ty.flat().clone(), lvalue.span);
        match lvalue.kind {
            LKind::Deref(pointer) => retyped(*pointer, ty),
            kind => {
                let first = LValue { kind, ty: QTy { ty: flat, ..lvalue.ty }, span };
                TExpr { kind: TKind::AddrOf(Box::new(first)), ty, span }
            }
        }
    }

    pub(super) fn vla_deref(&mut self, pointer: TExpr, span: Span) -> Option<LValue> {
        let ty = pointer.ty.target()?.clone();
        if self.is_incomplete(&ty.ty) {
            self.error(span, "what this points to has an incomplete type");
            return None;
        }
        if let TKind::AddrOf(target) = pointer.kind {
            return Some(LValue { kind: target.kind, ty, span });
        }
        let flat = QTy { ty: ty.ty.flat().clone(), ..ty.clone() };
        let pointer = retyped(pointer, Ty::pointer_to(flat));
        Some(LValue { kind: LKind::Deref(Box::new(pointer)), ty, span })
    }

    /// An element of an array of variable length.
    pub(super) fn vla_element(
        &mut self,
        array: LValue,
        index: TExpr,
        span: Span,
    ) -> Option<LValue> {
        let Ty::Vla(element, length) = &array.ty.ty else { return None };
        let (element, length) = ((**element).clone(), self.length(*length, index.span));
        let offset = self.index_type();
        let at = self.convert(index, &offset);
        let is_whole = match &array.kind {
            LKind::Index(base, first) => {
                matches!(base.kind, LKind::Obj(id) if self.vlas[&id].lengths.len() == 1)
                    && const_value(&self.types, first) == Some(0)
            }
            _ => false,
        };
        // Of the only dimension of a variable, its number of elements is the bound.
        let at = match is_whole {
            true => at,
            false => {
                let span = at.span;
                TExpr { kind: TKind::Within(Box::new(at), Box::new(length)), ty: offset, span }
            }
        };
        let at = match element.ty {
            Ty::Vla(..) => self.times(at, self.n_flat(&element.ty, span)),
            _ => at,
        };
        let kind = match array.kind {
            LKind::Index(base, first) => {
                let at = match const_value(&self.types, &first) {
                    Some(0) => at,
                    _ => {
                        let ty = at.ty.clone();
                        TExpr { kind: TKind::Bin(BinaryOp::Add, first, Box::new(at)), ty, span }
                    }
                };
                LKind::Index(base, Box::new(at))
            }
            LKind::Deref(pointer) => LKind::Deref(Box::new(self.pointer_add(*pointer, at, span))),
            other => other,
        };
        Some(LValue { kind, ty: element, span })
    }

    pub(super) fn vla_pointer_add(&mut self, pointer: TExpr, index: TExpr, span: Span) -> TExpr {
        let ty = pointer.ty.clone();
        let Some(target) = ty.target() else { return pointer };
        let offset = self.index_type();
        let index = self.convert(index, &offset);
        let index = self.times(index, self.n_flat(&target.ty, span));
        let flat = QTy { ty: target.ty.flat().clone(), ..target.clone() };
        let moved = self.pointer_add(retyped(pointer, Ty::pointer_to(flat)), index, span);
        retyped(moved, ty)
    }

    pub(super) fn vla_difference(&mut self, a: TExpr, b: TExpr, span: Span) -> TExpr {
        let Some(target) = a.ty.target().cloned() else { return a };
        let ty = self.index_type();
        let size = self.types.size(&target.ty).max(1);
        let kind = TKind::PtrDiff(Box::new(a), Box::new(b), size);
        let flat = TExpr { kind, ty: ty.clone(), span };
        let n = self.n_flat(&target.ty, span);
        TExpr { kind: TKind::Bin(BinaryOp::Div, Box::new(flat), Box::new(n)), ty, span }
    }

    /// `p += n`
    pub(super) fn vla_step(
        &mut self,
        op: BinaryOp,
        lvalue: LValue,
        by: TExpr,
        span: Span,
    ) -> TExpr {
        let (LKind::Obj(_), BinaryOp::Add | BinaryOp::Sub) = (&lvalue.kind, op) else {
            let what = "this step to another array of variable length";
            self.unsupported(span, what, "keep the pointer in a variable, and index it");
            return self.failed(span);
        };
        let ty = lvalue.ty.ty.clone();
        let offset = self.index_type();
        let by = self.convert(by, &offset);
        let by = match op {
            BinaryOp::Sub => TExpr { span, kind: TKind::Neg(Box::new(by)), ty: offset },
            _ => by,
        };
        let old = TExpr { kind: TKind::Load(Box::new(lvalue.clone())), ty: ty.clone(), span };
        let new = self.pointer_add(old, by, span);
        TExpr { kind: TKind::Assign(Box::new(lvalue), Box::new(new)), ty, span }
    }
}

/// The same address as a pointer of another type.
fn retyped(pointer: TExpr, ty: Ty) -> TExpr {
    let span = pointer.span;
    match pointer.kind {
        _ if pointer.ty == ty => pointer,
        TKind::AddrOf(_) => TExpr { ty, ..pointer },
        TKind::Cast(inner) if inner.ty == ty => *inner,
        _ => TExpr { kind: TKind::Cast(Box::new(pointer)), ty, span },
    }
}

/// Gives arrays of variable length room for as many elements as they seem to have; exactly that, if it is
/// always the same number.
pub fn make_room_for_vlas(typed: &mut Typed, types: &Types) {
    if typed.vlas.is_empty() {
        return;
    }
    let mut rooms: Vec<(ObjId, VlaRoom, u64)> = Vec::new();
    let given = given(typed);
    let steady = Steady::find(typed);
    for (&id, vla) in &typed.vlas {
        let only = |length: &TExpr| steady.only(typed, types, &given, length, 8);
        let product =
            |sizes: Option<Vec<u64>>| sizes?.iter().try_fold(1u64, |a, b| a.checked_mul(*b));
        match product(vla.lengths.iter().map(only).collect()) {
            Some(n) if (1..=MAX_EXACT).contains(&n) => rooms.push((id, VlaRoom::Exact(n), n)),
            _ => {
                let most = |length: &TExpr| most(types, &given, length, 8);
                if let Some(n) = product(vla.lengths.iter().map(most).collect()) {
                    rooms.push((id, VlaRoom::Some, n.min(MAX_ROOM)));
                }
            }
        }
    }
    for (id, room, n) in rooms {
        if let Some(vla) = typed.vlas.get_mut(&id) {
            vla.room = room;
        }
        if let Ty::Array(_, len) = &mut typed.objects[id.index()].ty.ty {
            *len = if room == VlaRoom::Some { n.max(*len) } else { n };
        }
    }
}

/// What is known of the variables that lengths are made of. A mistake here costs an answer: where the array
/// is declared, it is asked whether it has just that many elements.
struct Steady {
    /// Variables that are changed other than by a plain assignment.
    moved: FxHashSet<ObjId>,
    /// Parameters of functions that are called in other ways than by their names.
    open: FxHashSet<ObjId>,
}

impl Steady {
    fn find(typed: &Typed) -> Steady {
        let (mut moved, mut open) = (FxHashSet::default(), FxHashSet::default());
        for func in &typed.funcs {
            if func.thread.is_some() || &*func.name == "main" {
                open.extend(func.params.iter().copied());
            }
            let body = func.body.as_deref().unwrap_or_default();
            super::super::walk::for_each_stmt(body, &mut |stmt| {
                if let TStmtKind::Decl(id, None) = &stmt.kind {
                    moved.insert(*id);
                }
                super::super::walk::for_each_expr(stmt, &mut |expr| match &expr.kind {
                    TKind::IncDec(_, lvalue) | TKind::Compound(_, lvalue, ..) => {
                        moved.extend(super::root(lvalue));
                    }
                    TKind::FuncAddr(id) => open.extend(typed.func(*id).params.iter().copied()),
                    _ => {}
                });
            });
        }
        Steady { moved, open }
    }

    /// The only value that an expression ever has, as far as that is easy to see.
    fn only(
        &self,
        typed: &Typed,
        types: &Types,
        given: &Given,
        expr: &TExpr,
        depth: u32,
    ) -> Option<u64> {
        if let Some(value) = const_value(types, expr) {
            return Some(value);
        }
        let depth = depth.checked_sub(1)?;
        let constant = |expr: &TExpr| {
            let value = self.only(typed, types, given, expr, depth)?;
            Some(Box::new(TExpr::constant(value, expr.ty.clone(), expr.span)))
        };
        let kind = match &expr.kind {
            TKind::Load(lvalue) => {
                let LKind::Obj(id) = lvalue.kind else { return None };
                let object = typed.object(id);
                let is_known = object.storage != ObjStorage::ThreadLocal
                    && !object.address_taken
                    && !object.external
                    && !self.moved.contains(&id)
                    && !self.open.contains(&id);
                let values = given.of(id).filter(|_| is_known)?;
                let mut values =
                    values.iter().map(|value| self.only(typed, types, given, value, depth));
                let first = values.next()??;
                return values.all(|value| value == Some(first)).then_some(first);
            }
            TKind::Cast(a) => TKind::Cast(constant(a)?),
            TKind::Bin(op, a, b) => TKind::Bin(*op, constant(a)?, constant(b)?),
            _ => return None,
        };
        const_value(types, &TExpr { kind, ty: expr.ty.clone(), span: expr.span })
    }
}
