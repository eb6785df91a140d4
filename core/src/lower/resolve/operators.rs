//! Operators: which types they take and give [C17 6.5.3 to 6.5.17].

use super::super::fold;
use super::super::typed::{InitStep, LKind, LValue, TExpr, TKind, TStmt, TStmtKind};
use super::super::types::{IntTy, QTy, Ty};
use super::consts::const_value;
use super::{Resolver, Symbol};
use crate::ast::{AssignOp, BinaryOp, Expr, ExprKind, IncDec, UnaryOp};
use crate::text::Span;

impl Resolver<'_> {
    pub(super) fn unary(&mut self, op: UnaryOp, operand: &Expr, span: Span) -> TExpr {
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
                let ty = Ty::pointer_to(lvalue.ty.clone());
                if let Some(offset) = self.offset_from_null(&lvalue) {
                    return TExpr::constant(offset, ty, span);
                }
                // `&*p` is `p`.
                match lvalue.kind {
                    _ if matches!(lvalue.ty.ty, Ty::Vla(..)) => self.vla_address(lvalue, ty),
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

    /// `&((t *)0)->member` is what `offsetof` was before there was one: compilers take it as a number.
    fn offset_from_null(&self, lvalue: &LValue) -> Option<u64> {
        match &lvalue.kind {
            LKind::Field(base, field) => {
                let Ty::Record(idx) = base.ty.ty else { return None };
                let fields = self.types.record(idx).fields.as_ref()?;
                Some(self.offset_from_null(base)? + fields.get(*field as usize)?.offset)
            }
            LKind::Index(base, index) => {
                let Ty::Array(element, _) = &base.ty.ty else { return None };
                let index = const_value(&self.types, index)?;
                let offset = self.types.size(&element.ty).checked_mul(index)?;
                self.offset_from_null(base)?.checked_add(offset)
            }
            LKind::Deref(pointer) => (const_value(&self.types, pointer)? == 0).then_some(0),
            LKind::Obj(_) => None,
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

    pub(super) fn inc_dec(&mut self, op: IncDec, operand: &Expr, span: Span) -> TExpr {
        let Some(lvalue) = self.lvalue(operand) else { return self.failed(span) };
        self.changed(&lvalue);
        let ty = lvalue.ty.ty.clone();
        match ty {
            Ty::Ptr(target) if matches!(target.ty, Ty::Vla(..)) => {
                let (step, is_post) = match op {
                    IncDec::PreInc => (BinaryOp::Add, false),
                    IncDec::PreDec => (BinaryOp::Sub, false),
                    IncDec::PostInc => (BinaryOp::Add, true),
                    IncDec::PostDec => (BinaryOp::Sub, true),
                };
                let one = TExpr::constant(1, Ty::INT, span);
                let new = self.vla_step(step, lvalue, one.clone(), span);
                let back = if step == BinaryOp::Add { BinaryOp::Sub } else { BinaryOp::Add };
                if is_post { self.binary_typed(back, new, one, span) } else { new }
            }
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

    pub(super) fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, span: Span) -> TExpr {
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
            (Ty::Ptr(target), Ty::Ptr(_))
                if op == BinaryOp::Sub && matches!(target.ty, Ty::Vla(..)) =>
            {
                self.vla_difference(a, b, span)
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

    /// Whether a number of bytes leads from a member of characters to somewhere else in the struct.
    fn leaves_member(&self, array: &LValue, index: &TExpr) -> bool {
        let (LKind::Field(..), Ty::Array(element, n)) = (&array.kind, &array.ty.ty) else {
            return false;
        };
        let is_byte = matches!(&element.ty, Ty::Int(int) if int.width == 8);
        is_byte && const_value(&self.types, index).is_some_and(|at| at > *n)
    }

    pub(super) fn pointer_add(&mut self, pointer: TExpr, index: TExpr, span: Span) -> TExpr {
        if let Some(Ty::Vla(..)) = pointer.ty.target().map(|target| &target.ty) {
            return self.vla_pointer_add(pointer, index, span);
        }
        let size = pointer.ty.target().map_or(1, |target| self.types.size(&target.ty));
        let offset = Ty::Int(IntTy::pointer_sized(self.types.model, true));
        let index = self.convert(index, &offset);
        let ty = pointer.ty.clone();
        // Adding to the address of an array element is indexing the array: no pointer is needed.
        if let TKind::AddrOf(lvalue) = &pointer.kind
            && let LKind::Index(array, at) = &lvalue.kind
            && const_value(&self.types, at) == Some(0)
            && !self.leaves_member(array, &index)
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

    pub(super) fn assign(
        &mut self,
        op: AssignOp,
        target: &Expr,
        value: &Expr,
        span: Span,
    ) -> TExpr {
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
                (Ty::Ptr(target), Ty::Int(_)) if matches!(target.ty, Ty::Vla(..)) => {
                    self.vla_step(op, lvalue, value, span)
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

    pub(super) fn conditional(
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
            return self.first_or(condition, otherwise, span);
        };
        let (then, otherwise) = (self.expr(then), self.expr(otherwise));
        self.chosen(condition, then, otherwise, span)
    }

    /// `a ?: b`: the value of `a` is needed twice, and computed once.
    fn first_or(&mut self, first: TExpr, otherwise: &Expr, span: Span) -> TExpr {
        let otherwise = self.expr(otherwise);
        if self.func.is_none() || const_value(&self.types, &first).is_some() {
            return self.chosen(first.clone(), first, otherwise, span);
        }
        let (ty, at) = (first.ty.clone(), first.span);
        let variable = self.anonymous(QTy::plain(ty.clone()), at);
        let target = self.object_lvalue(variable, at);
        let step = InitStep { target: target.clone(), value: first };
        let evaluate = TStmt { kind: TStmtKind::Decl(variable, Some(vec![step])), span: at };
        let again = TExpr { kind: TKind::Load(Box::new(target)), ty, span: at };
        let value = self.chosen(again.clone(), again, otherwise, span);
        let ty = value.ty.clone();
        let last = TStmt { kind: TStmtKind::Expr(value), span };
        TExpr { kind: TKind::StmtExpr(vec![evaluate, last]), ty, span }
    }

    fn chosen(&mut self, condition: TExpr, then: TExpr, otherwise: TExpr, span: Span) -> TExpr {
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
