//! How tightly expressions bind.
//!
//! C's grammar has one nonterminal per level, and says for each operand which level it must have at
//! least. Checking that is what makes tree-sitter's precedences, and its attempts to make sense of
//! wrong text, harmless: it reads `a + b = c` as `a + (b = c)`, which is not C.

use super::Build;
use crate::ast::BinaryOp;
use crate::frontend::grammar::{Kind, Role};
use crate::frontend::lex::Lex;
use crate::frontend::shape::NodeIdx;

/// Nonterminals of C's expression grammar [C17 6.5], loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Comma,
    Assignment,
    Conditional,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Cast,
    Unary,
    Postfix,
}

impl Level {
    pub fn of(op: BinaryOp) -> Level {
        match op {
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => Level::Multiplicative,
            BinaryOp::Add | BinaryOp::Sub => Level::Additive,
            BinaryOp::Shl | BinaryOp::Shr => Level::Shift,
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => Level::Relational,
            BinaryOp::Eq | BinaryOp::Ne => Level::Equality,
            BinaryOp::BitAnd => Level::BitAnd,
            BinaryOp::BitXor => Level::BitXor,
            BinaryOp::BitOr => Level::BitOr,
            BinaryOp::And => Level::And,
            BinaryOp::Or => Level::Or,
            BinaryOp::Comma => Level::Comma,
        }
    }

    /// The level of the right operand of a left-associative operator.
    pub fn tighter(self) -> Level {
        match self {
            Level::Comma => Level::Assignment,
            Level::Assignment => Level::Conditional,
            Level::Conditional => Level::Or,
            Level::Or => Level::And,
            Level::And => Level::BitOr,
            Level::BitOr => Level::BitXor,
            Level::BitXor => Level::BitAnd,
            Level::BitAnd => Level::Equality,
            Level::Equality => Level::Relational,
            Level::Relational => Level::Shift,
            Level::Shift => Level::Additive,
            Level::Additive => Level::Multiplicative,
            Level::Multiplicative => Level::Cast,
            Level::Cast => Level::Unary,
            Level::Unary | Level::Postfix => Level::Postfix,
        }
    }
}

impl Build<'_, '_> {
    /// The level of an expression as written; parentheses make it the tightest.
    pub fn level(&self, node: NodeIdx) -> Level {
        match self.kind(node) {
            Kind::Comma => Level::Comma,
            Kind::Assignment => Level::Assignment,
            Kind::Conditional => Level::Conditional,
            Kind::Binary => self.binary_op(node).map_or(Level::Comma, Level::of),
            Kind::Cast => Level::Cast,
            Kind::Unary | Kind::Pointer | Kind::Update | Kind::Sizeof | Kind::Alignof => {
                Level::Unary
            }
            _ => Level::Postfix,
        }
    }

    /// Reports an operand that is not allowed there without parentheses.
    pub fn check_level(&mut self, operand: NodeIdx, least: Level) {
        let level = self.level(operand);
        if level < least {
            let message = match level {
                Level::Assignment => "the left side of this assignment cannot be assigned to",
                _ => "this needs parentheses to be part of a larger expression",
            };
            self.misread(self.span(operand), message);
        }
    }

    pub fn binary_op(&self, node: NodeIdx) -> Option<BinaryOp> {
        let operator = self.node(self.child(node, Role::Operator)?);
        match self.lex(operator.start as usize) {
            Lex::Op(op) if !operator.is_padding() => Some(op),
            _ => None,
        }
    }
}
