//! Calls: inlined bodies, and functions without one.

use std::borrow::Cow;

use super::super::points_to::{Target, instance, view};
use super::super::threads::{TemplateIdx, intrinsic_of};
use super::super::typed::{Callee, FuncId, ObjId, TExpr, TKind, TStmt, Typed};
use super::super::types::Ty;
use super::super::{codes, intrinsics, threads, walk};
use super::order::Operand;
use super::places::Region;
use super::{Emitter, Exit, Frame, MAX_EDGES, Value};
use crate::scpl::{Command, Expr, Place, Sort, Source, StepKind, TemplateId};
use crate::text::{Problem, Span};

impl Emitter<'_> {
    /// A call; the value of one that returns nothing is not to be used.
    pub fn call(&mut self, callee: &Callee, args: &[TExpr], ty: &Ty, span: Span) -> Option<Value> {
        if self.pure {
            return None;
        }
        let typed = self.program.typed;
        if threads::is_exit(typed, callee) && typed.program_ends.is_some() {
            args.iter().for_each(|arg| self.effect(arg));
            self.leave(Exit::HaltProgram, span);
            return None;
        }
        if let Some(intrinsic) = intrinsic_of(typed, callee) {
            if intrinsic != intrinsics::Intrinsic::Nothing && self.cur.is_some() {
                self.note_order(callee, args, span);
            }
            return self.library(intrinsic, callee_name(typed, callee), args, ty, span);
        }
        match callee {
            Callee::Func(id) if self.is_library_text(*id, args) => {
                if let Some(value) = self.compared_word(*id, args, span) {
                    return Some(value);
                }
                let name = typed.func(*id).name.clone();
                let name = name.strip_prefix("__braid_").unwrap_or(&name);
                let texts = typed.written.get(id).map(|written| &written.texts[..]);
                self.unknown_call_with(intrinsics::without_unit(name), texts, args, ty, span)
            }
            Callee::Func(id) if typed.func(*id).body.is_some() => self.inline(*id, args, span),
            Callee::Func(id) if typed.func(*id).renamed => {
                let what = "a function of another name in the object file";
                self.lost(span, what, "use one name");
                None
            }
            Callee::Func(id) => self.unknown_call(&typed.func(*id).name.clone(), args, ty, span),
            Callee::Name(name) => self.unknown_call(name, args, ty, span),
            Callee::Pointer(pointer) => self.call_through(pointer, args, ty, span),
        }
    }

    /// Runs what the program does at its end.
    pub(super) fn end_program(&mut self, span: Span) {
        if let (Some(ends), Some(_), false) = (self.program.typed.program_ends, self.cur, self.pure)
        {
            self.inline(ends, &[], span);
        }
    }

    pub fn inline(&mut self, func: FuncId, args: &[TExpr], span: Span) -> Option<Value> {
        let typed = self.program.typed;
        let def = typed.func(func);
        if self
            .frames
            .iter()
            .any(|frame| frame.func == func && !matches!(frame.exit, Exit::HaltProgram))
            || self.is_own_start(func)
        {
            self.lost_in_circle(func, span);
            return None;
        }
        if self.is_too_deep(func, span) {
            return None;
        }
        if self.graph.n_edges() > MAX_EDGES {
            let message = "the program is too large once all calls are inlined";
            let hint = "check a smaller part of it";
            self.report(Problem::new(codes::TOO_LARGE, span, message).hint(hint));
            self.lost_silently(span, "a program of this size");
            return None;
        }
        let Some(args) = self.fitted(&def.params, args) else {
            let what = "a call whose arguments do not fit the function";
            self.lost(span, what, "declare the function with its parameters before it is called");
            return None;
        };
        let args = &args[..];
        if !self.any_order(&operands(args), span) {
            return None;
        }
        let mut frame = Frame::new(func, Exit::Return(self.new_label()));
        frame.call = Some(span);
        if def.builtin {
            for (&param, arg) in def.params.iter().zip(args).filter(|(_, arg)| arg.ty.is_pointer())
            {
                frame.given.push((param, self.given_targets(arg)));
            }
        }
        self.pass(&def.params, args, &mut frame, span)?;
        let Exit::Return(exit) = frame.exit else { return None };
        let result = def.ty.result.is_scalar().then(|| self.temp(self.sort(&def.ty.result)));
        frame.result = result;
        let outer_statement = self.statement;
        let told = self.told_inside(func, args, span);
        let outer_told = std::mem::replace(&mut self.told, told);
        // Under statement atomicity the statements of the body are steps of their own.
        let statement_depth = self.leave_statement_section();
        self.frames.push(frame);
        self.come(&def.params, def.name_span);
        if def.atomic {
            self.enter_atomic(def.name_span);
        }
        self.function_body(def.body.as_deref().unwrap_or_default());
        self.statement = def.end;
        if let (Some(_), Some(var)) = (self.cur, result) {
            // Nothing was returned: the value is not determined [C17 6.9.1].
            let havoc = match self.sort(&def.ty.result) {
                Sort::Bits(_) => Command::Havoc(Place::Var(var), Source::Uninit),
                Sort::Handle => Command::Assign(Place::Var(var), Expr::NoThread),
            };
            self.step(vec![havoc], StepKind::Silent, def.end);
        }
        self.jump(exit, def.end);
        self.dangling_jumps(def.name_span);
        self.frames.pop();
        self.statement = outer_statement;
        self.told = outer_told;
        self.place(exit);
        self.go_with(func, def.end);
        if def.atomic {
            self.leave_atomic(span);
        }
        self.depth += statement_depth;
        self.statement_section |= statement_depth > 0;
        self.cur?;
        Some(Value::local(result.map_or(Expr::FALSE, Expr::Var)))
    }

    /// The arguments as the parameters take them. Where the function was called without knowing its
    /// parameters, they have been promoted, and only what promotion hides is undone [C17 6.5.2.2].
    fn fitted<'b>(&self, params: &[ObjId], args: &'b [TExpr]) -> Option<Cow<'b, [TExpr]>> {
        if args.len() < params.len() {
            return None;
        }
        let is_exact =
            |(&param, arg): (&ObjId, &TExpr)| self.program.typed.object(param).ty.ty == arg.ty;
        if params.iter().zip(args).all(is_exact) {
            return Some(Cow::Borrowed(args));
        }
        let params = params.iter().map(|&param| Some(&self.program.typed.object(param).ty.ty));
        let pairs = args.iter().zip(params.chain(std::iter::repeat(None)));
        pairs
            .map(|(arg, param)| match (param, &arg.ty) {
                (None, _) => Some(arg.clone()),
                (Some(Ty::Int(to)), Ty::Int(from)) if to.width == from.width => Some(arg.clone()),
                (Some(param @ Ty::Int(to)), Ty::Int(from)) => {
                    let promoted = |width: u8| width.max(32);
                    let fits = promoted(to.width) == promoted(from.width);
                    fits.then(|| converted(arg, param))
                }
                (Some(param @ Ty::Ptr(_)), Ty::Int(_)) => {
                    matches!(arg.kind, TKind::Const(0)).then(|| converted(arg, param))
                }
                (Some(Ty::Ptr(_)), Ty::Ptr(_)) => Some(arg.clone()),
                (Some(param), own) => (param == own).then(|| arg.clone()),
            })
            .collect::<Option<Vec<TExpr>>>()
            .map(Cow::Owned)
    }

    /// Leaves the section that statement atomicity has opened, if any; gives how deep it was.
    fn leave_statement_section(&mut self) -> u32 {
        if !std::mem::take(&mut self.statement_section) || self.depth != 1 {
            return 0;
        }
        self.depth = 0;
        self.step(Vec::new(), StepKind::Silent, self.statement);
        1
    }

    fn is_own_start(&self, func: FuncId) -> bool {
        match self.program.threads.template(self.template).kind {
            threads::TemplateKind::Func(own) => own == func,
            threads::TemplateKind::Main(main) => main == Some(func),
            threads::TemplateKind::Async(..) => false,
        }
    }

    /// Evaluates the arguments and gives them to the parameters.
    fn pass(
        &mut self,
        params: &[ObjId],
        args: &[TExpr],
        frame: &mut Frame,
        span: Span,
    ) -> Option<()> {
        let typed = self.program.typed;
        let mut values = Vec::new();
        for (number, arg) in args.iter().enumerate() {
            let later = &args[number + 1..];
            let by_struct = params.get(number).is_some() && !arg.ty.is_scalar();
            let is_param =
                |ty: &Ty| params.get(number).is_some_and(|it| typed.object(*it).ty.ty == *ty);
            if arg.ty == Ty::Error && is_param(&Ty::Error) {
                self.pass_on(arg)?;
                values.push(Passed::On);
                continue;
            }
            if by_struct {
                let TKind::Load(source) = &arg.kind else {
                    self.lost(arg.span, "this struct argument", "pass a variable");
                    return None;
                };
                values.push(Passed::Record(self.steady_region(source, span)?));
                continue;
            }
            let value = self.value(arg)?;
            values.push(Passed::Scalar(self.undisturbed(value, arg, later)));
        }
        let mut local = Vec::new();
        for (number, value) in values.into_iter().enumerate() {
            let Some(&param) = params.get(number) else { continue };
            let object = typed.object(param);
            let value = match value {
                Passed::Scalar(value) => value,
                Passed::On => continue,
                Passed::Record(from) => {
                    let to = self.object_region(param);
                    self.copy_region(&to, &from, span);
                    continue;
                }
            };
            if !object.changes && matches!(value.expr, Expr::Const(_)) {
                frame.constants.insert(param, value.expr);
                continue;
            }
            let instance = instance(typed, self.template, param);
            let (var, _) = self.scalar_var(instance)?;
            let assign = Command::Assign(Place::Var(var), value.expr);
            let shared = value.reads_shared
                || self.program.scopes.scope(typed, instance) == crate::scpl::Scope::Shared;
            if shared {
                self.step(vec![assign], StepKind::Plain, args[number].span);
            } else {
                local.push(assign);
            }
        }
        if !local.is_empty() {
            self.step(local, StepKind::Plain, span);
        }
        self.cur.map(|_| ())
    }

    /// Something of a type that is not followed, such as a `va_list`, is given to a parameter: whoever asks what
    /// that is, is lost then.
    fn pass_on(&mut self, mut arg: &TExpr) -> Option<()> {
        while let TKind::Comma(before, passed) = &arg.kind {
            self.effect(before);
            arg = passed;
        }
        if !matches!(arg.kind, TKind::Load(_)) {
            self.lost_silently(arg.span, "a value of an unsupported type");
        }
        self.cur.map(|_| ())
    }

    /// Whether a function of the model works on characters, or other numbers, and is given something else.
    fn is_library_text(&mut self, func: FuncId, args: &[TExpr]) -> bool {
        let (typed, types, threads) =
            (self.program.typed, self.program.types, self.program.threads);
        let def = typed.func(func);
        let Some(unit) = intrinsics::works_on(&def.name).filter(|_| def.builtin) else {
            return false;
        };
        let unit = Ty::Int(unit);
        // The texts among its arguments are looked at one by one.
        let looked_at = match &*def.name {
            "snprintf" | "sprintf" if self.is_only_printed(func, args) => return true,
            "snprintf" => &args[..args.len().min(1)],
            _ => args,
        };
        looked_at.iter().filter(|arg| arg.ty.is_pointer()).any(|arg| {
            let targets = self.points_to.targets(typed, types, threads, self.template, arg);
            targets.into_iter().any(|target| match target {
                Target::Node(node) => {
                    let node = self.points_to.node_of(node);
                    let object = &typed.object(node.instance.object).ty.ty;
                    view(types, object, &node.path, &unit).is_none()
                }
                _ => true,
            })
        })
    }

    /// Whether a value may be the address of a function.
    pub(super) fn is_function(&mut self, arg: &TExpr) -> bool {
        let (typed, types, threads) =
            (self.program.typed, self.program.types, self.program.threads);
        let targets = self.points_to.targets(typed, types, threads, self.template, arg);
        targets.iter().any(|target| matches!(target, Target::Func(_)))
    }

    /// `__CPROVER_ASYNC_n: statement` starts a thread with copies of the function's locals.
    pub fn start_async(&mut self, template: TemplateIdx, func: FuncId, body: &TStmt, span: Span) {
        let typed = self.program.typed;
        if template == self.template {
            // Pointers to its own variables would be taken for pointers to the new thread's.
            let what = "an asynchronous statement that starts itself";
            self.lost(span, what, "start the threads from outside of it");
            return;
        }
        let mut args = Vec::new();
        for object in used_locals(typed, func, body) {
            let constant =
                self.frames.last().and_then(|frame| frame.constants.get(&object)).cloned();
            let theirs = super::super::points_to::Instance { template: Some(template), object };
            let Some((to, _)) = self.scalar_var(theirs) else {
                self.lost(
                    span,
                    "an array or struct used by an asynchronous statement",
                    "make it global",
                );
                return;
            };
            let own = instance(typed, self.template, object);
            let value = match constant {
                Some(constant) => constant,
                None => match self.scalar_var(own) {
                    Some((from, _)) => Expr::Var(from),
                    None => return,
                },
            };
            args.push((to, value));
        }
        let create = Command::Create { template: TemplateId(template.0), args, handle: None };
        self.step(vec![create], StepKind::Create, span);
    }
}

