//! Declarators: from the type on the left to the type of the name.

use super::Build;
use super::level::Level;
use crate::ast::{FunctionType, Name, Param, QualType, Storage, Type};
use crate::frontend::MAX_NESTING;
use crate::frontend::annotate::Target;
use crate::frontend::grammar::{Kind, Role};
use crate::frontend::lex::Lex;
use crate::frontend::respell::Class;
use crate::frontend::shape::NodeIdx;
use crate::text::Span;

/// What a declarator declares.
pub struct Declared {
    pub name: Option<Name>,
    /// The token of the name.
    pub name_token: Option<usize>,
    pub name_span: Option<Span>,
    pub ty: QualType,
}

impl Build<'_, '_> {
    /// Applies a declarator to a type. A declarator reads from the outside in, `*a[3]` being
    /// `*(a[3])`: an array of three pointers. So a loop from the outer node to the name wraps the
    /// type once per step.
    pub fn declarator(&mut self, node: Option<NodeIdx>, base: QualType) -> Declared {
        let mut ty = base;
        let mut rest = node;
        let mut n_steps = 0;
        while let Some(at) = rest {
            n_steps += 1;
            if n_steps > MAX_NESTING {
                self.too_deep(at);
                break;
            }
            let derived = match self.kind(at) {
                Kind::PointerDeclarator => self.pointer(at, ty),
                Kind::ArrayDeclarator => {
                    let size = self.array_size(at);
                    let span = ty.span;
                    derived(Type::Array(Box::new(ty), size), span)
                }
                Kind::FunctionDeclarator => {
                    let span = ty.span;
                    let function = self.function_type(at, ty);
                    derived(Type::Function(Box::new(function)), span)
                }
                Kind::ParenthesizedDeclarator => {
                    rest = self.shape.first(at);
                    continue;
                }
                Kind::Identifier | Kind::FieldIdentifier => return self.declared_name(at, ty),
                _ => {
                    let what = self.misplaced(at);
                    ty.ty = Type::Unsupported(what);
                    break;
                }
            };
            ty = derived;
            rest = self.child(at, Role::Declarator);
        }
        Declared { name: None, name_token: None, name_span: None, ty }
    }

    fn declared_name(&mut self, node: NodeIdx, mut ty: QualType) -> Declared {
        // The grammar wants bit-fields to have names; one without has padding here.
        if self.node(node).is_padding() {
            return Declared { name: None, name_token: None, name_span: None, ty };
        }
        let name = self.leaf_name(node);
        if name.is_none() {
            ty.ty = Type::Unsupported(self.misplaced(node));
        }
        let token_idx = self.node(node).start as usize;
        Declared {
            name,
            name_token: Some(token_idx),
            name_span: Some(self.span_of(token_idx..token_idx + 1)),
            ty,
        }
    }

    fn pointer(&mut self, node: NodeIdx, target: QualType) -> QualType {
        let star = self.node(node).start as usize;
        let span = target.span;
        let mut pointer = derived(Type::Pointer(Box::new(target)), span);
        let mut at = star + 1;
        while self.class(at).is_lead() {
            match self.lex(at) {
                Lex::Const if self.class(at) == Class::Spec => pointer.constant = true,
                Lex::Volatile if self.class(at) == Class::Spec => pointer.volatile = true,
                Lex::Atomic if self.class(at) == Class::Spec => pointer.atomic = true,
                _ => {}
            }
            at += 1;
        }
        pointer
    }

    /// The size of an array; of a parameter's `[*]`, none.
    fn array_size(&mut self, node: NodeIdx) -> Option<Box<crate::ast::Expr>> {
        let size = self.child(node, Role::Size)?;
        match self.kind(size) {
            Kind::Token => None,
            _ => Some(Box::new(self.operand(size, Level::Assignment))),
        }
    }

    fn function_type(&mut self, node: NodeIdx, result: QualType) -> FunctionType {
        let mut function =
            FunctionType { result, params: Vec::new(), variadic: false, unspecified: true };
        let shape = self.shape;
        for child in shape.children(node) {
            match (self.node(child).role, self.kind(child)) {
                (Role::Parameters, Kind::ParameterList) => self.parameters(child, &mut function),
                (Role::Declarator, _) => {}
                _ => {
                    self.misplaced(child);
                }
            }
        }
        function
    }

    fn parameters(&mut self, list: NodeIdx, function: &mut FunctionType) {
        if !self.enter(list) {
            return;
        }
        let shape = self.shape;
        for child in shape.children(list) {
            function.unspecified = false;
            match self.kind(child) {
                Kind::Parameter => {
                    let param = self.parameter(child);
                    function.params.push(param);
                }
                Kind::Variadic => function.variadic = true,
                _ => {
                    self.misplaced(child);
                }
            }
        }
        self.leave();
        // `(void)`
        if let [only] = function.params.as_slice()
            && only.name.is_none()
            && only.ty.ty == Type::Void
        {
            function.params.clear();
        }
    }

    fn parameter(&mut self, node: NodeIdx) -> Param {
        let Some(ty) = self.child(node, Role::Type) else {
            let ty = Type::Unsupported(self.misplaced(node));
            return Param { name: None, ty: self.plain_type(node, ty), span: self.span(node) };
        };
        let specifiers = self.specifiers(ty);
        let end = self.node(node).end as usize;
        let mut declared = self.declarator(self.child(node, Role::Declarator), specifiers.ty);
        let effects = self.effects(specifiers.start..end);
        if let Some(what) = effects.unsupported_type {
            declared.ty.ty = Type::Unsupported(what.to_owned());
        }
        let span = self.span_of(specifiers.start..end);
        if !matches!(specifiers.storage, Storage::None | Storage::Register) {
            self.misread(span, "a parameter has no storage class");
        }
        self.own_annotations(std::iter::once(specifiers.start..end), Target::Parameter);
        Param { name: declared.name, ty: declared.ty, span }
    }
}

/// A type made from another one; its place is that of the words it starts from.
fn derived(ty: Type, span: Span) -> QualType {
    QualType { ty, atomic: false, constant: false, volatile: false, span }
}
