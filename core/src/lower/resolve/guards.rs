//! `guarded_by(lock)`: which lock must be held when a variable, a field, or what a pointer points to is
//! accessed. Checked at every access, and never assumed.

use super::super::codes;
use super::super::typed::{Guard, Guarded, GuardedBy, LKind, ObjId};
use super::super::types::{RecordIdx, Ty};
use super::{Resolver, Symbol};
use crate::ast::{Annotation, AnnotationKind, Expr, ExprKind, Field, UnaryOp};
use crate::text::{Problem, Span};

impl Resolver<'_> {
    pub(super) fn guard_object(&mut self, id: ObjId, lock: &Expr, what: Guarded) {
        if let Some(guard) = self.guard(lock, what) {
            self.guards.objects.entry(id).or_default().push(guard);
        }
    }

    /// The annotations of a further declaration of a variable.
    pub(super) fn guard_again(&mut self, id: ObjId, annotations: &[Annotation]) {
        for annotation in annotations {
            match &annotation.kind {
                AnnotationKind::GuardedBy(lock) => self.guard_object(id, lock, Guarded::Itself),
                AnnotationKind::PtGuardedBy(lock) => self.guard_object(id, lock, Guarded::Target),
                _ => {}
            }
        }
    }

    /// The annotations of a record's fields, once all fields are known.
    pub(super) fn guard_fields(&mut self, record: RecordIdx, fields: &[Field]) {
        for field in fields {
            for annotation in &field.annotations {
                let (lock, what) = match &annotation.kind {
                    AnnotationKind::GuardedBy(lock) => (lock, Guarded::Itself),
                    AnnotationKind::PtGuardedBy(lock) => (lock, Guarded::Target),
                    _ => continue,
                };
                let Some(name) = &field.name else { continue };
                let Some(&[number]) = self.types.field_path(record, name).as_deref() else {
                    continue;
                };
                let guard = match self.sibling(record, lock) {
                    Some(_) if what == Guarded::Target => {
                        let message = "what a member points to cannot be guarded by a member";
                        self.bad_guard(lock.span, message, "use a mutex outside the struct");
                        None
                    }
                    Some(path) => {
                        let by = GuardedBy::Sibling(path);
                        Some(Guard { by, what, text: lock.span })
                    }
                    None => self.guard(lock, what),
                };
                if let Some(guard) = guard {
                    self.guards.fields.insert((record, number), vec![guard]);
                }
            }
        }
    }

    /// The member of the same record that is a mutex and has this name.
    fn sibling(&self, record: RecordIdx, lock: &Expr) -> Option<Vec<u32>> {
        let ExprKind::Name(name) = &bare(lock).kind else { return None };
        let path = self.types.field_path(record, name)?;
        let [number] = path[..] else { return None };
        let field = self.types.record(record).fields.as_ref()?.get(number as usize)?;
        self.is_lock(&field.ty.ty).then_some(path)
    }

    fn guard(&mut self, lock: &Expr, what: Guarded) -> Option<Guard> {
        let lock = bare(lock);
        if let ExprKind::Name(name) = &lock.kind
            && !matches!(self.lookup(name), Some(Symbol::Object(_)))
        {
            let message = format!("there is no lock `{name}` here");
            self.bad_guard(lock.span, &message, "declare the mutex before what it guards");
            return None;
        }
        let lvalue = self.lvalue(lock)?;
        let is_fixed = {
            let mut at = &lvalue;
            while let LKind::Field(base, _) = &at.kind {
                at = base;
            }
            matches!(at.kind, LKind::Obj(_))
        };
        let by_pointer = what == Guarded::Target && lvalue.ty.ty != Ty::Mutex;
        if !self.is_lock(&lvalue.ty.ty) || !is_fixed || by_pointer {
            let hint = "name a mutex variable, or a mutex in the same struct";
            self.bad_guard(lock.span, "only a mutex of a fixed place can guard something", hint);
            return None;
        }
        Some(Guard { by: GuardedBy::Mutex(lvalue), what, text: lock.span })
    }

    /// A mutex or a read-write lock.
    fn is_lock(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Record(idx) => {
                let record = self.types.record(*idx);
                record.builtin && record.name == "__braid_rwlock"
            }
            ty => *ty == Ty::Mutex,
        }
    }

    fn bad_guard(&mut self, span: Span, message: &str, hint: &str) {
        let message = format!("{message}, so this is not checked");
        self.problems.push(Problem::new(codes::BAD_ANNOTATION, span, message).hint(hint));
    }
}

/// The lock itself, where its address is written.
fn bare(lock: &Expr) -> &Expr {
    match &lock.kind {
        ExprKind::Unary(UnaryOp::AddressOf, inner) => inner,
        _ => lock,
    }
}
