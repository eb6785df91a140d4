//! Mutexes: normal ones, and in programs that have them, recursive ones and those that check for errors.

use super::super::fold;
use super::super::intrinsics::{ETIMEDOUT, Intrinsic, Weak};
use super::super::memory::{DEPTH_WIDTH, Kinds, Leaf};
use super::super::resolve::const_value;
use super::super::typed::TExpr;
use super::super::types::{QTy, Ty};
use super::places::Region;
use super::{Emitter, Value};
use crate::scpl::{BinOp, Command, Expr, Place, PropertyKind, Sort, StepKind, VarId};
use crate::text::Span;

/// What the functions return on the usual systems.
const EPERM: u64 = 1;
const EDEADLK: u64 = 35;

const NORMAL: u64 = 0;
const RECURSIVE: u64 = 1;
const ERRORCHECK: u64 = 2;

/// A mutex that is operated on: conditions, and the commands that change it.
struct Mutex {
    region: Region,
    free: Expr,
    /// Whether the thread itself holds it.
    held: Expr,
    take: Vec<Command>,
    release: Vec<Command>,
    kinds: Option<Kind>,
}

struct Kind {
    kind: Expr,
    depth: Expr,
}

impl Mutex {
    fn is_mine_and(&self, kind: u64) -> Option<Expr> {
        let is_kind = self.is(kind)?;
        Some(fold::and(self.held.clone(), is_kind))
    }

    fn is(&self, kind: u64) -> Option<Expr> {
        let kinds = self.kinds.as_ref()?;
        Some(fold::bin(BinOp::Eq, kinds.kind.clone(), Expr::constant(kind, 2)))
    }
}

