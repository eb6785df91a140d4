//! What the user tells Braid, as attributes of `braid.h` or as comments.

use super::{Expr, Span};

#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    pub kind: AnnotationKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AnnotationKind {
    /// On a function: so many instances of it run as threads.
    Thread(InstanceCount),
    /// On a variable.
    Shared,
    /// On a variable.
    Local,
    /// On a variable: the lock that guards it.
    GuardedBy(Expr),
    /// On a pointer: the lock that guards what it points to.
    PtGuardedBy(Expr),
    /// On a function: it runs before the threads.
    Init,
    /// On a function, or in front of a block: indivisible.
    Atomic,
    /// In a function, or at file scope: a candidate predicate.
    Invariant(Expr),
    /// In a function.
    Assume(Expr),
    /// In a function.
    Assert(Expr),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstanceCount {
    Any,
    Exactly(u32),
}
