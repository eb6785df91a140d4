//! Between the engine's words and the protocol's: bytes and columns, findings and diagnostics.
//!
//! `encoding` counts columns the way the client does; it is the only place that knows UTF-16.
//! `newer` knows what the types of the protocol do not know yet.
//! `from_lsp` reads what the client sends, `to_lsp`, `verdicts` and `summary` write what it gets.
//!
//! Must not know: documents that are open, runs, the connection.

pub mod encoding;
pub mod from_lsp;
pub mod newer;
pub mod settings_problems;
pub mod summary;
pub mod to_lsp;
pub mod verdicts;

pub use encoding::{Encoding, Lines};
pub use from_lsp::Abilities;
