//! Declarations of variables, functions and types.

use std::ops::Range;

use super::Build;
use super::specifiers::Specifiers;
use crate::ast::{
    Alignment, Annotation, BinaryOp, Declaration, Expr, ExprKind, Init, IntKind, IntLiteral,
    IntSuffix, QualType, Runs, Storage, Type,
};
use crate::frontend::annotate::{self, Target};
use crate::frontend::grammar::{Kind, Role};
use crate::frontend::respell::Class;
use crate::frontend::shape::NodeIdx;

/// Where a declaration stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    File,
    Function,
}

/// One of the names of a declaration, which annotations can be about.
pub struct Carrier {
    /// The first token of its declarator.
    pub start: usize,
    pub name_token: usize,
    pub target: Target,
}

impl Build<'_, '_> {
    /// `int a, *b = 0;`
    pub fn declaration(&mut self, node: NodeIdx, place: Place) -> Vec<Declaration> {
        let Some(ty) = self.child(node, Role::Type) else {
            return vec![self.unread_declaration(node)];
        };
        let specifiers = self.specifiers(ty);
        let end = self.node(node).end as usize;
        let span = self.span_of(specifiers.start..end);
        let shape = self.shape;
        let mut carriers = Vec::new();
        let mut declarations = Vec::new();
        for part in shape.children(node).filter(|&child| child != ty) {
            if self.node(part).role != Role::Declarator {
                self.misplaced(part);
                continue;
            }
            let declaration = self.declared(part, &specifiers, place, span, &mut carriers);
            declarations.push(declaration);
        }
        let lists = self.annotations(&specifiers.heads, &carriers, end);
        for (declaration, annotations) in declarations.iter_mut().zip(lists) {
            declaration.annotations = annotations;
        }
        declarations
    }

    /// One name of a declaration.
    fn declared(
        &mut self,
        part: NodeIdx,
        specifiers: &Specifiers,
        place: Place,
        span: crate::text::Span,
        carriers: &mut Vec<Carrier>,
    ) -> Declaration {
        let tokens = self.node(part).tokens();
        let (declarator, value) = match self.kind(part) {
            Kind::InitDeclarator => {
                (self.child(part, Role::Declarator), self.child(part, Role::Value))
            }
            _ => (Some(part), None),
        };
        let mut declared = self.declarator(declarator, specifiers.ty.clone());
        let init = value.map(|value| self.initializer(value));
        if specifiers.deduced {
            self.deduce(&mut declared.ty, init.as_ref());
        }
        let effects = self.effects_on_name(tokens.clone(), &declared.ty.ty);
        if let Some(what) = effects.unsupported_type {
            declared.ty.ty = Type::Unsupported(what.to_owned());
        }
        if let Some(mode) = effects.mode.or(specifiers.effects.mode) {
            match in_mode(&declared.ty.ty, mode) {
                Some(ty) => declared.ty.ty = ty,
                None => self.unsupported(declared.ty.span, "this machine mode", "Use a plain type"),
            }
        }
        let target = match (&declared.ty.ty, specifiers.storage, place) {
            (_, Storage::Typedef, _) => Target::Typedef,
            (Type::Function(_), ..) => Target::Function,
            _ if specifiers.thread_local => Target::ThreadLocal,
            (_, Storage::Static | Storage::Extern, _) | (.., Place::File) => Target::Global,
            _ => Target::Automatic,
        };
        let name_token = declared.name_token.unwrap_or(tokens.start);
        carriers.push(Carrier { start: tokens.start, name_token, target });
        Declaration {
            name: declared.name,
            ty: declared.ty,
            storage: specifiers.storage,
            thread_local: specifiers.thread_local,
            renamed: effects.object_name.is_some(),
            cleanup: effects.cleanup.or(specifiers.effects.cleanup.clone()),
            runs: specifiers.effects.runs.and(effects.runs),
            init,
            alignment: specifiers.effects.alignment.clone().and(effects.alignment),
            annotations: Vec::new(),
            name_span: declared.name_span.unwrap_or(span),
            span,
        }
    }

    /// The type of a variable that has that of its initialiser, as a value.
    fn deduce(&mut self, ty: &mut QualType, init: Option<&Init>) {
        let Some(Init::Expr(init)) = init else {
            self.unsupported(ty.span, "a deduced type", "");
            return;
        };
        let zero = IntLiteral { value: 0, decimal: true, unsigned: false, suffix: IntSuffix::None };
        let zero = Expr { kind: ExprKind::Int(zero), span: init.span };
        // An array becomes a pointer behind a comma.
        let kind = ExprKind::Binary(BinaryOp::Comma, Box::new(zero), Box::new(init.clone()));
        ty.ty = Type::Typeof(Box::new(Expr { kind, span: init.span }));
    }

