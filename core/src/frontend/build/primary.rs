//! Names, literals, and expressions that hold types.

use super::level::Level;
use super::{Build, literal};
use crate::ast::{ExprKind, IntLiteral, IntSuffix, QualType, Type};
use crate::frontend::SYNTAX_ERROR;
use crate::frontend::grammar::{Kind, Role};
use crate::frontend::lex::Lex;
use crate::frontend::respell::Class;
use crate::frontend::shape::NodeIdx;
use crate::text::Problem;

impl Build<'_, '_> {
    pub fn primary(&mut self, node: NodeIdx) -> ExprKind {
        match self.kind(node) {
            Kind::Identifier if self.is_type_call(node) => {
                ExprKind::Name(self.name_of(self.node(node).start as usize))
            }
            Kind::Identifier => match self.leaf_name(node) {
                Some(name) => ExprKind::Name(name),
                None => self.misplaced_kind(node),
            },
            Kind::Number | Kind::Char | Kind::Str => self.leaf(node),
            Kind::Cast => match (self.child(node, Role::Type), self.child(node, Role::Value)) {
                (Some(ty), Some(value)) => {
                    let ty = Box::new(self.type_name(ty));
                    ExprKind::Cast(ty, Box::new(self.operand(value, Level::Cast)))
                }
                _ => self.misplaced_kind(node),
            },
            Kind::Sizeof => match (self.child(node, Role::Type), self.child(node, Role::Value)) {
                (Some(ty), _) => ExprKind::SizeofType(Box::new(self.type_name(ty))),
                (None, Some(value)) => {
                    ExprKind::SizeofExpr(Box::new(self.operand(value, Level::Unary)))
                }
                _ => self.misplaced_kind(node),
            },
            Kind::Alignof => match self.child(node, Role::Type) {
                Some(ty) => ExprKind::AlignofType(Box::new(self.type_name(ty))),
                None => self.misplaced_kind(node),
            },
            Kind::Offsetof => self.offsetof(node),
            Kind::CompoundLiteral => {
                match (self.child(node, Role::Type), self.child(node, Role::Value)) {
                    (Some(ty), Some(value)) => {
                        let ty = Box::new(self.type_name(ty));
                        ExprKind::CompoundLiteral(ty, Box::new(self.initializer(value)))
                    }
                    _ => self.misplaced_kind(node),
                }
            }
            _ => self.misplaced_kind(node),
        }
    }

    pub fn is_type_call(&self, node: NodeIdx) -> bool {
        let leaf = self.node(node);
        self.kind(node) == Kind::Identifier
            && !leaf.is_padding()
            && self.class(leaf.start as usize) == Class::TypeCall
    }

    /// What is spelled as a call, with sizes in the place of types.
    pub fn type_call(&mut self, node: NodeIdx, arguments: NodeIdx) -> ExprKind {
        let is_default = |this: &Self, argument: NodeIdx| {
            this.kind(argument) == Kind::Number
                && this.lex(this.node(argument).start as usize) == Lex::Default
        };
        let nodes: Vec<NodeIdx> = self.shape.children(arguments).collect();
        let lex = self.lex(self.node(node).start as usize);
        let defaults: Vec<bool> = nodes.iter().map(|&at| is_default(self, at)).collect();
        let mut args = Vec::new();
        for (&at, &is_default) in nodes.iter().zip(&defaults) {
            args.push((!is_default).then(|| self.operand(at, Level::Assignment)));
        }
        let mut args = args.into_iter();
        match (lex, args.next(), args.len()) {
            (Lex::Generic, Some(Some(value)), n) if n > 0 && n % 2 == 0 => {
                let mut associations = Vec::new();
                while let (Some(ty), Some(Some(value))) = (args.next(), args.next()) {
                    let ty = match ty.map(|ty| ty.kind) {
                        Some(ExprKind::SizeofType(ty)) => Some(*ty),
                        None => None,
                        Some(_) => return self.misplaced_kind(node),
                    };
                    associations.push((ty, value));
                }
                ExprKind::Generic(Box::new(value), associations)
            }
            (Lex::TypeCall, Some(Some(first)), 1) => {
                let Some(Some(crate::ast::Expr { kind: ExprKind::SizeofType(ty), .. })) =
                    args.next()
                else {
                    return self.misplaced_kind(node);
                };
                match (self.source.spelling(self.node(node).start as usize), first.kind) {
                    ("__builtin_types_compatible_p", ExprKind::SizeofType(first)) => {
                        ExprKind::SameType(first, ty)
                    }
                    (_, kind) => {
                        let list = crate::ast::Expr { kind, span: first.span };
                        ExprKind::VaArg(Box::new(list), ty)
                    }
                }
            }
            _ => self.misplaced_kind(node),
        }
    }

