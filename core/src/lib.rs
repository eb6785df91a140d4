//! Braid's engine: C with threads in, proofs and interleavings out. `README.md` is the map.

pub mod budget;

pub mod ast;
pub mod bbp;
pub mod scpl;
pub mod text;

pub mod certify;
pub mod frontend;
pub mod hunt;
pub mod lower;
pub mod preprocess;

pub mod engine;
pub mod report;
