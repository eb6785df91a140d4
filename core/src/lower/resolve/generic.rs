//! What is chosen by types: `_Generic` [C17 6.5.1.1] and `__builtin_types_compatible_p`.
//!
//! Types here do not say whether what a pointer points to is `const`. So where a pointer decides, an answer
//! is given only if it would be the same either way.

use super::super::typed::TExpr;
use super::super::types::{IntShape, IntTy, Ty};
use super::Resolver;
use crate::ast::{Expr, ExprKind, QualType};
use crate::text::Span;

/// Whether two types are compatible.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Match {
    No,
    Yes,
    /// Depends on what is not known.
    Perhaps,
}

impl Resolver<'_> {
    /// The expression that a generic selection stands for; any other one stands for itself.
    pub(super) fn selected<'e>(&mut self, expr: &'e Expr) -> Option<&'e Expr> {
        let mut expr = expr;
        while let ExprKind::Generic(value, associations) = &expr.kind {
            expr = self.choose(value, associations, expr.span)?;
        }
        Some(expr)
    }

    fn choose<'e>(
        &mut self,
        value: &Expr,
        associations: &'e [(Option<QualType>, Expr)],
        span: Span,
    ) -> Option<&'e Expr> {
        // It is not evaluated.
        let n_sizes = self.sizes.len();
        let of = self.expr(value).ty;
        let mut matches = Vec::new();
        for (ty, result) in associations {
            let Some(syntax) = ty else { continue };
            let ty = self.qual_type(syntax);
            // A value is neither atomic nor constant.
            if !ty.atomic && !syntax.constant && !syntax.volatile {
                matches.push((self.compatible(&of, &ty.ty), result));
            }
        }
        self.sizes.truncate(n_sizes);
        matches.retain(|(found, _)| *found != Match::No);
        let otherwise = associations.iter().find(|(ty, _)| ty.is_none()).map(|(_, result)| result);
        match (&matches[..], otherwise) {
            ([(Match::Yes, result)], _) | ([(_, result)], None) => Some(result),
            ([], Some(result)) => Some(result),
            ([], None) => {
                self.error(span, "no association is of the type of this value");
                None
            }
            _ => {
                let what = "a choice between types that differ in qualifiers only";
                self.unsupported(span, what, "call the function that is meant");
                None
            }
        }
    }

    pub(super) fn same_type(&mut self, a: &QualType, b: &QualType, span: Span) -> TExpr {
        let n_sizes = self.sizes.len();
        let (a, b) = (self.qual_type(a), self.qual_type(b));
        self.sizes.truncate(n_sizes);
        match self.compatible(&a.ty, &b.ty) {
            _ if a.atomic != b.atomic => TExpr::constant(0, Ty::INT, span),
            Match::No => TExpr::constant(0, Ty::INT, span),
            Match::Yes => TExpr::constant(1, Ty::INT, span),
            Match::Perhaps => {
                let what = "a choice between types that differ in qualifiers only";
                self.unsupported(span, what, "call the function that is meant");
                TExpr { ty: Ty::INT, ..self.failed(span) }
            }
        }
    }

    fn compatible(&self, a: &Ty, b: &Ty) -> Match {
        match (a, b) {
            (Ty::Int(a), Ty::Int(b)) => match (plain(a), plain(b)) {
                (Some(a_plain), Some(b_plain)) => {
                    // Two enums are different types, though both may be compatible with one.
                    let are_enums = a.shape != a_plain.shape && b.shape != b_plain.shape;
                    let same = if are_enums { a == b } else { a_plain == b_plain };
                    if same { Match::Yes } else { Match::No }
                }
                _ => Match::Perhaps,
            },
            (Ty::Void, Ty::Void) | (Ty::Thread, Ty::Thread) | (Ty::Mutex, Ty::Mutex) => Match::Yes,
            (Ty::Record(a), Ty::Record(b)) => {
                if a == b {
                    Match::Yes
                } else {
                    Match::No
                }
            }
            (Ty::Float(a), Ty::Float(b)) => {
                if a == b {
                    Match::Perhaps
                } else {
                    Match::No
                }
            }
            // What they point to may differ in qualifiers.
            (Ty::Ptr(a), Ty::Ptr(b)) => match self.compatible(&a.ty, &b.ty) {
                _ if a.atomic != b.atomic => Match::No,
                Match::No => Match::No,
                _ => Match::Perhaps,
            },
            // What the headers of the model have in the place of a library's type.
            (Ty::Thread | Ty::Mutex | Ty::Error | Ty::Vla(..), _)
            | (_, Ty::Thread | Ty::Mutex | Ty::Error | Ty::Vla(..)) => Match::Perhaps,
            (Ty::Array(..), Ty::Array(..)) | (Ty::Func(_), Ty::Func(_)) => Match::Perhaps,
            _ => Match::No,
        }
    }
}

/// An integer type without being an enum; a bit-field's is not known.
fn plain(int: &IntTy) -> Option<IntTy> {
    match int.shape {
        IntShape::Enum(_) => Some(IntTy { shape: IntShape::Plain, ..*int }),
        IntShape::BitField | IntShape::Own | IntShape::List => None,
        _ => Some(*int),
    }
}
