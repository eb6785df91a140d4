//! Programs with known answers, and random ones against the interpreter.

mod cases;
mod oracle;
mod random;
