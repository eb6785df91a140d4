//! Lvalues: variables, what pointers point to, fields and elements [C17 6.5.2, 6.5.3.2].

use super::super::points_to::is_alike;
use super::super::typed::{LKind, LValue, ObjStorage, Object, TExpr, TKind, TStmt, TStmtKind};
use super::super::types::{QTy, RecordIdx, Ty};
use super::super::words::stored_as_words;
use super::{Resolver, Symbol};
use crate::ast::{Expr, ExprKind, Name, UnaryOp};
use crate::text::Span;

impl Resolver<'_> {
    /// The value of an lvalue; an array's is the address of its first element.
    pub fn load(&mut self, lvalue: LValue) -> TExpr {
        let span = lvalue.span;
        match &lvalue.ty.ty {
            Ty::Array(element, _) => {
                self.address_taken(&lvalue);
                let ty = Ty::Ptr(element.clone());
                let element = (**element).clone();
                let zero = TExpr::constant(0, Ty::INT, span);
                let first = LValue {
                    kind: LKind::Index(Box::new(lvalue), Box::new(zero)),
                    ty: element,
                    span,
                };
                TExpr { kind: TKind::AddrOf(Box::new(first)), ty, span }
            }
            Ty::Vla(element, _) => {
                self.address_taken(&lvalue);
                let ty = Ty::Ptr(element.clone());
                self.vla_address(lvalue, ty)
            }
            Ty::Func(_) => match lvalue.kind {
                LKind::Deref(pointer) => *pointer,
                _ => self.failed(span),
            },
            ty => TExpr { ty: ty.clone(), kind: TKind::Load(Box::new(lvalue)), span },
        }
    }

    pub fn lvalue(&mut self, expr: &Expr) -> Option<LValue> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Name(name) => match self.lookup(name) {
                Some(&Symbol::Object(id)) => {
                    self.objects[id.index()].named = true;
                    Some(self.object_lvalue(id, span))
                }
                Some(_) => {
                    self.error(span, format!("`{name}` is not a variable"));
                    None
                }
                None => {
                    self.name(name, span);
                    None
                }
            },
            ExprKind::Unary(UnaryOp::Deref, pointer) => {
                let pointer = self.expr(pointer);
                self.deref(pointer, span)
            }
            ExprKind::Generic(..) => {
                let chosen = self.selected(expr)?;
                self.lvalue(chosen)
            }
            ExprKind::Index(base, index) => self.index(base, index, span),
            ExprKind::Member(base, field) => {
                let base = match self.is_lvalue(base) {
                    true => self.lvalue(base)?,
                    false => {
                        let value = self.expr(base);
                        self.in_variable(value)?
                    }
                };
                self.field(base, field, span)
            }
            ExprKind::Arrow(base, field) => {
                let pointer = self.expr(base);
                let base = self.deref(pointer, span)?;
                self.field(base, field, span)
            }
            ExprKind::CompoundLiteral(ty, init) => {
                let ty = self.qual_type(ty);
                let id = self.anonymous(ty, span);
                let steps = self.auto_init(id, init, span);
                let lvalue = self.object_lvalue(id, span);
                self.address_taken(&lvalue);
                if self.func.is_none() {
                    self.objects[id.index()].init = steps;
                    return Some(lvalue);
                }
                // The literal is written each time it is evaluated; that is expressed as a statement
                // expression in front of its address.
                let steps = self.zeroed(id, steps);
                let write = TStmt { kind: TStmtKind::Decl(id, Some(steps)), span };
                let write = TExpr { kind: TKind::StmtExpr(vec![write]), ty: Ty::Void, span };
                Some(self.after(write, lvalue, span))
            }
            _ => {
                self.error(span, "this is not something that has an address or can be assigned");
                None
            }
        }
    }

    fn is_lvalue(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Arrow(..) => true,
            ExprKind::Unary(UnaryOp::Deref, _) | ExprKind::CompoundLiteral(..) => true,
            ExprKind::Member(base, _) => self.is_lvalue(base),
            // All that there is to choose from is, in most cases.
            ExprKind::Generic(_, all) => all.iter().all(|(_, chosen)| self.is_lvalue(chosen)),
            _ => false,
        }
    }

    pub(super) fn anonymous(&mut self, ty: QTy, span: Span) -> super::super::typed::ObjId {
        self.new_object(Object {
            name: "<literal>".into(),
            ty,
            storage: if self.func.is_some() { ObjStorage::Auto } else { ObjStorage::Static },
            init: Vec::new(),
            annotations: Vec::new(),
            span,
            func: self.func,
            changes: true,
            address_taken: false,
            external: false,
            named: false,
            heap: None,
        })
    }

    pub(super) fn deref(&mut self, pointer: TExpr, span: Span) -> Option<LValue> {
        if let Some(Ty::Vla(..)) = pointer.ty.target().map(|target| &target.ty) {
            return self.vla_deref(pointer, span);
        }
        if let TKind::AddrOf(target) = pointer.kind {
            return Some(LValue { span, ..*target });
        }
        match &pointer.ty {
            Ty::Ptr(target) if self.is_incomplete(&target.ty) => {
                self.error(span, "what this points to has an incomplete type");
                None
            }
            Ty::Ptr(target) => {
                let ty = (**target).clone();
                Some(LValue { kind: LKind::Deref(Box::new(pointer)), ty, span })
            }
            Ty::Error => None,
            ty => {
                let message = format!(
                    "a pointer is needed here, this is of type `{}`",
                    self.types.describe(ty)
                );
                self.error(span, message);
                None
            }
        }
    }

    fn index(&mut self, base: &Expr, index: &Expr, span: Span) -> Option<LValue> {
        let base_value = self.expr_keeping_arrays(base);
        let mut index = self.expr(index);
        let (array, pointer) = match (&base_value.ty, &index.ty) {
            (Ty::Array(..) | Ty::Vla(..), _) => (true, base_value),
            (Ty::Ptr(_), _) => (false, base_value),
            // `i[a]` means `a[i]`.
            (Ty::Int(_), Ty::Ptr(_)) => (false, std::mem::replace(&mut index, base_value)),
            (Ty::Error, _) => return None,
            _ => {
                self.error(span, "only arrays and pointers can be indexed");
                return None;
            }
        };
        if !matches!(index.ty, Ty::Int(_)) {
            if index.ty != Ty::Error {
                self.error(index.span, "an index must be an integer");
            }
            return None;
        }
        if array {
            let TKind::Load(lvalue) = pointer.kind else { return None };
            if let Ty::Vla(..) = lvalue.ty.ty {
                return self.vla_element(*lvalue, index, span);
            }
            let element = lvalue.ty.ty.target().expect("it is an array").clone();
            return Some(LValue { kind: LKind::Index(lvalue, Box::new(index)), ty: element, span });
        }
        let address = self.pointer_add(pointer, index, span);
        self.deref(address, span)
    }

    fn field(&mut self, base: LValue, field: &Name, span: Span) -> Option<LValue> {
        let Ty::Record(idx) = base.ty.ty else {
            if base.ty.ty != Ty::Error {
                let message = format!("`{}` has no fields", self.types.describe(&base.ty.ty));
                self.error(span, message);
            }
            return None;
        };
        let Some(path) = self.types.field_path(idx, field) else {
            let message = format!("`{}` has no field `{field}`", self.types.describe(&base.ty.ty));
            self.error(span, message);
            return None;
        };
        let mut lvalue = base;
        for step in path {
            let Ty::Record(idx) = lvalue.ty.ty else { return None };
            let ty = self.types.record(idx).fields.as_ref()?[step as usize].ty.clone();
            let step =
                if self.types.record(idx).union { self.member(idx, step, span)? } else { step };
            lvalue = LValue { kind: LKind::Field(Box::new(lvalue), step), ty, span };
        }
        Some(lvalue)
    }

    /// The member of a union as which another one is seen: the first, if they are alike.
    pub(super) fn member(&mut self, idx: RecordIdx, number: u32, span: Span) -> Option<u32> {
        if let Some(stored) = self.stored_member(idx, number) {
            return Some(stored);
        }
        let what = "this member of a union that differs from its first member in layout";
        self.unsupported(span, what, "use a struct, or separate variables");
        None
    }

    /// As `member`, silently. Where they are not alike, the union has to be stored as words.
    pub(super) fn stored_member(&mut self, idx: RecordIdx, number: u32) -> Option<u32> {
        let fields = self.types.record(idx).fields.as_ref()?;
        let (first, other) = (fields.first()?, &fields[number as usize]);
        if number == 0 {
            return Some(0);
        }
        let is_bit_field = first.run.is_some() || other.run.is_some();
        let (first, other) = (&first.ty.ty, &other.ty.ty);
        let whole = |ty: &Ty| matches!(ty, Ty::Int(int) if int.width > 1) || ty.is_pointer();
        let alike =
            whole(first) && whole(other) && self.types.width(first) == self.types.width(other);
        if !is_bit_field && (alike || is_alike(&self.types, first, other)) {
            return Some(0);
        }
        self.worded.extend(stored_as_words(&self.types, &self.guards, idx)?);
        Some(number)
    }

    /// Notes that the variable behind an lvalue is written.
    pub(super) fn changed(&mut self, lvalue: &LValue) {
        if let Some(id) = root(lvalue) {
            self.objects[id.index()].changes = true;
        }
    }

    pub(super) fn address_taken(&mut self, lvalue: &LValue) {
        if let Some(id) = root(lvalue) {
            self.objects[id.index()].changes = true;
            self.objects[id.index()].address_taken = true;
        }
    }
}

/// The variable an lvalue is a part of; `None` if it is reached through a pointer.
pub fn root(lvalue: &LValue) -> Option<super::super::typed::ObjId> {
    match &lvalue.kind {
        LKind::Obj(id) => Some(*id),
        LKind::Field(base, _) | LKind::Index(base, _) => root(base),
        LKind::Deref(_) => None,
    }
}
