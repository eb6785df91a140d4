//! Threads: created, joined, ended; and what they return.
//!
//! A thread that ends leaves its result where a join finds it: in a variable of its template if that
//! runs once, else in a list, with its handle. Neither exists in programs that look at no results.

use std::collections::BTreeMap;

use super::super::fold;
use super::super::intrinsics::Intrinsic;
use super::super::points_to::{Instance, Target};
use super::super::resolve::const_value;
use super::super::threads::{
    TemplateIdx, TemplateKind, creation, has_call, intrinsic_of, start_routine,
};
use super::super::typed::{FuncId, TExpr, TKind, TStmtKind, Typed};
use super::super::types::{IntTy, QTy, Ty, Types};
use super::super::walk::{for_each_call, for_each_inner_expr, for_each_stmt};
use super::places::Region;
use super::{Emitter, Value};
use crate::ast::InstanceCount;
use crate::scpl::{
    BinOp, Command, Expr, Extend, Init, Place, PropertyKind, Scope, Shown, Sort, Source, StepKind,
    TemplateId, Var, VarId, VarOrigin,
};
use crate::text::Span;

/// So many results of threads of which there are several are kept.
const MAX_RESULTS: u32 = 8;

/// What the threads that have ended have returned.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// Of templates that run once: the handle and the value.
    single: BTreeMap<TemplateIdx, (VarId, VarId)>,
    /// Of all others.
    list: Option<List>,
    /// What a template always returns.
    constants: BTreeMap<TemplateIdx, u64>,
    /// Whether anything has to be kept.
    kept: bool,
}

#[derive(Clone, Copy, Debug)]
struct List {
    by: VarId,
    value: VarId,
    /// How many there are.
    count: VarId,
}

