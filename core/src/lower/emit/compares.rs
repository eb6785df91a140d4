//! Functions that compare two elements, as `qsort` and `bsearch` are given them.
//!
//! How often the library calls one, and on which elements, is not specified. So nothing but what it returns may
//! depend on that: it writes to variables of its own only, and calls functions that are like that. What it
//! prints nobody sees.

use super::super::intrinsics::{self, Intrinsic};
use super::super::points_to::Target;
use super::super::resolve::root;
use super::super::typed::{Callee, FuncId, LValue, ObjStorage, TExpr, TKind, Typed};
use super::super::walk::for_each_inner_expr;
use super::Emitter;
use crate::hash::FxHashSet;
use crate::text::Span;

impl Emitter<'_> {
    /// Gives up if a function does more than compare.
    pub(super) fn only_compares(&mut self, function: &TExpr, span: Span) {
        let typed = self.program.typed;
        let mut seen = FxHashSet::default();
        let all_do = self.all_targets(function).into_iter().all(|target| match target {
            Target::Func(func) => only_compares(typed, func, &mut seen),
            _ => false,
        });
        if !all_do {
            let what = "a comparison that does more than compare";
            self.lost(span, what, "write only to variables of its own in it");
        }
    }
}

fn only_compares(typed: &Typed, func: FuncId, seen: &mut FxHashSet<FuncId>) -> bool {
    if !seen.insert(func) {
        return true;
    }
    let def = typed.func(func);
    if let Some(intrinsic) = intrinsics::lookup(&def.name).filter(|_| def.body.is_none()) {
        return is_unseen(intrinsic);
    }
    let Some(body) = &def.body else { return false };
    let is_own = |lvalue: &LValue| {
        root(lvalue).is_some_and(|id| typed.object(id).storage == ObjStorage::Auto)
    };
    let mut is_pure = true;
    for_each_inner_expr(body, &mut |expr| {
        is_pure &= match &expr.kind {
            TKind::Assign(to, _) | TKind::Compound(_, to, ..) | TKind::IncDec(_, to) => is_own(to),
            TKind::Call(Callee::Func(called), _) => only_compares(typed, *called, seen),
            TKind::Call(Callee::Name(name), _) => intrinsics::lookup(name).is_some_and(is_unseen),
            TKind::Call(Callee::Pointer(_), _) | TKind::Alloc(_) | TKind::Unsupported(_) => false,
            _ => true,
        };
    });
    is_pure
}

/// Whether a function of the library leaves nothing behind that a program sees.
fn is_unseen(intrinsic: Intrinsic) -> bool {
    use Intrinsic::{Assert, CountBits, Expect, Nothing, Output, SwapBytes};
    matches!(intrinsic, Assert | CountBits(..) | Expect | Nothing | Output | SwapBytes(_))
}
