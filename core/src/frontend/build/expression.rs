//! Expressions made of other expressions.

use super::Build;
use super::level::Level;
use crate::ast::{AssignOp, BinaryOp, Expr, ExprKind, IncDec, UnaryOp};
use crate::frontend::grammar::{Kind, Role};
use crate::frontend::lex::Lex;
use crate::frontend::respell::Class;
use crate::frontend::shape::NodeIdx;
use crate::frontend::{MAX_CHAIN, MAX_NESTING};
use crate::text::Span;

impl Build<'_, '_> {
    /// An expression of any level.
    pub fn expr(&mut self, node: NodeIdx) -> Expr {
        if !self.enter(node) {
            let what = "an expression nested too deeply".to_owned();
            return Expr { kind: ExprKind::Unsupported(what), span: self.span(node) };
        }
        // What nests to the left is built from the inside out.
        let mut spine = Vec::new();
        let mut at = node;
        while let Some(left) = self.left_operand(at) {
            spine.push(at);
            at = left;
        }
        let n_postfix = spine.iter().filter(|&&at| self.kind(at) != Kind::Binary).count();
        if spine.len() > MAX_CHAIN || n_postfix > MAX_NESTING as usize {
            self.too_deep(node);
            spine.clear();
        }
        let mut expr = self.right_nested(at);
        while let Some(at) = spine.pop() {
            let kind = self.extended(at, expr);
            expr = Expr { kind, span: self.span(at) };
        }
        self.leave();
        expr
    }

    /// An operand that must have some level.
    pub fn operand(&mut self, node: NodeIdx, least: Level) -> Expr {
        self.check_level(node, least);
        self.expr(node)
    }

    fn boxed(&mut self, node: NodeIdx, least: Level) -> Box<Expr> {
        Box::new(self.operand(node, least))
    }

    /// The operand on which the rest of the node is built.
    fn left_operand(&self, node: NodeIdx) -> Option<NodeIdx> {
        match self.kind(node) {
            Kind::Binary => self.child(node, Role::Left),
            Kind::Call => self.child(node, Role::Function),
            Kind::Subscript | Kind::Field => self.child(node, Role::Argument),
            _ => None,
        }
    }

    /// A node of [`Self::left_operand`], with that operand given.
    fn extended(&mut self, node: NodeIdx, left: Expr) -> ExprKind {
        let Some(left_node) = self.left_operand(node) else { return self.misplaced_kind(node) };
        let left = Box::new(left);
        match self.kind(node) {
            Kind::Binary => {
                let (Some(op), Some(right)) = (self.binary_op(node), self.child(node, Role::Right))
                else {
                    // The operator of a hidden construct; it is reported already.
                    return ExprKind::Unsupported("code that is not modelled".to_owned());
                };
                self.check_level(left_node, Level::of(op));
                ExprKind::Binary(op, left, self.boxed(right, Level::of(op).tighter()))
            }
            Kind::Call => {
                self.check_level(left_node, Level::Postfix);
                match self.child(node, Role::Arguments) {
                    Some(arguments) if self.is_type_call(left_node) => {
                        self.type_call(node, arguments)
                    }
                    Some(arguments) => ExprKind::Call(left, self.arguments(arguments)),
                    None => self.misplaced_kind(node),
                }
            }
            Kind::Subscript => {
                self.check_level(left_node, Level::Postfix);
                match self.child(node, Role::Index) {
                    Some(index) => ExprKind::Index(left, self.boxed(index, Level::Comma)),
                    None => self.misplaced_kind(node),
                }
            }
            _ => {
                self.check_level(left_node, Level::Postfix);
                self.member(node, left)
            }
        }
    }

    fn arguments(&mut self, list: NodeIdx) -> Vec<Expr> {
        let shape = self.shape;
        shape
            .children(list)
            .filter(|&argument| !shape.nodes[argument].is_padding())
            .map(|argument| self.operand(argument, Level::Assignment))
            .collect()
    }

    /// `a.b`, `a->b`, and what is spelled like it: `a++`.
    fn member(&mut self, node: NodeIdx, base: Box<Expr>) -> ExprKind {
        let (Some(operator), Some(field)) =
            (self.child(node, Role::Operator), self.child(node, Role::Field))
        else {
            return self.misplaced_kind(node);
        };
        let token_idx = self.node(operator).start as usize;
        if self.class(token_idx) == Class::Postfix {
            let op =
                if self.lex(token_idx) == Lex::Inc { IncDec::PostInc } else { IncDec::PostDec };
            return ExprKind::IncDec(op, base);
        }
        match (self.lex(token_idx), self.leaf_name(field)) {
            (Lex::Dot, Some(name)) => ExprKind::Member(base, name),
            (Lex::Arrow, Some(name)) => ExprKind::Arrow(base, name),
            _ => self.misplaced_kind(node),
        }
    }

