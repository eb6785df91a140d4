//! What expressions mean.
//!
//! This is the reference: whoever computes with expressions in another way (bit-blasting, rewriting,
//! folding of constants) is tested against these functions. They are total, as `expr.rs` explains.
//!
//! Handles are evaluated like numbers of `HANDLE_WIDTH` bits. That is sound because a valid program
//! only compares them for equality; their order never shows.

use super::expr::{BinOp, Bits, Expr, Extend, UnOp};
use super::layout::{HANDLE_WIDTH, Layout};
use super::program::{Scope, VarId};

/// What an expression of one thread can see.
#[derive(Clone, Copy, Debug)]
pub struct Env<'a> {
    pub layout: &'a Layout,
    pub shared: &'a [u64],
    pub locals: &'a [u64],
    /// The thread's creation number.
    pub self_handle: u64,
}

/// Told of every cell that an evaluation reads: the variable, the index if it is an array, the value.
pub type OnRead<'a> = &'a mut dyn FnMut(VarId, Option<u32>, u64);

impl Env<'_> {
    /// The value of an expression of a valid program.
    pub fn eval(&self, expr: &Expr) -> Bits {
        self.eval_reading(expr, &mut |_, _, _| {})
    }

    /// Whether a one-bit expression holds.
    pub fn holds(&self, expr: &Expr) -> bool {
        self.eval(expr) == Bits::TRUE
    }

    /// The value, and what was read to find it: of a conditional only the chosen side, and nothing
    /// for an index outside the bounds.
    pub fn eval_reading(&self, expr: &Expr, on_read: OnRead) -> Bits {
        match expr {
            Expr::Const(bits) => *bits,
            Expr::NoThread => Bits::new(0, HANDLE_WIDTH),
            Expr::SelfHandle => Bits::new(self.self_handle, HANDLE_WIDTH),
            Expr::Var(var) => {
                let slot = self.layout.slot(*var);
                let value = self.row(slot.scope)[slot.first];
                on_read(*var, None, value);
                Bits::new(value, slot.width)
            }
            Expr::Elem(var, index) => {
                let index = self.eval_reading(index, on_read).value;
                let slot = self.layout.slot(*var);
                let value = slot.elem(index).map(|cell| self.row(slot.scope)[cell]);
                if let Some(value) = value {
                    on_read(*var, Some(index as u32), value);
                }
                Bits::new(value.unwrap_or(0), slot.width)
            }
            Expr::Un(op, a) => apply_un(*op, self.eval_reading(a, on_read)),
            Expr::Bin(op, a, b) => {
                let a = self.eval_reading(a, on_read);
                apply_bin(*op, a, self.eval_reading(b, on_read))
            }
            Expr::Ite(condition, then, otherwise) => {
                let chosen = match self.eval_reading(condition, on_read) {
                    Bits::TRUE => then,
                    _ => otherwise,
                };
                self.eval_reading(chosen, on_read)
            }
            Expr::Resize(extend, width, a) => {
                resize(*extend, *width, self.eval_reading(a, on_read))
            }
        }
    }

    fn row(&self, scope: Scope) -> &[u64] {
        match scope {
            Scope::Shared => self.shared,
            Scope::Local => self.locals,
        }
    }
}

pub fn apply_un(op: UnOp, a: Bits) -> Bits {
    let value = match op {
        UnOp::Not => !a.value,
        UnOp::Neg => a.value.wrapping_neg(),
    };
    Bits::new(value, a.width)
}

pub fn apply_bin(op: BinOp, a: Bits, b: Bits) -> Bits {
    let is_shift = matches!(op, BinOp::Shl | BinOp::Lshr | BinOp::Ashr);
    debug_assert!(is_shift || a.width == b.width, "{op:?} of {} and {} bits", a.width, b.width);
    let truth = |holds: bool| Bits { value: u64::from(holds), width: 1 };
    let value = match op {
        BinOp::Add => a.value.wrapping_add(b.value),
        BinOp::Sub => a.value.wrapping_sub(b.value),
        BinOp::Mul => a.value.wrapping_mul(b.value),
        BinOp::Udiv => a.value.checked_div(b.value).unwrap_or(u64::MAX),
        BinOp::Urem => a.value.checked_rem(b.value).unwrap_or(a.value),
        BinOp::Sdiv | BinOp::Srem if b.value == 0 => match op {
            BinOp::Sdiv => u64::MAX,
            _ => a.value,
        },
        // Wrapping matters at 64 bits only; at smaller widths the quotient fits, and loses its
        // extra bit below.
        BinOp::Sdiv => a.signed().wrapping_div(b.signed()) as u64,
        BinOp::Srem => a.signed().wrapping_rem(b.signed()) as u64,
        BinOp::And => a.value & b.value,
        BinOp::Or => a.value | b.value,
        BinOp::Xor => a.value ^ b.value,
        BinOp::Shl if b.value >= u64::from(a.width) => 0,
        BinOp::Shl => a.value << b.value,
        BinOp::Lshr if b.value >= u64::from(a.width) => 0,
        BinOp::Lshr => a.value >> b.value,
        BinOp::Ashr => (a.signed() >> b.value.min(63)) as u64,
        BinOp::Eq => return truth(a.value == b.value),
        BinOp::Ne => return truth(a.value != b.value),
        BinOp::Ult => return truth(a.value < b.value),
        BinOp::Ule => return truth(a.value <= b.value),
        BinOp::Slt => return truth(a.signed() < b.signed()),
        BinOp::Sle => return truth(a.signed() <= b.signed()),
    };
    Bits::new(value, a.width)
}

pub fn resize(extend: Extend, width: u8, a: Bits) -> Bits {
    match extend {
        Extend::Zero => Bits::new(a.value, width),
        Extend::Sign => Bits::new(a.signed() as u64, width),
    }
}

#[cfg(test)]
mod tests;
