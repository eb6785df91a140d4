//! Conversions: casts, and values on their way into something of another type [C17 6.3].

use super::super::typed::{Callee, TExpr, TKind};
use super::super::types::{IntShape, Ty};
use super::Resolver;
use super::consts::const_value;
use crate::text::Span;

impl Resolver<'_> {
    /// A value on its way into something of type `ty`: assignment, argument, return.
    pub fn assigned(&mut self, value: TExpr, ty: &Ty) -> TExpr {
        let fits = match (&value.ty, ty) {
            (a, b) if a == b => true,
            (Ty::Error, _) | (_, Ty::Error) => true,
            (Ty::Int(_) | Ty::Float(_), Ty::Int(_) | Ty::Float(_)) => true,
            (Ty::Ptr(_), Ty::Ptr(_) | Ty::Int(_)) | (Ty::Int(_), Ty::Ptr(_)) => true,
            (Ty::Int(_), Ty::Thread) | (Ty::Thread, Ty::Int(_)) => true,
            (_, Ty::Void) => true,
            _ => false,
        };
        if !fits {
            let message = format!(
                "a `{}` is needed here, this is a `{}`",
                self.types.describe(ty),
                self.types.describe(&value.ty)
            );
            self.error(value.span, message);
            return self.failed(value.span);
        }
        let value = self.copyable(value);
        self.convert(value, ty)
    }

    pub(super) fn cast(&mut self, value: TExpr, ty: Ty, span: Span) -> TExpr {
        match (&value.ty, &ty) {
            (_, Ty::Void) => TExpr { kind: TKind::Cast(Box::new(value)), ty, span },
            // 0 as a handle means no thread.
            (Ty::Int(_) | Ty::Ptr(_), Ty::Thread)
                if const_value(&self.types, &value) == Some(0) =>
            {
                TExpr { kind: TKind::Const(0), ty, span }
            }
            // Which number a handle is nobody knows: any.
            (Ty::Thread, Ty::Int(_)) => {
                let number = Callee::Name("__braid_unspecified".into());
                TExpr { kind: TKind::Call(number, vec![value]), ty, span }
            }
            (Ty::Thread, Ty::Ptr(_)) | (Ty::Int(_) | Ty::Ptr(_), Ty::Thread) => {
                self.unsupported(
                    span,
                    "a thread handle as a number",
                    "use pthread_equal to compare handles",
                );
                TExpr { kind: TKind::Unsupported("a thread handle as a number".into()), ty, span }
            }
            (Ty::Int(_) | Ty::Ptr(_) | Ty::Float(_), Ty::Int(_) | Ty::Ptr(_) | Ty::Float(_)) => {
                TExpr { span, ..self.convert(value, &ty) }
            }
            (a, b) if a == b => TExpr { span, ..value },
            (Ty::Error, _) => {
                let any = TKind::Unsupported("this expression".into());
                let any = TExpr { kind: any, ty: ty.clone(), span };
                match value.kind {
                    // Nobody knows what else it does.
                    TKind::Unsupported(_) => {
                        TExpr { kind: TKind::Comma(Box::new(value), Box::new(any)), ty, span }
                    }
                    _ => any,
                }
            }
            _ => {
                let message = format!("cannot convert to `{}`", self.types.describe(&ty));
                self.error(span, message);
                self.failed(span)
            }
        }
    }

    /// A scalar as another scalar type.
    pub fn convert(&mut self, value: TExpr, ty: &Ty) -> TExpr {
        if value.ty == *ty {
            return value;
        }
        let span = value.span;
        match (&value.ty, ty) {
            (Ty::Float(_), _) | (_, Ty::Float(_)) => {
                let unknown = TExpr {
                    kind: TKind::Unsupported("a floating-point value".into()),
                    ty: ty.clone(),
                    span,
                };
                TExpr {
                    kind: TKind::Comma(Box::new(value), Box::new(unknown)),
                    ty: ty.clone(),
                    span,
                }
            }
            (Ty::Int(int), Ty::Error) if int.shape == IntShape::List => self.passed_list(value),
            (Ty::Int(_), Ty::Thread) | (Ty::Thread, Ty::Int(_)) => {
                self.cast(value, ty.clone(), span)
            }
            _ => {
                if let (TKind::Alloc(alloc), Some(target)) = (&value.kind, ty.target()) {
                    let alloc = alloc.clone();
                    self.allocated_as(&alloc, target);
                }
                TExpr { kind: TKind::Cast(Box::new(value)), ty: ty.clone(), span }
            }
        }
    }
}
