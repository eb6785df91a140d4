//! How pointers flow: what statements, assignments and calls put where.

use super::super::intrinsics::Intrinsic;
use super::super::outside;
use super::super::resolve::const_value;
use super::super::threads::{TemplateIdx, TemplateKind, creation, intrinsic_of};
use super::super::typed::{
    Alloc, Callee, FuncId, InitStep, LKind, LValue, TExpr, TKind, TStmt, TStmtKind,
};
use super::super::types::Ty;
use super::super::walk::for_each_expr;
use super::{Context, Holder, Instance, Node, NodeId, PointsTo, Target, Targets};
use super::{leaves, outermost};
use crate::text::Span;

impl PointsTo {
    pub(super) fn stmts(
        &mut self,
        cx: Context,
        template: TemplateIdx,
        func: FuncId,
        stmts: &[TStmt],
    ) {
        for stmt in stmts {
            match &stmt.kind {
                TStmtKind::Block(inner) => self.stmts(cx, template, func, inner),
                TStmtKind::If(_, then, otherwise) => {
                    self.stmts(cx, template, func, std::slice::from_ref(then));
                    if let Some(otherwise) = otherwise {
                        self.stmts(cx, template, func, std::slice::from_ref(otherwise));
                    }
                }
                // What runs in a thread of its own is analysed there.
                TStmtKind::Label(..) if cx.threads.of_label(func, stmt.span).is_some() => {
                    continue;
                }
                TStmtKind::While(_, body)
                | TStmtKind::DoWhile(body, _)
                | TStmtKind::Switch(_, _, body)
                | TStmtKind::Case(_, body)
                | TStmtKind::Label(_, body)
                | TStmtKind::Atomic(body) => {
                    self.stmts(cx, template, func, std::slice::from_ref(body))
                }
                TStmtKind::For(init, _, _, body) => {
                    self.stmts(cx, template, func, init);
                    self.stmts(cx, template, func, std::slice::from_ref(body));
                }
                TStmtKind::Decl(_, Some(steps)) => self.steps(cx, template, steps),
                TStmtKind::Return(Some(value)) => {
                    let targets = self.expr(cx, template, value);
                    self.add(Holder::Result(template, func), &targets, value.span);
                }
                _ => {}
            }
            let mut effects = Vec::new();
            for_each_expr(stmt, &mut |expr| match &expr.kind {
                TKind::Assign(..)
                | TKind::Compound(..)
                | TKind::IncDec(..)
                | TKind::Call(..)
                | TKind::Alloc(_)
                | TKind::StmtExpr(_) => {
                    effects.push(expr.clone());
                }
                _ => {}
            });
            for effect in &effects {
                self.effect(cx, template, func, effect);
            }
        }
    }

    pub(super) fn steps(&mut self, cx: Context, template: TemplateIdx, steps: &[InitStep]) {
        for step in steps {
            self.assign(cx, template, &step.target, &step.value);
        }
    }

    fn effect(&mut self, cx: Context, template: TemplateIdx, func: FuncId, expr: &TExpr) {
        match &expr.kind {
            TKind::Assign(target, value) => self.assign(cx, template, target, value),
            TKind::Compound(_, target, value, _) => {
                self.assign(cx, template, target, value);
                self.moved_in_place(cx, template, target);
            }
            TKind::IncDec(_, target) => self.moved_in_place(cx, template, target),
            TKind::StmtExpr(stmts) => self.stmts(cx, template, func, stmts),
            // What was in the old memory is in the new one.
            TKind::Alloc(Alloc { pool, old: Some(old), .. }) => {
                let pool = super::instance(cx.typed, template, *pool);
                let to = self.node(pool, vec![0]);
                for target in self.expr(cx, template, old) {
                    if let Target::Node(from) = target {
                        self.copied(cx, from, to, None, expr.span);
                    }
                }
            }
            TKind::Call(callee, args) => self.call(cx, template, callee, args, expr.span),
            _ => {}
        }
    }

