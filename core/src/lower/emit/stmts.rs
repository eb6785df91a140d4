//! Statements.

use super::super::fold;
use super::super::points_to::instance;
use super::super::threads::{TemplateKind, is_async};
use super::super::typed::{InitStep, LKind, ObjId, ObjStorage, TExpr, TStmt, TStmtKind};
use super::super::types::Ty;
use super::super::walk::has_label;
use super::super::{Atomicity, Hint};
use super::{Emitter, Exit, Label, Loop, Value, lent};
use crate::ast::Name;
use crate::scpl::{BinOp, Command, Expr, Place, PropertyKind, Source, StepKind};
use crate::text::Span;

impl Emitter<'_> {
    pub fn stmt(&mut self, stmt: &TStmt) {
        let mark = self.n_live_temps();
        let outer = std::mem::replace(&mut self.statement, stmt.span);
        let n_lost = self.lost_at.len();
        self.stmt_kind(stmt);
        self.resume(stmt, n_lost);
        self.statement = outer;
        self.free_temps(mark);
    }

    fn stmt_kind(&mut self, stmt: &TStmt) {
        let span = stmt.span;
        match &stmt.kind {
            TStmtKind::Empty => {}
            TStmtKind::Expr(expr) => self.indivisible(|this| this.effect(expr)),
            TStmtKind::Decl(object, init) => {
                let outer = self.initialises.replace(*object);
                self.indivisible(|this| this.declare(*object, init.as_deref(), span));
                self.initialises = outer;
            }
            TStmtKind::Cleanup(object, call) => {
                self.frame().cleanups.push((*object, call.clone()));
            }
            TStmtKind::Block(stmts) => {
                self.in_block(stmts, |this| stmts.iter().for_each(|stmt| this.stmt(stmt)));
            }
            TStmtKind::If(condition, then, otherwise) => {
                let (yes, no, done) = (self.new_label(), self.new_label(), self.new_label());
                self.decide(condition, yes, no);
                self.place_at(yes);
                self.stmt(then);
                self.jump(done, span);
                self.place_at(no);
                if let Some(otherwise) = otherwise {
                    self.stmt(otherwise);
                }
                self.jump(done, span);
                self.place_at(done);
            }
            TStmtKind::While(condition, body) => {
                self.looped(&[], Some(condition), None, body, span)
            }
            TStmtKind::For(init, condition, step, body) => self.in_block(init, |this| {
                this.looped(init, condition.as_ref(), step.as_ref(), body, span);
            }),
            TStmtKind::DoWhile(body, condition) => {
                let (again, test, done) = (self.new_label(), self.new_label(), self.new_label());
                self.place_loop(again, body);
                self.in_loop(done, Some(test), |this| this.stmt(body));
                self.place(test);
                self.decide(condition, again, done);
                self.place_at(done);
            }
            TStmtKind::Switch(value, cases, body) => self.switch(value, cases, body, span),
            TStmtKind::Case(number, body) => {
                let label = self.frame().cases.last().map(|labels| labels[*number]);
                if let Some(label) = label {
                    self.place(label);
                }
                self.stmt(body);
            }
            TStmtKind::Label(name, body) => self.label(name, body, span),
            TStmtKind::Goto(name) => self.goto(name, span),
            TStmtKind::Break | TStmtKind::Continue => self.break_or_continue(&stmt.kind, span),
            TStmtKind::Return(value) => self.return_value(value.as_ref(), span),
            TStmtKind::Atomic(body) => {
                self.enter_atomic(span);
                self.stmt(body);
                self.leave_atomic(span);
            }
            TStmtKind::Assume(condition) => self.assume(condition, span),
            TStmtKind::Assert(condition) => self.assert(condition, span),
            TStmtKind::Invariant(condition) => self.hint(condition),
            TStmtKind::Unsupported(what) if what == "inline assembly" => {
                self.lost(span, what, "call a function with a C body instead")
            }
            TStmtKind::Unsupported(what) => self.lost_silently(span, what),
        }
    }

    pub(super) fn frame(&mut self) -> &mut super::Frame {
        self.frames.last_mut().expect("statements are walked inside a function")
    }

    /// The walk goes on at a label that nothing falls into.
    fn place_at(&mut self, label: Label) {
        self.cur = None;
        self.place(label);
    }

    /// Under statement atomicity, everything one statement does is one step.
    fn indivisible<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        match self.atomicity {
            Atomicity::Access => run(self),
            Atomicity::Statement => self.at_once(run),
        }
    }

    /// Everything that is done here is one step.
    pub(super) fn at_once<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth > 0 {
            return run(self);
        }
        let start = self.cur;
        self.depth += 1;
        self.statement_section = true;
        let result = run(self);
        self.statement_section = false;
        self.depth = self.depth.saturating_sub(1);
        // The location behind the statement is made inside; it is outside again.
        if let Some(end) = self.cur
            && Some(end) != start
            && self.graph.depths[end.index()] == self.depth + 1
        {
            self.graph.depths[end.index()] = self.depth;
            self.graph.locs[end.index()].atomic = self.depth > 0;
        }
        result
    }

    /// A condition as a step of its own.
    fn decide(&mut self, condition: &TExpr, yes: Label, no: Label) {
        let mark = self.n_live_temps();
        let outer = std::mem::replace(&mut self.statement, condition.span);
        if self.atomicity == Atomicity::Statement && self.depth == 0 {
            // The targets are made first, outside the section that the condition is.
            for label in [yes, no] {
                if self.labels[label.0 as usize].is_none() {
                    let loc = self.new_loc();
                    self.labels[label.0 as usize] = Some(loc);
                }
            }
            let (inner_yes, inner_no) = (self.new_label(), self.new_label());
            self.depth = 1;
            self.statement_section = true;
            self.condition(condition, inner_yes, inner_no);
            self.statement_section = false;
            for (inner, label) in [(inner_yes, yes), (inner_no, no)] {
                self.depth = 1;
                self.place_at(inner);
                self.depth = 0;
                self.jump(label, condition.span);
            }
            self.depth = 0;
        } else {
            self.condition(condition, yes, no);
        }
        self.statement = outer;
        self.free_temps(mark);
    }

    /// The head of a loop; one that is entered by a jump into its body only has to be walked as well.
    fn place_loop(&mut self, head: Label, body: &TStmt) {
        if has_label(body) { self.place_ahead(head) } else { self.place(head) }
    }

    fn in_loop(&mut self, done: Label, next: Option<Label>, run: impl FnOnce(&mut Self)) {
        let (n_outside, n_cleanups) = (self.frame().declared.len(), self.frame().cleanups.len());
        self.frame().loops.push(Loop { done, next, n_outside, n_cleanups });
        run(self);
        self.frame().loops.pop();
    }

    fn looped(
        &mut self,
        init: &[TStmt],
        condition: Option<&TExpr>,
        step: Option<&TExpr>,
        body: &TStmt,
        span: Span,
    ) {
        for stmt in init {
            self.stmt(stmt);
        }
        let (head, enter, next, done) =
            (self.new_label(), self.new_label(), self.new_label(), self.new_label());
        self.place_loop(head, body);
        match condition {
            Some(condition) => self.decide(condition, enter, done),
            None => self.jump(enter, span),
        }
        self.place_at(enter);
        self.in_loop(done, Some(next), |this| this.stmt(body));
        self.place(next);
        if let Some(step) = step {
            let mark = self.n_live_temps();
            let outer = std::mem::replace(&mut self.statement, step.span);
            self.indivisible(|this| this.effect(step));
            self.statement = outer;
            self.free_temps(mark);
        }
        self.jump(head, span);
        self.place_at(done);
    }

    fn switch(&mut self, value: &TExpr, cases: &[Option<(u64, u64)>], body: &TStmt, span: Span) {
        let targets = self.case_targets(body, cases.len());
        let done = self.new_label();
        self.statement = value.span;
        let sort = self.sort(&value.ty);
        let at = self.indivisible(|this| {
            Some(match this.value(value)? {
                Value { expr: expr @ (Expr::Const(_) | Expr::Var(_)), reads_shared: false } => expr,
                result => this.keep(result, sort, value.span),
            })
        });
        if let Some(at) = at {
            for (case, target) in cases.iter().zip(&targets) {
                let Some((low, high)) = case else { continue };
                let holds = self.within(&at, &value.ty, *low, *high);
                let next = self.new_label();
                self.branch_to_case(holds, target, next, value.span);
                self.place_at(next);
            }
            match cases.iter().position(Option::is_none) {
                Some(default) => self.enter_case(&targets[default], value.span),
                None => self.jump(done, value.span),
            }
        }
        self.cur = None;
        self.statement = span;
        let labels = targets.iter().map(|target| target.label).collect();
        self.frame().cases.push(labels);
        self.in_loop(done, None, |this| this.stmt(body));
        self.frame().cases.pop();
        self.place(done);
    }

    fn within(&self, at: &Expr, ty: &Ty, low: u64, high: u64) -> Expr {
        let width = self.program.types.width(ty).unwrap_or(32);
        let (low, high) = (Expr::constant(low, width), Expr::constant(high, width));
        if low == high {
            return fold::bin(BinOp::Eq, at.clone(), low);
        }
        let le = if matches!(ty, Ty::Int(int) if int.signed) { BinOp::Sle } else { BinOp::Ule };
        fold::and(fold::bin(le, low, at.clone()), fold::bin(le, at.clone(), high))
    }

    pub(super) fn named_label(&mut self, name: &Name) -> Label {
        if let Some(&label) = self.frame().labels.get(name) {
            return label;
        }
        let label = self.new_label();
        self.frame().labels.insert(name.clone(), label);
        label
    }

    fn label(&mut self, name: &Name, body: &TStmt, span: Span) {
        let func = self.frame().func;
        if let Some(template) = self.program.threads.of_label(func, span) {
            self.start_async(template, func, body, span);
            return;
        }
        if is_async(name) {
            self.lost(span, "an asynchronous statement in this place", "start it in a plain block");
            return;
        }
        let label = self.named_label(name);
        if self.frame().placed.contains(&label) {
            let message = format!("there are two labels `{name}` in this function");
            let problem = crate::text::Problem::fatal(super::codes::TYPE_ERROR, span, message);
            self.report(problem.hint("give one of them another name"));
        }
        self.place_ahead(label);
        self.frame().placed.push(label);
        self.stmt(body);
    }

    /// Jumps out of what is walked here, to labels that it does not have.
    pub fn dangling_jumps(&mut self, span: Span) {
        let frame = self.frame();
        let mut dangling: Vec<Label> =
            frame.labels.values().filter(|label| !frame.placed.contains(label)).copied().collect();
        dangling.sort_by_key(|label| label.0);
        for label in dangling {
            self.place_if_reached(label);
            let what = "a jump to a label that is not here";
            match self.program.threads.template(self.template).kind {
                TemplateKind::Async(..) => self.lost(span, what, "jump within the statement"),
                // The function has no such label, which has been reported.
                _ if self.cur.is_some() => self.lost_silently(span, what),
                _ => {}
            }
        }
    }

    fn break_or_continue(&mut self, kind: &TStmtKind, span: Span) {
        let frame = self.frame();
        let target = match kind {
            TStmtKind::Break => frame.loops.last().map(|left| (left.done, *left)),
            _ => frame.loops.iter().rev().find_map(|left| Some((left.next?, *left))),
        };
        match target {
            Some((label, Loop { n_outside, n_cleanups, .. })) => {
                let left = frame.declared[n_outside..].to_vec();
                self.clean_up_to(n_cleanups);
                self.go(&left, span);
                self.jump(label, span);
            }
            // Reported already, unless the loop is around an asynchronous statement.
            None => self.lost(span, "a jump out of no loop", "put it into a loop"),
        }
    }

    fn return_value(&mut self, value: Option<&TExpr>, span: Span) {
        let (result, exit) = (self.frame().result, self.frame().exit);
        let cleans = !self.frame().cleanups.is_empty();
        match (value, exit, result) {
            (Some(value), Exit::Return(_), Some(var)) => {
                self.indivisible(|this| {
                    if let Some(result) = this.value(value) {
                        let assign = Command::Assign(Place::Var(var), result.expr);
                        this.step(vec![assign], StepKind::Plain, span);
                    }
                });
            }
            (Some(value), Exit::Return(_), None) if value.ty != Ty::Void => {
                self.lost(value.span, "returning a struct", "return it through a pointer");
            }
            (value, Exit::FinishThread, _) if self.is_start() => {
                match value {
                    Some(value) if cleans => self.finish_cleanly(value, span),
                    value => {
                        self.clean_up_to(0);
                        self.finish_thread(value, span);
                    }
                }
                return;
            }
            // Nobody sees what the program returns; it is evaluated all the same.
            (Some(value), ..) => self.indivisible(|this| this.effect(value)),
            (None, ..) => {}
        }
        self.clean_up_to(0);
        self.leave(exit, span);
    }

    fn declare(&mut self, object: ObjId, init: Option<&[InitStep]>, span: Span) {
        let def = self.program.typed.object(object);
        if def.storage == ObjStorage::ThreadLocal {
            return; // initialised when the thread starts
        }
        self.measure(object, span);
        if self.cur.is_none() {
            return;
        }
        if let Some(&lent) = self.program.typed.lent.get(&object) {
            let starts = self.starts_lent(object, init);
            self.give_out(object, lent, starts, span);
        } else if init.is_some() {
            self.come(&[object], span);
        }
        let Some(steps) = init else {
            if self.is_lent(object) {
                return;
            }
            self.come_to_life(object, Source::Uninit);
            return;
        };
        if let [InitStep { target, value }] = steps
            && matches!(target.kind, LKind::Obj(_))
            && !def.changes
            && !self.is_bypassed(object)
            && target.ty.ty.is_scalar()
        {
            let Some(result) = self.value(value) else { return };
            if let Expr::Const(_) = result.expr {
                self.frame().constants.insert(object, result.expr);
                return;
            }
            let instance = instance(self.program.typed, self.template, object);
            if let Some((var, _)) = self.scalar_var(instance) {
                let assign = Command::Assign(Place::Var(var), result.expr);
                self.step(vec![assign], StepKind::Plain, span);
            }
            return;
        }
        // What a mutex or a handle is initialised with is what it is at first, in each round of a loop.
        if matches!(def.ty.ty, Ty::Mutex | Ty::Thread) && steps.is_empty() {
            self.zero(instance(self.program.typed, self.template, object), span);
        }
        for InitStep { target, value } in steps {
            // Where variables live in pools they start with the zeros.
            if !(self.is_lent(object) && lent::is_zeros(value)) {
                self.assign(target, value, span);
            }
        }
    }

    /// Runs that break the condition do not count, and whoever reads the verdict is told so. Without its
    /// line, so that a text that means the same trusts the same.
    pub fn assume(&mut self, condition: &TExpr, span: Span) {
        if self.cur.is_some() && !self.pure && !self.is_builtin(span) {
            let note = format!("`{}` holds where it is assumed", self.text(condition.span));
            self.assume_note(note);
        }
        let (ok, blocked) = (self.new_label(), self.new_label());
        self.decide(condition, ok, blocked);
        self.place_at(blocked);
        self.block(span);
        self.place_at(ok);
    }

    pub fn assert(&mut self, condition: &TExpr, span: Span) {
        if self.cur.is_none() || self.pure {
            return;
        }
        let property =
            self.property(PropertyKind::Assertion, span, |this| this.text(condition.span));
        let fail = self.label_at(self.error_loc(property));
        let ok = self.new_label();
        let outer = std::mem::replace(&mut self.statement, span);
        self.decide_here(condition, ok, fail);
        self.statement = outer;
        self.place_at(ok);
    }

    /// As [`Self::decide`], told as part of the statement around it.
    fn decide_here(&mut self, condition: &TExpr, yes: Label, no: Label) {
        let statement = self.statement;
        let condition = TExpr { span: statement, ..condition.clone() };
        self.decide(&condition, yes, no);
    }

    /// Remembers a candidate predicate, if it can be read off without steps.
    pub fn hint(&mut self, condition: &TExpr) {
        let was = (self.pure, self.cur, self.depth);
        self.pure = true;
        let value = self.truth(condition);
        (self.pure, self.cur, self.depth) = was;
        match value {
            Some(value) => self.hints.push(Hint { predicate: value.expr, span: condition.span }),
            None => {
                let message = "this invariant cannot be read as a condition on variables";
                let problem = crate::text::Problem::new(
                    super::codes::BAD_ANNOTATION,
                    condition.span,
                    message,
                );
                self.report(problem.hint("use variables, constants and operators only"));
            }
        }
    }
}
