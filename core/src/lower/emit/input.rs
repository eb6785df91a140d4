//! Input of which only a little is looked at.
//!
//! `rand() % 8` is any number below 8. Taken as such it has 8 values, and not those of an `int`, so that
//! searches see all of them and proofs need no division.

use super::super::fold;
use super::super::intrinsics::Intrinsic;
use super::super::threads::intrinsic_of;
use super::super::typed::{TExpr, TKind};
use super::super::types::Ty;
use super::{Emitter, Value};
use crate::ast::BinaryOp;
use crate::scpl::{BinOp, Bits, Command, Expr, Extend, Sort, Source, StepKind};
use crate::text::Span;

impl Emitter<'_> {
    /// The remainder or the low bits of an input, if all of those values can occur.
    pub(super) fn small_input(
        &mut self,
        op: BinaryOp,
        input: &TExpr,
        limit: &TExpr,
        span: Span,
    ) -> Option<Value> {
        let TKind::Const(limit) = limit.kind else { return None };
        let Ty::Int(whole) = &input.ty else { return None };
        let whole = whole.width;
        let limit = Bits::new(limit, whole).value;
        let n_values = match op {
            BinaryOp::Rem => limit,
            BinaryOp::BitAnd => limit.checked_add(1).filter(|n| n.is_power_of_two())?,
            _ => return None,
        };
        let (n_bits, is_natural) = self.input_bits(input)?;
        let fits = n_values > 1 && n_values <= 1 << n_bits.min(whole).min(31);
        // The remainder of a negative number is negative.
        if self.pure || !fits || (op == BinaryOp::Rem && !is_natural) {
            return None;
        }
        let width = (n_values - 1).ilog2() as u8 + 1;
        let value = self.any(Sort::Bits(width), Source::Input, span);
        if !n_values.is_power_of_two() {
            let small = fold::bin(BinOp::Ult, value.clone(), Expr::constant(n_values, width));
            self.step(vec![Command::Assume(small)], StepKind::Silent, span);
        }
        self.cur.map(|_| Value::local(fold::resize(Extend::Zero, width, whole, value)))
    }

    /// How many low bits of an input can be anything, and whether it is never negative. Conversions
    /// keep the low bits; to a type that is not narrower they keep numbers that are not negative.
    fn input_bits(&self, input: &TExpr) -> Option<(u8, bool)> {
        match &input.kind {
            TKind::Cast(inner) => {
                let (Ty::Int(from), Ty::Int(to)) = (&inner.ty, &input.ty) else { return None };
                let (n_bits, is_natural) = self.input_bits(inner)?;
                (to.width >= from.width).then_some((n_bits, is_natural))
            }
            TKind::Call(callee, _) => match intrinsic_of(self.program.typed, callee)? {
                Intrinsic::Rand => Some((31, true)),
                Intrinsic::Nondet => match &input.ty {
                    Ty::Int(int) => Some((int.width, !int.signed)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }
}