    /// A type on its own: `struct s { ... };`
    pub fn type_declaration(&mut self, node: NodeIdx) -> Declaration {
        let token_idx = self.node(node).start as usize;
        if self.class(token_idx) == Class::OpaqueItem {
            let what = self.opaque(token_idx).to_owned();
            return self.nameless(node, Type::Unsupported(what));
        }
        let specifiers = self.specifiers(node);
        self.own_annotations(specifiers.heads, Target::Type);
        let span = specifiers.ty.span;
        Declaration {
            name: None,
            ty: specifiers.ty,
            storage: specifiers.storage,
            thread_local: specifiers.thread_local,
            renamed: false,
            cleanup: None,
            runs: Runs::default(),
            init: None,
            alignment: Alignment::default(),
            annotations: Vec::new(),
            name_span: span,
            span,
        }
    }

    /// Stands for what could not be read.
    pub fn unread_declaration(&mut self, node: NodeIdx) -> Declaration {
        let what = self.misplaced(node);
        self.nameless(node, Type::Unsupported(what))
    }

    pub fn nameless(&mut self, node: NodeIdx, ty: Type) -> Declaration {
        let ty = self.plain_type(node, ty);
        let span = ty.span;
        Declaration {
            name: None,
            ty,
            storage: Storage::None,
            thread_local: false,
            renamed: false,
            cleanup: None,
            runs: Runs::default(),
            init: None,
            alignment: Alignment::default(),
            annotations: Vec::new(),
            name_span: span,
            span,
        }
    }

    /// The annotations of each name of a declaration that ends before the token `end`. Those among
    /// the specifiers are for all names, those at a name for that name, and those behind the
    /// declaration for the names on their line.
    pub fn annotations(
        &mut self,
        heads: &[Range<usize>],
        carriers: &[Carrier],
        end: usize,
    ) -> Vec<Vec<Annotation>> {
        let last = end.saturating_sub(1);
        let common: Vec<Annotation> = heads
            .iter()
            .flat_map(|head| self.marks.take(head.clone()))
            .map(|(_, annotation)| annotation)
            .collect();
        let mut lists = vec![common; carriers.len()];
        for (idx, carrier) in carriers.iter().enumerate() {
            let next = carriers.get(idx + 1).map_or(last, |next| next.start);
            let own = self.marks.take(carrier.start..next.max(carrier.start));
            lists[idx].extend(own.into_iter().map(|(_, annotation)| annotation));
        }
        for (mark, annotation) in self.marks.take(last..end) {
            let n_before = lists.len().saturating_sub(1);
            for (idx, carrier) in carriers.iter().enumerate() {
                if idx == n_before || self.same_line(carrier.name_token, mark) {
                    lists[idx].push(annotation.clone());
                }
            }
        }
        for (list, carrier) in lists.iter_mut().zip(carriers) {
            annotate::admit(list, carrier.target, self.problems);
        }
        lists
    }

    /// The annotations of a construct with one name or none.
    pub fn own_annotations(
        &mut self,
        heads: impl IntoIterator<Item = Range<usize>>,
        target: Target,
    ) -> Vec<Annotation> {
        let mut list = Vec::new();
        for head in heads {
            list.extend(self.marks.take(head).into_iter().map(|(_, annotation)| annotation));
        }
        annotate::admit(&mut list, target, self.problems);
        list
    }

    fn same_line(&self, first: usize, second: usize) -> bool {
        match (self.source.token(first), self.source.token(second)) {
            (Some(a), Some(b)) if a.end <= b.start => {
                !self.source.tokens.text[a.end as usize..b.start as usize].contains('\n')
            }
            _ => false,
        }
    }
}

/// The type of a mode, with the sign of another one.
fn in_mode(ty: &Type, mode: IntKind) -> Option<Type> {
    use IntKind::*;
    let Type::Int(kind) = ty else { return None };
    let unsigned = matches!(
        kind,
        UnsignedChar | UnsignedShort | UnsignedInt | UnsignedLong | UnsignedLongLong
    );
    Some(Type::Int(match mode {
        SignedChar if unsigned => UnsignedChar,
        Short if unsigned => UnsignedShort,
        Int if unsigned => UnsignedInt,
        Long if unsigned => UnsignedLong,
        LongLong if unsigned => UnsignedLongLong,
        mode => mode,
    }))
}
