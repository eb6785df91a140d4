//! What the tests share.

pub mod dice;
pub mod naive_eval;
pub mod random_expr;
pub mod random_program;