    fn assign(&mut self, cx: Context, template: TemplateIdx, target: &LValue, value: &TExpr) {
        let nodes = self.lvalue(cx, template, target);
        if let Ty::Record(_) = target.ty.ty {
            if let TKind::Load(source) = &value.kind {
                let sources = self.lvalue(cx, template, source);
                for path in leaves(cx.types, &target.ty.ty) {
                    for &from in &sources {
                        let from = self.below(cx, from, &path);
                        let targets =
                            self.sets.get(&Holder::Cell(from)).cloned().unwrap_or_default();
                        for &to in &nodes {
                            let to = self.below(cx, to, &path);
                            self.add(Holder::Cell(to), &targets, value.span);
                        }
                    }
                }
            }
            return;
        }
        let targets = self.expr(cx, template, value);
        for node in nodes {
            self.add(Holder::Cell(node), &targets, value.span);
        }
    }

    /// `p++`, `p += n`
    fn moved_in_place(&mut self, cx: Context, template: TemplateIdx, target: &LValue) {
        let Some(element) = target.ty.ty.target() else { return };
        for node in self.lvalue(cx, template, target) {
            let targets = self.sets.get(&Holder::Cell(node)).cloned().unwrap_or_default();
            let moved = self.moved(cx, targets, &element.ty, None);
            self.add(Holder::Cell(node), &moved, target.span);
        }
    }

    /// As `moved_in_place`, for what a pointer points to.
    fn moved_there(&mut self, cx: Context, template: TemplateIdx, pointer: &TExpr, span: Span) {
        let Some(place) = pointer.ty.target() else { return };
        let kind = LKind::Deref(Box::new(pointer.clone()));
        self.moved_in_place(cx, template, &LValue { kind, ty: place.clone(), span });
    }

    fn call(
        &mut self,
        cx: Context,
        template: TemplateIdx,
        callee: &Callee,
        args: &[TExpr],
        span: Span,
    ) {
        use Intrinsic::*;
        match intrinsic_of(cx.typed, callee) {
            Some(ThreadCreate) => {
                let Some((handle, _, _, arg)) = creation(args) else { return };
                for func in cx.threads.started(cx.typed, args) {
                    if let Some(child) = cx.threads.of_func(func) {
                        let thread = Targets::from([Target::Thread(child)]);
                        self.store(cx, template, handle, &thread, span);
                    }
                    if let Some(child) = cx.threads.of_func(func)
                        && let Some(&param) = cx.typed.func(func).params.first()
                    {
                        let targets = self.expr(cx, template, arg);
                        let instance = Instance { template: Some(child), object: param };
                        let node = self.node(instance, Vec::new());
                        self.add(Holder::Cell(node), &targets, arg.span);
                    }
                }
            }
            // Stores through the first argument.
            Some(
                Store
                | Exchange
                | FetchOp(..)
                | OpFetch(_)
                | BoolCompareAndSwap
                | ValCompareAndSwap
                | CompareExchange { .. },
            ) => {
                let [pointer, rest @ ..] = args else { return };
                // An expected value that is handed over by pointer is compared, not stored.
                let by_pointer =
                    matches!(intrinsic_of(cx.typed, callee), Some(CompareExchange { .. }));
                for value in &rest[usize::from(by_pointer).min(rest.len())..] {
                    let targets = self.expr(cx, template, value);
                    self.store(cx, template, pointer, &targets, span);
                }
                if let Some(FetchOp(..) | OpFetch(_)) = intrinsic_of(cx.typed, callee) {
                    self.moved_there(cx, template, pointer, span);
                }
                // What was there goes to the expected value.
                if let (Some(CompareExchange { .. }), Some(expected)) =
                    (intrinsic_of(cx.typed, callee), args.get(1))
                {
                    let old = self.loaded(cx, template, pointer);
                    self.store(cx, template, expected, &old, span);
                }
            }
            // Copies between what the first arguments point to.
            Some(LoadInto | StoreFrom | ExchangeInto | CompareExchangeFrom) => {
                for from in args {
                    let moved = self.loaded(cx, template, from);
                    for to in args {
                        self.store(cx, template, to, &moved, span);
                    }
                }
            }
            Some(ThreadExit) => {
                if let Some(arg) = args.first() {
                    let targets = self.expr(cx, template, arg);
                    self.add(Holder::Exit, &targets, arg.span);
                }
            }
            Some(ThreadJoin) => {
                let Some(result) = args.get(1) else { return };
                let mut returned = self.sets.get(&Holder::Exit).cloned().unwrap_or_default();
                for child in cx.threads.indices() {
                    if let TemplateKind::Func(func) = cx.threads.template(child).kind {
                        let holder = Holder::Result(child, func);
                        returned.extend(self.sets.get(&holder).into_iter().flatten());
                    }
                }
                self.store(cx, template, result, &returned, span);
            }
            // What is stored there is not known.
            Some(Scan) => {
                for arg in args.iter().filter(|arg| arg.ty.is_pointer()) {
                    self.written(cx, template, arg, &Targets::from([Target::Unknown]), span);
                }
            }
            // Whole objects are copied, pointers in them included.
            Some(CopyBytes | MoveBytes) => {
                if let [to, from, rest @ ..] = args {
                    let bytes = rest.first().and_then(|bytes| const_value(cx.types, bytes));
                    let sources = self.expr(cx, template, from);
                    for target in self.expr(cx, template, to) {
                        let Target::Node(to) = target else { continue };
                        for source in &sources {
                            if let Target::Node(from) = *source {
                                self.copied(cx, from, to, bytes, span);
                            }
                        }
                    }
                }
            }
            Some(_) => {}
            None => match callee {
                Callee::Func(id) if cx.typed.func(*id).body.is_some() => {
                    // What is not the program's own text is not followed there.
                    let is_own_text = &*cx.typed.func(*id).name == "__braid_put_text";
                    for (&param, arg) in cx.typed.func(*id).params.iter().zip(args) {
                        if is_own_text {
                            let mut targets = self.expr(cx, template, arg);
                            targets.retain(|target| matches!(target, Target::Node(_)));
                            let param = super::instance(cx.typed, template, param);
                            let node = self.node(param, Vec::new());
                            self.add(Holder::Cell(node), &targets, arg.span);
                            continue;
                        }
                        let target = LValue {
                            kind: LKind::Obj(param),
                            ty: cx.typed.object(param).ty.clone(),
                            span: arg.span,
                        };
                        self.assign(cx, template, &target, arg);
                    }
                }
                Callee::Pointer(pointer) => {
                    for target in self.expr(cx, template, pointer) {
                        if let Target::Func(id) = target
                            && (cx.typed.func(id).ty.params.len() == args.len()
                                || cx.typed.func(id).ty.variadic)
                        {
                            self.call(cx, template, &Callee::Func(id), args, span);
                        }
                    }
                }
                _ => {
                    let name = match callee {
                        Callee::Func(id) => &cx.typed.func(*id).name,
                        Callee::Name(name) => name,
                        Callee::Pointer(_) => return,
                    };
                    let written = outside::writes(name);
                    for (number, arg) in args.iter().enumerate() {
                        if !arg.ty.is_pointer() || written.is_some_and(|w| !w.contains(&number)) {
                            continue;
                        }
                        let to = match args.first() {
                            Some(text) if outside::is_end_of_text(name, number) => {
                                self.within_text(cx, template, text)
                            }
                            _ => Targets::from([Target::Unknown]),
                        };
                        self.written(cx, template, arg, &to, span);
                    }
                }
            },
        }
    }

