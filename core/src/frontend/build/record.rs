//! Structs, unions and enums.

use std::sync::Arc;

use super::Build;
use super::declaration::Carrier;
use super::effects::Effects;
use super::level::Level;
use super::specifiers::Specifiers;
use crate::ast::{Alignment, Enum, Field, QualType, Record, RecordKind, Type};
use crate::frontend::annotate::Target;
use crate::frontend::grammar::{Kind, Role};
use crate::frontend::respell::Class;
use crate::frontend::shape::NodeIdx;
use crate::text::Span;

impl Build<'_, '_> {
    pub fn record(&mut self, node: NodeIdx) -> Type {
        if !self.enter(node) {
            return Type::Unsupported("a record nested too deeply".to_owned());
        }
        let id = self.next_type_id();
        let tag = self.tag(node);
        let body = self.child(node, Role::Body);
        let fields = body.map(|body| self.fields(body));
        let tokens = self.node(node).tokens();
        let effects = match body {
            Some(body) => {
                let before = tokens.start..self.node(body).start as usize;
                let behind = self.tails(tokens.clone());
                self.effects_on_record(before).and(self.effects_on_record(behind))
            }
            None => self.effects_on_record(tokens.clone()),
        };
        self.leave();
        if let Effects { unsupported_type: Some(what), .. } = effects {
            return Type::Unsupported(what.to_owned());
        }
        let kind = match self.kind(node) {
            Kind::Struct => RecordKind::Struct,
            _ => RecordKind::Union,
        };
        let span = self.span(node);
        // Compilers lay a record out when its last brace is read.
        let pack = self.source.tokens.packed_to(self.tails(tokens.clone()).start.saturating_sub(1));
        let alignment = effects.alignment;
        Type::Record(Arc::new(Record { kind, tag, fields, alignment, pack, id, span }))
    }

    fn next_type_id(&mut self) -> u32 {
        self.n_types += 1;
        self.n_types - 1
    }

    fn tag(&mut self, node: NodeIdx) -> Option<crate::ast::Name> {
        let tag = self.child(node, Role::Name)?;
        let name = self.leaf_name(tag);
        if name.is_none() {
            self.misplaced(tag);
        }
        name
    }

    fn fields(&mut self, list: NodeIdx) -> Vec<Field> {
        let mut fields = Vec::new();
        let shape = self.shape;
        for child in shape.children(list) {
            match self.kind(child) {
                Kind::FieldDeclaration => self.field_declaration(child, &mut fields),
                _ => {
                    self.misplaced(child);
                }
            }
        }
        fields
    }

    fn field_declaration(&mut self, node: NodeIdx, fields: &mut Vec<Field>) {
        let Some(ty) = self.child(node, Role::Type) else {
            self.misplaced(node);
            return;
        };
        let token_idx = self.node(ty).start as usize;
        if self.class(token_idx) == Class::OpaqueItem {
            let what = self.opaque(token_idx).to_owned();
            let ty = self.plain_type(ty, Type::Unsupported(what));
            let span = ty.span;
            fields.push(nameless(ty, Alignment::default(), span));
            return;
        }
        let specifiers = self.specifiers(ty);
        let end = self.node(node).end as usize;
        let shape = self.shape;
        let first = fields.len();
        let mut carriers = Vec::new();
        let mut parts = shape.children(node).filter(|&child| child != ty).peekable();
        if parts.peek().is_none() {
            self.unnamed_field(&specifiers, end, fields);
        }
        while let Some(part) = parts.next() {
            if self.node(part).role != Role::Declarator {
                self.misplaced(part);
                continue;
            }
            let mut tokens = self.node(part).tokens();
            let declared = self.declarator(Some(part), specifiers.ty.clone());
            let clause = parts.next_if(|&next| shape.nodes[next].kind == Kind::Bitfield);
            let bits = clause.and_then(|clause| {
                tokens.end = self.node(clause).end as usize;
                let width = shape.first(clause)?;
                Some(self.operand(width, Level::Conditional))
            });
            let mut ty = declared.ty;
            let effects = self.effects(tokens.clone());
            if let Some(what) = effects.unsupported_type {
                ty.ty = Type::Unsupported(what.to_owned());
            }
            let name_token = declared.name_token.unwrap_or(tokens.start);
            carriers.push(Carrier { start: tokens.start, name_token, target: Target::Field });
            let span = declared.name_span.unwrap_or(specifiers.ty.span);
            let annotations = Vec::new();
            let alignment = specifiers.effects.alignment.clone().and(effects.alignment);
            fields.push(Field { name: declared.name, ty, bits, alignment, annotations, span });
        }
        let lists = self.annotations(&specifiers.heads, &carriers, end);
        for (field, annotations) in fields[first..].iter_mut().zip(lists) {
            field.annotations = annotations;
        }
    }

    /// A field without a declarator: an anonymous record, or else nothing.
    fn unnamed_field(&mut self, specifiers: &Specifiers, end: usize, fields: &mut Vec<Field>) {
        let Type::Record(record) = &specifiers.ty.ty else { return };
        let span = self.span_of(specifiers.start..end);
        let mut ty = specifiers.ty.clone();
        match (&record.tag, &record.fields) {
            (None, _) => {}
            (Some(_), None) => return,
            (Some(_), Some(_)) => {
                // Its fields are no fields of the outer record, but its tag is known outside.
                let what = "a tagged record declared inside another one";
                self.unsupported(span, what, "Declare it outside");
                ty.ty = Type::Unsupported(what.to_owned());
            }
        }
        fields.push(nameless(ty, specifiers.effects.alignment.clone(), span));
    }

    pub fn enumeration(&mut self, node: NodeIdx) -> Type {
        let id = self.next_type_id();
        let tag = self.tag(node);
        let enumerators = self.child(node, Role::Body).map(|body| {
            let shape = self.shape;
            let mut enumerators = Vec::new();
            for child in shape.children(body) {
                let name = match (self.kind(child), self.child(child, Role::Name)) {
                    (Kind::Enumerator, Some(name)) => self.leaf_name(name),
                    _ => None,
                };
                let Some(name) = name else {
                    self.misplaced(child);
                    continue;
                };
                let value = self
                    .child(child, Role::Value)
                    .map(|value| self.operand(value, Level::Conditional));
                enumerators.push((name, value, self.span(child)));
            }
            enumerators
        });
        let tokens = self.node(node).tokens();
        let behind = self.tails(tokens.clone());
        let packed = match self.child(node, Role::Body) {
            Some(body) => {
                let before = tokens.start..self.node(body).start as usize;
                let effects = self.effects_on_record(before).and(self.effects_on_record(behind));
                effects.alignment.packed
            }
            None => false,
        };
        self.effects(tokens);
        Type::Enum(Arc::new(Enum { tag, enumerators, packed, id, span: self.span(node) }))
    }
}

fn nameless(ty: QualType, alignment: Alignment, span: Span) -> Field {
    Field { name: None, ty, bits: None, alignment, annotations: Vec::new(), span }
}
