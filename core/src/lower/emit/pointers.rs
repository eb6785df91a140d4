//! Calls through pointers: to each function that the pointer may point to.

use super::super::memory::{FIRST_FUNCTION, FUNCTION_SIZE};
use super::super::points_to::Target;
use super::super::typed::{Callee, FuncId, TExpr};
use super::super::types::Ty;
use super::super::{fold, threads};
use super::{Emitter, Value};
use crate::scpl::{BinOp, Command, Expr, Place, Sort, StepKind};
use crate::text::Span;

/// The functions behind a pointer, each with the condition that it is this one.
pub(super) struct Called {
    pub funcs: Vec<(FuncId, Expr)>,
    /// It may also be one that is not known.
    pub unknown: bool,
}

impl Emitter<'_> {
    pub(super) fn function_address(&self, func: FuncId) -> Expr {
        let address = FIRST_FUNCTION + u64::from(func.0) * FUNCTION_SIZE;
        Expr::constant(address, self.program.types.pointer_width())
    }

    pub(super) fn called_through(&mut self, pointer: &TExpr) -> Option<Called> {
        let value = self.value(pointer)?;
        let address = match value {
            Value { expr: expr @ (Expr::Const(_) | Expr::Var(_)), reads_shared: false }
                if self.memory.is_steady(&expr) =>
            {
                expr
            }
            value => self.keep(value, Sort::Bits(self.program.types.pointer_width()), pointer.span),
        };
        let (typed, types, threads) =
            (self.program.typed, self.program.types, self.program.threads);
        let targets = self.points_to.targets(typed, types, threads, self.template, pointer);
        let mut called = Called { funcs: Vec::new(), unknown: false };
        for target in targets {
            match target {
                Target::Func(func) => {
                    let own = self.function_address(func);
                    let is_it = fold::bin(BinOp::Eq, address.clone(), own);
                    if is_it != Expr::FALSE {
                        called.funcs.push((func, is_it));
                    }
                }
                Target::Unknown => called.unknown = true,
                // A pointer to an object: no function lies there.
                Target::Node(_)
                | Target::Beside(..)
                | Target::Str
                | Target::Thread(_)
                | Target::Outside => {}
            }
        }
        Some(called)
    }

    pub(super) fn call_through(
        &mut self,
        pointer: &TExpr,
        args: &[TExpr],
        ty: &Ty,
        span: Span,
    ) -> Option<Value> {
        let called = self.called_through(pointer)?;
        if let [(func, Expr::TRUE)] = called.funcs[..] {
            return self.call_as(func, args, pointer, ty, span);
        }
        // A struct is left in a variable.
        let result = ty.is_scalar().then(|| self.temp(self.sort(ty)));
        let done = self.new_label();
        for (func, is_it) in called.funcs {
            let (yes, no) = (self.new_label(), self.new_label());
            self.branch_untold(is_it, yes, no, span);
            self.place_if_reached(yes);
            let value = self.call_as(func, args, pointer, ty, span);
            if let (Some(result), Some(value)) = (result, value) {
                let assign = Command::Assign(Place::Var(result), value.expr);
                self.step(vec![assign], StepKind::Plain, span);
            }
            self.jump(done, span);
            self.place_if_reached(no);
        }
        self.no_function(pointer, called.unknown, span);
        self.place_if_reached(done);
        self.cur?;
        Some(Value::local(result.map_or(Expr::FALSE, Expr::Var)))
    }

    /// Calls a function that a pointer is known to point to.
    fn call_as(
        &mut self,
        func: FuncId,
        args: &[TExpr],
        pointer: &TExpr,
        ty: &Ty,
        span: Span,
    ) -> Option<Value> {
        let def = self.program.typed.func(func);
        let fits = def.ty.params.len() == args.len() || def.ty.variadic;
        let same = |a: &Ty, b: &Ty| match a.is_scalar() && b.is_scalar() {
            true => self.sort(a) == self.sort(b),
            false => a == b,
        };
        let alike = def.ty.params.iter().zip(args).all(|(param, arg)| same(&param.ty, &arg.ty));
        let result = *ty == Ty::Void || same(&def.ty.result, ty);
        if !fits || !alike || !result {
            let text = self.text(pointer.span);
            let what =
                format!("a call of `{}` through `{text}`, which is of another type", def.name);
            self.lost(span, &what, "give the pointer the type of the function");
            return None;
        }
        let intrinsic = threads::intrinsic_of(self.program.typed, &Callee::Func(func)).is_some();
        let from = &def.ty.result;
        let converted = ty.is_scalar() && from != ty && !intrinsic;
        let value = self.call(&Callee::Func(func), args, from, span)?;
        Some(match converted {
            true => value.map(|value| fold::cast(self.program.types, from, ty, value)),
            false => value,
        })
    }

    /// Where a pointer is to none of the functions.
    pub(super) fn no_function(&mut self, pointer: &TExpr, unknown: bool, span: Span) {
        if self.cur.is_none() {
            return;
        }
        if unknown {
            let hint = "take the address of a function that is defined here";
            self.lost(span, "a call of a function from elsewhere", hint);
        } else {
            self.check_not_reached(span, |this| {
                format!("`{}` points to a function", this.text(pointer.span))
            });
        }
    }
}
