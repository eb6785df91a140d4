//! Functions that are called when a variable's scope is left: `__attribute__((cleanup(f)))`.
//!
//! A scope starts at its declaration, so a jump back to a place in front of it leaves it as well. The
//! calls are made at the end of the block and by every jump out of it, the last declared variable first,
//! after the value of a `return` has been computed.

use super::super::typed::{ObjId, TExpr, TStmtKind};
use super::super::types::Ty;
use super::super::walk::for_each_stmt;
use super::Emitter;
use crate::text::Span;

impl Emitter<'_> {
    /// The calls for all variables but the first `n_outside`, which stay.
    pub(super) fn clean_up_to(&mut self, n_outside: usize) {
        let calls = self.frame().cleanups[n_outside..].to_vec();
        for (_, call) in calls.iter().rev() {
            self.clean_up(call);
        }
    }

    fn clean_up(&mut self, call: &TExpr) {
        if self.cur.is_none() || self.pure {
            return;
        }
        let mark = self.n_live_temps();
        let outer = std::mem::replace(&mut self.statement, call.span);
        self.effect(call);
        self.statement = outer;
        self.free_temps(mark);
    }

    /// The calls for the variables that a jump leaves.
    pub(super) fn clean_up_for_jump(&mut self, stays: &[ObjId], span: Span) {
        let open = self.frame().cleanups.clone();
        let entered: Vec<ObjId> = stays
            .iter()
            .filter(|object| !open.iter().any(|(of, _)| of == *object))
            .copied()
            .collect();
        self.refuse_cleanups(&entered, span);
        for (object, call) in open.iter().rev() {
            if !stays.contains(object) {
                self.clean_up(call);
            }
        }
    }

    /// A jump past the declaration of a variable that is cleaned up all the same.
    pub(super) fn refuse_cleanups(&mut self, entered: &[ObjId], span: Span) {
        if entered.is_empty() || self.cur.is_none() {
            return;
        }
        let func = self.frame().func;
        let body = self.program.typed.func(func).body.as_deref().unwrap_or_default();
        let mut found = false;
        for_each_stmt(body, &mut |stmt| {
            found |= matches!(&stmt.kind, TStmtKind::Cleanup(of, _) if entered.contains(of));
        });
        if found {
            let what = "a jump past the declaration of a variable with a clean-up function";
            self.lost(span, what, "declare the variable where no jump leads past it");
        }
    }

    /// A thread function returns a value, and cleans up after it has computed it.
    pub(super) fn finish_cleanly(&mut self, value: &TExpr, span: Span) {
        if !value.ty.is_scalar() || value.ty == Ty::Thread {
            return self.lost(
                span,
                "returning this behind a clean-up function",
                "return a pointer",
            );
        }
        let Some(result) = self.value(value) else { return };
        let sort = self.sort(&value.ty);
        let kept = self.keep(result, sort, value.span);
        self.clean_up_to(0);
        self.finish_with(Some((kept, &value.ty)), span);
    }

    /// Whether a thread that ended here would leave variables to clean up: what happens to them depends
    /// on how the program was compiled.
    pub(super) fn has_cleanups(&self) -> bool {
        self.frames.iter().any(|frame| !frame.cleanups.is_empty())
    }
}
