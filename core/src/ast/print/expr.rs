//! Expressions, with all their parentheses.

use std::fmt::{self, Display, Formatter};

use crate::ast::{
    AssignOp, BinaryOp, Designator, Expr, ExprKind, IncDec, Init, InitItem, IntLiteral, IntSuffix,
    UnaryOp,
};

/// Writes things with commas between them.
pub fn commas<T: Display>(f: &mut Formatter<'_>, items: &[T]) -> fmt::Result {
    for (idx, item) in items.iter().enumerate() {
        let comma = if idx == 0 { "" } else { ", " };
        write!(f, "{comma}{item}")?;
    }
    Ok(())
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // Sums can have thousands of terms, nested to the left: no recursion on those.
        let mut spine = Vec::new();
        let mut at = self;
        while let ExprKind::Binary(op, left, right) = &at.kind {
            spine.push((op, right));
            at = left;
        }
        (0..spine.len()).try_for_each(|_| write!(f, "("))?;
        innermost(f, &at.kind)?;
        spine.iter().rev().try_for_each(|(op, right)| match op {
            BinaryOp::Comma => write!(f, ", {right})"),
            _ => write!(f, " {op} {right})"),
        })
    }
}

fn innermost(f: &mut Formatter<'_>, kind: &ExprKind) -> fmt::Result {
    match kind {
        ExprKind::Int(literal) => write!(f, "{literal}"),
        ExprKind::Char(value) => match u8::try_from(*value) {
            Ok(byte) if byte.is_ascii_graphic() => write!(f, "'{}'", byte.escape_ascii()),
            _ => write!(f, "char({value})"),
        },
        ExprKind::Str(bytes) => write!(f, "\"{}\"", bytes.escape_ascii()),
        ExprKind::Float(value) => write!(f, "{value:?}"),
        ExprKind::Name(name) => write!(f, "{name}"),
        ExprKind::Unary(op, operand) => write!(f, "({op}{operand})"),
        ExprKind::IncDec(IncDec::PreInc, operand) => write!(f, "(++{operand})"),
        ExprKind::IncDec(IncDec::PreDec, operand) => write!(f, "(--{operand})"),
        ExprKind::IncDec(IncDec::PostInc, operand) => write!(f, "({operand}++)"),
        ExprKind::IncDec(IncDec::PostDec, operand) => write!(f, "({operand}--)"),
        ExprKind::Binary(op, left, right) => write!(f, "({left} {op} {right})"),
        ExprKind::Assign(AssignOp::Plain, left, right) => write!(f, "({left} = {right})"),
        ExprKind::Assign(AssignOp::Compound(op), left, right) => {
            write!(f, "({left} {op}= {right})")
        }
        ExprKind::Conditional(condition, Some(then), otherwise) => {
            write!(f, "({condition} ? {then} : {otherwise})")
        }
        ExprKind::Conditional(condition, None, otherwise) => {
            write!(f, "({condition} ?: {otherwise})")
        }
        ExprKind::Cast(ty, operand) => write!(f, "(<{ty}> {operand})"),
        ExprKind::SizeofExpr(operand) => write!(f, "sizeof({operand})"),
        ExprKind::SizeofType(ty) => write!(f, "sizeof<{ty}>"),
        ExprKind::AlignofType(ty) => write!(f, "alignof<{ty}>"),
        ExprKind::Generic(value, associations) => {
            write!(f, "_Generic({value}")?;
            for (ty, value) in associations {
                match ty {
                    Some(ty) => write!(f, ", <{ty}>: {value}")?,
                    None => write!(f, ", default: {value}")?,
                }
            }
            write!(f, ")")
        }
        ExprKind::VaArg(list, ty) => write!(f, "va_arg({list}, <{ty}>)"),
        ExprKind::SameType(a, b) => write!(f, "same<{a}, {b}>"),
        ExprKind::Offsetof(ty, member) => write!(f, "offsetof<{ty}>({member})"),
        ExprKind::Call(function, arguments) => {
            write!(f, "{function}(")?;
            commas(f, arguments)?;
            write!(f, ")")
        }
        ExprKind::Index(base, index) => write!(f, "{base}[{index}]"),
        ExprKind::Member(base, name) => write!(f, "{base}.{name}"),
        ExprKind::Arrow(base, name) => write!(f, "{base}->{name}"),
        ExprKind::CompoundLiteral(ty, init) => write!(f, "(<{ty}> {init})"),
        ExprKind::StmtExpr(stmts) => {
            write!(f, "({{")?;
            for stmt in stmts {
                let text = stmt.to_string();
                let words: Vec<&str> = text.split_whitespace().collect();
                write!(f, " {}", words.join(" "))?;
            }
            write!(f, " }})")
        }
        ExprKind::Unsupported(what) => write!(f, "<{what}>"),
    }
}

impl Display for IntLiteral {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.decimal || self.value < 8 {
            true => write!(f, "{}", self.value)?,
            false => write!(f, "{:#x}", self.value)?,
        }
        if self.unsigned {
            write!(f, "u")?;
        }
        match self.suffix {
            IntSuffix::None => Ok(()),
            IntSuffix::Long => write!(f, "l"),
            IntSuffix::LongLong => write!(f, "ll"),
        }
    }
}

impl Display for UnaryOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}",
            match self {
                UnaryOp::Plus => "+",
                UnaryOp::Minus => "-",
                UnaryOp::Not => "!",
                UnaryOp::BitNot => "~",
                UnaryOp::Deref => "*",
                UnaryOp::AddressOf => "&",
            }
        )
    }
}

impl Display for BinaryOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}",
            match self {
                BinaryOp::Mul => "*",
                BinaryOp::Div => "/",
                BinaryOp::Rem => "%",
                BinaryOp::Add => "+",
                BinaryOp::Sub => "-",
                BinaryOp::Shl => "<<",
                BinaryOp::Shr => ">>",
                BinaryOp::Lt => "<",
                BinaryOp::Gt => ">",
                BinaryOp::Le => "<=",
                BinaryOp::Ge => ">=",
                BinaryOp::Eq => "==",
                BinaryOp::Ne => "!=",
                BinaryOp::BitAnd => "&",
                BinaryOp::BitXor => "^",
                BinaryOp::BitOr => "|",
                BinaryOp::And => "&&",
                BinaryOp::Or => "||",
                BinaryOp::Comma => ",",
            }
        )
    }
}

impl Display for Init {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Init::Expr(expr) => write!(f, "{expr}"),
            Init::List { items, .. } => {
                write!(f, "{{")?;
                commas(f, items)?;
                write!(f, "}}")
            }
        }
    }
}

impl Display for InitItem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for designator in &self.designators {
            match designator {
                Designator::Field(name, _) => write!(f, ".{name}")?,
                Designator::Index(index) => write!(f, "[{index}]")?,
                Designator::Range(low, high) => write!(f, "[{low} ... {high}]")?,
            }
        }
        match self.designators.is_empty() {
            true => write!(f, "{}", self.value),
            false => write!(f, " = {}", self.value),
        }
    }
}
