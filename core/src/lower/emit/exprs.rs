//! Expressions: values, conditions, effects.

use super::super::fold;
use super::super::typed::{LKind, LValue, TExpr, TKind};
use super::super::types::{IntTy, Ty};
use super::places::Region;
use super::{Emitter, Label, Value};
use crate::ast::{BinaryOp, IncDec};
use crate::scpl::{BinOp, Command, Expr, Place, Sort, Source, StepKind, UnOp};
use crate::text::Span;

/// Whether anybody uses the value of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Value,
    Nothing,
}

impl Emitter<'_> {
    /// The value of a scalar expression; `None` if the walk does not get past it.
    pub fn value(&mut self, expr: &TExpr) -> Option<Value> {
        if self.cur.is_none() && !self.pure {
            return None;
        }
        let value = self.evaluated(expr);
        if value.is_none() {
            // Nothing is dropped silently, whatever the reason.
            self.lost(expr.span, "this expression", "rewrite it with plain operators and calls");
        }
        value
    }

    fn evaluated(&mut self, expr: &TExpr) -> Option<Value> {
        let types = self.program.types;
        let span = expr.span;
        match &expr.kind {
            TKind::Const(value) => Some(Value::local(match self.sort(&expr.ty) {
                Sort::Bits(width) => Expr::constant(*value, width),
                Sort::Handle => Expr::NoThread,
            })),
            // Strings are not objects of the model; their address is known to be no null pointer.
            TKind::Str => Some(Value::local(Expr::constant(0xfff0_0000, types.pointer_width()))),
            TKind::FuncAddr(id) => Some(Value::local(Expr::constant(
                0xffe0_0000 + u64::from(id.0) * 16,
                types.pointer_width(),
            ))),
            TKind::AddrOf(lvalue) => self.address(lvalue),
            TKind::Load(lvalue) => self.load(lvalue),
            TKind::Neg(a) => Some(self.value(a)?.map(|a| fold::un(UnOp::Neg, a))),
            TKind::BitNot(a) => Some(self.value(a)?.map(|a| fold::un(UnOp::Not, a))),
            TKind::Not(a) => {
                let truth = self.truth(a)?;
                Some(truth.map(|truth| fold::truth_as_int(fold::not(truth))))
            }
            TKind::Bin(op, a, b) => self.binary(*op, a, b, span),
            TKind::And(..) | TKind::Or(..) => {
                let truth = self.truth(expr)?;
                Some(truth.map(fold::truth_as_int))
            }
            TKind::Comma(a, b) => {
                self.effect(a);
                self.value(b)
            }
            TKind::Cond(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise, &expr.ty)
            }
            TKind::Cast(a) if expr.ty == Ty::Void => {
                self.effect(a);
                Some(Value::local(Expr::FALSE))
            }
            TKind::Cast(a) => {
                let from = a.ty.clone();
                Some(self.value(a)?.map(|value| fold::cast(types, &from, &expr.ty, value)))
            }
            TKind::PtrAdd(pointer, index, size) => {
                let (pointer, index) = self.pair(pointer, index)?;
                let width = types.pointer_width();
                let scaled = fold::bin(BinOp::Mul, index.expr, Expr::constant(*size, width));
                let reads_shared = pointer.reads_shared || index.reads_shared;
                Some(Value { expr: fold::bin(BinOp::Add, pointer.expr, scaled), reads_shared })
            }
            TKind::PtrDiff(a, b, size) => {
                let (a, b) = self.pair(a, b)?;
                let bytes = fold::bin(BinOp::Sub, a.expr, b.expr);
                let size = Expr::constant(*size, types.pointer_width());
                Some(Value {
                    expr: fold::bin(BinOp::Sdiv, bytes, size),
                    reads_shared: a.reads_shared || b.reads_shared,
                })
            }
            TKind::Assign(target, value) => self.assign_value(target, value, span),
            TKind::Compound(op, target, value, compute) => {
                let wanted = Wanted::Value;
                let (_, new) = self.compound(*op, target, value, compute, wanted, span)?;
                Some(Value::local(new))
            }
            TKind::IncDec(op, target) => {
                let (old, new) = self.inc_dec(*op, target, Wanted::Value, span)?;
                let post = matches!(op, IncDec::PostInc | IncDec::PostDec);
                Some(Value::local(if post { old } else { new }))
            }
            TKind::Call(callee, args) => self.call(callee, args, &expr.ty, span),
            TKind::StmtExpr(stmts) => self.stmt_expr(stmts),
            TKind::Unsupported(what) => self.unsupported_value(what, &expr.ty, span),
        }
    }

    fn unsupported_value(&mut self, what: &str, ty: &Ty, span: Span) -> Option<Value> {
        match ty {
            Ty::Int(_) | Ty::Float(_) => {
                self.assume_note(format!("{what} is taken to be any value"));
                let sort = self.sort(ty);
                Some(Value::local(self.any(sort, Source::Unmodelled, span)))
            }
            _ => {
                self.lost_silently(span, what);
                None
            }
        }
    }

    fn load(&mut self, lvalue: &LValue) -> Option<Value> {
        if let LKind::Obj(id) = lvalue.kind
            && let Some(constant) = self.frames.last().and_then(|frame| frame.constants.get(&id))
        {
            return Some(Value::local(constant.clone()));
        }
        if !lvalue.ty.ty.is_scalar() {
            // A struct as a whole: copied by whoever asked, never a value.
            let what = format!("a `{}` in this place", self.program.types.describe(&lvalue.ty.ty));
            match lvalue.ty.ty {
                Ty::Error => self.lost_silently(lvalue.span, "a value of an unsupported type"),
                _ => self.lost(lvalue.span, &what, "assign it to a variable first"),
            }
            return None;
        }
        let region = self.region(lvalue)?;
        self.read(&region, lvalue.span)
    }

    /// Two operands, from left to right, with at most one pending shared read between them.
    pub fn pair(&mut self, a: &TExpr, b: &TExpr) -> Option<(Value, Value)> {
        let left = self.value(a)?;
        let left = self.undisturbed(left, a, std::slice::from_ref(b));
        let right = self.value(b)?;
        Some((left, right))
    }

    /// A value that stays right while others are evaluated: read now if they could change it, or if
    /// they read a shared cell as well.
    pub fn undisturbed(&mut self, value: Value, expr: &TExpr, later: &[TExpr]) -> Value {
        let constant = matches!(value.expr, Expr::Const(_) | Expr::NoThread);
        let disturbed = later.iter().any(|later| {
            self.has_effects(later) || (value.reads_shared && self.reads_shared(later))
        });
        if constant || !disturbed || self.pure {
            return value;
        }
        let sort = self.sort(&expr.ty);
        Value::local(self.keep(value, sort, expr.span))
    }

    fn binary(&mut self, op: BinaryOp, a: &TExpr, b: &TExpr, span: Span) -> Option<Value> {
        let (left, right) = self.pair(a, b)?;
        let (left, right) = self.checked(op, left, a, right, b, span)?;
        let reads_shared = left.reads_shared || right.reads_shared;
        let result = fold::binary(op, &a.ty, left.expr, right.expr);
        let expr = if fold::is_comparison(op) { fold::truth_as_int(result) } else { result };
        Some(Value { expr, reads_shared })
    }

    /// Division and shifts are only defined for some right operands.
    fn checked(
        &mut self,
        op: BinaryOp,
        left: Value,
        a: &TExpr,
        right: Value,
        b: &TExpr,
        span: Span,
    ) -> Option<(Value, Value)> {
        let fine = match (op, &right.expr) {
            (BinaryOp::Div | BinaryOp::Rem, Expr::Const(bits)) => bits.value != 0,
            (BinaryOp::Shl | BinaryOp::Shr, Expr::Const(bits)) => {
                self.program.types.width(&a.ty).is_some_and(|width| bits.value < u64::from(width))
            }
            (BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr, _) => false,
            _ => true,
        };
        if fine || self.pure {
            return Some((left, right));
        }
        // The operand is looked at twice, so it is read once, in front; the left one before it.
        let (left_sort, right_sort) = (self.sort(&a.ty), self.sort(&b.ty));
        let left = Value::local(self.settle(left, left_sort, a.span));
        let right = self.settle(right, right_sort, b.span);
        let width = self.program.types.width(&b.ty)?;
        let (holds, what): (Expr, fn(&str) -> String) = match op {
            BinaryOp::Div | BinaryOp::Rem => {
                (fold::bin(BinOp::Ne, right.clone(), Expr::constant(0, width)), |text| {
                    format!("the divisor `{text}` is not 0")
                })
            }
            _ => {
                let limit = u64::from(self.program.types.width(&a.ty)?);
                (fold::bin(BinOp::Ult, right.clone(), Expr::constant(limit, width)), |text| {
                    format!("the shift by `{text}` is within the width of the type")
                })
            }
        };
        self.check(holds, span, |this| what(&this.text(b.span)));
        self.cur?;
        Some((left, Value::local(right)))
    }

    /// Whether an expression is not zero, as a value of one bit.
    pub fn truth(&mut self, expr: &TExpr) -> Option<Value> {
        let types = self.program.types;
        match &expr.kind {
            TKind::Not(a) => Some(self.truth(a)?.map(fold::not)),
            TKind::And(a, b) if self.pure || self.is_plain(b) => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                Some(Value { expr: fold::and(a.expr, b.expr), reads_shared: a.reads_shared })
            }
            TKind::Or(a, b) if self.pure || self.is_plain(b) => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                Some(Value {
                    expr: fold::bin(BinOp::Or, a.expr, b.expr),
                    reads_shared: a.reads_shared,
                })
            }
            TKind::And(..) | TKind::Or(..) => {
                let result = self.temp(Sort::Bits(1));
                let (yes, no, done) = (self.new_label(), self.new_label(), self.new_label());
                self.condition(expr, yes, no);
                for (label, value) in [(yes, 1), (no, 0)] {
                    self.place_if_reached(label);
                    let assign = Command::Assign(Place::Var(result), Expr::constant(value, 1));
                    self.step(vec![assign], StepKind::Silent, expr.span);
                    self.jump(done, expr.span);
                }
                self.place(done);
                self.cur?;
                Some(Value::local(fold::bin(BinOp::Ne, Expr::Var(result), Expr::constant(0, 1))))
            }
            _ => {
                let value = self.value(expr)?;
                Some(value.map(|value| fold::truth(types, &expr.ty, value)))
            }
        }
    }

    /// Goes to one of two labels by the truth of an expression; the walk ends here.
    pub fn condition(&mut self, expr: &TExpr, yes: Label, no: Label) {
        match &expr.kind {
            TKind::Not(a) => self.condition(a, no, yes),
            TKind::And(a, b) if !self.is_plain(b) => {
                let both = self.new_label();
                self.condition(a, both, no);
                self.place_if_reached(both);
                self.condition(b, yes, no);
            }
            TKind::Or(a, b) if !self.is_plain(b) => {
                let neither = self.new_label();
                self.condition(a, yes, neither);
                self.place_if_reached(neither);
                self.condition(b, yes, no);
            }
            TKind::Comma(a, b) => {
                self.effect(a);
                self.condition(b, yes, no);
            }
            _ => {
                if let Some(value) = self.truth(expr) {
                    self.branch(value.expr, yes, no, expr.span);
                }
                self.cur = None;
            }
        }
    }

    fn conditional(
        &mut self,
        condition: &TExpr,
        then: &TExpr,
        otherwise: &TExpr,
        ty: &Ty,
    ) -> Option<Value> {
        if self.pure || (self.is_plain(then) && self.is_plain(otherwise) && *ty != Ty::Void) {
            let condition = self.truth(condition)?;
            let (then, otherwise) = (self.value(then)?, self.value(otherwise)?);
            let expr = fold::ite(condition.expr, then.expr, otherwise.expr);
            return Some(Value { expr, reads_shared: condition.reads_shared });
        }
        let sort = self.sort(ty);
        let result = self.temp(sort);
        let (yes, no, done) = (self.new_label(), self.new_label(), self.new_label());
        self.condition(condition, yes, no);
        for (label, side) in [(yes, then), (no, otherwise)] {
            self.place_if_reached(label);
            if *ty == Ty::Void {
                self.effect(side);
            } else if let Some(value) = self.value(side) {
                self.step(
                    vec![Command::Assign(Place::Var(result), value.expr)],
                    StepKind::Plain,
                    side.span,
                );
            }
            self.jump(done, side.span);
        }
        self.place(done);
        self.cur?;
        Some(Value::local(Expr::Var(result)))
    }

    /// Evaluates for what it does; the value is not needed.
    pub fn effect(&mut self, expr: &TExpr) {
        if self.cur.is_none() {
            return;
        }
        let span = expr.span;
        match &expr.kind {
            TKind::Assign(target, value) => self.assign(target, value, span),
            TKind::Compound(op, target, value, compute) => {
                self.compound(*op, target, value, compute, Wanted::Nothing, span);
            }
            TKind::IncDec(op, target) => {
                self.inc_dec(*op, target, Wanted::Nothing, span);
            }
            TKind::Comma(a, b) => {
                self.effect(a);
                self.effect(b);
            }
            TKind::Cast(a) | TKind::Neg(a) | TKind::BitNot(a) | TKind::Not(a)
                if expr.ty != Ty::Error =>
            {
                self.effect(a);
            }
            TKind::And(..) | TKind::Or(..) if self.has_effects(expr) => {
                let done = self.new_label();
                self.condition(expr, done, done);
                self.place_if_reached(done);
            }
            TKind::Cond(condition, then, otherwise) => {
                let (yes, no, done) = (self.new_label(), self.new_label(), self.new_label());
                self.condition(condition, yes, no);
                for (label, side) in [(yes, then), (no, otherwise)] {
                    self.place_if_reached(label);
                    self.effect(side);
                    self.jump(done, side.span);
                }
                self.place(done);
            }
            TKind::StmtExpr(stmts) => {
                self.in_block(stmts, |this| stmts.iter().for_each(|stmt| this.stmt(stmt)));
            }
            // Nobody uses the struct, but its address may take steps.
            TKind::Load(lvalue) if !lvalue.ty.ty.is_scalar() => {
                self.region(lvalue);
            }
            TKind::Call(callee, args) => {
                if self.call(callee, args, &expr.ty, span).is_none() {
                    self.lost(span, "this call", "check its arguments");
                }
            }
            _ => {
                self.value(expr);
            }
        }
    }

    fn stmt_expr(&mut self, stmts: &[super::super::typed::TStmt]) -> Option<Value> {
        use super::super::typed::TStmtKind;
        let (last, rest) = stmts.split_last()?;
        self.in_block(stmts, |this| {
            rest.iter().for_each(|stmt| this.stmt(stmt));
            match &last.kind {
                TStmtKind::Expr(value) => {
                    let result = this.value(value)?;
                    let sort = this.sort(&value.ty);
                    Some(Value::local(this.keep(result, sort, value.span)))
                }
                _ => {
                    this.stmt(last);
                    this.cur.map(|_| Value::local(Expr::FALSE))
                }
            }
        })
    }

    /// `target = value`, the value not used further.
    pub fn assign(&mut self, target: &LValue, value: &TExpr, span: Span) {
        if !target.ty.ty.is_scalar() {
            match &value.kind {
                // The zeros in front of an initialiser list.
                TKind::Const(0) if value.ty == Ty::Void => {
                    if let Some(object) = super::super::resolve::root(target) {
                        let instance = super::super::points_to::instance(
                            self.program.typed,
                            self.template,
                            object,
                        );
                        self.zero(instance, span);
                    }
                }
                TKind::Load(source) if target.ty.ty != Ty::Error => self.copy(target, source, span),
                _ if target.ty.ty == Ty::Error => {
                    self.lost_silently(span, "an object of an unsupported type")
                }
                _ => self.lost(span, "this struct value", "copy it from a variable"),
            }
            return;
        }
        if let Some((region, value)) = self.target_and_value(target, value, span) {
            self.store(&region, value, span);
        }
    }

    fn store(&mut self, region: &Region, value: Expr, span: Span) {
        if let Some(commands) = self.write(region, value, span) {
            self.step(commands, StepKind::Plain, span);
        }
    }

    /// Evaluates both sides of an assignment, so that the store can follow as one step.
    fn target_and_value(
        &mut self,
        target: &LValue,
        value: &TExpr,
        span: Span,
    ) -> Option<(Region, Expr)> {
        let sort = self.sort(&value.ty);
        let shared_target = |this: &mut Self, region: &Region| this.is_shared(region);
        if self.has_effects(value) {
            let result = self.value(value)?;
            let result = match result.expr {
                Expr::Const(_) | Expr::NoThread => result.expr,
                _ if matches!(target.kind, LKind::Obj(_)) && !result.reads_shared => result.expr,
                _ if matches!(target.kind, LKind::Obj(_)) => {
                    let region = self.region(target)?;
                    if shared_target(self, &region) {
                        self.keep(result, sort, span)
                    } else {
                        result.expr
                    }
                }
                _ => self.keep(result, sort, value.span),
            };
            let region = self.region(target)?;
            return Some((region, result));
        }
        let region = self.region(target)?;
        let result = self.value(value)?;
        let several = region.alternatives.len() > 1;
        let keep = result.reads_shared && (several || shared_target(self, &region));
        let result = if keep { self.keep(result, sort, value.span) } else { result.expr };
        Some((region, result))
    }

    /// `target = value` with the value it leaves.
    fn assign_value(&mut self, target: &LValue, value: &TExpr, span: Span) -> Option<Value> {
        if !target.ty.ty.is_scalar() {
            self.assign(target, value, span);
            return None;
        }
        let (region, result) = self.target_and_value(target, value, span)?;
        let sort = self.sort(&value.ty);
        let kept = self.keep(Value::local(result), sort, value.span);
        self.store(&region, kept.clone(), span);
        self.cur?;
        Some(Value::local(kept))
    }

    /// `target op= value`: the old and the new value.
    fn compound(
        &mut self,
        op: BinaryOp,
        target: &LValue,
        value: &TExpr,
        compute: &Ty,
        wanted: Wanted,
        span: Span,
    ) -> Option<(Expr, Expr)> {
        let types = self.program.types;
        let right = self.value(value)?;
        let sort = self.sort(&value.ty);
        let right = match self.has_effects(value) && !matches!(right.expr, Expr::Const(_)) {
            true => self.keep(right, sort, value.span),
            false => self.settle(right, sort, value.span),
        };
        let left = TExpr { kind: TKind::Const(1), ty: compute.clone(), span };
        if !matches!(compute, Ty::Ptr(_)) {
            let unit = Value::local(Expr::constant(1, types.width(compute)?));
            self.checked(op, unit, &left, Value::local(right.clone()), value, span)?;
        }
        let ty = target.ty.ty.clone();
        let change = |old: Expr| match compute {
            Ty::Ptr(target) => {
                let width = types.pointer_width();
                let scaled = fold::bin(
                    BinOp::Mul,
                    right.clone(),
                    Expr::constant(types.size(&target.ty), width),
                );
                fold::bin(if op == BinaryOp::Sub { BinOp::Sub } else { BinOp::Add }, old, scaled)
            }
            _ => {
                let old = fold::cast(types, &ty, compute, old);
                let new = fold::binary(op, compute, old, right.clone());
                fold::cast(types, compute, &ty, new)
            }
        };
        self.update(target, &change, wanted, span)
    }

    fn inc_dec(
        &mut self,
        op: IncDec,
        target: &LValue,
        wanted: Wanted,
        span: Span,
    ) -> Option<(Expr, Expr)> {
        let types = self.program.types;
        let ty = target.ty.ty.clone();
        let up = matches!(op, IncDec::PreInc | IncDec::PostInc);
        let change = |old: Expr| match &ty {
            Ty::Ptr(target) => {
                let size = Expr::constant(types.size(&target.ty), types.pointer_width());
                fold::bin(if up { BinOp::Add } else { BinOp::Sub }, old, size)
            }
            Ty::Int(int) => {
                // Computed in the promoted type and converted back: it matters for _Bool.
                let wide = Ty::Int(int.common(IntTy::INT));
                let old = fold::cast(types, &ty, &wide, old);
                let one = Expr::constant(1, types.width(&wide).unwrap_or(32));
                let new = fold::bin(if up { BinOp::Add } else { BinOp::Sub }, old, one);
                fold::cast(types, &wide, &ty, new)
            }
            _ => old,
        };
        self.update(target, &change, wanted, span)
    }

    /// Reads, changes and writes a scalar: in one step if it is atomic or local, else in two. The values
    /// before and after mean something only if they are wanted.
    fn update(
        &mut self,
        target: &LValue,
        change: &dyn Fn(Expr) -> Expr,
        wanted: Wanted,
        span: Span,
    ) -> Option<(Expr, Expr)> {
        if !target.ty.ty.is_scalar() {
            self.lost_silently(span, "an object of an unsupported type");
            return None;
        }
        let region = self.region(target)?;
        let sort = self.sort(&target.ty.ty);
        let old = self.read(&region, target.span)?;
        if old.reads_shared && !target.ty.atomic {
            let old = self.keep(old, sort, target.span);
            self.store(&region, change(old.clone()), span);
            self.cur?;
            return Some((old.clone(), change(old)));
        }
        if wanted == Wanted::Nothing && region.alternatives.len() == 1 {
            self.store(&region, change(old.expr.clone()), span);
            return self.cur.map(|_| (old.expr.clone(), old.expr));
        }
        self.update_at_once(&region, old.expr, sort, change, span)
    }

    /// One step that reads a scalar, changes it and writes it back; gives the old and the new value.
    pub fn update_at_once(
        &mut self,
        region: &Region,
        old: Expr,
        sort: Sort,
        change: &dyn Fn(Expr) -> Expr,
        span: Span,
    ) -> Option<(Expr, Expr)> {
        let temp = self.temp(sort);
        let mut commands = vec![Command::Assign(Place::Var(temp), old)];
        commands.extend(self.write(region, change(Expr::Var(temp)), span)?);
        self.step(commands, StepKind::Plain, span);
        self.cur?;
        Some((Expr::Var(temp), change(Expr::Var(temp))))
    }
}
