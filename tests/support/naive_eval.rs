//! A second meaning of expressions, written independently: on mathematical integers.
//!
//! Values are unbounded here; only at the end of an operation is the result brought back into range.
//! Shifts are multiplications and divisions, bitwise operations go bit by bit.

use braid_core::scpl::{BinOp, Expr, Extend, Program, Scope, Sort, State, ThreadIdx, UnOp, VarId};

/// The value of an expression in a state, as seen by a thread; between 0 and 2^width - 1.
pub fn naive_eval(program: &Program, state: &State, thread: ThreadIdx, expr: &Expr) -> i128 {
    let eval = |expr: &Expr| naive_eval(program, state, thread, expr);
    match expr {
        Expr::Const(bits) => i128::from(bits.value),
        Expr::NoThread => 0,
        Expr::SelfHandle => i128::from(thread.0) + 1,
        Expr::Var(var) => cell(program, state, thread, *var, 0),
        Expr::Elem(var, index) => cell(program, state, thread, *var, eval(index)),
        Expr::Un(op, a) => {
            let value = match op {
                UnOp::Neg => -eval(a),
                UnOp::Not => -eval(a) - 1,
            };
            value.rem_euclid(modulus(width(program, a)))
        }
        Expr::Bin(op, a, b) => {
            let a = Number { value: eval(a), width: width(program, a) };
            let b = Number { value: eval(b), width: width(program, b) };
            binary(*op, a, b)
        }
        Expr::Ite(condition, then, otherwise) => {
            if eval(condition) == 1 {
                eval(then)
            } else {
                eval(otherwise)
            }
        }
        Expr::Resize(extend, to, a) => {
            let a = Number { value: eval(a), width: width(program, a) };
            let value = match extend {
                Extend::Zero => a.value,
                Extend::Sign => a.signed(),
            };
            value.rem_euclid(modulus(*to))
        }
    }
}

#[derive(Clone, Copy)]
struct Number {
    value: i128,
    width: u8,
}

impl Number {
    fn signed(self) -> i128 {
        let is_negative = self.value >= modulus(self.width) / 2;
        if is_negative { self.value - modulus(self.width) } else { self.value }
    }

    fn bit(self, idx: u8) -> bool {
        self.value / modulus(idx) % 2 == 1
    }
}

fn binary(op: BinOp, a: Number, b: Number) -> i128 {
    let zip = |keep: &dyn Fn(bool, bool) -> bool| -> i128 {
        (0..a.width).filter(|&idx| keep(a.bit(idx), b.bit(idx))).map(modulus).sum()
    };
    // Beyond the width a shift changes nothing more.
    let factor = modulus(b.value.min(64) as u8);
    let all_ones = modulus(a.width) - 1;
    let value = match op {
        BinOp::Add => a.value + b.value,
        BinOp::Sub => a.value - b.value,
        // Of signed factors, which are smaller: the product of two 64-bit numbers fits.
        BinOp::Mul => a.signed() * b.signed(),
        BinOp::Udiv | BinOp::Sdiv if b.value == 0 => all_ones,
        BinOp::Urem | BinOp::Srem if b.value == 0 => a.value,
        BinOp::Udiv => a.value / b.value,
        BinOp::Urem => a.value % b.value,
        BinOp::Sdiv => a.signed() / b.signed(),
        BinOp::Srem => a.signed() % b.signed(),
        BinOp::And => zip(&|a, b| a && b),
        BinOp::Or => zip(&|a, b| a || b),
        BinOp::Xor => zip(&|a, b| a != b),
        // Of a signed factor, for the same reason.
        BinOp::Shl => a.signed() * factor,
        BinOp::Lshr => a.value / factor,
        BinOp::Ashr => a.signed().div_euclid(factor),
        BinOp::Eq => return i128::from(a.value == b.value),
        BinOp::Ne => return i128::from(a.value != b.value),
        BinOp::Ult => return i128::from(a.value < b.value),
        BinOp::Ule => return i128::from(a.value <= b.value),
        BinOp::Slt => return i128::from(a.signed() < b.signed()),
        BinOp::Sle => return i128::from(a.signed() <= b.signed()),
    };
    value.rem_euclid(modulus(a.width))
}

/// 2^width.
fn modulus(width: u8) -> i128 {
    1 << width
}

fn width(program: &Program, expr: &Expr) -> u8 {
    // Handles are numbers that never reach the modulus.
    program.width(expr).unwrap_or(64)
}

/// Counts through the variables in front; 0 outside the bounds.
fn cell(program: &Program, state: &State, thread: ThreadIdx, var: VarId, index: i128) -> i128 {
    let declared = program.var(var);
    debug_assert!(matches!(declared.sort, Sort::Handle | Sort::Bits(1..=64)));
    if index >= declared.n_cells() as i128 {
        return 0;
    }
    let in_front = program.vars[..var.0 as usize].iter().filter(|v| v.scope == declared.scope);
    let first: usize = in_front.map(|v| v.n_cells()).sum();
    let cells = match declared.scope {
        Scope::Shared => &state.shared,
        Scope::Local => &state.threads[thread.0 as usize].locals,
    };
    i128::from(cells[first + index as usize])
}
