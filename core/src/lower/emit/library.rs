//! What the functions of the library do: threads, mutexes, atomics, assertions, input.

use super::super::fold;
use super::super::intrinsics::{Intrinsic, Weak};
use super::super::points_to::Instance;
use super::super::resolve::const_value;
use super::super::threads::{TemplateKind, start_routine};
use super::super::typed::{TExpr, TKind};
use super::super::types::{QTy, Ty};
use super::places::Region;
use super::{Emitter, Value};
use crate::ast::{BinaryOp, InstanceCount};
use crate::scpl::{
    BinOp, Command, Expr, Place, PropertyKind, Sort, Source, StepKind, TemplateId, UnOp,
};
use crate::text::Span;

/// What `pthread_mutex_trylock` returns for a locked mutex.
const EBUSY: u64 = 16;

impl Emitter<'_> {
    pub fn library(
        &mut self,
        intrinsic: Intrinsic,
        args: &[TExpr],
        ty: &Ty,
        span: Span,
    ) -> Option<Value> {
        use Intrinsic::*;
        let done = |this: &Self| this.cur.map(|_| Value::local(Expr::constant(0, 32)));
        match intrinsic {
            Assert => {
                self.assert(args.first()?, span);
                done(self)
            }
            ReachError => {
                let property =
                    self.property(PropertyKind::ReachError, span, |_| "never reached".into());
                self.jump_to(self.error_loc(property), StepKind::Fail, span);
                None
            }
            Assume => {
                self.assume(args.first()?, span);
                done(self)
            }
            Invariant => {
                self.hint(args.first()?);
                done(self)
            }
            AtomicBegin => {
                self.enter_atomic(span);
                done(self)
            }
            AtomicEnd => {
                self.leave_atomic(span);
                done(self)
            }
            Nondet => match self.sort(ty) {
                sort @ Sort::Bits(_) if ty.is_scalar() => {
                    Some(Value::local(self.any(sort, Source::Input, span)))
                }
                _ => done(self),
            },
            Rand => {
                let value = self.any(Sort::Bits(32), Source::Input, span);
                let natural = fold::bin(BinOp::Sle, Expr::constant(0, 32), value.clone());
                self.step(vec![Command::Assume(natural)], StepKind::Silent, span);
                Some(Value::local(value))
            }
            Halt => {
                args.iter().for_each(|arg| self.effect(arg));
                self.jump_to(self.halted, StepKind::Halt, span);
                None
            }
            Unreachable => {
                let property = self.property(PropertyKind::Undefined, span, |_| {
                    "this place is never reached".into()
                });
                self.jump_to(self.error_loc(property), StepKind::Fail, span);
                None
            }
            Nothing => {
                args.iter().for_each(|arg| self.effect(arg));
                done(self)
            }
            Scan => {
                for arg in args.iter().filter(|arg| arg.ty.is_pointer()) {
                    self.effect(arg);
                    self.scribble(arg, Source::Input, span);
                }
                Some(Value::local(self.any(Sort::Bits(32), Source::Input, span)))
            }
            Expect => {
                let value = self.value(args.first()?)?;
                Some(value.map(|value| fold::cast(self.program.types, &args[0].ty, ty, value)))
            }
            ThreadCreate => self.thread_create(args, span),
            ThreadJoin => self.thread_join(args, span),
            ThreadExit => {
                args.iter().for_each(|arg| self.effect(arg));
                self.jump_to(self.finished, StepKind::Finish, span);
                None
            }
            ThreadSelf => Some(Value::local(Expr::SelfHandle)),
            ThreadEqual => {
                let [a, b] = args else { return None };
                let (left, right) = self.pair(a, b)?;
                let reads_shared = left.reads_shared || right.reads_shared;
                let equal = fold::truth_as_int(fold::bin(BinOp::Eq, left.expr, right.expr));
                Some(Value { expr: equal, reads_shared })
            }
            MutexInit | MutexDestroy | MutexLock | MutexTryLock | MutexUnlock => {
                self.mutex(intrinsic, args, span)
            }
            _ => self.atomic(intrinsic, args, span),
        }
    }

    fn thread_create(&mut self, args: &[TExpr], span: Span) -> Option<Value> {
        let [handle, attributes, start, arg] = args else { return None };
        let threads = self.program.threads;
        let Some(template) = start_routine(start).and_then(|func| threads.of_func(func)) else {
            self.lost(
                span,
                "a thread function that is not named here",
                "pass the function by its name",
            );
            return None;
        };
        self.effect(attributes);
        let TemplateKind::Func(func) = threads.template(template).kind else { return None };
        let value = self.value(arg)?;
        let value = self.undisturbed(value, arg, std::slice::from_ref(handle));
        let sort = self.sort(&arg.ty);
        let value = self.settle(value, sort, arg.span);
        let mut child_args = Vec::new();
        if let Some(&param) = self.program.typed.func(func).params.first() {
            let instance = Instance { template: Some(template), object: param };
            let (var, _) = self.scalar_var(instance)?;
            let param_ty = self.program.typed.object(param).ty.ty.clone();
            child_args.push((var, fold::cast(self.program.types, &arg.ty, &param_ty, value)));
        }
        let create = |handle| Command::Create {
            template: TemplateId(template.0),
            args: child_args.clone(),
            handle,
        };
        let commands = if matches!(handle.kind, TKind::Const(0)) {
            vec![create(None)]
        } else {
            let region = self.handle_region(handle)?;
            match self.single_place(&region) {
                Some(place) => vec![create(Some(place))],
                None => {
                    let temp = self.temp(Sort::Handle);
                    let mut commands = vec![create(Some(Place::Var(temp)))];
                    commands.extend(self.write(&region, Expr::Var(temp), span)?);
                    commands
                }
            }
        };
        self.step(commands.clone(), StepKind::Create, span);
        // Marked `thread(any)`: the program stands for all programs that create more of them.
        if let Some((InstanceCount::Any, _)) = self.program.typed.func(func).thread {
            let (again, enough) = (self.new_label(), self.new_label());
            self.place(again);
            let here = self.cur;
            self.step(commands, StepKind::Create, span);
            self.jump(again, span);
            self.cur = here;
            self.jump(enough, span);
            self.place(enough);
        }
        Some(Value::local(Expr::constant(0, 32)))
    }

    fn handle_region(&mut self, pointer: &TExpr) -> Option<Region> {
        self.pointee(pointer, &QTy::plain(Ty::Thread), pointer.span)
    }

    fn thread_join(&mut self, args: &[TExpr], span: Span) -> Option<Value> {
        let [handle, result] = args else { return None };
        let value = self.value(handle)?;
        let handle_value = self.settle(value, Sort::Handle, handle.span);
        let known = fold::bin(BinOp::Ne, handle_value.clone(), Expr::NoThread);
        self.check(known, span, |this| {
            format!("`{}` is the handle of a thread", this.text(handle.span))
        });
        self.step(vec![Command::Join(handle_value)], StepKind::Join, span);
        if const_value(self.program.types, result) != Some(0) {
            self.effect(result);
            self.assume_note("what a joined thread returned is taken to be any value".into());
            self.scribble(result, Source::Unmodelled, span);
        }
        self.cur.map(|_| Value::local(Expr::constant(0, 32)))
    }

    fn mutex(&mut self, intrinsic: Intrinsic, args: &[TExpr], span: Span) -> Option<Value> {
        let pointer = args.first()?;
        let region = self.pointee(pointer, &QTy::plain(Ty::Mutex), span)?;
        let locked = self.read(&region, span)?.expr;
        let free = fold::bin(BinOp::Eq, locked.clone(), Expr::constant(0, 1));
        let (held, take_own, release_own) = self.held(&region, span)?;
        let mut take = self.write(&region, Expr::constant(1, 1), span)?;
        take.extend(take_own);
        let mut release = self.write(&region, Expr::constant(0, 1), span)?;
        release.extend(release_own);
        let zero = Some(Value::local(Expr::constant(0, 32)));
        match intrinsic {
            Intrinsic::MutexLock => {
                take.insert(0, Command::Await(free));
                self.step(take, StepKind::Lock, span);
                zero
            }
            Intrinsic::MutexTryLock => {
                let result = self.temp(Sort::Bits(32));
                let outcome =
                    |value| Command::Assign(Place::Var(result), Expr::constant(value, 32));
                let done = self.new_loc();
                take.insert(0, Command::Assume(free.clone()));
                take.push(outcome(0));
                self.edge(done, take, StepKind::TryLock, span);
                let busy = vec![Command::Assume(fold::not(free)), outcome(EBUSY)];
                self.edge(done, busy, StepKind::TryLock, span);
                self.cur = self.cur.map(|_| done);
                Some(Value::local(Expr::Var(result)))
            }
            Intrinsic::MutexUnlock => {
                self.check(held, span, |this| {
                    format!("`{}` is held by this thread", this.text(pointer.span))
                });
                self.step(release, StepKind::Unlock, span);
                self.cur.and(zero)
            }
            Intrinsic::MutexInit => {
                self.step(release, StepKind::Plain, span);
                zero
            }
            _ => zero,
        }
    }

    /// The target of an atomic operation and the type of what is in it.
    fn atomic_target(&mut self, pointer: &TExpr, span: Span) -> Option<(Region, Ty)> {
        let Ty::Ptr(target) = &pointer.ty else {
            self.lost(span, "an atomic operation on this", "pass the address of an integer");
            return None;
        };
        // `atomic_flag` is a struct around its one bit.
        let mut target = (**target).clone();
        while let Ty::Record(idx) = target.ty {
            target = self.program.types.record(idx).fields.as_ref()?.first()?.ty.clone();
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
        Some((region, target.ty))
    }

    /// Follows first fields down to a scalar.
    fn descend(&self, alternative: &mut super::places::Alternative) {
        while let Ty::Record(_) =
            super::super::memory::type_at(self.program, alternative.instance, &alternative.path)
        {
            alternative.path.push(0);
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

    fn atomic(&mut self, intrinsic: Intrinsic, args: &[TExpr], span: Span) -> Option<Value> {
        use Intrinsic::*;
        let nothing = Some(Value::local(Expr::FALSE));
        // Operands first, so that the operation itself is one step behind them.
        let pointer = args.first()?;
        let pointee = match &pointer.ty {
            Ty::Ptr(target) => target.ty.clone(),
            _ => Ty::Error,
        };
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
            Store | Exchange | FetchOp(_) | OpFetch(_) | FetchNand | NandFetch => {
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
            FetchOp(op) | OpFetch(op) => {
                let operand = self.scaled(op, &ty, operands.into_iter().next()?);
                let change = |old: Expr| fold::binary(op, &ty, old, operand.clone());
                let (old, new) = self.update_at_once(&region, old.expr, sort, &change, span)?;
                Some(Value::local(if matches!(intrinsic, FetchOp(_)) { old } else { new }))
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
