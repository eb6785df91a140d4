//! Assignments, and changes of what is there.

use super::super::fold;
use super::super::resolve::const_value;
use super::super::typed::{LKind, LValue, TExpr, TKind};
use super::super::types::{IntTy, Ty};
use super::order::Operand;
use super::places::Region;
use super::{Emitter, Value};
use crate::ast::{BinaryOp, IncDec};
use crate::scpl::{BinOp, Command, Expr, Place, Sort, StepKind, VarId};
use crate::text::Span;

/// Whether anybody uses the value of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Value,
    Nothing,
}

impl Emitter<'_> {
    /// `target = value`, the value not used further.
    pub fn assign(&mut self, target: &LValue, value: &TExpr, span: Span) {
        if !target.ty.ty.is_scalar() {
            match &value.kind {
                // The zeros in front of an initialiser list.
                TKind::Const(0) if value.ty == Ty::Void => {
                    let variable = self.program.typed.variable(target);
                    if let Some(lent) = variable.filter(|&variable| self.is_lent(variable)) {
                        self.zero_lent(lent, span);
                    } else if let Some(object) = super::super::resolve::root(target) {
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
        if !self.any_order(&[Operand::Address(target), Operand::Value(value)], span)
            || !self.written_once(target, value, span)
        {
            return None;
        }
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
    pub(super) fn assign_value(
        &mut self,
        target: &LValue,
        value: &TExpr,
        span: Span,
    ) -> Option<Value> {
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
    pub(super) fn compound(
        &mut self,
        op: BinaryOp,
        target: &LValue,
        value: &TExpr,
        compute: &Ty,
        wanted: Wanted,
        span: Span,
    ) -> Option<(Expr, Expr)> {
        let types = self.program.types;
        if !self.any_order(&[Operand::Content(target), Operand::Value(value)], span)
            || !self.written_once(target, value, span)
        {
            return None;
        }
        let before = self.read_before(target, value)?;
        let right = self.value(value)?;
        let sort = self.sort(&value.ty);
        let right = match self.has_effects(value) && !matches!(right.expr, Expr::Const(_)) {
            true => self.keep(right, sort, value.span),
            false => self.settle(right, sort, value.span),
        };
        let left = TExpr { kind: TKind::Const(1), ty: compute.clone(), span };
        // What is narrower is never the least number of the type it is computed in.
        let overflows = types.width(&target.ty.ty) == types.width(compute)
            && self.overflow(op, compute, None, &right).is_some();
        if overflows {
            if target.ty.atomic {
                let hint = "divide by compare and exchange";
                self.lost(span, "a division of an atomic variable", hint);
                return None;
            }
            let (region, old) = match before {
                Some(before) => before,
                None => (self.region(target)?, None),
            };
            let old = match old {
                Some(old) => old,
                None => {
                    let old = self.read(&region, target.span)?;
                    self.keep(old, self.sort(&target.ty.ty), target.span)
                }
            };
            return self.divide(op, (&region, old), right, value, compute, span);
        }
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
        match before {
            Some((region, old)) => self.update_region(target, &region, old, &change, wanted, span),
            None => self.update(target, &change, wanted, span),
        }
    }

    /// What an operator changes is read in front of what stands on its right side, unless that has effects
    /// or all of it is one step: the place, and what was there if others may change it.
    fn read_before(
        &mut self,
        target: &LValue,
        value: &TExpr,
    ) -> Option<Option<(Region, Option<Expr>)>> {
        let is_simple = const_value(self.program.types, value).is_some();
        if is_simple || target.ty.atomic || !target.ty.ty.is_scalar() || self.has_effects(value) {
            return Some(None);
        }
        let region = self.region(target)?;
        let old = self.read(&region, target.span)?;
        let sort = self.sort(&target.ty.ty);
        let old = old.reads_shared.then(|| self.keep(old, sort, target.span));
        Some(Some((region, old)))
    }

    /// `target /= value` or `target %= value` where the old value decides whether that is defined.
    fn divide(
        &mut self,
        op: BinaryOp,
        (region, old): (&Region, Expr),
        right: Expr,
        value: &TExpr,
        compute: &Ty,
        span: Span,
    ) -> Option<(Expr, Expr)> {
        let (types, ty) = (self.program.types, region.ty.ty.clone());
        let wide = Value::local(fold::cast(types, &ty, compute, old.clone()));
        let left = TExpr { kind: TKind::Const(1), ty: compute.clone(), span };
        let (wide, right) = self.checked(op, wide, &left, Value::local(right), value, span)?;
        let new = fold::binary(op, compute, wide.expr, right.expr);
        let new = fold::cast(types, compute, &ty, new);
        let (commands, new) = self.write_and_tell(region, new, self.sort(&ty), span)?;
        self.step(commands, StepKind::Plain, span);
        self.cur?;
        Some((old, new))
    }

    pub(super) fn inc_dec(
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
        self.update_region(target, &region, None, change, wanted, span)
    }

    /// As [`Self::update`], of a place; `known` is what was there, if it has been read.
    fn update_region(
        &mut self,
        target: &LValue,
        region: &Region,
        known: Option<Expr>,
        change: &dyn Fn(Expr) -> Expr,
        wanted: Wanted,
        span: Span,
    ) -> Option<(Expr, Expr)> {
        let sort = self.sort(&target.ty.ty);
        let is_known = known.is_some();
        let old = match known {
            Some(old) => Value::local(old),
            None => self.read(region, target.span)?,
        };
        if is_known || old.reads_shared && !target.ty.atomic {
            let old = self.settle(old, sort, target.span);
            let (commands, new) = self.write_and_tell(region, change(old.clone()), sort, span)?;
            self.step(commands, StepKind::Plain, span);
            self.cur?;
            return Some((old, new));
        }
        if wanted == Wanted::Nothing && region.alternatives.len() == 1 {
            self.store(region, change(old.expr.clone()), span);
            return self.cur.map(|_| (old.expr.clone(), old.expr));
        }
        self.update_at_once(region, old.expr, sort, change, span)
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
        let (write, new) = self.write_and_tell(region, change(Expr::Var(temp)), sort, span)?;
        commands.extend(write);
        self.step(commands, StepKind::Plain, span);
        self.cur?;
        Some((Expr::Var(temp), new))
    }

    /// The commands that write a value, and what it is behind them: in `c ^= c << 1` it is computed from
    /// what is written.
    fn write_and_tell(
        &mut self,
        region: &Region,
        value: Expr,
        sort: Sort,
        span: Span,
    ) -> Option<(Vec<Command>, Expr)> {
        let mut commands = self.write(region, value.clone(), span)?;
        let is_written = |var: VarId| {
            let writes = |command: &Command| matches!(command, Command::Assign(place, _) if place.var() == var);
            commands.iter().any(writes)
        };
        let mut changes = false;
        value.for_each_var(&mut |var| changes |= is_written(var));
        if !changes {
            return Some((commands, value));
        }
        let kept = self.temp(sort);
        commands.insert(0, Command::Assign(Place::Var(kept), value));
        Some((commands, Expr::Var(kept)))
    }
}
