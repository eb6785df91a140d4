//! Accesses to what a lock guards: an access without it is one that must not happen.
//!
//! Nobody stops a program that makes one, so it goes on: what comes after is judged as if there were no
//! annotation.
//!
//! The check is made wherever cells are read or written, by whatever name or pointer they are reached.
//! Initialisers are left out: nobody else knows the variable yet.

use super::super::fold;
use super::super::memory::locate;
use super::super::points_to::Instance;
use super::super::typed::{Guard, Guarded, GuardedBy, LKind, LValue, TExpr, TKind};
use super::super::types::Ty;
use super::Emitter;
use super::places::{Alternative, Region};
use crate::scpl::{BinOp, Command, Expr, PropertyKind, StepKind};
use crate::text::Span;

/// What is done with what a lock guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

/// The member of a read-write lock that says how the thread holds it: 0 if not at all, `WRITER` for writing.
const RWLOCK_MINE: u32 = 2;
const OWN_WIDTH: u8 = 32;
const WRITER: u64 = 0xffff_ffff;

impl Emitter<'_> {
    /// Checks that the locks of everything in a region are held; `None` if they never are.
    pub(super) fn check_guards(
        &mut self,
        region: &Region,
        access: Access,
        span: Span,
    ) -> Option<()> {
        let typed = self.program.typed;
        if typed.guards.is_empty() || region.ty.ty == Ty::Mutex || self.pure {
            return Some(());
        }
        for alternative in &region.alternatives {
            if self.initialises == Some(alternative.instance.object) {
                continue;
            }
            for (guard, depth) in self.guards_of(alternative) {
                let lock = match &guard.by {
                    GuardedBy::Mutex(lvalue) => self.region(lvalue)?,
                    GuardedBy::Sibling(path) => self.sibling(alternative, depth, path),
                };
                self.require(&lock, alternative.guard.clone(), &guard, access, span)?;
            }
        }
        Some(())
    }

    /// Checks the lock of what a pointer points to, if the variable says that there is one.
    pub(super) fn check_target_guard(&mut self, pointer: &TExpr, span: Span) -> Option<()> {
        let typed = self.program.typed;
        if typed.guards.is_empty() || self.pure {
            return Some(());
        }
        let Some(lvalue) = pointer_variable(pointer) else { return Some(()) };
        let guards = match &lvalue.kind {
            LKind::Obj(id) => typed.guards.objects.get(id),
            LKind::Field(base, number) => match base.ty.ty {
                Ty::Record(idx) => typed.guards.fields.get(&(idx, *number)),
                _ => None,
            },
            _ => None,
        };
        for guard in guards.into_iter().flatten().filter(|guard| guard.what == Guarded::Target) {
            let GuardedBy::Mutex(lock) = &guard.by else { continue };
            let lock = self.region(lock)?;
            self.require(&lock, Expr::TRUE, guard, Access::Read, span)?;
        }
        Some(())
    }

    fn require(
        &mut self,
        lock: &Region,
        when: Expr,
        guard: &Guard,
        access: Access,
        span: Span,
    ) -> Option<()> {
        let held = match lock.ty.ty {
            Ty::Record(_) => self.read_write_lock(lock, access, span)?,
            _ => self.held(lock, span)?.0,
        };
        let holds = fold::bin(BinOp::Or, fold::not(when), held);
        let text = guard.text;
        if holds == Expr::TRUE || self.cur.is_none() {
            return Some(());
        }
        let property = self.property(PropertyKind::Unguarded, span, |this| {
            let how = match (&lock.ty.ty, access) {
                (Ty::Record(_), Access::Write) => "held for writing",
                _ => "held",
            };
            format!("`{}` is {how} at `{}`", this.text(text), this.text(span))
        });
        let error = self.error_loc(property);
        let missing = vec![Command::Assume(fold::not(holds))];
        self.edge(error, missing, StepKind::Fail, span);
        self.step(Vec::new(), StepKind::Silent, span);
        Some(())
    }

    /// Whether the thread holds a read-write lock, for writing if it is to be written.
    fn read_write_lock(&mut self, lock: &Region, access: Access, span: Span) -> Option<Expr> {
        let mut mine = lock.clone();
        for alternative in &mut mine.alternatives {
            alternative.path.push(RWLOCK_MINE);
        }
        let mine = self.read_companion(&mine, |leaf| Some(leaf.var), span)?;
        let width = OWN_WIDTH;
        Some(match access {
            Access::Read => fold::bin(BinOp::Ne, mine, Expr::constant(0, width)),
            Access::Write => fold::bin(BinOp::Eq, mine, Expr::constant(WRITER, width)),
        })
    }

    /// The guards of the object and of the fields on the way, with the length of the way to the record.
    fn guards_of(&self, alternative: &Alternative) -> Vec<(Guard, usize)> {
        let (typed, types) = (self.program.typed, self.program.types);
        let object = alternative.instance.object;
        let own = typed.guards.objects.get(&object).into_iter().flatten();
        let mut found: Vec<(Guard, usize)> = own.map(|guard| (guard.clone(), 0)).collect();
        for depth in 0..alternative.path.len() {
            let ty = locate(types, &typed.object(object).ty, &alternative.path[..depth]).ty.ty;
            let Ty::Record(idx) = ty else { continue };
            let key = (idx, alternative.path[depth]);
            let fields = typed.guards.fields.get(&key).into_iter().flatten();
            found.extend(fields.map(|guard| (guard.clone(), depth)));
        }
        found.retain(|(guard, _)| guard.what == Guarded::Itself);
        found
    }

    /// A member of the record that the first `depth` fields of the way lead to.
    fn sibling(&self, alternative: &Alternative, depth: usize, path: &[u32]) -> Region {
        let Instance { object, .. } = alternative.instance;
        let way = &alternative.path[..depth];
        let place = locate(self.program.types, &self.program.typed.object(object).ty, way);
        let n_indices = place.dims.len().min(alternative.indices.len());
        let alternative = Alternative {
            guard: Expr::TRUE,
            instance: alternative.instance,
            path: [way, path].concat(),
            indices: alternative.indices[..n_indices].to_vec(),
            slice: None,
        };
        let ty =
            locate(self.program.types, &self.program.typed.object(object).ty, &alternative.path).ty;
        Region { alternatives: vec![alternative], ty, valid: None }
    }
}

/// The variable that a pointer was read from, whatever was added to it.
fn pointer_variable(pointer: &TExpr) -> Option<&LValue> {
    match &pointer.kind {
        TKind::Load(lvalue) => Some(lvalue),
        TKind::Cast(inner) | TKind::PtrAdd(inner, _, _) => pointer_variable(inner),
        _ => None,
    }
}
