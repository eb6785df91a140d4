//! Which functions run as threads, and how often.
//!
//! A template is `main`, a function handed to `pthread_create`, a statement behind an
//! `__CPROVER_ASYNC_n:` label, or a function marked `thread(...)`. Whether a template runs in exactly
//! one instance decides whether other threads may hold pointers to its locals: only then is there one
//! cell to share.

use std::collections::BTreeMap;

use crate::hash::{FxHashMap, FxHashSet};

use super::creations::{ByFunc, Creations, Instances, Site, Sites};
use super::intrinsics::{self, Intrinsic};
use super::typed::{Callee, FuncId, ObjId, TExpr, TKind, TStmt, TStmtKind, Typed};
use super::types::Ty;
use super::walk::{
    children, for_each_call, for_each_expr, for_each_inner_expr, for_each_own_call, for_each_stmt,
    walk_expr,
};
use crate::ast::{InstanceCount, Name};
use crate::text::Span;

/// Index into [`Threads::templates`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TemplateIdx(pub u32);

#[derive(Debug)]
pub struct TemplateDef {
    pub kind: TemplateKind,
    pub name: String,
    pub span: Span,
    pub instances: Instances,
    pub created_at: Vec<Span>,
}

#[derive(Clone, Debug)]
pub enum TemplateKind {
    /// `main`, or nothing if the program has none: what starts the marked threads.
    Main(Option<FuncId>),
    Func(FuncId),
    /// The statement behind an ASYNC label of this function.
    Async(FuncId, Box<TStmt>),
}

#[derive(Debug)]
pub struct Threads {
    /// `main` first, the others in the order of their functions.
    pub templates: Vec<TemplateDef>,
    by_func: FxHashMap<FuncId, TemplateIdx>,
    by_label: FxHashMap<(FuncId, Span), TemplateIdx>,
    /// Functions that pointers may point to.
    pub address_taken: Vec<FuncId>,
    /// Whether a join looks at what a thread has returned.
    pub results_matter: bool,
}

impl Threads {
    pub fn find(typed: &Typed) -> Threads {
        let mut threads = Threads {
            templates: Vec::new(),
            by_func: FxHashMap::default(),
            by_label: FxHashMap::default(),
            address_taken: address_taken(typed),
            results_matter: false,
        };
        let main = typed.func_named("main").filter(|&id| typed.func(id).body.is_some());
        let span = main.map_or_else(|| first_marked(typed), |id| typed.func(id).name_span);
        threads.templates.push(TemplateDef {
            kind: TemplateKind::Main(main),
            name: "main".into(),
            span,
            instances: Instances::AtMost(1),
            created_at: Vec::new(),
        });
        let mut created = Vec::new();
        // Copies of a function start what the function itself does.
        let written = typed.funcs.iter().enumerate().filter(|(_, func)| !func.is_copy());
        for (idx, func) in written {
            let id = FuncId(idx as u32);
            for_each_stmt(func.body.as_deref().unwrap_or_default(), &mut |stmt| {
                if let TStmtKind::Label(label, inner) = &stmt.kind
                    && is_async(label)
                {
                    let idx = threads.add(
                        TemplateKind::Async(id, inner.clone()),
                        async_name(typed, inner, label),
                        stmt.span,
                    );
                    threads.by_label.insert((id, stmt.span), idx);
                }
            });
            for_each_call(func.body.as_deref().unwrap_or_default(), &mut |callee, args, span| {
                match intrinsic_of(typed, callee) {
                    Some(Intrinsic::ThreadCreate) => {
                        let starts = threads.started(typed, args);
                        created.extend(starts.into_iter().map(|start| (start, span)));
                    }
                    Some(Intrinsic::ThreadJoin) => {
                        threads.results_matter |= args.get(1).is_some_and(|result| {
                            !matches!(unwrapped(result).kind, TKind::Const(0))
                        });
                    }
                    _ => {}
                }
            });
        }
        let started: FxHashSet<FuncId> = created.iter().map(|(start, _)| *start).collect();
        let is_thread = |id: FuncId| {
            let func = typed.func(id);
            func.body.is_some() && (started.contains(&id) || func.thread.is_some())
        };
        let ids: Vec<FuncId> = (0..typed.funcs.len() as u32).map(FuncId).collect();
        let ids: Vec<FuncId> = ids.into_iter().filter(|&id| is_thread(id)).collect();
        for &id in &ids {
            let func = typed.func(id);
            let is_double =
                ids.iter().any(|&other| other != id && typed.func(other).name == func.name);
            let name = match is_double {
                // Of different units.
                true => format!("{}:{}", typed.unit_names[func.unit as usize], func.name),
                false => func.name.to_string(),
            };
            let template = threads.add(TemplateKind::Func(id), name, func.name_span);
            threads.by_func.insert(id, template);
        }
        for (start, span) in created {
            if let Some(&idx) = threads.by_func.get(&start) {
                threads.templates[idx.0 as usize].created_at.push(span);
            }
        }
        threads.count(typed);
        threads
    }

