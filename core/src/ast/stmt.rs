//! Statements.

use super::{Annotation, Declaration, Expr, Name, Span};

#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    Empty,
    Expr(Expr),
    /// The declarators of one declaration.
    Decl(Vec<Declaration>),
    Block(Vec<Stmt>),
    If {
        condition: Expr,
        then: Box<Stmt>,
        otherwise: Option<Box<Stmt>>,
    },
    While {
        condition: Expr,
        body: Box<Stmt>,
    },
    DoWhile {
        body: Box<Stmt>,
        condition: Expr,
    },
    For {
        init: ForInit,
        condition: Option<Expr>,
        step: Option<Expr>,
        body: Box<Stmt>,
    },
    Switch {
        value: Expr,
        body: Box<Stmt>,
    },
    /// `case low ... high:` has both ends; the statement that follows is part of it.
    Case {
        low: Expr,
        high: Option<Expr>,
        body: Box<Stmt>,
    },
    Default(Box<Stmt>),
    Label(Name, Box<Stmt>),
    Goto(Name),
    Break,
    Continue,
    Return(Option<Expr>),
    Annotation(Annotation),
    StaticAssert(Expr),
    /// Something not understood, named for the user: "inline assembly".
    Unsupported(String),
}

#[derive(Clone, Debug, PartialEq)]
pub enum ForInit {
    None,
    Expr(Expr),
    Decl(Vec<Declaration>),
}
