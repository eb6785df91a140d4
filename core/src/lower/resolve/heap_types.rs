//! The type of memory that is held in a `void *` first.
//!
//! `malloc` gives memory the type that its result is converted to at once. Where it is not converted, it is
//! followed through variables, fields, parameters and results of type `void *`, to the conversions behind
//! them. If these agree, or the size fits only one of them, that is its type.

use std::collections::BTreeSet;

use crate::hash::FxHashMap;

use super::super::typed::{
    Alloc, Callee, FuncId, InitStep, LKind, LValue, ObjId, TExpr, TKind, TStmt, TStmtKind,
};
use super::super::types::{QTy, RecordIdx, Ty};
use super::super::walk::{for_each_expr, for_each_stmt};
use super::Resolver;

/// What holds an untyped pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Holder {
    /// Memory itself, by its pool.
    Memory(ObjId),
    Variable(ObjId),
    Field(RecordIdx, u32),
    Result(FuncId),
}

#[derive(Default)]
struct Flows {
    to: FxHashMap<Holder, BTreeSet<Holder>>,
    /// What the pointers in a holder are converted to.
    types: FxHashMap<Holder, Vec<QTy>>,
    untyped: Vec<Alloc>,
}

impl Resolver<'_> {
    pub(super) fn is_untyped(&self, pool: ObjId) -> bool {
        let object = &self.objects[pool.index()];
        object.heap.is_some() && object.name == UNTYPED
    }

    pub(super) fn infer_heap_types(&mut self) {
        let mut flows = Flows::default();
        for (idx, func) in self.funcs.iter().enumerate() {
            let id = FuncId(idx as u32);
            for_each_stmt(func.body.as_deref().unwrap_or_default(), &mut |stmt| {
                self.flow(id, stmt, &mut flows);
            });
        }
        for alloc in std::mem::take(&mut flows.untyped) {
            if let Some(ty) = self.inferred(&alloc, &flows) {
                self.allocated_as(&alloc, &ty);
            }
        }
    }

    fn inferred(&self, alloc: &Alloc, flows: &Flows) -> Option<QTy> {
        let mut seen = BTreeSet::from([Holder::Memory(alloc.pool)]);
        let mut pending = vec![Holder::Memory(alloc.pool)];
        let mut types: Vec<&QTy> = Vec::new();
        while let Some(holder) = pending.pop() {
            for ty in flows.types.get(&holder).into_iter().flatten() {
                if !types.iter().any(|known| known.ty == ty.ty) {
                    types.push(ty);
                }
            }
            let next = flows.to.get(&holder).into_iter().flatten();
            pending.extend(next.filter(|next| seen.insert(**next)));
        }
        let memory = self.objects[alloc.pool.index()].heap.filter(|_| alloc.bytes.is_none());
        let bytes = memory.map(|memory| memory.bytes);
        match &types[..] {
            [only] => Some((*only).clone()),
            several => {
                let fits = |ty: &&&QTy| {
                    !self.is_incomplete(&ty.ty) && bytes == Some(self.types.size(&ty.ty))
                };
                let mut fitting = several.iter().filter(fits);
                let first = fitting.next()?;
                fitting.next().is_none().then(|| (*first).clone())
            }
        }
    }

    fn flow(&self, func: FuncId, stmt: &TStmt, flows: &mut Flows) {
        match &stmt.kind {
            TStmtKind::Decl(_, Some(steps)) => {
                for InitStep { target, value } in steps {
                    give(holder(target), value, flows);
                }
            }
            TStmtKind::Return(Some(value)) => give(Some(Holder::Result(func)), value, flows),
            _ => {}
        }
        for_each_expr(stmt, &mut |expr| match &expr.kind {
            TKind::Assign(target, value) => give(holder(target), value, flows),
            TKind::Call(Callee::Func(id), args) => {
                let called = &self.funcs[id.index()];
                for (&param, arg) in called.params.iter().zip(args) {
                    give(Some(Holder::Variable(param)), arg, flows);
                }
            }
            TKind::Alloc(alloc) if self.is_untyped(alloc.pool) => flows.untyped.push(alloc.clone()),
            TKind::Cast(value) if is_untyped(&value.ty) => {
                let Some(target) = expr.ty.target().filter(|target| target.ty != Ty::Void) else {
                    return;
                };
                for from in sources(value) {
                    flows.types.entry(from).or_default().push(target.clone());
                }
            }
            _ => {}
        });
    }
}

/// What memory that has no type yet is called.
pub(super) const UNTYPED: &str = "bytes";

fn is_untyped(ty: &Ty) -> bool {
    ty.target().is_some_and(|target| target.ty == Ty::Void)
}

fn give(to: Option<Holder>, value: &TExpr, flows: &mut Flows) {
    let Some(to) = to.filter(|_| is_untyped(&value.ty)) else { return };
    for from in sources(value) {
        flows.to.entry(from).or_default().insert(to);
    }
}

/// Where an untyped pointer comes from, as far as that is easy to see.
fn sources(value: &TExpr) -> Vec<Holder> {
    match &value.kind {
        TKind::Alloc(alloc) => vec![Holder::Memory(alloc.pool)],
        TKind::Load(lvalue) => holder(lvalue).into_iter().collect(),
        TKind::Call(Callee::Func(id), _) => vec![Holder::Result(*id)],
        TKind::Cast(inner) if is_untyped(&inner.ty) => sources(inner),
        TKind::Cond(_, a, b) => [sources(a), sources(b)].concat(),
        TKind::Comma(_, b) => sources(b),
        TKind::Assign(target, value) => holder(target).into_iter().chain(sources(value)).collect(),
        TKind::StmtExpr(stmts) => match stmts.last().map(|stmt| &stmt.kind) {
            Some(TStmtKind::Expr(last)) => sources(last),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn holder(lvalue: &LValue) -> Option<Holder> {
    match &lvalue.kind {
        LKind::Obj(id) => Some(Holder::Variable(*id)),
        LKind::Index(base, _) => holder(base),
        LKind::Field(base, number) => match base.ty.ty {
            Ty::Record(idx) => Some(Holder::Field(idx, *number)),
            _ => None,
        },
        LKind::Deref(_) => None,
    }
}
