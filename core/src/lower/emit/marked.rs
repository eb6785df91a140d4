//! Threads that are marked as such.

use super::super::points_to::Instance;
use super::super::threads::{TemplateIdx, TemplateKind};
use super::super::typed::FuncId;
use super::Emitter;
use crate::ast::InstanceCount;
use crate::scpl::{Command, Expr, Place, Sort, Source, StepKind, TemplateId};

impl Emitter<'_> {
    /// Threads that annotations start: the given numbers of instances, or any number.
    pub(super) fn marked_threads(&mut self) {
        let (typed, threads) = (self.program.typed, self.program.threads);
        let mut any = Vec::new();
        for template in threads.indices() {
            let TemplateKind::Func(func) = threads.template(template).kind else { continue };
            let Some((count, span)) = typed.func(func).thread else { continue };
            // Threads that the program creates itself are started where it does.
            if !threads.template(template).created_at.is_empty() {
                continue;
            }
            self.statement = span;
            match count {
                InstanceCount::Exactly(n) => {
                    for _ in 0..n {
                        let create = self.marked_create(template, func);
                        self.step(create, StepKind::Create, span);
                    }
                }
                InstanceCount::Any => any.push((template, func, span)),
            }
        }
        if any.is_empty() {
            return;
        }
        let (again, done) = (self.new_label(), self.new_label());
        self.jump(again, self.statement);
        self.place(again);
        let here = self.cur;
        for (template, func, span) in any {
            self.cur = here;
            self.statement = span;
            let create = self.marked_create(template, func);
            self.step(create, StepKind::Create, span);
            self.jump(again, span);
        }
        self.cur = here;
        self.jump(done, self.statement);
        self.place(done);
    }

    /// A marked thread may be started with any argument.
    fn marked_create(&mut self, template: TemplateIdx, func: FuncId) -> Vec<Command> {
        let mut commands = Vec::new();
        let mut args = Vec::new();
        for &param in &self.program.typed.func(func).params {
            let instance = Instance { template: Some(template), object: param };
            if let Some((var, Sort::Bits(width))) = self.scalar_var(instance) {
                let temp = self.temp(Sort::Bits(width));
                let pointer = self.program.typed.object(param).ty.ty.is_pointer();
                // Nothing is known of what an argument points to; an unmarked start passes none.
                if pointer {
                    commands.push(Command::Assign(Place::Var(temp), Expr::constant(0, width)));
                } else {
                    commands.push(Command::Havoc(Place::Var(temp), Source::Input));
                }
                args.push((var, Expr::Var(temp)));
            }
        }
        commands.push(Command::Create { template: TemplateId(template.0), args, handle: None });
        commands
    }
}