    fn add(&mut self, kind: TemplateKind, name: String, span: Span) -> TemplateIdx {
        let same = self.templates.iter().filter(|template| template.name == name).count();
        let name = if same == 0 { name } else { format!("{name}${}", same + 1) };
        self.templates.push(TemplateDef {
            kind,
            name,
            span,
            instances: Instances::AtMost(0),
            created_at: Vec::new(),
        });
        TemplateIdx(self.templates.len() as u32 - 1)
    }

    pub fn template(&self, idx: TemplateIdx) -> &TemplateDef {
        &self.templates[idx.0 as usize]
    }

    pub fn of_func(&self, func: FuncId) -> Option<TemplateIdx> {
        self.by_func.get(&func).copied()
    }

    /// The thread that a labelled statement starts.
    pub fn of_label(&self, func: FuncId, stmt: Span) -> Option<TemplateIdx> {
        self.by_label.get(&(func, stmt)).copied()
    }

    pub fn indices(&self) -> impl Iterator<Item = TemplateIdx> + use<> {
        (0..self.templates.len() as u32).map(TemplateIdx)
    }

    /// Whether at most one thread of the template ever exists.
    pub fn runs_once(&self, idx: TemplateIdx) -> bool {
        matches!(self.template(idx).instances, Instances::AtMost(0 | 1))
    }

    /// Whether a variable of a template starts with what the creator of the thread gives it.
    pub fn is_handed_over(
        &self,
        typed: &Typed,
        template: Option<TemplateIdx>,
        object: ObjId,
    ) -> bool {
        match template.map(|template| &self.template(template).kind) {
            Some(TemplateKind::Func(func)) => typed.func(*func).params.contains(&object),
            Some(TemplateKind::Async(func, _)) => typed.object(object).func == Some(*func),
            _ => false,
        }
    }

    /// Whether a variable of a template is the parameter of the function that its threads start with.
    pub fn is_start_param(
        &self,
        typed: &Typed,
        template: Option<TemplateIdx>,
        object: ObjId,
    ) -> bool {
        match template.map(|template| &self.template(template).kind) {
            Some(TemplateKind::Func(func)) => typed.func(*func).params.contains(&object),
            _ => false,
        }
    }

    /// The functions that a creation may start.
    pub fn started(&self, typed: &Typed, args: &[TExpr]) -> Vec<FuncId> {
        let Some((_, _, start, _)) = creation(args) else { return Vec::new() };
        match start_routine(start) {
            Some(func) => vec![func],
            None => self.pointed_to(typed, 1),
        }
    }

    /// The functions that a call may be of.
    pub fn called(&self, typed: &Typed, callee: &Callee, n_args: usize) -> Vec<FuncId> {
        match callee {
            _ if is_exit(typed, callee) => typed.program_ends.into_iter().collect(),
            Callee::Func(id) => vec![*id],
            Callee::Name(_) => Vec::new(),
            Callee::Pointer(_) => self.pointed_to(typed, n_args),
        }
    }

    fn pointed_to(&self, typed: &Typed, n_args: usize) -> Vec<FuncId> {
        let fits = |id: &&FuncId| {
            let func = typed.func(**id);
            func.body.is_some() && (func.ty.params.len() == n_args || func.ty.variadic)
        };
        self.address_taken.iter().filter(fits).copied().collect()
    }