    /// Whatever does not nest to the left.
    fn right_nested(&mut self, mut node: NodeIdx) -> Expr {
        while self.kind(node) == Kind::Parenthesized {
            match self.shape.first(node) {
                Some(inner) if self.kind(inner) == Kind::Block => {
                    let kind = ExprKind::StmtExpr(self.block(inner));
                    return Expr { kind, span: self.span(node) };
                }
                Some(inner) if self.left_operand(inner).is_some() => return self.expr(inner),
                Some(inner) => node = inner,
                None => return self.misplaced_expr(node),
            }
        }
        let span = self.span(node);
        let kind = match self.kind(node) {
            Kind::Comma => return self.comma(node),
            Kind::Assignment => self.assignment(node),
            Kind::Conditional => self.conditional(node),
            Kind::Unary | Kind::Pointer | Kind::Update => self.unary(node),
            _ => self.primary(node),
        };
        Expr { kind, span }
    }

    /// The grammar nests commas to the right, C to the left.
    fn comma(&mut self, node: NodeIdx) -> Expr {
        let start = self.node(node).start as usize;
        let mut result: Option<Expr> = None;
        let mut rest = Some(node);
        let mut n_operands = 0;
        while let Some(at) = rest {
            let (operand, next) = match self.kind(at) {
                Kind::Comma => (self.child(at, Role::Left), self.child(at, Role::Right)),
                _ => (Some(at), None),
            };
            rest = next;
            n_operands += 1;
            if n_operands > MAX_CHAIN {
                self.too_deep(node);
                break;
            }
            let Some(operand) = operand else { return self.misplaced_expr(node) };
            let right = self.operand(operand, Level::Assignment);
            result = Some(match result {
                None => right,
                Some(left) => {
                    let span: Span = self.span_of(start..self.node(operand).end as usize);
                    let kind = ExprKind::Binary(BinaryOp::Comma, Box::new(left), Box::new(right));
                    Expr { kind, span }
                }
            });
        }
        match result {
            Some(expr) => expr,
            None => self.misplaced_expr(node),
        }
    }

    fn assignment(&mut self, node: NodeIdx) -> ExprKind {
        let (Some(left), Some(operator), Some(right)) = (
            self.child(node, Role::Left),
            self.child(node, Role::Operator),
            self.child(node, Role::Right),
        ) else {
            return self.misplaced_kind(node);
        };
        let op: AssignOp = match self.lex(self.node(operator).start as usize) {
            Lex::Assign(op) if !self.node(operator).is_padding() => op,
            _ => return self.misplaced_kind(node),
        };
        let left = self.boxed(left, Level::Unary);
        ExprKind::Assign(op, left, self.boxed(right, Level::Assignment))
    }

    fn conditional(&mut self, node: NodeIdx) -> ExprKind {
        let (Some(condition), Some(alternative)) =
            (self.child(node, Role::Condition), self.child(node, Role::Alternative))
        else {
            return self.misplaced_kind(node);
        };
        let condition = self.boxed(condition, Level::Or);
        let then = self.child(node, Role::Consequence).map(|then| self.boxed(then, Level::Comma));
        ExprKind::Conditional(condition, then, self.boxed(alternative, Level::Conditional))
    }

    fn unary(&mut self, node: NodeIdx) -> ExprKind {
        let Some(argument) = self.child(node, Role::Argument) else {
            return self.misplaced_kind(node);
        };
        // Postfix operators are spelled as members, so the operator comes first.
        let op = match self.lex(self.node(node).start as usize) {
            Lex::Op(BinaryOp::Add) => UnaryOp::Plus,
            Lex::Op(BinaryOp::Sub) => UnaryOp::Minus,
            Lex::Op(BinaryOp::Mul) => UnaryOp::Deref,
            Lex::Op(BinaryOp::BitAnd) => UnaryOp::AddressOf,
            Lex::Bang => UnaryOp::Not,
            Lex::Tilde => UnaryOp::BitNot,
            Lex::Inc => {
                return ExprKind::IncDec(IncDec::PreInc, self.boxed(argument, Level::Unary));
            }
            Lex::Dec => {
                return ExprKind::IncDec(IncDec::PreDec, self.boxed(argument, Level::Unary));
            }
            _ => return self.misplaced_kind(node),
        };
        ExprKind::Unary(op, self.boxed(argument, Level::Cast))
    }

    pub fn misplaced_kind(&mut self, node: NodeIdx) -> ExprKind {
        ExprKind::Unsupported(self.misplaced(node))
    }
}