/// The name of what is called, if it has one.
pub(super) fn callee_name<'a>(typed: &'a Typed, callee: &'a Callee) -> &'a str {
    match callee {
        Callee::Func(id) => &typed.func(*id).name,
        Callee::Name(name) => name,
        Callee::Pointer(_) => "",
    }
}

pub(super) fn operands(args: &[TExpr]) -> Vec<Operand<'_>> {
    args.iter().map(Operand::Value).collect()
}

fn converted(arg: &TExpr, ty: &Ty) -> TExpr {
    TExpr { kind: TKind::Cast(Box::new(arg.clone())), ty: ty.clone(), span: arg.span }
}

/// An argument on its way to its parameter.
enum Passed {
    Scalar(Value),
    /// Where the struct lies.
    Record(Region),
    /// Nothing is known of it.
    On,
}

/// The automatic variables of a function that a statement uses.
fn used_locals(typed: &super::super::typed::Typed, func: FuncId, stmt: &TStmt) -> Vec<ObjId> {
    use super::super::typed::{LKind, LValue, ObjStorage};
    fn root(lvalue: &LValue, found: &mut Vec<ObjId>) {
        match &lvalue.kind {
            LKind::Obj(id) => found.push(*id),
            LKind::Field(base, _) | LKind::Index(base, _) => root(base, found),
            LKind::Deref(_) => {}
        }
    }
    let mut found = Vec::new();
    walk::for_each_inner_expr(std::slice::from_ref(stmt), &mut |expr| match &expr.kind {
        TKind::Load(lvalue) | TKind::AddrOf(lvalue) | TKind::IncDec(_, lvalue) => {
            root(lvalue, &mut found)
        }
        TKind::Assign(lvalue, _) | TKind::Compound(_, lvalue, _, _) => root(lvalue, &mut found),
        _ => {}
    });
    found.retain(|id| {
        let object = typed.object(*id);
        object.storage == ObjStorage::Auto && object.func == Some(func)
    });
    found.sort();
    found.dedup();
    found
}