impl Emitter<'_> {
    pub(super) fn thread_create(&mut self, args: &[TExpr], span: Span) -> Option<Value> {
        let (handle, attributes, start, arg) = creation(args)?;
        if let Some(attributes) = attributes {
            self.effect(attributes);
        }
        let value = self.start(handle, start, arg, span);
        if let (Some(_), Some(attributes)) = (self.cur, attributes) {
            self.forget_detached(attributes, handle, span);
        }
        value
    }

    /// A thread whose attributes say that it is detached cannot be joined: its handle is none.
    fn forget_detached(&mut self, attributes: &TExpr, handle: &TExpr, span: Span) -> Option<()> {
        let (typed, types) = (self.program.typed, self.program.types);
        let is_null = |pointer| const_value(types, pointer) == Some(0);
        if !typed.detached
            || is_null(attributes)
            || is_null(handle)
            || !has_call(typed, Intrinsic::ThreadJoin)
        {
            return Some(());
        }
        let width = types.pointer_width();
        let pointer = self.value(attributes)?;
        let pointer = self.settle(pointer, Sort::Bits(width), span);
        let given = fold::bin(BinOp::Ne, pointer, Expr::constant(0, width));
        let (look, forget, done) = (self.new_label(), self.new_label(), self.new_label());
        self.branch(given, look, done, span);
        self.place_if_reached(look);
        if let Some(region) = self.pointee(attributes, &QTy::plain(Ty::INT), span)
            && let Some(state) = self.read(&region, span)
        {
            let state = self.settle(state, Sort::Bits(32), span);
            let detached = fold::bin(BinOp::Eq, state, Expr::constant(1, 32));
            self.branch(detached, forget, done, span);
            self.place_if_reached(forget);
            if has_call(typed, Intrinsic::ThreadEqual) {
                let what = "creating a detached thread where threads are joined and compared";
                self.lost(span, what, "detach it by its handle");
            } else if self.cur.is_some() {
                let region = self.handle_region(handle)?;
                let commands = self.write(&region, Expr::NoThread, span)?;
                self.step(commands, StepKind::Silent, span);
            }
        }
        self.place(done);
        Some(())
    }

    fn start(&mut self, handle: &TExpr, start: &TExpr, arg: &TExpr, span: Span) -> Option<Value> {
        if let Some(func) = start_routine(start) {
            return self.create(func, handle, arg, span);
        }
        // Whatever the pointer points to is started.
        let targets = self.called_through(start)?;
        let (done, zero) = (self.new_label(), Expr::constant(0, 32));
        for (func, is_it) in targets.funcs {
            let (yes, no) = (self.new_label(), self.new_label());
            self.branch(is_it, yes, no, span);
            self.place_if_reached(yes);
            self.create(func, handle, arg, span);
            self.jump(done, span);
            self.place_if_reached(no);
        }
        self.no_function(start, targets.unknown, span);
        self.place_if_reached(done);
        self.cur.map(|_| Value::local(zero))
    }

    fn create(&mut self, func: FuncId, handle: &TExpr, arg: &TExpr, span: Span) -> Option<Value> {
        let Some(template) = self.program.threads.of_func(func) else {
            self.lost(span, "a thread function without a body", "define it here");
            return None;
        };
        let value = self.value(arg)?;
        let value = self.undisturbed(value, arg, std::slice::from_ref(handle));
        let sort = self.sort(&arg.ty);
        let value = self.settle(value, sort, arg.span);
        let mut child_args = Vec::new();
        if let Some(&param) = self.program.typed.func(func).params.first() {
            let instance = Instance { template: Some(template), object: param };
            let (var, _) = self.scalar_var(instance)?;
            let param_ty = self.program.typed.object(param).ty.ty.clone();
            child_args.push((var, fold::cast(self.program.types, &arg.ty, &param_ty, value)));
        }
        let create = |handle| Command::Create {
            template: TemplateId(template.0),
            args: child_args.clone(),
            handle,
        };
        // The thread may run before its handle is stored.
        let (commands, stores) = if matches!(handle.kind, TKind::Const(0)) {
            (vec![create(None)], None)
        } else {
            let region = self.handle_region(handle)?;
            match self.single_place(&region) {
                Some(place) if !self.is_shared(&region) => (vec![create(Some(place))], None),
                _ => {
                    let temp = self.temp(Sort::Handle);
                    let stores = self.write(&region, Expr::Var(temp), span)?;
                    (vec![create(Some(Place::Var(temp)))], Some(stores))
                }
            }
        };
        let start = |this: &mut Self| {
            this.step(commands.clone(), StepKind::Create, span);
            if let Some(stores) = &stores {
                this.step(stores.clone(), StepKind::Plain, span);
            }
        };
        start(self);
        // Marked `thread(any)`: the program stands for all programs that create more of them.
        if let Some((InstanceCount::Any, _)) = self.program.typed.func(func).thread {
            let (again, enough) = (self.new_label(), self.new_label());
            self.place(again);
            let here = self.cur;
            start(self);
            self.jump(again, span);
            self.cur = here;
            self.jump(enough, span);
            self.place(enough);
        }
        Some(Value::local(Expr::constant(0, 32)))
    }

    fn handle_region(&mut self, pointer: &TExpr) -> Option<Region> {
        self.pointee(pointer, &QTy::plain(Ty::Thread), pointer.span)
    }

    /// A handle that means a thread from here on.
    pub(super) fn joinable(&mut self, handle: &TExpr, span: Span) -> Option<Expr> {
        let value = self.value(handle)?;
        let handle_value = self.settle(value, Sort::Handle, handle.span);
        let known = fold::bin(BinOp::Ne, handle_value.clone(), Expr::NoThread);
        self.check(known, span, |this| {
            format!("`{}` is the handle of a thread", this.text(handle.span))
        });
        self.cur.map(|_| handle_value)
    }

    /// What becomes of a thread that joins itself is open: some libraries notice, and it goes on.
    fn is_of_another(&mut self, value: &Expr, handle: &TExpr, span: Span) -> Option<()> {
        let (typed, threads) = (self.program.typed, self.program.threads);
        let is_main = matches!(threads.template(self.template).kind, TemplateKind::Main(_));
        // Nobody but `main` can say which thread that is.
        if is_main && !has_call(typed, Intrinsic::ThreadSelf) {
            return Some(());
        }
        let is_other = fold::bin(BinOp::Ne, value.clone(), Expr::SelfHandle);
        self.check(is_other, span, |this| {
            format!("`{}` is the handle of another thread", this.text(handle.span))
        });
        self.cur.map(|_| ())
    }

    /// A thread that is detached cannot be joined any more: the handle is none from now on.
    pub(super) fn detach(&mut self, handle: &TExpr, span: Span) -> Option<()> {
        let typed = self.program.typed;
        self.joinable(handle, span)?;
        if !has_call(typed, Intrinsic::ThreadJoin) {
            return Some(());
        }
        let forgotten = match &handle.kind {
            TKind::Load(place) if !has_call(typed, Intrinsic::ThreadEqual) => {
                self.region(place).and_then(|region| self.write(&region, Expr::NoThread, span))
            }
            _ => None,
        };
        match forgotten {
            Some(commands) => self.step(commands, StepKind::Silent, span),
            None => {
                let what = "detaching this thread where threads are joined";
                self.lost(span, what, "detach by a variable that holds the handle");
            }
        }
        Some(())
    }

    pub(super) fn thread_join(&mut self, args: &[TExpr], span: Span) -> Option<Value> {
        let [handle, result] = args else { return None };
        let value = self.joinable(handle, span)?;
        self.is_of_another(&value, handle, span)?;
        self.step(vec![Command::Join(value.clone())], StepKind::Join, span);
        if const_value(self.program.types, result) != Some(0) {
            self.take_result(value, handle, result, span)?;
        }
        self.cur.map(|_| Value::local(Expr::constant(0, 32)))
    }

    /// Stores what a thread that has ended has returned.
    fn take_result(
        &mut self,
        handle: Expr,
        thread: &TExpr,
        target: &TExpr,
        span: Span,
    ) -> Option<()> {
        let types = self.program.types;
        let width = types.pointer_width();
        let value = self.result_of(handle, thread);
        let value = Value { expr: value, reads_shared: true };
        let value = self.keep(value, Sort::Bits(width), span);
        let ty = target.ty.target()?.clone();
        // A pointer that may be null: nothing is stored then.
        let pointer = self.value(target)?;
        let pointer = self.settle(pointer, Sort::Bits(width), span);
        let given = fold::bin(BinOp::Ne, pointer, Expr::constant(0, width));
        let (store, done) = (self.new_label(), self.new_label());
        self.branch(given, store, done, span);
        self.place_if_reached(store);
        if let Some(region) = self.pointee(target, &ty, span) {
            let word = Ty::Int(IntTy::pointer_sized(types.model, true));
            let value = fold::cast(types, &word, &ty.ty, value);
            if let Some(commands) = self.write(&region, value, span) {
                self.step(commands, StepKind::Plain, span);
            }
        }
        self.place(done);
        Some(())
    }

    /// What a thread that has ended has returned, as a word.
    fn result_of(&mut self, handle: Expr, thread: &TExpr) -> Expr {
        let (typed, types, threads) =
            (self.program.typed, self.program.types, self.program.threads);
        let width = types.pointer_width();
        let targets = self.points_to.targets(typed, types, threads, self.template, thread);
        let mut templates: Vec<TemplateIdx> = Vec::new();
        for target in targets {
            match target {
                Target::Thread(template) => templates.push(template),
                _ => templates.extend(threads.indices()),
            }
        }
        let results = &self.results;
        let constants: Option<Vec<u64>> =
            templates.iter().map(|template| results.constants.get(template).copied()).collect();
        if let Some([first, rest @ ..]) = constants.as_deref()
            && rest.iter().all(|other| other == first)
        {
            return Expr::constant(*first, width);
        }
        if let [only] = templates[..]
            && let Some((_, value)) = results.single.get(&only)
        {
            return Expr::Var(*value);
        }
        let mut value = Expr::constant(0, width);
        if let Some(list) = results.list {
            for at in 0..MAX_RESULTS {
                let element = |var| Expr::Elem(var, Box::new(Expr::constant(u64::from(at), width)));
                let is_its = fold::bin(BinOp::Eq, element(list.by), handle.clone());
                value = fold::ite(is_its, element(list.value), value);
            }
        }
        for (by, own) in results.single.values() {
            let is_its = fold::bin(BinOp::Eq, Expr::Var(*by), handle.clone());
            value = fold::ite(is_its, Expr::Var(*own), value);
        }
        value
    }

    /// Calls the destructors of what the thread has stored for itself. Its automatic variables are gone.
    fn destroy_specific(&mut self, span: Span) {
        if let (Some(ends), Some(_)) = (self.program.typed.thread_ends, self.cur) {
            self.inline(ends, &[], span);
        }
    }

    /// The thread ends, and leaves a result.
    pub(super) fn finish_thread(&mut self, result: Option<&TExpr>, span: Span) {
        if !self.keeps_result() {
            result.into_iter().for_each(|result| self.effect(result));
            return self.finish_with(None, span);
        }
        let value = match result {
            Some(result) if result.ty.is_scalar() && result.ty != Ty::Thread => {
                let Some(value) = self.value(result) else { return };
                let sort = self.sort(&result.ty);
                Some((self.settle(value, sort, result.span), &result.ty))
            }
            _ => None,
        };
        self.finish_with(value, span);
    }

    /// Whether somebody may ask for what this thread ends with.
    fn keeps_result(&self) -> bool {
        let is_asked = self.is_start() || self.results.single.contains_key(&self.template);
        self.results.kept && is_asked
    }

    /// The thread ends with a result that has been computed, of the given type.
    pub(super) fn finish_with(&mut self, result: Option<(Expr, &Ty)>, span: Span) {
        if !self.keeps_result() {
            self.go_all(span);
            self.destroy_specific(span);
            return self.jump_to(self.finished, StepKind::Finish, span);
        }
        let types = self.program.types;
        let width = types.pointer_width();
        let value = match result {
            Some((value, ty)) => {
                fold::cast(types, ty, &Ty::Int(IntTy::pointer_sized(types.model, true)), value)
            }
            // Whoever takes a result that was not given gets any value.
            None => self.any(Sort::Bits(width), Source::Uninit, span),
        };
        let value = self.kept_to_end(value, span);
        self.go_all(span);
        self.destroy_specific(span);
        if let Some(&(by, own)) = self.results.single.get(&self.template) {
            let commands = vec![
                Command::Assign(Place::Var(by), Expr::SelfHandle),
                Command::Assign(Place::Var(own), value),
            ];
            self.edge(self.finished, commands, StepKind::Finish, span);
            self.cur = None;
        } else if let Some(list) = self.results.list {
            self.enlist(list, value, span);
        } else {
            self.jump_to(self.finished, StepKind::Finish, span);
        }
    }

    fn enlist(&mut self, list: List, value: Expr, span: Span) {
        let width = self.program.types.pointer_width();
        let count = Expr::Var(list.count);
        let at = fold::resize(Extend::Zero, 8, width, count.clone());
        let fits = fold::bin(BinOp::Ult, count.clone(), Expr::constant(MAX_RESULTS.into(), 8));
        let commands = vec![
            Command::Assume(fits.clone()),
            Command::Assign(Place::Elem(list.by, at.clone()), Expr::SelfHandle),
            Command::Assign(Place::Elem(list.value, at), value),
            Command::Assign(
                Place::Var(list.count),
                fold::bin(BinOp::Add, count, Expr::constant(1, 8)),
            ),
        ];
        self.edge(self.finished, commands, StepKind::Finish, span);
        let what = format!("what more than {MAX_RESULTS} threads return");
        let property = self.property(PropertyKind::Unmodelled, span, |_| what);
        let error = self.error_loc(property);
        self.edge(error, vec![Command::Assume(fold::not(fits))], StepKind::Fail, span);
        self.cur = None;
    }

    /// Places for results, if any join looks at one that is not known anyway.
    pub(super) fn make_results(&mut self) {
        let (typed, threads) = (self.program.typed, self.program.threads);
        if !threads.results_matter {
            return;
        }
        // `main` can be joined by whoever it gives its own handle to.
        let joins_main = has_call(typed, Intrinsic::ThreadSelf);
        let mut n_started = usize::from(joins_main);
        for template in threads.indices() {
            let TemplateKind::Func(func) = threads.template(template).kind else { continue };
            n_started += 1;
            if let Some(value) = constant_result(typed, self.program.types, func) {
                self.results.constants.insert(template, value);
            }
        }
        let constants = &self.results.constants;
        let mut values = constants.values();
        let first = values.next();
        if constants.len() == n_started && values.all(|value| Some(value) == first) {
            return;
        }
        self.results.kept = true;
        let mut var = |name: &str, sort, len| {
            let name = format!("returned:{name}");
            let origin = VarOrigin {
                counts: Vec::new(),
                name: name.clone(),
                shown: Shown::Hidden,
                part_of: None,
                atomic: true,
                span: None,
                function: None,
            };
            let var = Var { name, scope: Scope::Shared, sort, len, init: Init::Zero };
            self.memory.new_var(var, origin)
        };
        let word = Sort::Bits(self.program.types.pointer_width());
        let mut several = false;
        for template in threads.indices().skip(usize::from(!joins_main)) {
            if threads.runs_once(template) {
                let name = &threads.template(template).name;
                let by = var(&format!("{name}.by"), Sort::Handle, None);
                let value = var(name, word, None);
                self.results.single.insert(template, (by, value));
            } else {
                several = true;
            }
        }
        if several {
            self.results.list = Some(List {
                by: var("by", Sort::Handle, Some(MAX_RESULTS)),
                value: var("value", word, Some(MAX_RESULTS)),
                count: var("count", Sort::Bits(8), None),
            });
        }
    }

    /// Whether a template's thread is what the current function runs as.
    pub(super) fn is_start(&self) -> bool {
        matches!(
            self.program.threads.template(self.template).kind,
            TemplateKind::Func(_) | TemplateKind::Async(..)
        )
    }
}

