//! Expressions: values, conditions, effects.

use super::super::fold;
use super::super::intrinsics::Intrinsic;
use super::super::points_to::Target;
use super::super::resolve::root;
use super::super::threads::intrinsic_of;
use super::super::typed::{LKind, LValue, TExpr, TKind};
use super::super::types::Ty;
use super::assign::Wanted;
use super::calls::callee_name;
use super::order::Operand;
use super::{Emitter, Label, Value};
use crate::ast::{BinaryOp, IncDec};
use crate::scpl::{BinOp, Bits, Command, Expr, Extend, Place, Sort, Source, StepKind, UnOp};
use crate::text::Span;

/// Where the arguments of the program lie, and so many bits of addresses: below the functions, far from all
/// objects.
const OUTSIDE: u64 = 0xffc0_0000;
const OUTSIDE_BITS: u8 = 20;

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
            TKind::FuncAddr(id) => Some(Value::local(self.function_address(*id))),
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
            TKind::Alloc(alloc) => self.alloc(alloc, span),
            TKind::Within(index, length) => self.below(index, length, span).map(Value::local),
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
        if let LKind::Deref(pointer) = &lvalue.kind
            && self.is_outside(pointer)
        {
            return self.outside_value(pointer, &lvalue.ty.ty, lvalue.span);
        }
        let region = self.region(lvalue)?;
        self.read(&region, lvalue.span)
    }

    /// Whether a pointer is to the arguments of the program for certain.
    pub(super) fn is_outside(&mut self, pointer: &TExpr) -> bool {
        let (typed, types, threads) =
            (self.program.typed, self.program.types, self.program.threads);
        let targets = self.points_to.targets(typed, types, threads, self.template, pointer);
        !self.pure && targets.into_iter().eq([Target::Outside])
    }

    /// The arguments of the program hold anything; the addresses among them are of no variable. They are not
    /// remembered: what is read twice may differ, so no violation rests on it.
    fn outside_value(&mut self, pointer: &TExpr, ty: &Ty, span: Span) -> Option<Value> {
        self.effect(pointer);
        let Sort::Bits(width) = self.sort(ty) else { return None };
        if !ty.is_pointer() {
            let value = self.any(Sort::Bits(width), Source::Unmodelled, span);
            return self.cur.map(|_| Value::local(value));
        }
        // One of the addresses, or null. Nothing is assumed of what is chosen, so that a run that does not
        // look at it does not rest on it.
        let address = self.outside_address(width, span);
        let constant = |value: u64| Expr::constant(value, width);
        let is_null = fold::bin(BinOp::Eq, address.clone(), constant(OUTSIDE));
        let value = fold::ite(is_null, constant(0), address);
        self.cur.map(|_| Value::local(value))
    }

    /// One of the addresses of memory that is no variable's.
    pub(super) fn outside_address(&mut self, width: u8, span: Span) -> Expr {
        let at = self.any(Sort::Bits(OUTSIDE_BITS), Source::Unmodelled, span);
        let at = fold::resize(Extend::Zero, OUTSIDE_BITS, width, at);
        fold::bin(BinOp::Add, Expr::constant(OUTSIDE, width), at)
    }

    /// Two operands, from left to right, with at most one pending shared read between them.
    pub fn pair(&mut self, a: &TExpr, b: &TExpr) -> Option<(Value, Value)> {
        if !self.any_order(&[Operand::Value(a), Operand::Value(b)], a.span.to(b.span)) {
            return None;
        }
        self.pair_in_order(a, b)
    }

    fn pair_in_order(&mut self, a: &TExpr, b: &TExpr) -> Option<(Value, Value)> {
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
        if let Some(value) = self.small_input(op, a, b, span) {
            return Some(value);
        }
        let operands = [Operand::Value(a), Operand::Value(b)];
        let goes_on = match is_commutative(op) {
            true => self.any_symmetric_order(&operands, span),
            false => self.any_order(&operands, span),
        };
        if !goes_on {
            return None;
        }
        let (left, right) = self.pair_in_order(a, b)?;
        let (left, right) = self.checked(op, left, a, right, b, span)?;
        let reads_shared = left.reads_shared || right.reads_shared;
        let result = fold::binary(op, &a.ty, left.expr, right.expr);
        let expr = if fold::is_comparison(op) { fold::truth_as_int(result) } else { result };
        Some(Value { expr, reads_shared })
    }

    /// The least number divided by -1 is too large for its type, and common machines trap: the two, if
    /// the operands may be these.
    pub(super) fn overflow(
        &self,
        op: BinaryOp,
        ty: &Ty,
        left: Option<&Expr>,
        right: &Expr,
    ) -> Option<(Bits, Bits)> {
        let (BinaryOp::Div | BinaryOp::Rem, Ty::Int(int)) = (op, ty) else { return None };
        let least = Bits::new(1 << (int.width - 1), int.width);
        let minus_one = Bits::new(u64::MAX, int.width);
        let may_be =
            |expr: &Expr, value: Bits| !matches!(expr, Expr::Const(bits) if *bits != value);
        let is_possible =
            int.signed && may_be(right, minus_one) && left.is_none_or(|left| may_be(left, least));
        is_possible.then_some((least, minus_one))
    }

    /// Division and shifts are only defined for some right operands.
    pub(super) fn checked(
        &mut self,
        op: BinaryOp,
        left: Value,
        a: &TExpr,
        right: Value,
        b: &TExpr,
        span: Span,
    ) -> Option<(Value, Value)> {
        let overflow = self.overflow(op, &a.ty, Some(&left.expr), &right.expr);
        let fine = match (op, &right.expr) {
            (BinaryOp::Div | BinaryOp::Rem, Expr::Const(bits)) => {
                bits.value != 0 && overflow.is_none()
            }
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
        if let Some((least, minus_one)) = overflow {
            let is_least = fold::bin(BinOp::Eq, left.expr.clone(), Expr::Const(least));
            let is_minus_one = fold::bin(BinOp::Eq, right.clone(), Expr::Const(minus_one));
            self.check(fold::not(fold::and(is_least, is_minus_one)), span, |this| {
                format!("`{}` fits its type", this.text(span))
            });
        }
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
            // A string that is only passed on.
            TKind::AddrOf(lvalue)
                if root(lvalue).is_some_and(|id| self.program.typed.strings.contains_key(&id)) => {}
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
            TKind::Call(callee, args)
                if intrinsic_of(self.program.typed, callee) == Some(Intrinsic::Output)
                    && !args.iter().any(|arg| self.counts_output(arg)) =>
            {
                let typed = self.program.typed;
                self.printed_out(callee_name(typed, callee), args, span);
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
}

/// Whether it makes no difference which operand is which.
fn is_commutative(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Add | Mul | BitAnd | BitOr | BitXor | Eq | Ne)
}
