//! Which variables a pointer may point to.
//!
//! Inclusion-based and flow-insensitive: for every cell that can hold a pointer, the set of cells
//! whose address it may hold at any time. Fields are told apart, array elements are not. Automatic
//! variables are analysed once per thread template, so that a helper called by two templates does not
//! seem to hand the locals of one to the other. Integers are followed too: handing `(void *)&x` on as
//! a `long` loses nothing.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::intrinsics::Intrinsic;
use super::threads::{
    TemplateIdx, TemplateKind, Threads, for_each_expr, intrinsic_of, start_routine,
};
use super::typed::{
    Callee, FuncId, InitStep, LKind, LValue, ObjId, ObjStorage, TExpr, TKind, TStmt, TStmtKind,
    Typed,
};
use super::types::{Ty, Types};
use crate::text::Span;

/// A variable as one template sees it: automatic ones are a variable per template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instance {
    /// `None` for static and thread-local storage.
    pub template: Option<TemplateIdx>,
    pub object: ObjId,
}

/// A cell, or a group of cells that are told apart only by array indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// What a pointer may point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    Node(NodeId),
    /// A string literal.
    Str,
    /// Memory that the model does not have: from an unknown function, from outside.
    Unknown,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub instance: Instance,
    /// Field numbers from the variable down.
    pub path: Vec<u32>,
}

/// Holders of pointers: cells, and what functions return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Holder {
    Cell(NodeId),
    Result(TemplateIdx, FuncId),
}

type Targets = BTreeSet<Target>;

#[derive(Debug)]
pub struct PointsTo {
    nodes: Vec<Node>,
    ids: FxHashMap<Node, NodeId>,
    sets: FxHashMap<Holder, Targets>,
    /// Where a target first came into a holder.
    seen_at: FxHashMap<(Holder, Target), Span>,
    changed: bool,
}

/// Everything the analysis looks at.
#[derive(Clone, Copy)]
struct Context<'a> {
    typed: &'a Typed,
    types: &'a Types,
    threads: &'a Threads,
}

impl PointsTo {
    pub fn analyse(typed: &Typed, types: &Types, threads: &Threads) -> PointsTo {
        let mut points_to = PointsTo {
            nodes: Vec::new(),
            ids: FxHashMap::default(),
            sets: FxHashMap::default(),
            seen_at: FxHashMap::default(),
            changed: true,
        };
        let cx = Context { typed, types, threads };
        let reached: Vec<(TemplateIdx, Vec<FuncId>)> =
            threads.indices().map(|template| (template, functions_of(cx, template))).collect();
        while points_to.changed {
            points_to.changed = false;
            for object in typed.objects.iter().filter(|object| object.storage != ObjStorage::Auto) {
                points_to.steps(cx, TemplateIdx(0), &object.init);
            }
            points_to.outside(cx);
            for (template, funcs) in &reached {
                for func in funcs {
                    let body = typed.func(*func).body.as_deref().unwrap_or_default();
                    points_to.stmts(cx, *template, *func, body);
                }
                if let TemplateKind::Async(func, stmt) = &threads.template(*template).kind {
                    points_to.stmts(cx, *template, *func, std::slice::from_ref(stmt));
                    points_to.captured(cx, *template, *func);
                }
            }
        }
        points_to
    }

    /// Pointers that come from outside: the arguments of `main`, variables defined elsewhere.
    fn outside(&mut self, cx: Context) {
        let TemplateKind::Main(main) = &cx.threads.templates[0].kind else { return };
        let params = main.iter().flat_map(|&main| cx.typed.func(main).params.iter().copied());
        let external = cx.typed.objects.iter().enumerate();
        let external =
            external.filter(|(_, object)| object.external).map(|(idx, _)| ObjId(idx as u32));
        for object in params.chain(external) {
            let node = self.node(instance(cx.typed, TemplateIdx(0), object), Vec::new());
            self.unknown_below(cx, node, cx.typed.object(object).span);
        }
    }

    /// The pointers in a cell may point anywhere.
    fn unknown_below(&mut self, cx: Context, node: NodeId, span: Span) {
        let ty = self.node_type(cx.typed, cx.types, node);
        for path in leaves(cx.types, &ty) {
            if path_type(cx.types, &ty, &path).is_pointer() {
                let node = self.below(node, &path);
                self.add(Holder::Cell(node), &Targets::from([Target::Unknown]), span);
            }
        }
    }

