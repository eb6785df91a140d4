//! Printing, for `braid dump --stage ast` and for tests.
//!
//! It looks like C where that is unambiguous, and unlike it where C is hard to read: types come
//! behind names and read from left to right (`p: *const int`), and every operator has its
//! parentheses.

mod expr;
mod types;

use std::fmt::{self, Display, Formatter};

use super::{
    Annotation, AnnotationKind, Declaration, ForInit, Function, InstanceCount, Item, Stmt,
    StmtKind, Storage, Unit,
};

impl Display for Unit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for item in &self.items {
            match item {
                Item::Function(function) => write!(f, "{function}")?,
                Item::Declaration(declaration) => writeln!(f, "{declaration};")?,
                Item::StaticAssert { condition, .. } => writeln!(f, "static_assert {condition};")?,
                Item::Annotation(annotation) => writeln!(f, "@{annotation};")?,
            }
        }
        Ok(())
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        annotations(f, &self.annotations)?;
        write!(f, "{}", storage(self.storage))?;
        if self.noreturn {
            write!(f, "noreturn ")?;
        }
        writeln!(f, "{}: {} {{", self.name, self.ty)?;
        block(f, &self.body, 1)?;
        writeln!(f, "}}")
    }
}

impl Display for Declaration {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        annotations(f, &self.annotations)?;
        write!(f, "{}", storage(self.storage))?;
        if self.thread_local {
            write!(f, "thread_local ")?;
        }
        write!(f, "{}", self.alignment)?;
        match &self.name {
            Some(name) => write!(f, "{name}: {}", self.ty)?,
            None => write!(f, "type {}", self.ty)?,
        }
        if let Some(cleanup) = &self.cleanup {
            write!(f, " cleanup({})", cleanup.function)?;
        }
        match &self.init {
            Some(init) => write!(f, " = {init}"),
            None => Ok(()),
        }
    }
}

impl Display for Annotation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            AnnotationKind::Thread(InstanceCount::Any) => write!(f, "thread(any)"),
            AnnotationKind::Thread(InstanceCount::Exactly(n)) => write!(f, "thread({n})"),
            AnnotationKind::Shared => write!(f, "shared"),
            AnnotationKind::Local => write!(f, "local"),
            AnnotationKind::GuardedBy(lock) => write!(f, "guarded_by({lock})"),
            AnnotationKind::PtGuardedBy(lock) => write!(f, "pt_guarded_by({lock})"),
            AnnotationKind::Init => write!(f, "init"),
            AnnotationKind::Atomic => write!(f, "atomic"),
            AnnotationKind::Invariant(expr) => write!(f, "invariant({expr})"),
            AnnotationKind::Assume(expr) => write!(f, "assume({expr})"),
            AnnotationKind::Assert(expr) => write!(f, "assert({expr})"),
        }
    }
}

impl Display for Stmt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        stmt(f, self, 0)
    }
}

fn annotations(f: &mut Formatter<'_>, annotations: &[Annotation]) -> fmt::Result {
    annotations.iter().try_for_each(|annotation| write!(f, "@{annotation} "))
}

fn storage(storage: Storage) -> &'static str {
    match storage {
        Storage::None => "",
        Storage::Static => "static ",
        Storage::Extern => "extern ",
        Storage::Typedef => "typedef ",
        Storage::Register => "register ",
        Storage::Auto => "auto ",
    }
}

fn block(f: &mut Formatter<'_>, stmts: &[Stmt], depth: usize) -> fmt::Result {
    stmts.iter().try_for_each(|inner| stmt(f, inner, depth))
}

/// One statement, on lines of its own.
fn stmt(f: &mut Formatter<'_>, stmt: &Stmt, depth: usize) -> fmt::Result {
    let pad = "    ".repeat(depth);
    match &stmt.kind {
        StmtKind::Empty => writeln!(f, "{pad};"),
        StmtKind::Expr(expr) => writeln!(f, "{pad}{expr};"),
        StmtKind::Decl(declarations) => {
            declarations.iter().try_for_each(|declaration| writeln!(f, "{pad}{declaration};"))
        }
        StmtKind::Block(stmts) => {
            writeln!(f, "{pad}{{")?;
            block(f, stmts, depth + 1)?;
            writeln!(f, "{pad}}}")
        }
        StmtKind::If { condition, then, otherwise } => {
            writeln!(f, "{pad}if {condition}")?;
            self::stmt(f, then, depth + 1)?;
            match otherwise {
                Some(otherwise) => {
                    writeln!(f, "{pad}else")?;
                    self::stmt(f, otherwise, depth + 1)
                }
                None => Ok(()),
            }
        }
        StmtKind::While { condition, body } => {
            writeln!(f, "{pad}while {condition}")?;
            self::stmt(f, body, depth + 1)
        }
        StmtKind::DoWhile { body, condition } => {
            writeln!(f, "{pad}do")?;
            self::stmt(f, body, depth + 1)?;
            writeln!(f, "{pad}while {condition};")
        }
        StmtKind::For { init, condition, step, body } => {
            write!(f, "{pad}for ")?;
            match init {
                ForInit::None => {}
                ForInit::Expr(expr) => write!(f, "{expr}")?,
                ForInit::Decl(declarations) => expr::commas(f, declarations)?,
            }
            write!(f, "; ")?;
            expr::commas(f, condition.as_slice())?;
            write!(f, "; ")?;
            expr::commas(f, step.as_slice())?;
            writeln!(f)?;
            self::stmt(f, body, depth + 1)
        }
        StmtKind::Switch { value, body } => {
            writeln!(f, "{pad}switch {value}")?;
            self::stmt(f, body, depth + 1)
        }
        StmtKind::Case { low, high, body } => {
            match high {
                Some(high) => writeln!(f, "{pad}case {low} ... {high}:")?,
                None => writeln!(f, "{pad}case {low}:")?,
            }
            self::stmt(f, body, depth + 1)
        }
        StmtKind::Default(body) => {
            writeln!(f, "{pad}default:")?;
            self::stmt(f, body, depth + 1)
        }
        StmtKind::Label(name, body) => {
            writeln!(f, "{pad}{name}:")?;
            self::stmt(f, body, depth + 1)
        }
        StmtKind::Goto(label) => writeln!(f, "{pad}goto {label};"),
        StmtKind::Break => writeln!(f, "{pad}break;"),
        StmtKind::Continue => writeln!(f, "{pad}continue;"),
        StmtKind::Return(None) => writeln!(f, "{pad}return;"),
        StmtKind::Return(Some(value)) => writeln!(f, "{pad}return {value};"),
        StmtKind::Annotation(annotation) => writeln!(f, "{pad}@{annotation};"),
        StmtKind::StaticAssert(condition) => writeln!(f, "{pad}static_assert {condition};"),
        StmtKind::Unsupported(what) => writeln!(f, "{pad}<{what}>;"),
    }
}
