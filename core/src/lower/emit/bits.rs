//! What GCC's built-ins find out about the bits of a number, and `ffs`.

use super::super::fold;
use super::super::intrinsics::{BitCount, Operand};
use super::super::typed::TExpr;
use super::super::types::IntTy;
use super::{Emitter, Value};
use crate::scpl::{BinOp, Expr, Extend, Sort, UnOp};
use crate::text::Span;

const WIDTH_OF_INT: u8 = 32;

impl Emitter<'_> {
    pub(super) fn count_bits(
        &mut self,
        count: BitCount,
        operand: Operand,
        args: &[TExpr],
        span: Span,
    ) -> Option<Value> {
        let width = self.width_of(operand);
        let x = self.number(args.first()?, width)?;
        let zero = Expr::constant(0, width);
        if matches!(count, BitCount::Leading | BitCount::Trailing) {
            let not_zero = fold::bin(BinOp::Ne, x.clone(), zero.clone());
            self.check(not_zero, span, |this| {
                format!("`{}` is not 0, which has no first bit", this.text(args[0].span))
            });
        }
        let n_bits = match count {
            BitCount::Ones | BitCount::Parity => self.ones(x, width, span),
            BitCount::Trailing | BitCount::First => {
                // The zeros behind the lowest bit are the ones of what is just below it.
                let negative = fold::un(UnOp::Neg, x.clone());
                let lowest = fold::bin(BinOp::And, x.clone(), negative);
                let below = fold::bin(BinOp::Sub, lowest, Expr::constant(1, width));
                let n_zeros = self.ones(below, width, span);
                match count {
                    BitCount::First => {
                        let first = fold::bin(BinOp::Add, n_zeros, Expr::constant(1, width));
                        fold::ite(fold::bin(BinOp::Eq, x, zero.clone()), zero, first)
                    }
                    _ => n_zeros,
                }
            }
            BitCount::Leading => {
                let mut below = x;
                let mut by = 1;
                while by < width {
                    let moved =
                        fold::bin(BinOp::Lshr, below.clone(), Expr::constant(by.into(), width));
                    below = self.shared_part(fold::bin(BinOp::Or, below, moved), width, span);
                    by *= 2;
                }
                let ones = self.ones(below, width, span);
                fold::bin(BinOp::Sub, Expr::constant(width.into(), width), ones)
            }
        };
        let n_bits = match count {
            BitCount::Parity => fold::bin(BinOp::And, n_bits, Expr::constant(1, width)),
            _ => n_bits,
        };
        Some(Value::local(fold::resize(Extend::Zero, width, WIDTH_OF_INT, n_bits)))
    }

    /// The bytes of a number in the opposite order.
    pub(super) fn swap_bytes(&mut self, width: u8, args: &[TExpr]) -> Option<Value> {
        let x = self.number(args.first()?, width)?;
        let mut swapped = Expr::constant(0, width);
        for low in (0..width).step_by(8) {
            let moved = fold::bin(BinOp::Lshr, x.clone(), Expr::constant(low.into(), width));
            let byte = fold::bin(BinOp::And, moved, Expr::constant(0xff, width));
            let to = Expr::constant(u64::from(width - 8 - low), width);
            swapped = fold::bin(BinOp::Or, swapped, fold::bin(BinOp::Shl, byte, to));
        }
        Some(Value::local(swapped))
    }

    fn width_of(&self, operand: Operand) -> u8 {
        match operand {
            Operand::Int => WIDTH_OF_INT,
            Operand::Long => IntTy::long(self.program.types.model, true).width,
            Operand::LongLong => IntTy::long_long(true).width,
        }
    }

    /// The argument as a number of so many bits, to be used more than once.
    fn number(&mut self, arg: &TExpr, width: u8) -> Option<Expr> {
        let value = self.value(arg)?;
        let to = super::Ty::Int(IntTy::plain(width, false, 3));
        let value = value.map(|value| fold::cast(self.program.types, &arg.ty, &to, value));
        Some(self.keep(value, Sort::Bits(width), arg.span))
    }

    /// How many bits are 1: counted in pairs, then in fours, and so on.
    fn ones(&mut self, x: Expr, width: u8, span: Span) -> Expr {
        let mut counts = self.shared_part(x, width, span);
        let mut size = 1;
        while size < width {
            // `size` ones, `size` zeros, and so on.
            let mask = (0..width)
                .filter(|bit| (bit / size).is_multiple_of(2))
                .fold(0, |mask, bit| mask | 1 << bit);
            let mask = Expr::constant(mask, width);
            let high = fold::bin(BinOp::Lshr, counts.clone(), Expr::constant(size.into(), width));
            let low = fold::bin(BinOp::And, counts, mask.clone());
            let sum = fold::bin(BinOp::Add, low, fold::bin(BinOp::And, high, mask));
            counts = self.shared_part(sum, width, span);
            size *= 2;
        }
        counts
    }

    /// A part of a computation that is used twice.
    fn shared_part(&mut self, value: Expr, width: u8, span: Span) -> Expr {
        self.keep(Value::local(value), Sort::Bits(width), span)
    }
}
