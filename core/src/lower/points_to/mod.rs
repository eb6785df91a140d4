//! Which variables a pointer may point to.
//!
//! Inclusion-based and flow-insensitive: for every cell that can hold a pointer, the set of cells
//! whose address it may hold at any time. Fields are told apart, array elements are not. Automatic
//! variables are analysed once per thread template, so that a helper called by two templates does not
//! seem to hand the locals of one to the other. Integers are followed too: handing `(void *)&x` on as
//! a `long` loses nothing.

mod flow;
mod outlived;
mod parts;
mod values;

use std::collections::BTreeSet;

use crate::hash::{FxHashMap, FxHashSet};
pub use parts::{field_offset, full_type, is_alike, outermost, reach, typed_pointer, view};

use super::threads::{TemplateIdx, TemplateKind, Threads};
use super::typed::{FuncId, ObjId, ObjStorage, TExpr, TStmt, Typed};
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
    /// So many bytes from the start of an object, where no part of it starts: a pointer that was moved
    /// there on its way to somewhere else.
    Beside(NodeId, i32),
    Func(FuncId),
    /// A handle of a thread of this template, which points to nothing.
    Thread(TemplateIdx),
    /// A string literal that is only passed on.
    Str,
    /// The arguments of the program: none of its variables, and always there.
    Outside,
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
    /// What threads hand to `pthread_exit`.
    Exit,
}

type Targets = BTreeSet<Target>;

#[derive(Clone, Debug)]
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
            let is_text = |ty: &Ty| match ty {
                Ty::Ptr(to) => match &to.ty {
                    Ty::Ptr(to) => matches!(&to.ty, Ty::Int(int) if int.width == 8),
                    _ => false,
                },
                _ => false,
            };
            let node = self.node(instance(cx.typed, TemplateIdx(0), object), Vec::new());
            let (ty, span) = (&cx.typed.object(object).ty.ty, cx.typed.object(object).span);
            match cx.typed.object(object).storage == ObjStorage::Auto && is_text(ty) {
                true => self.add(Holder::Cell(node), &Targets::from([Target::Outside]), span),
                // An argument of the program, or none.
                false if cx.typed.object(object).name == "optarg" => {
                    self.add(Holder::Cell(node), &Targets::from([Target::Outside]), span);
                }
                false => self.unknown_below(cx, node, span),
            }
        }
    }

    /// The pointers in a cell may point anywhere.
    fn unknown_below(&mut self, cx: Context, node: NodeId, span: Span) {
        self.points_below(cx, node, &Targets::from([Target::Unknown]), span);
    }

    /// The pointers in a cell may point there.
    fn points_below(&mut self, cx: Context, node: NodeId, to: &Targets, span: Span) {
        let ty = self.node_type(cx.typed, cx.types, node);
        for path in leaves(cx.types, &ty) {
            if path_type(cx.types, &ty, &path).is_pointer() {
                let node = self.below(cx, node, &path);
                self.add(Holder::Cell(node), to, span);
            }
        }
    }

    /// Where a pointer into a text may point: the end of a text is where the text is.
    fn within_text(&mut self, cx: Context, template: TemplateIdx, text: &TExpr) -> Targets {
        let texts = self.expr(cx, template, text).into_iter();
        let is_outside = |target| match target {
            Target::Outside => Target::Outside,
            _ => Target::Unknown,
        };
        texts.map(is_outside).collect()
    }

    /// A function that is not known may write pointers to these targets through a pointer.
    fn written(
        &mut self,
        cx: Context,
        template: TemplateIdx,
        pointer: &TExpr,
        to: &Targets,
        span: Span,
    ) {
        for target in self.expr(cx, template, pointer) {
            if let Target::Node(node) = target {
                let Node { instance, path } = self.node_of(node);
                let object = cx.typed.object(instance.object);
                let (instance, path) = (*instance, reach(cx.types, object, path, pointer));
                let node = self.node(instance, path);
                self.points_below(cx, node, to, span);
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
                Holder::Result(..) | Holder::Exit => None,
            };
            targets
                .iter()
                .filter_map(move |target| Some((node?, *target, self.seen_at[&(*holder, *target)])))
        })
    }

    /// The variables whose address a thread may return, and where.
    pub fn returned(&self, threads: &Threads) -> Vec<(Instance, Span)> {
        let starts =
            threads.indices().filter_map(|template| match threads.template(template).kind {
                TemplateKind::Func(func) => Some(Holder::Result(template, func)),
                _ => None,
            });
        let mut found = Vec::new();
        for holder in starts.chain([Holder::Exit]) {
            for &target in self.sets.get(&holder).into_iter().flatten() {
                let span = self.seen_at[&(holder, target)];
                found.extend(self.object_of(target).map(|instance| (instance, span)));
            }
        }
        found
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

    /// The variable that a pointer is into, or was made from.
    pub fn object_of(&self, target: Target) -> Option<Instance> {
        match target {
            Target::Node(node) | Target::Beside(node, _) => Some(self.node_of(node).instance),
            _ => None,
        }
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
            let paths = types.stored(*idx).flat_map(|number| {
                let field = &fields[number as usize];
                leaves(types, &field.ty.ty).into_iter().map(move |mut path| {
                    path.insert(0, number);
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
        TemplateKind::Async(_, stmt) => called(cx, std::slice::from_ref(stmt), &mut pending),
    }
    pending.extend(cx.typed.thread_ends);
    while let Some(func) = pending.pop() {
        if seen.insert(func) {
            funcs.push(func);
            called(cx, cx.typed.func(func).body.as_deref().unwrap_or_default(), &mut pending);
        }
    }
    funcs
}

fn called(cx: Context, stmts: &[TStmt], pending: &mut Vec<FuncId>) {
    super::walk::for_each_call(stmts, &mut |callee, args, _| {
        pending.extend(cx.threads.called(cx.typed, callee, args.len()));
    });
}
