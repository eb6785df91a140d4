//! What the model does not have.
//!
//! Whoever gets there is lost: the run ends, and nothing behind it is claimed. For that it matters what
//! is behind it. So the walk goes on after the statement as if nothing had been there, by an edge that
//! is never taken. Where more than the rest of a plain statement is left out that way, or control may
//! go elsewhere, everything in the program counts as behind it.

use super::super::codes;
use super::super::intrinsics::Intrinsic;
use super::super::threads::intrinsic_of;
use super::super::typed::{Callee, TExpr, TKind, TStmt, TStmtKind};
use super::super::walk::for_each_expr;
use super::Emitter;
use crate::scpl::{BinOp, Command, Expr, LocId, PropId, PropertyKind, StepKind};
use crate::text::{Problem, Span};

/// A place at which whoever gets there is lost, and which nothing follows so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lost {
    at: LocId,
    property: PropId,
}

impl Emitter<'_> {
    /// Something that the model does not have: whoever gets here is lost. Says so once per place.
    pub fn lost(&mut self, span: Span, what: &str, hint: &str) {
        if self.cur.is_none() || self.pure {
            return;
        }
        let message = format!("{what} is not supported yet");
        let at = self.told_span(span);
        self.report(Problem::new(codes::UNSUPPORTED, at, message).hint(hint));
        self.lost_silently(span, what);
    }

    /// As [`Self::lost`], where a problem has been reported already.
    pub fn lost_silently(&mut self, span: Span, what: &str) {
        let what = what.to_owned();
        let property = self.property(PropertyKind::Unmodelled, span, |_| what);
        if let Some(at) = self.cur
            && !self.pure
        {
            self.lost_at.push(Lost { at, property });
        }
        self.jump_to(self.error_loc(property), StepKind::Fail, span);
    }

    /// Nobody gets past this place, where something always fails; what is behind it has to be found.
    pub(super) fn never_past(&mut self, at: LocId, property: PropId) {
        self.lost_at.push(Lost { at, property });
    }

    /// Goes on behind a statement in which threads were lost; `earlier` of the places are from before it.
    pub(super) fn resume(&mut self, stmt: &TStmt, earlier: usize) {
        if self.lost_at.len() <= earlier {
            return;
        }
        let is_plain = self.is_plain_statement(stmt);
        for Lost { at, property } in self.lost_at.split_off(earlier) {
            if !is_plain || self.graph.depths[at.index()] != self.depth {
                self.graph.goes_anywhere(property);
                continue;
            }
            let next = match self.cur {
                Some(next) => next,
                None => self.new_loc(),
            };
            let never = Expr::bin(BinOp::Eq, Expr::constant(0, 1), Expr::constant(1, 1));
            let origin = self.origin(StepKind::Silent, stmt.span);
            self.graph.add_edge(at, next, vec![Command::Assume(never)], origin);
            self.cur = Some(next);
        }
    }

    /// Nothing is known of what follows the places that are left.
    pub(super) fn give_up_lost(&mut self) {
        for Lost { property, .. } in std::mem::take(&mut self.lost_at) {
            self.graph.goes_anywhere(property);
        }
    }

    /// Whether it does not matter for what is behind a statement if its rest is left out: nothing is
    /// checked there, no function entered and no thread started.
    fn is_plain_statement(&mut self, stmt: &TStmt) -> bool {
        let is_plain = match &stmt.kind {
            TStmtKind::Expr(_) | TStmtKind::Decl(..) => true,
            TStmtKind::Unsupported(what) => {
                what == "inline assembly" && !self.text(stmt.span).contains("goto")
            }
            _ => false,
        };
        let mut has_statements = false;
        let mut calls = Vec::new();
        for_each_expr(stmt, &mut |expr| match &expr.kind {
            TKind::StmtExpr(_) => has_statements = true,
            TKind::Call(callee, args) => calls.push((callee, args)),
            _ => {}
        });
        is_plain && !has_statements && !calls.iter().any(|(callee, args)| self.enters(callee, args))
    }

    /// Whether a call may get to code of the program, the function's own or one that it is given, or is
    /// something to be checked.
    fn enters(&mut self, callee: &Callee, args: &[TExpr]) -> bool {
        let has_body = match (intrinsic_of(self.program.typed, callee), callee) {
            (Some(known), _) => !matches!(known, Intrinsic::Unsupported | Intrinsic::Limit),
            (None, Callee::Func(func)) => self.program.typed.func(*func).body.is_some(),
            (None, Callee::Name(_)) => false,
            (None, Callee::Pointer(_)) => true,
        };
        has_body || args.iter().any(|arg| self.is_function(arg))
    }
}