    /// So many bytes are copied, or an object that is as large as can be.
    fn copied(&mut self, cx: Context, from: NodeId, to: NodeId, bytes: Option<u64>, span: Span) {
        let (from, to) = (self.whole(cx, from, bytes), self.whole(cx, to, bytes));
        let ty = self.node_type(cx.typed, cx.types, to);
        for path in leaves(cx.types, &ty) {
            let from = self.below(cx, from, &path);
            let targets = self.sets.get(&Holder::Cell(from)).cloned().unwrap_or_default();
            let to = self.below(cx, to, &path);
            self.add(Holder::Cell(to), &targets, span);
        }
    }

    /// What starts where a node does and has so many bytes.
    fn whole(&mut self, cx: Context, node: NodeId, bytes: Option<u64>) -> NodeId {
        let Node { instance, path } = self.node_of(node);
        let object = cx.typed.object(instance.object);
        let (instance, path) = (*instance, outermost(cx.types, object, path, bytes));
        self.node(instance, path)
    }

    fn store(
        &mut self,
        cx: Context,
        template: TemplateIdx,
        pointer: &TExpr,
        targets: &Targets,
        span: Span,
    ) {
        let pointee = pointer.ty.target().map_or(Ty::Void, |target| target.ty.clone());
        for target in self.expr(cx, template, pointer) {
            if let Target::Node(node) = target {
                let node = self.viewed_as(cx, node, &pointee);
                self.add(Holder::Cell(node), targets, span);
            }
        }
    }
}
