//! Laws of terms and solvers. `recipe.rs` makes random terms together with what they must mean.

mod blast;
mod forms;
mod recipe;
mod rewrite;
mod search;

use crate::budget::Budget;
use crate::scpl::BinOp;

const BIN_OPS: [BinOp; 19] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Udiv,
    BinOp::Sdiv,
    BinOp::Urem,
    BinOp::Srem,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::Shl,
    BinOp::Lshr,
    BinOp::Ashr,
    BinOp::Eq,
    BinOp::Ne,
    BinOp::Ult,
    BinOp::Ule,
    BinOp::Slt,
    BinOp::Sle,
];

fn unlimited() -> Budget {
    Budget::new(u64::MAX)
}
