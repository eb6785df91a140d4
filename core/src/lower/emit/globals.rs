//! Variables whose values at the start are not known.

use super::super::points_to::instance;
use super::super::threads::TemplateIdx;
use super::super::typed::{ObjId, ObjStorage, TKind};
use super::super::walk::walk_expr;
use super::Emitter;
use crate::scpl::{Command, Sort, Source, StepKind};

impl Emitter<'_> {
    /// Variables declared here and defined elsewhere hold any value. The library's streams are only passed
    /// on to it.
    pub(super) fn external_variables(&mut self) {
        let typed = self.program.typed;
        for (idx, object) in typed.objects.iter().enumerate() {
            if object.external
                && object.named
                && !is_stream(&object.name)
                && object.storage != ObjStorage::Auto
                && !self.is_builtin(object.span)
            {
                self.assume_note(format!(
                    "`{}` is defined elsewhere and may start with any value",
                    object.name
                ));
                self.statement = object.span;
                self.come_to_life(ObjId(idx as u32), Source::Unmodelled);
            }
        }
    }

    /// Initialisers that Braid cannot compute, such as those of floating-point variables.
    pub(super) fn unknown_initialisers(&mut self) {
        let typed = self.program.typed;
        for (idx, object) in typed.objects.iter().enumerate() {
            let unknown = object.init.iter().any(|step| {
                let mut unknown = false;
                walk_expr(&step.value, &mut |expr| {
                    unknown |= !matches!(
                        expr.kind,
                        TKind::Const(_)
                            | TKind::Str
                            | TKind::FuncAddr(_)
                            | TKind::AddrOf(_)
                            | TKind::Cast(_)
                            | TKind::Neg(_)
                            | TKind::BitNot(_)
                            | TKind::Not(_)
                            | TKind::Bin(..)
                    );
                });
                unknown
            });
            if unknown && object.storage != ObjStorage::Auto && !self.is_builtin(object.span) {
                self.cells(instance(typed, TemplateIdx(0), ObjId(idx as u32)));
            }
        }
        self.statement = self.program.threads.template(self.template).span;
        for place in std::mem::take(&mut self.unknown_cells) {
            if self.memory.vars[place.var().index()].sort == Sort::Handle {
                self.lost_silently(self.statement, "a thread handle as a number");
                return;
            }
            let havoc = Command::Havoc(place, Source::Unmodelled);
            self.step(vec![havoc], StepKind::Silent, self.statement);
        }
    }
}

fn is_stream(name: &str) -> bool {
    matches!(name, "stdin" | "stdout" | "stderr")
}