    /// An ASYNC thread starts with copies of the locals of the function it is started in.
    fn captured(&mut self, cx: Context, template: TemplateIdx, func: FuncId) {
        let starters: Vec<TemplateIdx> = cx.threads.indices().collect();
        for (idx, object) in cx.typed.objects.iter().enumerate() {
            if object.func == Some(func) && object.storage == ObjStorage::Auto {
                let object = ObjId(idx as u32);
                let to = self.node(Instance { template: Some(template), object }, Vec::new());
                for &from in &starters {
                    let from = self.node(Instance { template: Some(from), object }, Vec::new());
                    let targets = self.sets.get(&Holder::Cell(from)).cloned().unwrap_or_default();
                    self.add(Holder::Cell(to), &targets, cx.typed.object(object).span);
                }
            }
        }
    }

    pub fn node_of(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Every holder in a variable of some template, with what it may point to and where that came in.
    pub fn cells(&self) -> impl Iterator<Item = (&Node, Target, Span)> {
        let mut holders: Vec<_> = self.sets.iter().collect();
        holders.sort_by_key(|(holder, _)| **holder);
        holders.into_iter().flat_map(move |(holder, targets)| {
            let node = match holder {
                Holder::Cell(id) => Some(self.node_of(*id)),
                Holder::Result(..) => None,
            };
            targets
                .iter()
                .filter_map(move |target| Some((node?, *target, self.seen_at[&(*holder, *target)])))
        })
    }

    /// What an expression may point to, asked after the analysis.
    pub fn targets(
        &mut self,
        typed: &Typed,
        types: &Types,
        threads: &Threads,
        template: TemplateIdx,
        expr: &TExpr,
    ) -> Targets {
        self.expr(Context { typed, types, threads }, template, expr)
    }

    fn node(&mut self, instance: Instance, path: Vec<u32>) -> NodeId {
        let node = Node { instance, path };
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    fn add(&mut self, holder: Holder, targets: &Targets, span: Span) {
        if targets.is_empty() {
            return;
        }
        let set = self.sets.entry(holder).or_default();
        for &target in targets {
            if set.insert(target) {
                self.seen_at.insert((holder, target), span);
                self.changed = true;
            }
        }
    }

    fn stmts(&mut self, cx: Context, template: TemplateIdx, func: FuncId, stmts: &[TStmt]) {
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
                TStmtKind::Label(label, _) if cx.threads.of_label(func, label).is_some() => {
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
                TKind::Assign(..) | TKind::Compound(..) | TKind::Call(..) | TKind::StmtExpr(_) => {
                    effects.push(expr.clone());
                }
                _ => {}
            });
            for effect in &effects {
                self.effect(cx, template, func, effect);
            }
        }
    }

    fn steps(&mut self, cx: Context, template: TemplateIdx, steps: &[InitStep]) {
        for step in steps {
            self.assign(cx, template, &step.target, &step.value);
        }
    }

