//! What the functions of the library do: threads, mutexes, atomics, assertions, input.

use super::super::fold;
use super::super::intrinsics::Intrinsic;
use super::super::resolve::{const_value, root};
use super::super::typed::{TExpr, TKind};
use super::super::types::Ty;
use super::buffers::Same;
use super::calls::operands;
use super::{Emitter, Value};
use crate::scpl::{BinOp, Command, Expr, Extend, PropertyKind, Sort, Source, StepKind};
use crate::text::Span;

impl Emitter<'_> {
    pub fn library(
        &mut self,
        intrinsic: Intrinsic,
        name: &str,
        args: &[TExpr],
        ty: &Ty,
        span: Span,
    ) -> Option<Value> {
        use Intrinsic::*;
        // What is printed nobody sees.
        let goes_on = match intrinsic {
            Nothing => self.any_symmetric_order(&operands(args), span),
            _ => self.any_order(&operands(args), span),
        };
        if !goes_on {
            return None;
        }
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
                // `random` gives a `long`.
                let Sort::Bits(width) = self.sort(ty) else { return None };
                self.cur.map(|_| Value::local(fold::resize(Extend::Zero, 32, width, value)))
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
                self.graph.goes_anywhere(property);
                self.jump_to(self.error_loc(property), StepKind::Fail, span);
                None
            }
            Nothing => {
                args.iter().for_each(|arg| self.effect(arg));
                done(self)
            }
            Output if args.iter().any(|arg| self.counts_output(arg)) => {
                self.lost(span, "`%n`", "count the characters yourself");
                None
            }
            Output => self.output(name, args, ty, span),
            Scan => self.scan(args, span),
            Expect => {
                let value = self.value(args.first()?)?;
                Some(value.map(|value| fold::cast(self.program.types, &args[0].ty, ty, value)))
            }
            CountBits(count, operand) => self.count_bits(count, operand, args, span),
            SwapBytes(width) => self.swap_bytes(width, args),
            ThreadCreate => self.thread_create(args, span),
            ThreadJoin => self.thread_join(args, span),
            ThreadDetach => {
                self.detach(args.first()?, span)?;
                done(self)
            }
            ThreadExit if self.n_cleanups > 0 || self.has_cleanups() => {
                let what = "ending a thread while a clean-up handler is registered";
                self.lost(span, what, "call the handler, and pop it first");
                None
            }
            ThreadExit if self.program.typed.program_ends.is_some() && !self.is_start() => {
                let what = "`pthread_exit` in `main` in a program with functions to run at its end";
                self.lost(span, what, "join the threads, and return from `main`");
                None
            }
            ThreadExit => {
                self.finish_thread(args.first(), span);
                None
            }
            Free => self.free(args, span),
            SetBytes => self.block_operation(false, args, span),
            CopyBytes => self.block_operation(true, args, span),
            MoveBytes => match self.moved(args, span) {
                Some(value) => Some(value),
                None => self.unknown_call("memmove", args, ty, span),
            },
            Await | LockWhen => {
                let condition = self.truth(args.first()?)?;
                let kind = if intrinsic == Await { StepKind::Silent } else { StepKind::Lock };
                self.step(vec![Command::Await(condition.expr)], kind, span);
                done(self)
            }
            Cleanup => {
                let is_push = const_value(self.program.types, args.first()?) == Some(1);
                self.n_cleanups = match is_push {
                    true => self.n_cleanups + 1,
                    false => self.n_cleanups.saturating_sub(1),
                };
                done(self)
            }
            Unlocks => {
                if let Some(told) = &mut self.told {
                    told.unlocks = true;
                }
                done(self)
            }
            Waits => self.waits_for_signal(span),
            Signals => {
                if let Some(told) = &mut self.told {
                    told.signals = true;
                }
                done(self)
            }
            Limit => {
                let what = self.literal(args.first()?);
                self.lost_silently(span, &what);
                None
            }
            Assumed => {
                let what = self.literal(args.first()?);
                self.assume_note(what);
                done(self)
            }
            OnlyCompares => {
                self.only_compares(args.first()?, span);
                done(self)
            }
            LostAt => {
                let [file, start, end] = args else { return None };
                let number = |arg| Some(const_value(self.program.types, arg)? as u32);
                let (file, start, end) = (number(file)?, number(start)?, number(end)?);
                let place = Span::new(crate::text::FileId(file), start, end);
                self.lost_silently(place, "a pragma that makes threads");
                None
            }
            Demand => self.demand(args, span),
            Apart => self.apart(Same::Forbidden, args, span),
            ApartOrSame => self.apart(Same::Allowed, args, span),
            Room => self.room(args, span),
            Unsupported => {
                let [what, hint] = args else { return None };
                let (what, hint) = (self.literal(what), self.literal(hint));
                self.lost(span, &what, &hint);
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
            MutexInit | SpinInit | MutexDestroy | MutexLock | MutexTryLock { .. } | MutexUnlock => {
                self.mutex(intrinsic, args, span)
            }
            _ => self.atomic(intrinsic, args, span),
        }
    }

    /// Whether a string is a format that stores how much has been written so far.
    pub(super) fn counts_output(&self, arg: &TExpr) -> bool {
        let TKind::AddrOf(lvalue) = &arg.kind else { return false };
        let bytes = root(lvalue).and_then(|id| self.program.typed.strings.get(&id));
        bytes.is_some_and(|bytes| {
            // The second character of `%%n` starts nothing.
            let text = String::from_utf8_lossy(bytes).replace("%%", "");
            let is_count =
                |rest: &str| rest.trim_start_matches(|c| "hljzt".contains(c)).starts_with('n');
            text.split('%').skip(1).any(is_count)
        })
    }
}
