//! Programs with known answers, and random ones against the interpreter.

mod oracle;
mod random;