impl Emitter<'_> {
    pub(super) fn mutex(
        &mut self,
        intrinsic: Intrinsic,
        args: &[TExpr],
        span: Span,
    ) -> Option<Value> {
        let pointer = args.first()?;
        let mutex = self.mutex_at(pointer, span)?;
        let zero = Some(Value::local(Expr::constant(0, 32)));
        match intrinsic {
            Intrinsic::MutexLock => self.lock(mutex, pointer, span),
            Intrinsic::MutexTryLock { busy, weak } => {
                args[1..].iter().for_each(|arg| self.effect(arg));
                self.try_lock(mutex, u64::from(busy), weak, span)
            }
            Intrinsic::MutexUnlock => self.unlock(mutex, pointer, span),
            Intrinsic::MutexInit | Intrinsic::SpinInit => {
                let kind = match args.get(1) {
                    Some(kind) if mutex.kinds.is_some() && intrinsic == Intrinsic::MutexInit => {
                        self.new_kind(kind, span)?
                    }
                    other => {
                        other.into_iter().for_each(|arg| self.effect(arg));
                        Expr::constant(NORMAL, 2)
                    }
                };
                // Nobody takes it between the question and the deed.
                self.depth += 1;
                self.check(mutex.free, span, |this| {
                    format!("nobody holds `{}`", this.text(pointer.span))
                });
                self.depth -= 1;
                let mut commands = mutex.release;
                if mutex.kinds.is_some() {
                    let region = &mutex.region;
                    commands.extend(self.companion(region, |kinds| kinds.kind, kind, span)?);
                    let zero = Expr::constant(0, DEPTH_WIDTH);
                    commands.extend(self.companion(region, |kinds| kinds.depth, zero, span)?);
                }
                self.step(commands, StepKind::Plain, span);
                zero
            }
            _ => {
                let free = Value { expr: mutex.free, reads_shared: true };
                let free = self.settle(free, Sort::Bits(1), span);
                self.check(free, span, |this| {
                    format!("nobody holds `{}`", this.text(pointer.span))
                });
                self.cur.and(zero)
            }
        }
    }

    fn mutex_at(&mut self, pointer: &TExpr, span: Span) -> Option<Mutex> {
        let region = self.pointee(pointer, &QTy::plain(Ty::Mutex), span)?;
        let locked = self.read(&region, span)?.expr;
        let free = fold::bin(BinOp::Eq, locked, Expr::constant(0, 1));
        let (held, take_own, release_own) = self.held(&region, span)?;
        let mut take = self.write(&region, Expr::constant(1, 1), span)?;
        take.extend(take_own);
        let mut release = self.write(&region, Expr::constant(0, 1), span)?;
        release.extend(release_own);
        let kinds = match self.program.typed.mutex_kinds {
            true => Some(Kind {
                kind: self.read_companion(&region, |leaf| Some(leaf.kinds?.kind), span)?,
                depth: self.read_companion(&region, |leaf| Some(leaf.kinds?.depth), span)?,
            }),
            false => None,
        };
        Some(Mutex { region, free, held, take, release, kinds })
    }

    /// The kind that `pthread_mutex_init` finds in attributes, or `mtx_init` is given.
    fn new_kind(&mut self, arg: &TExpr, span: Span) -> Option<Expr> {
        if !arg.ty.is_pointer() {
            let value = self.value(arg)?;
            let value = self.settle(value, Sort::Bits(32), span);
            let recursive = fold::bin(BinOp::And, value, Expr::constant(1, 32));
            return Some(fold::resize(crate::scpl::Extend::Zero, 32, 2, recursive));
        }
        if const_value(self.program.types, arg) == Some(0) {
            return Some(Expr::constant(NORMAL, 2));
        }
        let region = self.pointee(arg, &QTy::plain(Ty::INT), span)?;
        let value = self.read(&region, span)?;
        let value = self.settle(value, Sort::Bits(32), span);
        Some(fold::resize(crate::scpl::Extend::Zero, 32, 2, value))
    }

    /// What makes a mutex that is set to zero a normal one that this thread does not hold.
    pub(super) fn forget_holder(&mut self, mutex: &Region, span: Span) -> Option<Vec<Command>> {
        let (_, _, mut commands) = self.held(mutex, span)?;
        if self.program.typed.mutex_kinds {
            let normal = Expr::constant(NORMAL, 2);
            commands.extend(self.companion(mutex, |kinds| kinds.kind, normal, span)?);
            let zero = Expr::constant(0, DEPTH_WIDTH);
            commands.extend(self.companion(mutex, |kinds| kinds.depth, zero, span)?);
        }
        Some(commands)
    }

    fn companion(
        &mut self,
        region: &Region,
        which: fn(Kinds) -> VarId,
        value: Expr,
        span: Span,
    ) -> Option<Vec<Command>> {
        self.write_companion(region, |leaf: &Leaf| leaf.kinds.map(which), value, span)
    }

    fn lock(&mut self, mut mutex: Mutex, pointer: &TExpr, span: Span) -> Option<Value> {
        mutex.take.insert(0, Command::Await(mutex.free.clone()));
        if mutex.kinds.is_none() {
            self.not_twice(mutex.held, pointer, span);
            self.step(mutex.take, StepKind::Lock, span);
            return Some(Value::local(Expr::constant(0, 32)));
        }
        let twice = fold::and(mutex.held.clone(), mutex.is(NORMAL)?);
        self.not_twice(twice, pointer, span);
        let (result, done) = (self.temp(Sort::Bits(32)), self.new_loc());
        let mut take = std::mem::take(&mut mutex.take);
        take.push(outcome(result, 0));
        self.edge(done, take, StepKind::Lock, span);
        self.relock(&mutex, result, done, StepKind::Lock, span)?;
        let mine = mutex.is_mine_and(ERRORCHECK)?;
        let fails = vec![Command::Assume(mine), outcome(result, EDEADLK)];
        self.edge(done, fails, StepKind::TryLock, span);
        self.cur = self.cur.map(|_| done);
        Some(Value::local(Expr::Var(result)))
    }

    /// Nothing says what comes of locking a mutex that the thread holds [POSIX pthread_mutex_lock, C17 7.26.4.3];
    /// mostly the thread waits for itself. Who does not hold it takes another way from here.
    fn not_twice(&mut self, twice: Expr, pointer: &TExpr, span: Span) {
        if self.cur.is_none() || self.pure {
            return;
        }
        let about =
            |this: &Self| format!("`{}` is not held by this thread yet", this.text(pointer.span));
        let property = self.property(PropertyKind::Undefined, span, about);
        let error = self.error_loc(property);
        self.edge(error, vec![Command::Assume(twice)], StepKind::Fail, span);
    }

    /// A recursive mutex that the thread holds is locked once more.
    fn relock(
        &mut self,
        mutex: &Mutex,
        result: VarId,
        done: crate::scpl::LocId,
        kind: StepKind,
        span: Span,
    ) -> Option<()> {
        let deeper = fold::bin(
            BinOp::Add,
            mutex.kinds.as_ref()?.depth.clone(),
            Expr::constant(1, DEPTH_WIDTH),
        );
        let mut again = vec![Command::Assume(mutex.is_mine_and(RECURSIVE)?)];
        again.extend(self.companion(&mutex.region, |kinds| kinds.depth, deeper, span)?);
        again.push(outcome(result, 0));
        self.edge(done, again, kind, span);
        Some(())
    }

    fn try_lock(&mut self, mut mutex: Mutex, busy: u64, weak: Weak, span: Span) -> Option<Value> {
        let (result, done) = (self.temp(Sort::Bits(32)), self.new_loc());
        let mut take = std::mem::take(&mut mutex.take);
        take.insert(0, Command::Assume(mutex.free.clone()));
        take.push(outcome(result, 0));
        self.edge(done, take, StepKind::TryLock, span);
        let mut locked = fold::not(mutex.free.clone());
        if mutex.kinds.is_some() {
            self.relock(&mutex, result, done, StepKind::TryLock, span)?;
            locked = fold::and(locked, fold::not(mutex.is_mine_and(RECURSIVE)?));
            if busy == u64::from(ETIMEDOUT) {
                // There is no point in waiting for oneself.
                let mine = mutex.is_mine_and(ERRORCHECK)?;
                locked = fold::and(locked, fold::not(mine.clone()));
                let fails = vec![Command::Assume(mine), outcome(result, EDEADLK)];
                self.edge(done, fails, StepKind::TryLock, span);
            }
        }
        if weak == Weak::Yes {
            // C's own may fail although nobody holds it [C17 7.26.4.5].
            locked = Expr::TRUE;
        }
        let fails = vec![Command::Assume(locked), outcome(result, busy)];
        self.edge(done, fails, StepKind::TryLock, span);
        self.cur = self.cur.map(|_| done);
        Some(Value::local(Expr::Var(result)))
    }

    fn unlock(&mut self, mutex: Mutex, pointer: &TExpr, span: Span) -> Option<Value> {
        let zero = Some(Value::local(Expr::constant(0, 32)));
        let about = |this: &Self| format!("`{}` is held by this thread", this.text(pointer.span));
        if mutex.kinds.is_none() {
            self.check(mutex.held, span, about);
            self.step(mutex.release, StepKind::Unlock, span);
            return self.cur.and(zero);
        }
        let normal = Value { expr: mutex.is(NORMAL)?, reads_shared: true };
        let normal = self.settle(normal, Sort::Bits(1), span);
        let fine = fold::bin(BinOp::Or, mutex.held.clone(), fold::not(normal));
        self.check(fine, span, about);
        let (result, done) = (self.temp(Sort::Bits(32)), self.new_loc());
        let depth = mutex.kinds.as_ref()?.depth.clone();
        let last = fold::bin(BinOp::Eq, depth.clone(), Expr::constant(0, DEPTH_WIDTH));
        let mut release = vec![Command::Assume(fold::and(mutex.held.clone(), last.clone()))];
        release.extend(mutex.release);
        release.push(outcome(result, 0));
        self.edge(done, release, StepKind::Unlock, span);
        let inner = fold::and(mutex.held.clone(), fold::not(last));
        let mut inner = vec![Command::Assume(inner)];
        let less = fold::bin(BinOp::Sub, depth, Expr::constant(1, DEPTH_WIDTH));
        inner.extend(self.companion(&mutex.region, |kinds| kinds.depth, less, span)?);
        inner.push(outcome(result, 0));
        self.edge(done, inner, StepKind::Silent, span);
        let fails = vec![Command::Assume(fold::not(mutex.held)), outcome(result, EPERM)];
        self.edge(done, fails, StepKind::Silent, span);
        self.cur = self.cur.map(|_| done);
        Some(Value::local(Expr::Var(result)))
    }
}

fn outcome(result: VarId, value: u64) -> Command {
    Command::Assign(Place::Var(result), Expr::constant(value, 32))
}