/// The value that all ways out of a thread function return.
fn constant_result(typed: &Typed, types: &Types, func: FuncId) -> Option<u64> {
    let body = typed.func(func).body.as_deref()?;
    let mut values: Vec<Option<u64>> = Vec::new();
    // A statement expression may return as well.
    for_each_inner_expr(body, &mut |expr| {
        if let TKind::StmtExpr(_) = expr.kind {
            values.push(None);
        }
    });
    for_each_stmt(body, &mut |stmt| {
        if let TStmtKind::Return(value) = &stmt.kind {
            values.push(value.as_ref().and_then(|value| const_value(types, value)));
        }
    });
    for other in &typed.funcs {
        for_each_call(other.body.as_deref().unwrap_or_default(), &mut |callee, args, _| {
            if intrinsic_of(typed, callee) == Some(Intrinsic::ThreadExit) {
                values.push(args.first().and_then(|value| const_value(types, value)));
            }
        });
    }
    let leaves = match &body.last()?.kind {
        TStmtKind::Return(_) => true,
        TStmtKind::Expr(TExpr { kind: TKind::Call(callee, _), .. }) => {
            intrinsic_of(typed, callee) == Some(Intrinsic::ThreadExit)
        }
        _ => false,
    };
    let first = values.first().copied().flatten()?;
    (leaves && values.iter().all(|value| *value == Some(first))).then_some(first)
}