    /// Counts creations along the call graph, from `main` on, until nothing changes.
    fn count(&mut self, typed: &Typed) {
        let mut sites = Sites::default();
        for (idx, func) in typed.funcs.iter().enumerate() {
            let id = FuncId(idx as u32);
            let mut found = Vec::new();
            let body = func.body.as_deref().unwrap_or_default();
            // A backward jump is a loop as well; any label but ASYNC's may be the target of one.
            let jumps = has_goto_label(body);
            self.sites(typed, id, body, jumps, &mut found);
            sites.insert(id, found);
        }
        let marked = typed.funcs.iter().enumerate().filter_map(|(idx, func)| {
            let (count, _) = func.thread?;
            let idx = self.of_func(FuncId(idx as u32))?;
            Some((idx, count, self.template(idx).created_at.is_empty()))
        });
        let mut floor = vec![Instances::AtMost(0); self.templates.len()];
        floor[0] = Instances::AtMost(1);
        for (idx, count, by_mark_only) in marked {
            match count {
                InstanceCount::Any => floor[idx.0 as usize] = Instances::Any,
                InstanceCount::Exactly(n) if by_mark_only => {
                    floor[idx.0 as usize] = Instances::AtMost(n)
                }
                InstanceCount::Exactly(_) => {}
            }
        }
        let by_func = ByFunc::count(&sites);
        let per_thread: Vec<Creations> = self
            .templates
            .iter()
            .map(|template| {
                let mut found = Vec::new();
                match &template.kind {
                    TemplateKind::Main(Some(func)) | TemplateKind::Func(func) => {
                        found.push((Site::Call(*func), false));
                    }
                    TemplateKind::Async(func, stmt) => {
                        self.sites(typed, *func, std::slice::from_ref(stmt), false, &mut found);
                    }
                    TemplateKind::Main(None) => {}
                }
                // What a thread calls at its end, whichever way it ends, creates as well.
                found.extend(typed.thread_ends.map(|func| (Site::Call(func), false)));
                by_func.total(&found)
            })
            .collect();
        // The numbers only grow; past this many rounds something creates itself.
        for _ in 0..=self.templates.len() {
            let mut next = floor.clone();
            for (template, created) in self.templates.iter().zip(&per_thread) {
                for (&child, &n) in created {
                    let count = &mut next[child.0 as usize];
                    *count = count.plus(template.instances.times(n));
                }
            }
            let instances = self.templates.iter_mut().map(|template| &mut template.instances);
            let mut same = true;
            for (instances, next) in instances.zip(next) {
                same &= *instances == next;
                *instances = next;
            }
            if same {
                return;
            }
        }
        for template in self.templates.iter_mut().skip(1) {
            template.instances = Instances::Any;
        }
    }

    /// The creations and calls in some statements, and whether they stand in a loop.
    fn sites(
        &self,
        typed: &Typed,
        func: FuncId,
        stmts: &[TStmt],
        looped: bool,
        found: &mut Vec<(Site, bool)>,
    ) {
        for stmt in stmts {
            let in_loop = looped
                || matches!(
                    stmt.kind,
                    TStmtKind::While(..) | TStmtKind::DoWhile(..) | TStmtKind::For(..)
                )
                || has_stmt_expr(stmt);
            if let TStmtKind::Label(..) = &stmt.kind
                && let Some(template) = self.of_label(func, stmt.span)
            {
                found.push((Site::Create(template), looped));
                continue;
            }
            for_each_own_call(stmt, &mut |callee, args, _| {
                if is_create(typed, callee) {
                    for start in self.started(typed, args) {
                        if let Some(template) = self.of_func(start) {
                            found.push((Site::Create(template), in_loop));
                        }
                    }
                } else {
                    let called = self.called(typed, callee, args.len());
                    found.extend(called.into_iter().map(|func| (Site::Call(func), in_loop)));
                }
            });
            for child in children(stmt) {
                self.sites(typed, func, std::slice::from_ref(child), in_loop, found);
            }
        }
    }
}

fn first_marked(typed: &Typed) -> Span {
    let marked = typed.funcs.iter().find(|func| func.thread.is_some() || func.init.is_some());
    let any = typed.funcs.iter().find(|func| func.body.is_some());
    marked.or(any).map_or(Span::whole(crate::text::FileId(0)), |func| func.name_span)
}

