//! What stands outside of functions.

use super::Build;
use super::declaration::Place;
use crate::ast::{
    Annotation, Declaration, Function, FunctionType, IntKind, Item, Param, QualType, Stmt,
    StmtKind, Storage, Type,
};
use crate::frontend::annotate::{self, Target};
use crate::frontend::grammar::{Kind, Role};
use crate::frontend::lex::Lex;
use crate::frontend::shape::{NodeIdx, Shape};
use crate::text::Span;

impl Build<'_, '_> {
    pub fn items(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        let shape = self.shape;
        let mut end = 0;
        for node in shape.children(Shape::ROOT) {
            self.item(node, end, &mut items);
            end = self.node(node).end as usize;
        }
        self.free_annotations(end, self.source.lex.len(), &mut items);
        items
    }

    fn item(&mut self, node: NodeIdx, end: usize, items: &mut Vec<Item>) {
        let start = self.node(node).start as usize;
        self.free_annotations(end, start, items);
        let shape = self.shape;
        match self.kind(node) {
            Kind::Declaration => {
                let declarations = self.declaration(node, Place::File);
                items.extend(declarations.into_iter().map(Item::Declaration));
            }
            Kind::FunctionDefinition => {
                let item = self.function(node);
                items.push(item);
            }
            Kind::Struct | Kind::Union | Kind::Enum | Kind::Primitive => {
                let declaration = self.type_declaration(node);
                items.push(Item::Declaration(declaration));
            }
            Kind::ExpressionStatement => match shape.first(node) {
                // A stray `;`.
                None => {}
                Some(value) => match self.static_assertion(value) {
                    Some(condition) => {
                        items.push(Item::StaticAssert { condition, span: self.span(node) });
                    }
                    None => items.push(Item::Declaration(self.unread_declaration(node))),
                },
            },
            _ => items.push(Item::Declaration(self.unread_declaration(node))),
        }
    }

    /// Annotations that stand on their own.
    fn free_annotations(&mut self, start: usize, end: usize, items: &mut Vec<Item>) {
        for annotation in self.marks.take_statements(start..end.max(start), false) {
            let mut list: Vec<Annotation> = vec![annotation];
            annotate::admit(&mut list, Target::File, self.problems);
            items.extend(list.into_iter().map(Item::Annotation));
        }
    }

    fn function(&mut self, node: NodeIdx) -> Item {
        let (Some(ty), Some(declarator), Some(body)) = (
            self.child(node, Role::Type),
            self.child(node, Role::Declarator),
            self.child(node, Role::Body),
        ) else {
            return Item::Declaration(self.unread_declaration(node));
        };
        let specifiers = self.specifiers(ty);
        let header = self.node(declarator).tokens();
        let body_start = self.node(body).start as usize;
        let declared = self.declarator(Some(declarator), specifiers.ty.clone());
        let effects = specifiers.effects.and(self.effects(header.start..body_start));
        let (Some(name), Some(name_token), Type::Function(ty)) =
            (declared.name, declared.name_token, declared.ty.ty)
        else {
            return Item::Declaration(self.unread_declaration(node));
        };
        if specifiers.storage == Storage::Typedef {
            self.misread(specifiers.ty.span, "a function with a body is no type");
        }
        let end = self.node(node).end as usize;
        let last = end.saturating_sub(1);
        let [head, tail] = specifiers.heads;
        let ranges = [head, tail, header.start..body_start + 1, last..end];
        let annotations = self.own_annotations(ranges, Target::Function);
        let mut ty: FunctionType = *ty;
        let old_style = &self.skimmed.old_style;
        let old_style = old_style.binary_search_by_key(&(name_token as u32), |&(name, _)| name);
        let mut body = self.block(body);
        let reads_arguments = (body_start..end).any(|token_idx| {
            self.lex(token_idx) == Lex::TypeCall
                && self.source.spelling(token_idx).ends_with("va_arg")
        });
        if let Ok(idx) = old_style {
            let n_declarations = self.skimmed.old_style[idx].1 as usize;
            ty.params = self.old_style_params(name_token, n_declarations, &mut body);
        }
        Item::Function(Function {
            name,
            ty,
            storage: specifiers.storage,
            inline: specifiers.inline,
            noreturn: effects.noreturn,
            runs: effects.runs,
            annotations,
            body,
            reads_arguments,
            name_span: self.span_of(name_token..name_token + 1),
            span: self.span_of(specifiers.start..end),
            end: self.span_of(last..end),
        })
    }

    /// The parameters of an old-style definition: the names behind that of the function, with the types
    /// that the first declarations of the body give them, or `int`.
    fn old_style_params(
        &mut self,
        name_token: usize,
        n_declarations: usize,
        body: &mut Vec<Stmt>,
    ) -> Vec<Param> {
        let mut declared = Vec::new();
        while declared.len() < n_declarations
            && let Some(at) = body.iter().position(|stmt| matches!(stmt.kind, StmtKind::Decl(_)))
        {
            declared.push(body.remove(at));
        }
        let declared = declared.into_iter().filter_map(|stmt| match stmt.kind {
            StmtKind::Decl(list) => Some(list),
            _ => None,
        });
        let mut declared: Vec<Declaration> = declared.flatten().collect();
        let mut params = Vec::new();
        // `(f)(a, b)` is allowed too.
        let mut at = name_token + 1;
        while !matches!(self.lex(at), Lex::LParen | Lex::End) {
            at += 1;
        }
        while self.lex(at) != Lex::RParen && self.lex(at) != Lex::End {
            if self.lex(at) == Lex::Ident {
                let (name, span) = (self.name_of(at), self.span_of(at..at + 1));
                let own = declared.iter().position(|d| d.name.as_ref() == Some(&name));
                let ty = match own {
                    Some(own) => declared.remove(own).ty,
                    None => implied_int(span),
                };
                params.push(Param { name: Some(name), ty, span });
            }
            at += 1;
        }
        for rest in declared {
            self.misread(rest.name_span, "this is no parameter of the function");
        }
        params
    }
}

fn implied_int(span: Span) -> QualType {
    let ty = Type::Int(IntKind::Int);
    QualType { ty, atomic: false, constant: false, volatile: false, span }
}