    fn effect(&mut self, cx: Context, template: TemplateIdx, func: FuncId, expr: &TExpr) {
        match &expr.kind {
            TKind::Assign(target, value) | TKind::Compound(_, target, value, _) => {
                self.assign(cx, template, target, value);
            }
            TKind::StmtExpr(stmts) => self.stmts(cx, template, func, stmts),
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
                        let from = self.below(from, &path);
                        let targets =
                            self.sets.get(&Holder::Cell(from)).cloned().unwrap_or_default();
                        for &to in &nodes {
                            let to = self.below(to, &path);
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

    fn below(&mut self, node: NodeId, path: &[u32]) -> NodeId {
        let Node { instance, path: mut full } = self.node_of(node).clone();
        full.extend(path);
        self.node(instance, full)
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
                let Some(child) =
                    args.get(2).and_then(start_routine).and_then(|f| cx.threads.of_func(f))
                else {
                    return;
                };
                let TemplateKind::Func(func) = cx.threads.template(child).kind else { return };
                if let (Some(&param), Some(arg)) = (cx.typed.func(func).params.first(), args.get(3))
                {
                    let targets = self.expr(cx, template, arg);
                    let node =
                        self.node(Instance { template: Some(child), object: param }, Vec::new());
                    self.add(Holder::Cell(node), &targets, arg.span);
                }
            }
            // Stores through the first argument.
            Some(
                Store
                | Exchange
                | FetchOp(_)
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
            // What is stored there is not known.
            Some(ThreadJoin | Scan) => {
                for arg in args.iter().filter(|arg| arg.ty.is_pointer()) {
                    for target in self.expr(cx, template, arg) {
                        if let Target::Node(node) = target {
                            self.unknown_below(cx, node, span);
                        }
                    }
                }
            }
            Some(_) => {}
            None => match callee {
                Callee::Func(id) if cx.typed.func(*id).body.is_some() => {
                    for (&param, arg) in cx.typed.func(*id).params.iter().zip(args) {
                        let target = LValue {
                            kind: LKind::Obj(param),
                            ty: cx.typed.object(param).ty.clone(),
                            span: arg.span,
                        };
                        self.assign(cx, template, &target, arg);
                    }
                }
                _ => {
                    for arg in args.iter().filter(|arg| arg.ty.is_pointer()) {
                        for target in self.expr(cx, template, arg) {
                            if let Target::Node(node) = target {
                                self.unknown_below(cx, node, span);
                            }
                        }
                    }
                }
            },
        }
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

    fn loaded(&mut self, cx: Context, template: TemplateIdx, pointer: &TExpr) -> Targets {
        let pointee = pointer.ty.target().map_or(Ty::Void, |target| target.ty.clone());
        let mut result = Targets::new();
        for target in self.expr(cx, template, pointer) {
            let target = match target {
                Target::Node(node) => Target::Node(self.viewed_as(cx, node, &pointee)),
                other => other,
            };
            match target {
                Target::Node(node) => {
                    result.extend(self.sets.get(&Holder::Cell(node)).into_iter().flatten())
                }
                other => {
                    result.insert(other);
                }
            }
        }
        result
    }

    fn expr(&mut self, cx: Context, template: TemplateIdx, expr: &TExpr) -> Targets {
        match &expr.kind {
            TKind::Const(_) | TKind::FuncAddr(_) | TKind::PtrDiff(..) | TKind::Not(_) => {
                Targets::new()
            }
            TKind::And(..) | TKind::Or(..) => Targets::new(),
            TKind::Str => Targets::from([Target::Str]),
            TKind::Unsupported(_) if expr.ty.is_pointer() => Targets::from([Target::Unknown]),
            TKind::Unsupported(_) => Targets::new(),
            TKind::AddrOf(lvalue) => {
                let mut targets: Targets =
                    self.lvalue(cx, template, lvalue).into_iter().map(Target::Node).collect();
                if let LKind::Field(base, _) = &lvalue.kind {
                    targets.extend(self.unknown_base(cx, template, base));
                }
                targets
            }
            TKind::Load(lvalue) | TKind::IncDec(_, lvalue) => {
                let mut targets = Targets::new();
                for node in self.lvalue(cx, template, lvalue) {
                    targets.extend(self.sets.get(&Holder::Cell(node)).into_iter().flatten());
                }
                if expr.ty.is_pointer() {
                    targets.extend(self.unknown_base(cx, template, lvalue));
                }
                targets
            }
            TKind::Cast(a)
            | TKind::Neg(a)
            | TKind::BitNot(a)
            | TKind::Comma(_, a)
            | TKind::Assign(_, a) => self.expr(cx, template, a),
            TKind::PtrAdd(a, b, _) | TKind::Cond(_, a, b) => {
                let mut targets = self.expr(cx, template, a);
                targets.extend(self.expr(cx, template, b));
                targets
            }
            TKind::Bin(op, a, b) if !super::fold::is_comparison(*op) => {
                let mut targets = self.expr(cx, template, a);
                targets.extend(self.expr(cx, template, b));
                targets
            }
            TKind::Bin(..) => Targets::new(),
            TKind::Compound(_, lvalue, value, _) => {
                let load = TExpr {
                    kind: TKind::Load(lvalue.clone()),
                    ty: expr.ty.clone(),
                    span: expr.span,
                };
                let mut targets = self.expr(cx, template, &load);
                targets.extend(self.expr(cx, template, value));
                targets
            }
            TKind::StmtExpr(stmts) => match stmts.last().map(|stmt| &stmt.kind) {
                Some(TStmtKind::Expr(last)) => self.expr(cx, template, last),
                _ => Targets::new(),
            },
            TKind::Call(callee, args) => self.call_result(cx, template, callee, args, &expr.ty),
        }
    }

    fn call_result(
        &mut self,
        cx: Context,
        template: TemplateIdx,
        callee: &Callee,
        args: &[TExpr],
        ty: &Ty,
    ) -> Targets {
        use Intrinsic::*;
        match (intrinsic_of(cx.typed, callee), callee) {
            (Some(Load | Exchange | FetchOp(_) | OpFetch(_) | ValCompareAndSwap), _) => {
                args.first().map(|pointer| self.loaded(cx, template, pointer)).unwrap_or_default()
            }
            (Some(Expect), _) => {
                args.first().map(|arg| self.expr(cx, template, arg)).unwrap_or_default()
            }
            (None, Callee::Func(id)) if cx.typed.func(*id).body.is_some() => {
                self.sets.get(&Holder::Result(template, *id)).cloned().unwrap_or_default()
            }
            _ if ty.is_pointer() => Targets::from([Target::Unknown]),
            _ => Targets::new(),
        }
    }

    /// Whether an lvalue may lie in memory that the model does not have.
    fn unknown_base(&mut self, cx: Context, template: TemplateIdx, lvalue: &LValue) -> Targets {
        match &lvalue.kind {
            LKind::Obj(_) => Targets::new(),
            LKind::Field(base, _) | LKind::Index(base, _) => self.unknown_base(cx, template, base),
            LKind::Deref(pointer) => {
                let targets = self.expr(cx, template, pointer);
                targets.into_iter().filter(|target| !matches!(target, Target::Node(_))).collect()
            }
        }
    }

    fn lvalue(&mut self, cx: Context, template: TemplateIdx, lvalue: &LValue) -> Vec<NodeId> {
        match &lvalue.kind {
            LKind::Obj(id) => {
                let instance = instance(cx.typed, template, *id);
                vec![self.node(instance, Vec::new())]
            }
            LKind::Field(base, field) => {
                let bases = self.lvalue(cx, template, base);
                bases.into_iter().map(|node| self.below(node, &[*field])).collect()
            }
            LKind::Index(base, _) => self.lvalue(cx, template, base),
            LKind::Deref(pointer) => {
                let targets = self.expr(cx, template, pointer);
                let nodes = targets.into_iter().filter_map(|target| match target {
                    Target::Node(node) => Some(node),
                    _ => None,
                });
                let nodes: Vec<NodeId> = nodes.collect();
                nodes.into_iter().map(|node| self.viewed_as(cx, node, &lvalue.ty.ty)).collect()
            }
        }
    }

    /// A pointer to a struct is also one to its first field [C17 6.7.2.1].
    fn viewed_as(&mut self, cx: Context, node: NodeId, ty: &Ty) -> NodeId {
        let mut node = node;
        while let Ty::Record(idx) = self.node_type(cx.typed, cx.types, node)
            && !matches!(ty, Ty::Record(_) | Ty::Array(..) | Ty::Void)
            && cx.types.record(idx).fields.as_ref().is_some_and(|fields| !fields.is_empty())
        {
            node = self.below(node, &[0]);
        }
        node
    }

    /// The type of a node, array dimensions stripped.
    pub fn node_type(&self, typed: &Typed, types: &Types, node: NodeId) -> Ty {
        let Node { instance, path } = self.node_of(node);
        path_type(types, &typed.object(instance.object).ty.ty, path)
    }
}

/// The type that a path of fields leads to, array dimensions stripped.
pub fn path_type(types: &Types, ty: &Ty, path: &[u32]) -> Ty {
    let mut ty = ty;
    while let Ty::Array(element, _) = ty {
        ty = &element.ty;
    }
    match (ty, path) {
        (_, []) => ty.clone(),
        (Ty::Record(idx), [field, rest @ ..]) => match &types.record(*idx).fields {
            Some(fields) if (*field as usize) < fields.len() => {
                path_type(types, &fields[*field as usize].ty.ty, rest)
            }
            _ => Ty::Error,
        },
        _ => Ty::Error,
    }
}

/// The paths of all scalars in a type.
pub fn leaves(types: &Types, ty: &Ty) -> Vec<Vec<u32>> {
    match ty {
        Ty::Array(element, _) => leaves(types, &element.ty),
        Ty::Record(idx) => {
            let fields = types.record(*idx).fields.as_deref().unwrap_or_default();
            let paths = fields.iter().enumerate().flat_map(|(number, field)| {
                leaves(types, &field.ty.ty).into_iter().map(move |mut path| {
                    path.insert(0, number as u32);
                    path
                })
            });
            paths.collect()
        }
        _ => vec![Vec::new()],
    }
}

/// The variable that a template means by an object.
pub fn instance(typed: &Typed, template: TemplateIdx, object: ObjId) -> Instance {
    let template = (typed.object(object).storage == ObjStorage::Auto).then_some(template);
    Instance { template, object }
}

/// The functions a template's threads may run, its own first.
fn functions_of(cx: Context, template: TemplateIdx) -> Vec<FuncId> {
    let mut funcs = Vec::new();
    let mut seen = FxHashSet::default();
    let mut pending = Vec::new();
    match &cx.threads.template(template).kind {
        TemplateKind::Main(Some(func)) | TemplateKind::Func(func) => pending.push(*func),
        TemplateKind::Main(None) => {
            pending.extend(
                cx.typed
                    .funcs
                    .iter()
                    .enumerate()
                    .filter(|(_, func)| func.init.is_some())
                    .map(|(idx, _)| FuncId(idx as u32)),
            );
        }
        TemplateKind::Async(_, stmt) => called(std::slice::from_ref(stmt), &mut pending),
    }
    while let Some(func) = pending.pop() {
        if seen.insert(func) {
            funcs.push(func);
            called(cx.typed.func(func).body.as_deref().unwrap_or_default(), &mut pending);
        }
    }
    funcs
}

fn called(stmts: &[TStmt], pending: &mut Vec<FuncId>) {
    super::threads::for_each_call(stmts, &mut |callee, _, _| {
        if let Callee::Func(id) = callee {
            pending.push(*id);
        }
    });
}
