//! Condition variables whose signals are counted, in search of threads that wait for one for ever.
//!
//! The model headers do the counting. Here is what they leave to say: who waits, and when nothing can be
//! said because somebody may send a signal that is not seen.

use super::super::memory::{Leaf, Program, thing};
use super::super::typed::{Callee, FuncId, ObjId, ObjStorage, Object};
use super::super::types::{RecordIdx, Ty, Types};
use super::super::walk::for_each_call;
use super::{Emitter, Value};
use crate::hash::FxHashSet;
use crate::scpl::{Expr, Source, Thing};
use crate::text::{Span, Wakeups};

impl Emitter<'_> {
    /// A thread waits for a signal. If the user says that this is indivisible from what is around it, there
    /// will be none.
    pub(super) fn waits_for_signal(&mut self, span: Span) -> Option<Value> {
        self.waits = true;
        let by_user = self.depth.saturating_sub(u32::from(self.statement_section));
        if self.wakeups == Wakeups::Signalled && by_user > 0 {
            self.lost_silently(span, "waiting for a signal in an atomic section");
            return None;
        }
        self.cur.map(|_| Value::local(Expr::constant(0, 32)))
    }

    /// Whether nobody waits for a condition variable that has just come to life, initialised or not.
    pub(super) fn is_unused_condition(&self, leaf: &Leaf, source: Source) -> bool {
        self.wakeups == Wakeups::Signalled
            && source == Source::Uninit
            && self.memory.origin(leaf.var).part_of == Some(Thing::Condition)
    }
}

/// Whether a function that is defined elsewhere may send a signal: it can name a condition variable, or
/// something by which it gets to one, or a function that signals one.
pub(super) fn come_from_elsewhere(program: Program) -> bool {
    let Program { typed, types, .. } = program;
    let is_reached = |(id, object): (ObjId, &Object)| {
        object.storage != ObjStorage::Auto
            && object.func.is_none()
            && object.heap.is_none()
            && !typed.own.contains(&id)
            && leads_to_condition(types, &object.ty.ty, &mut FxHashSet::default())
    };
    if (0..).map(ObjId).zip(&typed.objects).any(is_reached) {
        return true;
    }
    let signal = signalling(program);
    signal.iter().map(|&id| typed.func(id)).any(|func| func.exported && !func.builtin)
}

fn leads_to_condition(types: &Types, ty: &Ty, seen: &mut FxHashSet<RecordIdx>) -> bool {
    match ty {
        Ty::Ptr(to) => leads_to_condition(types, &to.ty, seen),
        Ty::Array(element, _) => leads_to_condition(types, &element.ty, seen),
        Ty::Record(idx) if seen.insert(*idx) => {
            let record = types.record(*idx);
            let is_it = record.builtin && thing(&record.name) == Some(Thing::Condition);
            let mut fields = record.fields.iter().flatten();
            is_it || fields.any(|field| leads_to_condition(types, &field.ty.ty, seen))
        }
        _ => false,
    }
}

/// The functions but `main` that may send a signal, also by calling another one.
fn signalling(program: Program) -> FxHashSet<FuncId> {
    let typed = program.typed;
    let mut found: FxHashSet<FuncId> = FxHashSet::default();
    loop {
        let before = found.len();
        for (id, func) in (0..).map(FuncId).zip(&typed.funcs) {
            let is_signal = func.builtin && is_signal(&func.name);
            let mut calls_one = false;
            for_each_call(func.body.as_deref().unwrap_or_default(), &mut |callee, _, _| {
                calls_one |= match callee {
                    Callee::Func(id) => found.contains(id),
                    Callee::Name(_) => false,
                    // Whatever it points to.
                    Callee::Pointer(_) => true,
                };
            });
            if &*func.name != "main" && (is_signal || calls_one) {
                found.insert(id);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

fn is_signal(name: &str) -> bool {
    matches!(
        name,
        "pthread_cond_signal" | "pthread_cond_broadcast" | "cnd_signal" | "cnd_broadcast"
    )
}