pub fn is_async(label: &str) -> bool {
    label
        .strip_prefix("__CPROVER_ASYNC_")
        .is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A thread started by a label is named after the function it calls.
fn async_name(typed: &Typed, stmt: &TStmt, label: &Name) -> String {
    match &stmt.kind {
        TStmtKind::Expr(TExpr { kind: TKind::Call(Callee::Func(id), _), .. }) => {
            typed.func(*id).name.to_string()
        }
        _ => format!("async_{}", label.trim_start_matches("__CPROVER_ASYNC_")),
    }
}

/// Whether the program calls it anywhere.
pub fn has_call(typed: &Typed, wanted: Intrinsic) -> bool {
    let mut is_found = false;
    for func in &typed.funcs {
        let body = func.body.as_deref().unwrap_or_default();
        super::walk::for_each_call(body, &mut |callee, _, _| {
            is_found |= intrinsic_of(typed, callee) == Some(wanted);
        });
    }
    is_found
}

pub fn intrinsic_of(typed: &Typed, callee: &Callee) -> Option<Intrinsic> {
    match callee {
        Callee::Func(id) => {
            let func = typed.func(*id);
            let intrinsic = intrinsics::lookup(&func.name)?;
            (func.body.is_none() || intrinsics::overrides_body(intrinsic)).then_some(intrinsic)
        }
        Callee::Name(name) => intrinsics::lookup(name),
        Callee::Pointer(_) => None,
    }
}

pub const EXIT: &str = "exit";

/// Whether a call ends the program in the way in which the end of `main` does.
pub fn is_exit(typed: &Typed, callee: &Callee) -> bool {
    match callee {
        Callee::Func(id) => {
            let func = typed.func(*id);
            &*func.name == EXIT && intrinsic_of(typed, callee) == Some(Intrinsic::Halt)
        }
        Callee::Name(name) => &**name == EXIT,
        Callee::Pointer(_) => false,
    }
}

/// Whether some statements name a function.
pub fn calls_func(stmts: &[TStmt], func: FuncId) -> bool {
    let mut found = false;
    for_each_inner_expr(stmts, &mut |expr| {
        found |= match &expr.kind {
            TKind::Call(Callee::Func(id), _) | TKind::FuncAddr(id) => *id == func,
            _ => false,
        };
    });
    found
}

fn is_create(typed: &Typed, callee: &Callee) -> bool {
    intrinsic_of(typed, callee) == Some(Intrinsic::ThreadCreate)
}

/// The arguments of a creation: where the handle goes, attributes, the function, its argument.
pub fn creation(args: &[TExpr]) -> Option<(&TExpr, Option<&TExpr>, &TExpr, &TExpr)> {
    match args {
        [handle, attributes, start, arg] => Some((handle, Some(attributes), start, arg)),
        // C11's `thrd_create`.
        [handle, start, arg] if is_function_pointer(&start.ty) => Some((handle, None, start, arg)),
        _ => None,
    }
}

fn is_function_pointer(ty: &Ty) -> bool {
    ty.target().is_some_and(|target| matches!(target.ty, Ty::Func(_)))
}

fn unwrapped(expr: &TExpr) -> &TExpr {
    match &expr.kind {
        TKind::Cast(inner) => unwrapped(inner),
        _ => expr,
    }
}

/// The functions whose address is taken, other than to start a thread with it.
fn address_taken(typed: &Typed) -> Vec<FuncId> {
    let mut uses: BTreeMap<FuncId, i32> = BTreeMap::new();
    let mut visit = |expr: &TExpr| match &expr.kind {
        TKind::FuncAddr(id) => *uses.entry(*id).or_default() += 1,
        TKind::Call(callee, args) if is_create(typed, callee) => {
            if let Some(id) = creation(args).and_then(|(_, _, start, _)| start_routine(start)) {
                *uses.entry(id).or_default() -= 1;
            }
        }
        _ => {}
    };
    for func in &typed.funcs {
        for_each_inner_expr(func.body.as_deref().unwrap_or_default(), &mut visit);
    }
    for step in typed.objects.iter().flat_map(|object| &object.init) {
        walk_expr(&step.value, &mut visit);
    }
    uses.into_iter().filter(|(_, uses)| *uses > 0).map(|(id, _)| id).collect()
}

/// The function that an argument names, through casts.
pub fn start_routine(arg: &TExpr) -> Option<FuncId> {
    match &arg.kind {
        TKind::FuncAddr(id) => Some(*id),
        TKind::Cast(inner) => start_routine(inner),
        _ => None,
    }
}

/// Whether there are statements in its expressions, among which there may be loops.
fn has_stmt_expr(stmt: &TStmt) -> bool {
    let mut found = false;
    for_each_expr(stmt, &mut |expr| found |= matches!(expr.kind, TKind::StmtExpr(_)));
    found
}

fn has_goto_label(stmts: &[TStmt]) -> bool {
    let mut found = false;
    for_each_stmt(stmts, &mut |stmt| {
        found |= matches!(&stmt.kind, TStmtKind::Label(label, _) if !is_async(label));
    });
    found
}
