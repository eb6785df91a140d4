//! What the tests share.

pub mod abstract_states;
pub mod bad_cases;
pub mod counters_program;
pub mod dice;
pub mod joins_program;
pub mod mutate;
pub mod naive_eval;
pub mod oracle;
pub mod random_bbp;
pub mod random_c;
pub mod random_expr;
pub mod random_program;
pub mod shrink;
pub mod slots_program;
pub mod small_program;

mod files;
pub mod markers;

pub use files::{
    corpus_files, corpus_name, linked_programs, open, open_all, preprocessed_files, root,
    with_big_stack,
};
