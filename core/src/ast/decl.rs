//! Declarations and function definitions.

use super::{Alignment, Annotation, Expr, FunctionType, Name, QualType, Span, Stmt};

#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    Function(Function),
    /// One declarator each: `int a, *b;` gives two. A declaration that only introduces a struct, union
    /// or enum has no name.
    Declaration(Declaration),
    StaticAssert {
        condition: Expr,
        span: Span,
    },
    /// An annotation that belongs to no declaration, such as an invariant at file scope.
    Annotation(Annotation),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    #[default]
    None,
    Static,
    Extern,
    Typedef,
    Register,
    Auto,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    pub name: Option<Name>,
    pub ty: QualType,
    pub storage: Storage,
    /// `_Thread_local` or `__thread`.
    pub thread_local: bool,
    /// It has another name in the object file; only for functions.
    pub renamed: bool,
    pub cleanup: Option<Cleanup>,
    /// Only for functions.
    pub runs: Runs,
    pub init: Option<Init>,
    pub alignment: Alignment,
    pub annotations: Vec<Annotation>,
    /// The declared name; the whole declaration if it has none.
    pub name_span: Span,
    pub span: Span,
}

/// `__attribute__((cleanup(f)))`: `f(&variable)` is called when the scope is left.
#[derive(Clone, Debug, PartialEq)]
pub struct Cleanup {
    pub function: Name,
    pub span: Span,
}

/// `__attribute__((constructor))`, `__attribute__((destructor))`: that a function runs before `main` or
/// when the program ends, and when among the others: lower numbers are nearer to the program's ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    pub before_main: Option<u32>,
    pub after_main: Option<u32>,
}

impl Runs {
    /// The priority of those that do not say.
    pub const LAST: u32 = 65536;

    pub fn and(self, other: Runs) -> Runs {
        Runs {
            before_main: self.before_main.or(other.before_main),
            after_main: self.after_main.or(other.after_main),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub name: Name,
    pub ty: FunctionType,
    pub storage: Storage,
    pub inline: bool,
    /// `_Noreturn` or `__attribute__((noreturn))`.
    pub noreturn: bool,
    pub runs: Runs,
    pub annotations: Vec<Annotation>,
    pub body: Vec<Stmt>,
    /// `va_arg` stands in it.
    pub reads_arguments: bool,
    pub name_span: Span,
    /// From the first specifier to the closing brace.
    pub span: Span,
    /// The closing brace, where control falls off the end.
    pub end: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Init {
    Expr(Expr),
    List { items: Vec<InitItem>, span: Span },
}

#[derive(Clone, Debug, PartialEq)]
pub struct InitItem {
    pub designators: Vec<Designator>,
    pub value: Init,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Designator {
    Field(Name, Span),
    Index(Expr),
    /// GNU `[a ... b]`.
    Range(Expr, Expr),
}
