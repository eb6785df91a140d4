//! Source text: files, places in them, tokens, and what is wrong with them.
//!
//! Everything the engine says about a program points into a [`Sources`] by [`Span`]. Positions are
//! byte offsets; lines and columns are computed at the edge by [`LineIndex`], in bytes as well. What
//! a client calls a column (UTF-16 units, characters) is not known here.
//!
//! Must not know: paths, the file system, C beyond its tokens.

mod data_model;
mod line_index;
mod problem;
mod sources;
mod span;
mod tokens;
mod wakeups;

pub use data_model::DataModel;
pub use line_index::{LineCol, LineIndex};
pub use problem::{Code, Note, Problem};
pub use sources::{IncludeKind, Loader, NoIncludes, SourceFile, Sources};
pub use span::{FileId, Span};
pub use tokens::{Expansion, Token, TokenKind, Tokens};
pub use wakeups::Wakeups;
