//! What the words in front of the declared names say.

use std::ops::Range;

use super::Build;
use super::effects::Effects;
use super::types::TypeWords;
use crate::ast::{QualType, Storage, Type};
use crate::frontend::grammar::{Kind, Role};
use crate::frontend::lex::Lex;
use crate::frontend::respell::Class;
use crate::frontend::shape::NodeIdx;

/// The specifiers of a declaration.
pub struct Specifiers {
    pub ty: QualType,
    pub storage: Storage,
    pub thread_local: bool,
    pub inline: bool,
    /// `__auto_type`, or `auto` without a type.
    pub deduced: bool,
    pub effects: Effects,
    /// The first token.
    pub start: usize,
    /// Their tokens, without the bodies of records and enums.
    pub heads: [Range<usize>; 2],
}

/// What single words said.
#[derive(Default)]
struct Words {
    atomic: bool,
    constant: bool,
    volatile: bool,
    thread_local: bool,
    noreturn: bool,
    inline: bool,
    storage: Storage,
    n_storages: u32,
    types: TypeWords,
}

impl Words {
    fn add(&mut self, lex: Lex) {
        match lex {
            Lex::Atomic => self.atomic = true,
            Lex::Const => self.constant = true,
            Lex::Volatile => self.volatile = true,
            Lex::ThreadLocal => self.thread_local = true,
            Lex::Noreturn => self.noreturn = true,
            Lex::Storage(storage) => {
                self.storage = storage;
                self.n_storages += 1;
            }
            Lex::TypeWord(word) => self.types.add(word),
            Lex::Inline => self.inline = true,
            // Does not change what the program does.
            Lex::Restrict => {}
            _ => {}
        }
    }
}

impl Build<'_, '_> {
    /// The specifiers around the type `node`.
    pub fn specifiers(&mut self, node: NodeIdx) -> Specifiers {
        let tokens = self.node(node).tokens();
        let start = self.lead_start(tokens.start);
        let mut words = Words::default();
        for token_idx in start..tokens.start {
            if self.class(token_idx) == Class::Spec {
                words.add(self.lex(token_idx));
            }
        }
        for token_idx in self.tails(tokens.clone()) {
            if self.class(token_idx) == Class::SpecTail {
                words.add(self.lex(token_idx));
            }
        }
        let ty = self.specified_type(node, &mut words);
        let span = self.span_of(start..tokens.end.max(start));
        if words.n_storages > 1 {
            self.misread(span, "a declaration can have only one storage class");
        }
        let end = tokens.end.max(start);
        let heads = match self.child(node, Role::Body) {
            Some(_) => [start..tokens.start + 1, self.tails(tokens.clone())],
            None => [start..end, end..end],
        };
        let mut effects = self.effects(heads[0].clone()).and(self.effects(heads[1].clone()));
        effects.noreturn |= words.noreturn;
        let QualType { ty, atomic, constant, volatile, .. } = ty;
        let mut ty = QualType {
            ty,
            atomic: atomic | words.atomic,
            constant: constant | words.constant,
            volatile: volatile | words.volatile,
            span,
        };
        if words.storage == Storage::Auto && self.node(node).is_padding() {
            ty.ty = Type::Unsupported("a deduced type".to_owned());
        }
        if let Some(what) = effects.unsupported_type {
            ty.ty = Type::Unsupported(what.to_owned());
        }
        let deduced = ty.ty == Type::Unsupported("a deduced type".to_owned());
        Specifiers {
            ty,
            storage: words.storage,
            thread_local: words.thread_local,
            inline: words.inline,
            deduced,
            effects,
            start,
            heads,
        }
    }

    /// The left-out tokens at the end of a node.
    pub fn tails(&self, tokens: Range<usize>) -> Range<usize> {
        let mut start = tokens.end;
        while start > tokens.start
            && (self.class(start - 1).is_tail() || self.class(start - 1) == Class::Mark)
        {
            start -= 1;
        }
        start..tokens.end
    }

    /// A type without a name, as in a cast.
    pub fn type_name(&mut self, node: NodeIdx) -> QualType {
        let Some(ty) = self.child(node, Role::Type) else {
            let what = self.misplaced(node);
            return self.plain_type(node, Type::Unsupported(what));
        };
        let specifiers = self.specifiers(ty);
        let declared = self.declarator(self.child(node, Role::Declarator), specifiers.ty);
        if specifiers.storage != Storage::None || specifiers.thread_local {
            self.misread(declared.ty.span, "a type in parentheses has no storage class");
        }
        declared.ty
    }

    fn specified_type(&mut self, node: NodeIdx, words: &mut Words) -> QualType {
        let leaf = self.node(node);
        let token_idx = leaf.start as usize;
        let ty = match self.kind(node) {
            // Implied.
            Kind::Primitive if leaf.is_padding() => Type::Int(crate::ast::IntKind::Int),
            Kind::Primitive if self.class(token_idx) == Class::Type => {
                return self.named_type(node, words);
            }
            Kind::Struct | Kind::Union => self.record(node),
            Kind::Enum if self.class(token_idx) == Class::Typeof => {
                return self.typeof_type(node);
            }
            Kind::Enum => self.enumeration(node),
            _ => Type::Unsupported(self.misplaced(node)),
        };
        self.plain_type(node, ty)
    }

    fn named_type(&mut self, node: NodeIdx, words: &mut Words) -> QualType {
        let token_idx = self.node(node).start as usize;
        let ty = match self.lex(token_idx) {
            Lex::Ident => match self.skimmed.unknown_types.binary_search(&(token_idx as u32)) {
                Ok(_) => Type::Unsupported("an unknown type".to_owned()),
                Err(_) => Type::Named(self.name_of(token_idx)),
            },
            lex => {
                words.add(lex);
                match words.types.resolve() {
                    Some(ty) => ty,
                    None => {
                        self.misread(self.span(node), "this combination of words is not a type");
                        Type::Unsupported("a malformed type".to_owned())
                    }
                }
            }
        };
        self.plain_type(node, ty)
    }

    /// `typeof (...)` or `_Atomic (...)`, spelled as `enum { x = sizeof (...) }`.
    fn typeof_type(&mut self, node: NodeIdx) -> QualType {
        let token_idx = self.node(node).start as usize;
        let operand = self
            .child(node, Role::Body)
            .and_then(|list| self.shape.first(list))
            .and_then(|entry| self.child(entry, Role::Value));
        let atomic = self.lex(token_idx) == Lex::Atomic;
        let unqualified = self.source.spelling(token_idx) == "typeof_unqual";
        let found = operand.map(|at| (self.child(at, Role::Type), self.child(at, Role::Value)));
        match found {
            Some((Some(ty), _)) if unqualified => {
                let ty = self.type_name(ty).ty;
                self.plain_type(node, ty)
            }
            Some((Some(ty), _)) => {
                let mut ty = self.type_name(ty);
                ty.atomic |= atomic;
                ty
            }
            Some((None, Some(_))) if unqualified => {
                let what = "the unqualified type of an expression";
                self.unsupported(self.span(node), what, "Write the type");
                self.plain_type(node, Type::Unsupported(what.to_owned()))
            }
            Some((None, Some(value))) if !atomic => {
                let value = self.expr(value);
                self.plain_type(node, Type::Typeof(Box::new(value)))
            }
            _ => {
                let what = self.misplaced(node);
                self.plain_type(node, Type::Unsupported(what))
            }
        }
    }

    pub fn plain_type(&self, node: NodeIdx, ty: Type) -> QualType {
        let span = self.span(node);
        QualType { ty, atomic: false, constant: false, volatile: false, span }
    }
}
