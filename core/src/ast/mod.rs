//! The C that Braid reads, as an owned syntax tree.
//!
//! It is syntax with names: typedefs are not resolved, expressions carry no types and no conversions,
//! array sizes are expressions. All of that needs the data model and is the lowering's work. Every node
//! has the span of the user's text it stands for; for a node that came out of a macro that is the
//! macro's invocation, or the argument it was written in.
//!
//! What the front end could not make sense of stays in the tree as `Unsupported`, so that whatever
//! depends on it can be called unknown.
//!
//! Must not know: tree-sitter, the preprocessor, widths of types.

mod annotation;
mod decl;
mod expr;
mod print;
mod stmt;
mod types;

use std::sync::Arc;

pub use annotation::{Annotation, AnnotationKind, InstanceCount};
pub use decl::{Cleanup, Declaration, Designator, Function, Init, InitItem, Item, Runs, Storage};
pub use expr::{AssignOp, BinaryOp, Expr, ExprKind, IncDec, IntLiteral, IntSuffix, UnaryOp};
pub use stmt::{ForInit, Stmt, StmtKind};
pub use types::{
    Alignment, Enum, Field, FloatKind, FunctionType, IntKind, Param, QualType, Record, RecordKind,
    Type,
};

use crate::text::Span;

/// An identifier.
pub type Name = Arc<str>;

/// A translation unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    pub items: Vec<Item>,
    /// Calls of thread-creating functions, found by `queries/threads.scm`.
    pub creations: Vec<Span>,
    /// Assertions and error calls, found by `queries/assertions.scm`. The lowering accounts for each.
    pub assertions: Vec<Span>,
}