    fn offsetof(&mut self, node: NodeIdx) -> ExprKind {
        let (Some(ty), Some(member)) =
            (self.child(node, Role::Type), self.child(node, Role::Member))
        else {
            return self.misplaced_kind(node);
        };
        let ty = Box::new(self.type_name(ty));
        match self.leaf_name(member) {
            Some(name) => ExprKind::Offsetof(ty, name),
            None => self.misplaced_kind(node),
        }
    }

    /// A leaf that is spelled like a literal: one, or an identifier, or something hidden.
    fn leaf(&mut self, node: NodeIdx) -> ExprKind {
        let leaf = self.node(node);
        let token_idx = leaf.start as usize;
        if leaf.is_padding() {
            return self.misplaced_kind(node);
        }
        match (self.class(token_idx), self.lex(token_idx)) {
            (Class::Value, Lex::Ident) => ExprKind::Name(self.name_of(token_idx)),
            (Class::Opaque, _) => ExprKind::Unsupported(self.opaque(token_idx).to_owned()),
            (Class::Plain, Lex::Number) => self.number(node),
            (Class::Plain, Lex::Char) => self.character(node),
            (Class::Plain, Lex::Str) => self.string(node),
            (Class::Plain, Lex::Truth(value)) => ExprKind::Int(small(value.into())),
            (Class::Plain, Lex::Nullptr) => {
                let span = self.span(node);
                let plain =
                    |ty| QualType { ty, atomic: false, constant: false, volatile: false, span };
                let pointer = Type::Pointer(Box::new(plain(Type::Void)));
                let zero = crate::ast::Expr { kind: ExprKind::Int(small(0)), span };
                ExprKind::Cast(Box::new(plain(pointer)), Box::new(zero))
            }
            _ => self.misplaced_kind(node),
        }
    }

    fn number(&mut self, node: NodeIdx) -> ExprKind {
        let text = self.source.spelling(self.node(node).start as usize);
        match literal::number(text) {
            Ok(literal::Number::Int(value)) => ExprKind::Int(value),
            Ok(literal::Number::Float(value)) => ExprKind::Float(value),
            Err(fault) => self.faulty(node, fault),
        }
    }

    fn character(&mut self, node: NodeIdx) -> ExprKind {
        let text = self.source.spelling(self.node(node).start as usize);
        match literal::character(text) {
            Ok(value) => ExprKind::Char(value),
            Err(fault) => self.faulty(node, fault),
        }
    }

    /// A string literal with those that follow it.
    fn string(&mut self, node: NodeIdx) -> ExprKind {
        let mut bytes = Vec::new();
        for token_idx in self.node(node).tokens() {
            if self.lex(token_idx) == Lex::Str
                && let Err(fault) = literal::string(self.source.spelling(token_idx), &mut bytes)
            {
                return self.faulty(node, fault);
            }
        }
        ExprKind::Str(bytes)
    }

    fn faulty(&mut self, node: NodeIdx, fault: literal::Fault) -> ExprKind {
        let span = self.span(node);
        match fault {
            literal::Fault::Malformed(message) => {
                self.problems.push(Problem::fatal(SYNTAX_ERROR, span, message));
                ExprKind::Unsupported("a malformed literal".to_owned())
            }
            literal::Fault::Unsupported(what) => {
                self.unsupported(span, what, "");
                ExprKind::Unsupported(what.to_owned())
            }
        }
    }
}

fn small(value: u64) -> IntLiteral {
    IntLiteral { value, decimal: true, unsigned: false, suffix: IntSuffix::None }
}
