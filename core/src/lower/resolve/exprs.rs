//! Expressions: types, lvalues, conversions [C17 6.5].

use std::rc::Rc;

use super::super::codes;
use super::super::fold;
use super::super::typed::{
    Callee, LKind, LValue, ObjStorage, Object, TExpr, TKind, TStmt, TStmtKind,
};
use super::super::types::{IntTy, QTy, Ty};
use super::consts::const_value;
use super::{Resolver, Symbol};
use crate::ast::{
    AssignOp, BinaryOp, Expr, ExprKind, IncDec, IntLiteral, IntSuffix, Name, UnaryOp,
};
use crate::text::{Problem, Span};

impl Resolver<'_> {
    /// A value: lvalues are read, arrays and functions become pointers.
    pub fn expr(&mut self, expr: &Expr) -> TExpr {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int(literal) => {
                TExpr::constant(literal.value, Ty::Int(self.literal_type(literal)), span)
            }
            ExprKind::Char(value) => TExpr::constant(*value as u32 as u64, Ty::INT, span),
            ExprKind::Str(_) => {
                let char_ty = QTy::plain(Ty::Int(IntTy::CHAR));
                TExpr { kind: TKind::Str, ty: Ty::pointer_to(char_ty), span }
            }
            ExprKind::Float(_) => {
                let kind = TKind::Unsupported("a floating-point value".into());
                TExpr { kind, ty: Ty::Float(8), span }
            }
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, span),
            ExprKind::IncDec(op, operand) => self.inc_dec(*op, operand, span),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, span),
            ExprKind::Assign(op, target, value) => self.assign(*op, target, value, span),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then.as_deref(), otherwise, span)
            }
            ExprKind::Cast(ty, operand) => {
                let ty = self.qual_type(ty).ty;
                let value = self.expr(operand);
                self.cast(value, ty, span)
            }
            ExprKind::SizeofExpr(operand) => {
                let ty = self.expr_keeping_arrays(operand).ty;
                self.size_constant(&ty, span)
            }
            ExprKind::SizeofType(ty) => {
                let ty = self.qual_type(ty).ty;
                self.size_constant(&ty, span)
            }
            ExprKind::AlignofType(ty) => {
                let ty = self.qual_type(ty);
                match self.types.is_unknown_size(&ty.ty) {
                    true => self.unknown_size(span),
                    false => self.size_value(self.types.align(&ty), span),
                }
            }
            ExprKind::Offsetof(ty, field) => self.offsetof(ty, field, span),
            ExprKind::Call(callee, args) => self.call(callee, args, span),
            ExprKind::Index(..)
            | ExprKind::Member(..)
            | ExprKind::Arrow(..)
            | ExprKind::CompoundLiteral(..) => match self.lvalue(expr) {
                Some(lvalue) => self.load(lvalue),
                None => self.failed(span),
            },
            ExprKind::StmtExpr(body) => {
                let body = self.in_scope(|this| this.stmts(body));
                let ty = match body.last().map(|stmt| &stmt.kind) {
                    Some(super::super::typed::TStmtKind::Expr(last)) => last.ty.clone(),
                    _ => Ty::Void,
                };
                TExpr { kind: TKind::StmtExpr(body), ty, span }
            }
            ExprKind::Unsupported(what) => {
                self.unsupported(span, what, "rewrite the expression with ordinary operators");
                self.failed(span)
            }
        }
    }

    /// As [`Self::expr`], but arrays stay arrays: for `sizeof` and `typeof`.
    pub fn expr_keeping_arrays(&mut self, expr: &Expr) -> TExpr {
        let is_lvalue = matches!(
            expr.kind,
            ExprKind::Name(_)
                | ExprKind::Index(..)
                | ExprKind::Member(..)
                | ExprKind::Arrow(..)
                | ExprKind::CompoundLiteral(..)
                | ExprKind::Unary(UnaryOp::Deref, _)
        );
        if let ExprKind::Str(bytes) = &expr.kind {
            let ty = Ty::Array(Rc::new(QTy::plain(Ty::Int(IntTy::CHAR))), bytes.len() as u64 + 1);
            return TExpr { kind: TKind::Const(0), ty, span: expr.span };
        }
        if is_lvalue && !matches!(&expr.kind, ExprKind::Name(name) if !self.names_object(name)) {
            return match self.lvalue(expr) {
                Some(lvalue) => TExpr {
                    ty: lvalue.ty.ty.clone(),
                    span: lvalue.span,
                    kind: TKind::Load(Box::new(lvalue)),
                },
                None => self.failed(expr.span),
            };
        }
        self.expr(expr)
    }

    fn names_object(&self, name: &str) -> bool {
        matches!(self.lookup(name), Some(Symbol::Object(_)))
    }

    /// Stands for an expression about which a problem was reported.
    pub(super) fn failed(&self, span: Span) -> TExpr {
        TExpr { kind: TKind::Unsupported("this expression".into()), ty: Ty::Error, span }
    }

    /// The first type in C's list that holds the value [C17 6.4.4.1].
    fn literal_type(&self, literal: &IntLiteral) -> IntTy {
        let model = self.types.model;
        let ranks = match literal.suffix {
            IntSuffix::None => &[3u8, 4, 5][..],
            IntSuffix::Long => &[4, 5],
            IntSuffix::LongLong => &[5],
        };
        for &rank in ranks {
            for signed in [true, false] {
                if (signed && literal.unsigned) || (!signed && literal.decimal && !literal.unsigned)
                {
                    continue;
                }
                let ty = match rank {
                    3 => IntTy::plain(32, signed, 3),
                    4 => IntTy::long(model, signed),
                    _ => IntTy::long_long(signed),
                };
                let bits = if signed { ty.width - 1 } else { ty.width };
                if literal.value >> (bits - 1) >> 1 == 0 {
                    return ty;
                }
            }
        }
        IntTy::long_long(false)
    }

    fn size_constant(&mut self, ty: &Ty, span: Span) -> TExpr {
        if self.is_incomplete(ty) {
            self.error(span, "the size of an incomplete type is not known");
        }
        match self.types.is_unknown_size(ty) {
            true => self.unknown_size(span),
            false => self.size_value(self.types.size(ty), span),
        }
    }

    fn size_value(&self, value: u64, span: Span) -> TExpr {
        TExpr::constant(value, Ty::Int(IntTy::pointer_sized(self.types.model, false)), span)
    }

    /// A size or an offset that depends on something that is not supported.
    fn unknown_size(&self, span: Span) -> TExpr {
        let ty = Ty::Int(IntTy::pointer_sized(self.types.model, false));
        let kind = TKind::Unsupported("the layout of an unsupported type".into());
        TExpr { kind, ty, span }
    }

    fn offsetof(&mut self, ty: &crate::ast::QualType, field: &Name, span: Span) -> TExpr {
        let mut ty = self.qual_type(ty).ty;
        if self.types.is_unknown_size(&ty) {
            return self.unknown_size(span);
        }
        let mut offset = 0;
        if let Ty::Record(idx) = ty
            && let Some(path) = self.types.field_path(idx, field)
        {
            for step in path {
                let Ty::Record(idx) = ty else { break };
                let Some(fields) = &self.types.record(idx).fields else { break };
                offset += fields[step as usize].offset;
                ty = fields[step as usize].ty.ty.clone();
            }
        } else {
            self.error(span, format!("there is no field `{field}`"));
        }
        self.size_value(offset, span)
    }

    fn name(&mut self, name: &Name, span: Span) -> TExpr {
        match self.lookup(name).cloned() {
            Some(Symbol::Object(id)) => {
                let lvalue = self.object_lvalue(id, span);
                self.load(lvalue)
            }
            Some(Symbol::Func(id)) => {
                let ty = Ty::Func(Rc::new(self.funcs[id.index()].ty.clone()));
                TExpr { kind: TKind::FuncAddr(id), ty: Ty::pointer_to(QTy::plain(ty)), span }
            }
            Some(Symbol::Enumerator(value, int)) => {
                TExpr::constant(value as u64, Ty::Int(int), span)
            }
            Some(Symbol::Typedef(_)) => {
                self.error(span, format!("`{name}` is a type, not a value"));
                self.failed(span)
            }
            None => {
                if &**name == "NULL" {
                    return TExpr::constant(0, Ty::pointer_to(QTy::plain(Ty::Void)), span);
                }
                if let "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" = &**name {
                    let char_ty = QTy::plain(Ty::Int(IntTy::CHAR));
                    return TExpr { kind: TKind::Str, ty: Ty::pointer_to(char_ty), span };
                }
                let message = format!("`{name}` is not declared");
                let hint = match &**name {
                    "true" | "false" => "include <stdbool.h>".to_owned(),
                    _ => "declare it, or include the header that does".to_owned(),
                };
                self.problems.push(Problem::fatal(codes::UNKNOWN_NAME, span, message).hint(hint));
                self.failed(span)
            }
        }
    }

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
                Some(Symbol::Object(id)) => Some(self.object_lvalue(*id, span)),
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
        })
    }

    fn deref(&mut self, pointer: TExpr, span: Span) -> Option<LValue> {
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
            (Ty::Array(..), _) => (true, base_value),
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
            lvalue = LValue { kind: LKind::Field(Box::new(lvalue), step), ty, span };
        }
        Some(lvalue)
    }

    /// Notes that the variable behind an lvalue is written.
    fn changed(&mut self, lvalue: &LValue) {
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

    fn unary(&mut self, op: UnaryOp, operand: &Expr, span: Span) -> TExpr {
        match op {
            UnaryOp::AddressOf => {
                let value = match &operand.kind {
                    ExprKind::Name(name) if matches!(self.lookup(name), Some(Symbol::Func(_))) => {
                        return self.expr(operand);
                    }
                    _ => self.lvalue(operand),
                };
                let Some(lvalue) = value else { return self.failed(span) };
                self.address_taken(&lvalue);
                // `&*p` is `p`.
                let ty = Ty::pointer_to(lvalue.ty.clone());
                match lvalue.kind {
                    LKind::Deref(pointer) => TExpr { ty, span, ..*pointer },
                    _ => TExpr { kind: TKind::AddrOf(Box::new(lvalue)), ty, span },
                }
            }
            UnaryOp::Deref => {
                let pointer = self.expr(operand);
                match self.deref(pointer, span) {
                    Some(lvalue) => self.load(lvalue),
                    None => self.failed(span),
                }
            }
            UnaryOp::Not => {
                let value = self.expr(operand);
                if !value.ty.is_scalar() {
                    return self.bad_operand(&value, span);
                }
                TExpr { kind: TKind::Not(Box::new(value)), ty: Ty::INT, span }
            }
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot => {
                let value = self.expr(operand);
                let Ty::Int(int) = value.ty else { return self.bad_operand(&value, span) };
                let ty = Ty::Int(int.promoted());
                let value = self.convert(value, &ty);
                let kind = match op {
                    UnaryOp::Minus => TKind::Neg(Box::new(value)),
                    UnaryOp::BitNot => TKind::BitNot(Box::new(value)),
                    _ => return TExpr { span, ..value },
                };
                TExpr { kind, ty, span }
            }
        }
    }

    fn bad_operand(&mut self, value: &TExpr, span: Span) -> TExpr {
        match &value.ty {
            Ty::Error => {}
            Ty::Float(_) => return unknown_float(value.clone(), Ty::Float(8), span),
            ty => {
                let message =
                    format!("this operator does not take a `{}`", self.types.describe(ty));
                self.error(span, message);
            }
        }
        self.failed(span)
    }

    fn inc_dec(&mut self, op: IncDec, operand: &Expr, span: Span) -> TExpr {
        let Some(lvalue) = self.lvalue(operand) else { return self.failed(span) };
        self.changed(&lvalue);
        let ty = lvalue.ty.ty.clone();
        match ty {
            Ty::Int(_) | Ty::Ptr(_) => {
                TExpr { kind: TKind::IncDec(op, Box::new(lvalue)), ty, span }
            }
            Ty::Float(_) => {
                let value =
                    TExpr { kind: TKind::Load(Box::new(lvalue.clone())), ty: ty.clone(), span };
                let value = unknown_float(value, ty.clone(), span);
                TExpr { kind: TKind::Assign(Box::new(lvalue), Box::new(value)), ty, span }
            }
            _ => {
                let value = TExpr { kind: TKind::Load(Box::new(lvalue)), ty, span };
                self.bad_operand(&value, span)
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, span: Span) -> TExpr {
        // Long sums nest to the left; going down by a loop keeps the stack flat.
        let mut pending = vec![(op, b, span)];
        let mut first = a;
        while let ExprKind::Binary(op, a, b) = &first.kind {
            pending.push((*op, b, first.span));
            first = a;
        }
        let mut left = self.expr(first);
        while let Some((op, b, span)) = pending.pop() {
            let right = self.expr(b);
            left = self.binary_typed(op, left, right, span);
        }
        left
    }

    fn binary_typed(&mut self, op: BinaryOp, a: TExpr, b: TExpr, span: Span) -> TExpr {
        match op {
            BinaryOp::Comma => {
                let ty = b.ty.clone();
                return TExpr { kind: TKind::Comma(Box::new(a), Box::new(b)), ty, span };
            }
            BinaryOp::And | BinaryOp::Or => {
                for side in [&a, &b] {
                    if !side.ty.is_scalar() {
                        return self.bad_operand(side, span);
                    }
                }
                let (a, b) = (Box::new(a), Box::new(b));
                let kind = if op == BinaryOp::And { TKind::And(a, b) } else { TKind::Or(a, b) };
                return TExpr { kind, ty: Ty::INT, span };
            }
            _ => {}
        }
        match (&a.ty, &b.ty) {
            (Ty::Float(_), Ty::Int(_) | Ty::Float(_)) | (Ty::Int(_), Ty::Float(_)) => {
                let ty = if fold::is_comparison(op) { Ty::INT } else { Ty::Float(8) };
                let rest = unknown_float(b, ty.clone(), span);
                TExpr { kind: TKind::Comma(Box::new(a), Box::new(rest)), ty, span }
            }
            (Ty::Int(x), Ty::Int(y)) => {
                let (x, y) = (*x, *y);
                if fold::is_shift(op) {
                    let ty = Ty::Int(x.promoted());
                    let (a, b) = (self.convert(a, &ty), self.convert(b, &Ty::Int(y.promoted())));
                    return TExpr { kind: TKind::Bin(op, Box::new(a), Box::new(b)), ty, span };
                }
                let common = Ty::Int(x.common(y));
                let (a, b) = (self.convert(a, &common), self.convert(b, &common));
                let ty = if fold::is_comparison(op) { Ty::INT } else { common };
                TExpr { kind: TKind::Bin(op, Box::new(a), Box::new(b)), ty, span }
            }
            (Ty::Ptr(_), Ty::Int(_)) if op == BinaryOp::Add => self.pointer_add(a, b, span),
            (Ty::Int(_), Ty::Ptr(_)) if op == BinaryOp::Add => self.pointer_add(b, a, span),
            (Ty::Ptr(_), Ty::Int(_)) if op == BinaryOp::Sub => {
                let offset = Ty::Int(IntTy::pointer_sized(self.types.model, true));
                let b = self.convert(b, &offset);
                let minus = TExpr { span: b.span, kind: TKind::Neg(Box::new(b)), ty: offset };
                self.pointer_add(a, minus, span)
            }
            (Ty::Ptr(target), Ty::Ptr(_)) if op == BinaryOp::Sub => {
                let size = self.types.size(&target.ty).max(1);
                let ty = Ty::Int(IntTy::pointer_sized(self.types.model, true));
                TExpr { kind: TKind::PtrDiff(Box::new(a), Box::new(b), size), ty, span }
            }
            (Ty::Ptr(_), Ty::Ptr(_)) if fold::is_comparison(op) => {
                TExpr { kind: TKind::Bin(op, Box::new(a), Box::new(b)), ty: Ty::INT, span }
            }
            (Ty::Ptr(_), Ty::Int(_)) if fold::is_comparison(op) => {
                let ty = a.ty.clone();
                let b = self.convert(b, &ty);
                TExpr { kind: TKind::Bin(op, Box::new(a), Box::new(b)), ty: Ty::INT, span }
            }
            (Ty::Int(_), Ty::Ptr(_)) if fold::is_comparison(op) => {
                let ty = b.ty.clone();
                let a = self.convert(a, &ty);
                TExpr { kind: TKind::Bin(op, Box::new(a), Box::new(b)), ty: Ty::INT, span }
            }
            (Ty::Thread, Ty::Thread) if matches!(op, BinaryOp::Eq | BinaryOp::Ne) => {
                TExpr { kind: TKind::Bin(op, Box::new(a), Box::new(b)), ty: Ty::INT, span }
            }
            (Ty::Int(_) | Ty::Float(_) | Ty::Ptr(_), _) => self.bad_operand(&b, span),
            _ => self.bad_operand(&a, span),
        }
    }

    fn pointer_add(&mut self, pointer: TExpr, index: TExpr, span: Span) -> TExpr {
        let size = pointer.ty.target().map_or(1, |target| self.types.size(&target.ty));
        let offset = Ty::Int(IntTy::pointer_sized(self.types.model, true));
        let index = self.convert(index, &offset);
        let ty = pointer.ty.clone();
        // Adding to the address of an array element is indexing the array: no pointer is needed.
        if let TKind::AddrOf(lvalue) = &pointer.kind
            && let LKind::Index(array, at) = &lvalue.kind
            && const_value(&self.types, at) == Some(0)
        {
            let element = LValue {
                kind: LKind::Index(array.clone(), Box::new(index)),
                ty: lvalue.ty.clone(),
                span,
            };
            return TExpr { kind: TKind::AddrOf(Box::new(element)), ty, span };
        }
        TExpr { kind: TKind::PtrAdd(Box::new(pointer), Box::new(index), size), ty, span }
    }

    fn assign(&mut self, op: AssignOp, target: &Expr, value: &Expr, span: Span) -> TExpr {
        let Some(lvalue) = self.lvalue(target) else {
            self.expr(value);
            return self.failed(span);
        };
        self.changed(&lvalue);
        let value = self.expr(value);
        let ty = lvalue.ty.ty.clone();
        match op {
            AssignOp::Plain => {
                let value = self.assigned(value, &ty);
                TExpr { kind: TKind::Assign(Box::new(lvalue), Box::new(value)), ty, span }
            }
            AssignOp::Compound(op) => match (&ty, &value.ty) {
                (Ty::Int(x), Ty::Int(y)) => {
                    let shift = fold::is_shift(op);
                    let compute = Ty::Int(if shift { x.promoted() } else { x.common(*y) });
                    let right = if shift { Ty::Int(y.promoted()) } else { compute.clone() };
                    let value = self.convert(value, &right);
                    let kind = TKind::Compound(op, Box::new(lvalue), Box::new(value), compute);
                    TExpr { kind, ty, span }
                }
                (Ty::Ptr(_), Ty::Int(_)) if matches!(op, BinaryOp::Add | BinaryOp::Sub) => {
                    let offset = Ty::Int(IntTy::pointer_sized(self.types.model, true));
                    let value = self.convert(value, &offset);
                    let kind = TKind::Compound(op, Box::new(lvalue), Box::new(value), ty.clone());
                    TExpr { kind, ty, span }
                }
                (Ty::Float(_), _) | (_, Ty::Float(_)) => {
                    let value = unknown_float(value, ty.clone(), span);
                    TExpr { kind: TKind::Assign(Box::new(lvalue), Box::new(value)), ty, span }
                }
                _ => self.bad_operand(&value, span),
            },
        }
    }

    /// A value on its way into something of type `ty`: assignment, argument, return.
    pub fn assigned(&mut self, value: TExpr, ty: &Ty) -> TExpr {
        let fits = match (&value.ty, ty) {
            (a, b) if a == b => true,
            (Ty::Error, _) | (_, Ty::Error) => true,
            (Ty::Int(_) | Ty::Float(_), Ty::Int(_) | Ty::Float(_)) => true,
            (Ty::Ptr(_), Ty::Ptr(_) | Ty::Int(_)) | (Ty::Int(_), Ty::Ptr(_)) => true,
            (Ty::Int(_), Ty::Thread) => true,
            (_, Ty::Void) => true,
            _ => false,
        };
        if !fits {
            let message = format!(
                "a `{}` is needed here, this is a `{}`",
                self.types.describe(ty),
                self.types.describe(&value.ty)
            );
            self.error(value.span, message);
            return self.failed(value.span);
        }
        let value = self.copyable(value);
        self.convert(value, ty)
    }

    fn cast(&mut self, value: TExpr, ty: Ty, span: Span) -> TExpr {
        match (&value.ty, &ty) {
            (_, Ty::Void) => TExpr { kind: TKind::Cast(Box::new(value)), ty, span },
            (Ty::Thread, Ty::Int(_) | Ty::Ptr(_)) | (Ty::Int(_) | Ty::Ptr(_), Ty::Thread) => {
                self.unsupported(
                    span,
                    "a thread handle as a number",
                    "use pthread_equal to compare handles",
                );
                TExpr { kind: TKind::Unsupported("a thread handle as a number".into()), ty, span }
            }
            (Ty::Int(_) | Ty::Ptr(_) | Ty::Float(_), Ty::Int(_) | Ty::Ptr(_) | Ty::Float(_)) => {
                TExpr { span, ..self.convert(value, &ty) }
            }
            (a, b) if a == b => TExpr { span, ..value },
            (Ty::Error, _) => {
                TExpr { kind: TKind::Unsupported("this expression".into()), ty, span }
            }
            _ => {
                let message = format!("cannot convert to `{}`", self.types.describe(&ty));
                self.error(span, message);
                self.failed(span)
            }
        }
    }

    /// A scalar as another scalar type.
    pub fn convert(&mut self, value: TExpr, ty: &Ty) -> TExpr {
        if value.ty == *ty {
            return value;
        }
        let span = value.span;
        match (&value.ty, ty) {
            (Ty::Float(_), _) | (_, Ty::Float(_)) => {
                let unknown = TExpr {
                    kind: TKind::Unsupported("a floating-point value".into()),
                    ty: ty.clone(),
                    span,
                };
                TExpr {
                    kind: TKind::Comma(Box::new(value), Box::new(unknown)),
                    ty: ty.clone(),
                    span,
                }
            }
            // 0 as a handle means no thread.
            (Ty::Int(_), Ty::Thread) if const_value(&self.types, &value) == Some(0) => {
                TExpr { kind: TKind::Const(0), ty: Ty::Thread, span }
            }
            (Ty::Int(_), Ty::Thread) => self.cast(value, Ty::Thread, span),
            _ => TExpr { kind: TKind::Cast(Box::new(value)), ty: ty.clone(), span },
        }
    }

    fn conditional(
        &mut self,
        condition: &Expr,
        then: Option<&Expr>,
        otherwise: &Expr,
        span: Span,
    ) -> TExpr {
        let condition = self.expr(condition);
        if !condition.ty.is_scalar() {
            return self.bad_operand(&condition, span);
        }
        let Some(then) = then else {
            self.unsupported(span, "a conditional without its middle", "write the condition twice");
            return self.failed(span);
        };
        let (then, otherwise) = (self.expr(then), self.expr(otherwise));
        let null = |value: &TExpr| const_value(&self.types, value) == Some(0);
        let ty = match (&then.ty, &otherwise.ty) {
            (Ty::Int(a), Ty::Int(b)) => Ty::Int(a.common(*b)),
            (Ty::Float(_), _) | (_, Ty::Float(_)) => Ty::Float(8),
            (Ty::Void, _) | (_, Ty::Void) => Ty::Void,
            (Ty::Ptr(a), Ty::Ptr(_)) if a.ty == Ty::Void && null(&then) => otherwise.ty.clone(),
            (Ty::Ptr(_), _) => then.ty.clone(),
            (_, Ty::Ptr(_)) => otherwise.ty.clone(),
            (a, _) => a.clone(),
        };
        let (then, otherwise) = match ty {
            Ty::Void => (then, otherwise),
            _ => (self.assigned(then, &ty), self.assigned(otherwise, &ty)),
        };
        let kind = TKind::Cond(Box::new(condition), Box::new(then), Box::new(otherwise));
        TExpr { kind, ty, span }
    }

    fn call(&mut self, callee: &Expr, args: &[Expr], span: Span) -> TExpr {
        let callee = match &callee.kind {
            ExprKind::Name(name) => match self.lookup(name) {
                Some(Symbol::Func(id)) => Callee::Func(*id),
                None => Callee::Name(name.clone()),
                _ => Callee::Pointer(Box::new(self.expr(callee))),
            },
            _ => match self.expr(callee) {
                TExpr { kind: TKind::FuncAddr(id), .. } => Callee::Func(id),
                pointer => Callee::Pointer(Box::new(pointer)),
            },
        };
        let mut args: Vec<TExpr> = args.iter().map(|arg| self.expr(arg)).collect();
        let ty = match &callee {
            Callee::Func(id) => {
                let func = &self.funcs[id.index()];
                let (name, ty, defined) = (func.name.clone(), func.ty.clone(), func.body.is_some());
                let wrong =
                    args.len() < ty.params.len() || (args.len() > ty.params.len() && !ty.variadic);
                // `assert` takes any scalar, not an int; it is not converted.
                if wrong && &*name != "assert" {
                    let message =
                        format!("`{name}` takes {} arguments, not {}", ty.params.len(), args.len());
                    self.error(span, message);
                    return self.failed(span);
                }
                if &*name != "assert" || defined {
                    args = args
                        .into_iter()
                        .enumerate()
                        .map(|(idx, arg)| match ty.params.get(idx) {
                            Some(param) => self.assigned(arg, &param.ty),
                            None => arg,
                        })
                        .collect();
                }
                ty.result
            }
            Callee::Name(name) => super::super::intrinsics::result_type(name, &args, &self.types),
            Callee::Pointer(pointer) => match &pointer.ty {
                Ty::Ptr(target) => match &target.ty {
                    Ty::Func(func) => func.result.clone(),
                    _ => Ty::Error,
                },
                _ => Ty::Error,
            },
        };
        TExpr { kind: TKind::Call(callee, args), ty, span }
    }
}

/// What floating-point arithmetic gives is not known; its operand is evaluated, for what that does.
fn unknown_float(operand: TExpr, ty: Ty, span: Span) -> TExpr {
    let unknown = TExpr {
        kind: TKind::Unsupported("floating-point arithmetic".into()),
        ty: ty.clone(),
        span,
    };
    TExpr { kind: TKind::Comma(Box::new(operand), Box::new(unknown)), ty, span }
}

/// The variable an lvalue is a part of; `None` if it is reached through a pointer.
pub fn root(lvalue: &LValue) -> Option<super::super::typed::ObjId> {
    match &lvalue.kind {
        LKind::Obj(id) => Some(*id),
        LKind::Field(base, _) | LKind::Index(base, _) => root(base),
        LKind::Deref(_) => None,
    }
}
