//! Lowering, by example.
