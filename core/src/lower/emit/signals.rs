//! Condition variables whose signals are counted, in search of threads that wait for one for ever.
//!
//! The model headers do the counting. Here is what they leave to say: who waits, and when nothing can be
//! said because somebody may send a signal that is not seen.

use super::super::memory::{Leaf, thing};
use super::super::typed::{ObjId, ObjStorage};
use super::super::types::{RecordIdx, Ty};
use super::{Emitter, Value};
use crate::hash::FxHashSet;
use crate::scpl::{Expr, Source, Thing};
use crate::text::{Span, Wakeups};

impl Emitter<'_> {
    /// A thread waits for a signal. If the user says that this is indivisible from what is around it, there
    /// will be none.
    pub(super) fn waits_for_signal(&mut self, span: Span) -> Option<Value> {
        self.waits = true;
        let by_user = self.depth - u32::from(self.statement_section).min(self.depth);
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

    /// Whether a function that is defined elsewhere may send a signal: it can name a condition variable, or
    /// something by which it gets to one.
    pub(super) fn may_signal(&self) -> bool {
        let typed = self.program.typed;
        self.wakeups == Wakeups::Signalled
            && (0..).map(ObjId).zip(&typed.objects).any(|(id, object)| {
                object.storage != ObjStorage::Auto
                    && object.func.is_none()
                    && object.heap.is_none()
                    && !typed.own.contains(&id)
                    && !self.is_builtin(object.span)
                    && self.leads_to_condition(&object.ty.ty, &mut FxHashSet::default())
            })
    }

    fn leads_to_condition(&self, ty: &Ty, seen: &mut FxHashSet<RecordIdx>) -> bool {
        match ty {
            Ty::Ptr(to) => to.ty == Ty::Void || self.leads_to_condition(&to.ty, seen),
            Ty::Array(element, _) => self.leads_to_condition(&element.ty, seen),
            Ty::Record(idx) if seen.insert(*idx) => {
                let record = self.program.types.record(*idx);
                let is_it = record.builtin && thing(&record.name) == Some(Thing::Condition);
                let fields = record.fields.iter().flatten();
                is_it || fields.into_iter().any(|field| self.leads_to_condition(&field.ty.ty, seen))
            }
            _ => false,
        }
    }
}
