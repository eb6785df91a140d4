//! Expressions.

use super::{Init, Name, QualType, Span, Stmt};

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntLiteral {
    pub value: u64,
    /// Written in base ten: decides which types are tried [C17 6.4.4.1].
    pub decimal: bool,
    pub unsigned: bool,
    pub suffix: IntSuffix,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntSuffix {
    None,
    Long,
    LongLong,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Int(IntLiteral),
    /// The value of a character constant, as the `int` it is.
    Char(i32),
    /// The bytes of a string literal (adjacent ones joined), without the final NUL.
    Str(Vec<u8>),
    Float(f64),
    Name(Name),
    Unary(UnaryOp, Box<Expr>),
    IncDec(IncDec, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Assign(AssignOp, Box<Expr>, Box<Expr>),
    /// Condition, then (absent in GNU `a ?: b`), else.
    Conditional(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    Cast(Box<QualType>, Box<Expr>),
    SizeofExpr(Box<Expr>),
    SizeofType(Box<QualType>),
    AlignofType(Box<QualType>),
    Offsetof(Box<QualType>, Name),
    Call(Box<Expr>, Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    /// `base.field`
    Member(Box<Expr>, Name),
    /// `base->field`
    Arrow(Box<Expr>, Name),
    CompoundLiteral(Box<QualType>, Box<Init>),
    /// GNU `({ ... })`
    StmtExpr(Vec<Stmt>),
    /// `_Generic`: the value whose type chooses, and what there is to choose from; no type is `default`.
    Generic(Box<Expr>, Vec<(Option<QualType>, Expr)>),
    /// `va_arg`
    VaArg(Box<Expr>, Box<QualType>),
    /// `__builtin_types_compatible_p`
    SameType(Box<QualType>, Box<QualType>),
    /// Something not understood, named for the user: "a computed goto".
    Unsupported(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Plus,
    Minus,
    /// `!`
    Not,
    /// `~`
    BitNot,
    Deref,
    AddressOf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncDec {
    PreInc,
    PreDec,
    PostInc,
    PostDec,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    Comma,
}

/// `=`, or a compound assignment with its operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignOp {
    Plain,
    Compound(BinaryOp),
}
