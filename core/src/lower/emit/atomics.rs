//! Atomic operations.

use super::super::fold;
use super::super::intrinsics::{Intrinsic, Unit, Weak};
use super::super::resolve::const_value;
use super::super::typed::{Callee, TExpr};
use super::super::types::{IntShape, QTy, Ty};
use super::places::Region;
use super::{Emitter, Value};
use crate::ast::BinaryOp;
use crate::scpl::{BinOp, Command, Expr, Place, Sort, StepKind, UnOp};
use crate::text::Span;

/// The weakest order and the strongest one, as `stdatomic.h` and GCC number them.
const RELAXED: u64 = 0;
const SEQ_CST: u64 = 5;
/// How many operations a sentence names.
const MAX_TOLD: usize = 6;

/// An atomic operation that names a weaker order than sequential consistency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WeaklyOrdered {
    text: String,
    is_relaxed: bool,
}

impl Emitter<'_> {
    /// Remembers an atomic operation whose order is weaker than it is taken to be (A1).
    pub(super) fn note_order(&mut self, callee: &Callee, args: &[TExpr], span: Span) {
        let name = match callee {
            Callee::Func(id) => &self.program.typed.func(*id).name,
            Callee::Name(name) => name,
            Callee::Pointer(_) => return,
        };
        if self.told.is_some() || !(name.ends_with("_explicit") || name.starts_with("__atomic_")) {
            return;
        }
        let n_orders = if name.contains("compare_exchange") { 2 } else { 1 };
        let orders = &args[args.len().saturating_sub(n_orders)..];
        // The order of an exchange that fails hardly matters.
        let order = orders.first().and_then(|order| const_value(self.program.types, order));
        let is_relaxed = order.is_none_or(|order| order == RELAXED);
        if order == Some(SEQ_CST) {
            return;
        }
        let operation = WeaklyOrdered { text: self.text(span), is_relaxed };
        if !self.weakly_ordered.contains(&operation) {
            self.weakly_ordered.push(operation);
        }
    }

    /// What is trusted because of these, in a sentence.
    ///
    /// All threads see the writes to one variable in one order anyway. So acquiring and releasing is as good
    /// as sequential consistency unless there is a second one: with two, each of two threads may miss
    /// what the other has just written.
    pub(super) fn told_orders(&self) -> Option<String> {
        let is_told = |one: &&WeaklyOrdered| one.is_relaxed || self.memory.has_several_atomics();
        let told: Vec<&WeaklyOrdered> = self.weakly_ordered.iter().filter(is_told).collect();
        let shown = told.iter().take(MAX_TOLD).map(|one| format!("`{}`", one.text));
        let shown: Vec<String> = shown.collect();
        let more = match told.len().saturating_sub(MAX_TOLD) {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        (!shown.is_empty()).then(|| {
            let list = shown.join(", ");
            format!("atomic operations of weaker order are sequentially consistent: {list}{more}")
        })
    }

    /// The target of an atomic operation and the type of what is in it.
    fn atomic_target(&mut self, pointer: &TExpr, span: Span) -> Option<(Region, Ty)> {
        let Ty::Ptr(target) = &pointer.ty else {
            self.lost(span, "an atomic operation on this", "pass the address of an integer");
            return None;
        };
        // `atomic_flag` is a struct around its one bit.
        let mut target = (**target).clone();
        while let Ty::Record(idx) = target.ty
            && let [only] = &self.program.types.record(idx).fields.as_ref()?[..]
        {
            target = only.ty.clone();
        }
        if !matches!(target.ty, Ty::Int(_) | Ty::Ptr(_)) {
            self.lost(span, "an atomic operation on this type", "use an integer or a pointer");
            return None;
        }
        let mut region = self.pointee(pointer, &target, span)?;
        for alternative in &mut region.alternatives {
            self.descend(alternative);
        }
        region.ty = target.clone();
        let is_bool = matches!(&target.ty, Ty::Int(int) if int.shape == IntShape::Bool);
        if is_bool && region.alternatives.iter().any(|one| one.slice.is_some()) {
            self.lost(span, "an atomic operation on this type", "use an integer or a pointer");
            return None;
        }
        Some((region, target.ty))
    }

    /// Follows first fields down to a scalar.
    fn descend(&self, alternative: &mut super::places::Alternative) {
        while let record @ Ty::Record(idx) =
            super::super::memory::type_at(self.program, alternative.instance, &alternative.path)
            && let Some(first) = self.program.types.first(idx)
        {
            self.enter(alternative, &record, first);
        }
    }

    /// An operand of an atomic operation, as the type of its target, without a pending shared read.
    /// What is evaluated behind it does not change it.
    fn operand(&mut self, arg: &TExpr, ty: &Ty, later: &[TExpr]) -> Option<Expr> {
        let value = self.value(arg)?;
        let value = self.undisturbed(value, arg, later);
        let sort = self.sort(&arg.ty);
        let value = self.settle(value, sort, arg.span);
        Some(fold::cast(self.program.types, &arg.ty, ty, value))
    }

    pub(super) fn atomic(
        &mut self,
        intrinsic: Intrinsic,
        args: &[TExpr],
        span: Span,
    ) -> Option<Value> {
        use Intrinsic::*;
        let nothing = Some(Value::local(Expr::FALSE));
        // Operands first, so that the operation itself is one step behind them.
        let pointer = args.first()?;
        let pointee = match &pointer.ty {
            Ty::Ptr(target) => target.ty.clone(),
            _ => Ty::Error,
        };
        if let Ty::Record(idx) = pointee
            && self.program.types.record(idx).fields.as_ref().is_some_and(|all| all.len() > 1)
        {
            let hint = "pack its fields into one integer";
            self.lost(span, "this atomic operation on a struct", hint);
            return None;
        }
        match intrinsic {
            CompareExchange { weak } => return self.compare_exchange(args, weak, None, span),
            CompareExchangeFrom => {
                let desired = self.pointee(args.get(2)?, &QTy::plain(pointee.clone()), span)?;
                let desired = self.read(&desired, span)?;
                let sort = self.sort(&pointee);
                let desired = self.keep(desired, sort, span);
                return self.compare_exchange(args, Weak::ByArgument, Some(desired), span);
            }
            _ => {}
        }
        let operand_ty = if let Ty::Record(_) = pointee {
            Ty::Int(super::super::types::IntTy::BOOL)
        } else {
            pointee
        };
        let operands: Option<Vec<Expr>> = match intrinsic {
            Store | Exchange | FetchOp(..) | OpFetch(_) | FetchNand | NandFetch => {
                Some(vec![self.operand(args.get(1)?, &operand_ty, &args[..1])?])
            }
            BoolCompareAndSwap | ValCompareAndSwap => {
                let later = [args[0].clone(), args.get(2)?.clone()];
                let expected = self.operand(&args[1], &operand_ty, &later)?;
                Some(vec![expected, self.operand(&args[2], &operand_ty, &args[..1])?])
            }
            _ => Some(Vec::new()),
        };
        let operands = operands?;
        let (region, ty) = self.atomic_target(pointer, span)?;
        let sort = self.sort(&ty);
        let width = self.program.types.width(&ty)?;
        let old = self.read(&region, span)?;
        self.memory.synchronises(&old.expr);
        match intrinsic {
            Load => Some(old),
            Store | Clear => {
                let value = operands.into_iter().next().unwrap_or(Expr::constant(0, width));
                let commands = self.write(&region, value, span)?;
                self.step(commands, StepKind::Plain, span);
                nothing
            }
            TestAndSet => {
                let (old, _) = self.update_at_once(
                    &region,
                    old.expr,
                    sort,
                    &|_| Expr::constant(1, width),
                    span,
                )?;
                Some(Value::local(fold::bin(BinOp::Ne, old, Expr::constant(0, width))))
            }
            Exchange => {
                let value = operands.into_iter().next()?;
                let (old, _) =
                    self.update_at_once(&region, old.expr, sort, &|_| value.clone(), span)?;
                Some(Value::local(old))
            }
            FetchOp(op, _) | OpFetch(op) => {
                let mut operand = operands.into_iter().next()?;
                if let FetchOp(_, Unit::Elements) = intrinsic {
                    operand = self.scaled(op, &ty, operand);
                }
                let change = |old: Expr| fold::binary(op, &ty, old, operand.clone());
                let (old, new) = self.update_at_once(&region, old.expr, sort, &change, span)?;
                Some(Value::local(if matches!(intrinsic, FetchOp(..)) { old } else { new }))
            }
            FetchNand | NandFetch => {
                let operand = operands.into_iter().next()?;
                let change =
                    |old: Expr| fold::un(UnOp::Not, fold::bin(BinOp::And, old, operand.clone()));
                let (old, new) = self.update_at_once(&region, old.expr, sort, &change, span)?;
                Some(Value::local(if intrinsic == FetchNand { old } else { new }))
            }
            BoolCompareAndSwap | ValCompareAndSwap => {
                let [expected, desired] = <[Expr; 2]>::try_from(operands).ok()?;
                let change = |old: Expr| {
                    fold::ite(
                        fold::bin(BinOp::Eq, old.clone(), expected.clone()),
                        desired.clone(),
                        old,
                    )
                };
                let (old, _) = self.update_at_once(&region, old.expr, sort, &change, span)?;
                Some(Value::local(match intrinsic {
                    BoolCompareAndSwap => fold::bin(BinOp::Eq, old, expected),
                    _ => old,
                }))
            }
            LoadInto => {
                let value = self.keep(old, sort, span);
                let target = self.pointee(args.get(1)?, &QTy::plain(ty), span)?;
                let commands = self.write(&target, value, span)?;
                self.step(commands, StepKind::Plain, span);
                nothing
            }
            StoreFrom | ExchangeInto => {
                let source = self.pointee(args.get(1)?, &QTy::plain(ty.clone()), span)?;
                let value = self.read(&source, span)?;
                let value = self.keep(value, sort, span);
                let (old, _) =
                    self.update_at_once(&region, old.expr, sort, &|_| value.clone(), span)?;
                if intrinsic == ExchangeInto {
                    let target = self.pointee(args.get(2)?, &QTy::plain(ty), span)?;
                    let commands = self.write(&target, old, span)?;
                    self.step(commands, StepKind::Plain, span);
                }
                nothing
            }
            _ => nothing,
        }
    }

    /// C11 adds to atomic pointers in elements.
    fn scaled(&self, op: BinaryOp, ty: &Ty, operand: Expr) -> Expr {
        match (op, ty) {
            (BinaryOp::Add | BinaryOp::Sub, Ty::Ptr(target)) => {
                let size = Expr::constant(
                    self.program.types.size(&target.ty),
                    self.program.types.pointer_width(),
                );
                fold::bin(BinOp::Mul, operand, size)
            }
            _ => operand,
        }
    }

    /// Compares with what `expected` points to and exchanges, in one step; on failure the value found is
    /// stored there, in a step of its own unless that is local.
    fn compare_exchange(
        &mut self,
        args: &[TExpr],
        weak: Weak,
        desired: Option<Expr>,
        span: Span,
    ) -> Option<Value> {
        let [pointer, expected, rest @ ..] = args else { return None };
        let Ty::Ptr(target) = &pointer.ty else { return None };
        let ty = target.ty.clone();
        let desired = match desired {
            Some(desired) => desired,
            None => self.operand(rest.first()?, &ty, &args[..2])?,
        };
        let weak = match weak {
            Weak::ByArgument => {
                rest.get(1).and_then(|arg| const_value(self.program.types, arg)) != Some(0)
            }
            other => other == Weak::Yes,
        };
        let expected_region = self.pointee(expected, &QTy::plain(ty.clone()), span)?;
        let sort = self.sort(&ty);
        let expected_value = self.read(&expected_region, span)?;
        let expected_value = self.settle(expected_value, sort, expected.span);
        let (region, _) = self.atomic_target(pointer, span)?;
        let current = self.read(&region, span)?.expr;
        self.memory.synchronises(&current);
        let (found, success) = (self.temp(sort), self.temp(Sort::Bits(1)));
        let equal = fold::bin(BinOp::Eq, current.clone(), expected_value);
        let outcome = |value| Command::Assign(Place::Var(success), Expr::constant(value, 1));
        let done = self.new_loc();
        let mut exchange = vec![Command::Assume(equal.clone())];
        exchange.extend(self.write(&region, desired, span)?);
        exchange.push(outcome(1));
        self.edge(done, exchange, StepKind::Plain, span);
        let update_here = !self.is_shared(&expected_region);
        let guards: Vec<Option<Expr>> =
            if weak { vec![None] } else { vec![Some(fold::not(equal))] };
        for guard in guards {
            let mut fail: Vec<Command> = guard.into_iter().map(Command::Assume).collect();
            fail.push(Command::Assign(Place::Var(found), current.clone()));
            if update_here {
                fail.extend(self.write(&expected_region, Expr::Var(found), span)?);
            }
            fail.push(outcome(0));
            self.edge(done, fail, StepKind::Plain, span);
        }
        self.cur = self.cur.map(|_| done);
        let succeeded = fold::bin(BinOp::Ne, Expr::Var(success), Expr::constant(0, 1));
        if !update_here {
            let (failed, after) = (self.new_label(), self.new_label());
            self.branch(succeeded.clone(), after, failed, span);
            self.place_if_reached(failed);
            let commands = self.write(&expected_region, Expr::Var(found), span)?;
            self.step(commands, StepKind::Plain, span);
            self.jump(after, span);
            self.place(after);
        }
        Some(Value::local(succeeded))
    }
}
