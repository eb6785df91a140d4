//! Braid's engine: C with threads in, proofs and interleavings out. `README.md` is the map.

pub mod budget;
pub mod hash;
pub mod sabotage;

pub mod ast;
pub mod bbp;
pub mod scpl;
pub mod solve;
pub mod text;

pub mod certify;
pub mod check;
pub mod frontend;
pub mod hunt;
pub mod lower;
pub mod predabs;
pub mod preprocess;
pub mod reduce;
pub mod refine;
pub mod simulate;

pub mod engine;
pub mod report;
