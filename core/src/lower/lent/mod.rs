//! Automatic variables that a thread lends to others, in functions that several threads run.
//!
//! A variable whose address reaches other threads must be one that all of them see. Where its function
//! runs once, that is a shared variable like any other (`sharing.rs`). Where several threads run it, there
//! are as many variables as there are calls, and none of them can be the one that a pointer means. So such
//! a variable is given memory as if from the heap: a pool of objects, of which a new one is given out each
//! time its declaration is passed, and which is not there any more at the end of its block
//! (`emit/lent.rs`). None is ever given out twice, so that a pointer to a variable that is gone is always
//! seen to be one. What remains of the variable itself is the number of its object, which only its own
//! thread needs; to name the variable is to name that object.
//!
//! A variable exists from the start of its block [C17 6.2.4p6], and gets its object at its declaration. That is
//! the same where no jump leads past the declaration, forwards or backwards (`Jumps`). Other variables,
//! those of statements that are threads of their own, and what is large, are left as they are, which is
//! reported as a problem.
//!
//! Parameters become variables that start with the value of a parameter; compound literals get a
//! declaration at the start of their block, and are only written where they stand.

mod jumps;
mod literals;
mod rewrite;

use std::rc::Rc;

use super::Heap;
use super::creations::Instances;
use super::resolve::new_pool;
use super::sharing::Scopes;
use super::threads::{TemplateKind, Threads};
use super::typed::{
    FuncId, GuardedBy, HeapMemory, InitStep, LKind, LValue, Lent, ObjId, ObjStorage, Object, TExpr,
    TKind, TStmt, TStmtKind, Typed,
};
use super::types::{IntShape, IntTy, QTy, Ty, Types};
use super::walk::for_each_stmt;

/// What is larger than this is not modelled.
const MAX_BYTES: u64 = 4096;

/// How a variable comes to life.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Declared,
    Parameter,
    Literal,
}

/// Gives pools to the variables that need one, as far as they can have one. Says whether any did: then
/// everything that is known about pointers has changed.
pub fn lend(
    typed: &mut Typed,
    types: &mut Types,
    threads: &Threads,
    scopes: &Scopes,
    heap: &Heap,
) -> bool {
    let mut changed = false;
    for object in scopes.rejected() {
        if let Some((func, kind)) = can_be_lent(typed, types, threads, object) {
            lend_one(typed, types, threads, heap, object, func, kind);
            changed = true;
        }
    }
    changed
}

fn can_be_lent(
    typed: &Typed,
    types: &Types,
    threads: &Threads,
    id: ObjId,
) -> Option<(FuncId, Kind)> {
    let object = typed.object(id);
    let func = object.func?;
    let def = typed.func(func);
    let body = def.body.as_deref()?;
    let is_plain = object.storage == ObjStorage::Auto
        && !typed.vlas.contains_key(&id)
        && !typed.lent.contains_key(&id)
        && !def.builtin
        && !is_guarded(typed, id)
        && !has_async(threads, func);
    let size = types.size(&object.ty.ty);
    let has_size = (1..=MAX_BYTES).contains(&size)
        && !types.is_unknown_size(&object.ty.ty)
        && !ends_open(types, &object.ty.ty);
    if !is_plain || !has_size || jumps::has_hidden(body) {
        return None;
    }
    let kind = match () {
        () if def.params.contains(&id) => Kind::Parameter,
        () if literals::can_be_declared(body, id) => Kind::Literal,
        () if jumps::is_always_declared(body, id) => Kind::Declared,
        () => return None,
    };
    Some((func, kind))
}

/// Whether locks are named for it, or it is one of them.
fn is_guarded(typed: &Typed, id: ObjId) -> bool {
    let guards = &typed.guards;
    let all = guards.objects.values().chain(guards.fields.values()).flatten();
    let is_lock = |by: &GuardedBy| match by {
        GuardedBy::Mutex(lock) => super::resolve::root(lock) == Some(id),
        GuardedBy::Sibling(_) => false,
    };
    guards.objects.contains_key(&id) || all.into_iter().any(|guard| is_lock(&guard.by))
}

fn has_async(threads: &Threads, func: FuncId) -> bool {
    let is_it = |kind: &TemplateKind| matches!(kind, TemplateKind::Async(of, _) if *of == func);
    threads.templates.iter().any(|template| is_it(&template.kind))
}

/// Whether it ends with an array of no length.
fn ends_open(types: &Types, ty: &Ty) -> bool {
    match ty {
        Ty::Array(_, 0) => true,
        Ty::Record(idx) => {
            let last = types.record(*idx).fields.as_ref().and_then(|fields| fields.last());
            last.is_some_and(|last| ends_open(types, &last.ty.ty))
        }
        _ => false,
    }
}

fn lend_one(
    typed: &mut Typed,
    types: &mut Types,
    threads: &Threads,
    heap: &Heap,
    id: ObjId,
    func: FuncId,
    kind: Kind,
) {
    let place = typed.n_places;
    typed.n_places += 1;
    let object = typed.object(id).clone();
    let room = heap.room(place).objects.now;
    let n_objects = match most(typed, threads, func, id, kind) {
        Some(most) => u64::from(most).clamp(1, room),
        None => room,
    };
    let size = types.size(&object.ty.ty);
    let array = new_pool(types, object.ty.ty.clone(), n_objects);
    let Ty::Array(element, _) = &array else { return };
    let element = Rc::clone(element);
    if let Ty::Record(record) = element.ty
        && let Some(fields) = &mut types.records[record.0 as usize].fields
    {
        fields[0].ty = object.ty.clone();
    }
    let name = match kind {
        Kind::Literal => "literal".to_owned(),
        _ => object.name.clone(),
    };
    let pool = add(
        typed,
        Object {
            name: name.clone(),
            ty: QTy::plain(array.clone()),
            storage: ObjStorage::Static,
            init: Vec::new(),
            changes: true,
            address_taken: true,
            heap: Some(HeapMemory { place, bytes: size, unit: 1 }),
            ..object.clone()
        },
    );
    let number = |name: String, shape, storage| Object {
        name,
        ty: QTy::plain(Ty::Int(IntTy { shape, ..IntTy::plain(8, false, 1) })),
        storage,
        init: Vec::new(),
        annotations: Vec::new(),
        changes: true,
        address_taken: false,
        ..object.clone()
    };
    let n_given = number("<given>".to_owned(), IntShape::Plain, ObjStorage::Static);
    let n_given = add(typed, Object { func: None, ..n_given });
    typed.objects[id.index()] = number(format!("which:{name}"), IntShape::Own, ObjStorage::Auto);
    let new = rewrite::New { id, pool, array: QTy::plain(array), element: (*element).clone() };

    let mut body = typed.funcs[func.index()].body.take().unwrap_or_default();
    if kind == Kind::Literal {
        literals::declare(&mut body, id, object.span);
    }
    rewrite::stmts(&new, &mut body);
    if kind == Kind::Parameter {
        let given = add(typed, Object { address_taken: false, changes: false, ..object.clone() });
        for param in &mut typed.funcs[func.index()].params {
            if *param == id {
                *param = given;
            }
        }
        body.insert(0, starts_with(&new, id, given, &object));
    }
    typed.funcs[func.index()].body = Some(body);
    for vla in typed.vlas.values_mut() {
        vla.lengths.iter_mut().for_each(|length| rewrite::expr(&new, length));
    }
    typed.lent.insert(id, Lent { place, pool, n_given });
}

fn add(typed: &mut Typed, object: Object) -> ObjId {
    typed.objects.push(object);
    ObjId(typed.objects.len() as u32 - 1)
}

/// The declaration of a variable that starts with what the function was given.
fn starts_with(new: &rewrite::New, id: ObjId, given: ObjId, object: &Object) -> TStmt {
    let span = object.span;
    let lvalue = |id| LValue { kind: LKind::Obj(id), ty: object.ty.clone(), span };
    let mut target = lvalue(id);
    rewrite::lvalue(new, &mut target);
    let kind = TKind::Load(Box::new(lvalue(given)));
    let value = TExpr { kind, ty: object.ty.ty.clone(), span };
    let steps = vec![InitStep { target, value }];
    TStmt { kind: TStmtKind::Decl(id, Some(steps)), span }
}

/// How many objects are needed at most, if that is easy to see: each thread that starts with the function
/// needs one, if nobody else calls it and no loop leads to the declaration again.
fn most(typed: &Typed, threads: &Threads, func: FuncId, id: ObjId, kind: Kind) -> Option<u32> {
    let template = threads.of_func(func)?;
    let Instances::AtMost(n) = threads.template(template).instances else { return None };
    let body = typed.func(func).body.as_deref()?;
    let mut is_outermost = kind == Kind::Parameter;
    for stmt in body {
        is_outermost |= match &stmt.kind {
            TStmtKind::Decl(declared, _) => *declared == id,
            TStmtKind::Block(stmts) => {
                stmts.iter().all(|stmt| matches!(stmt.kind, TStmtKind::Decl(..)))
                    && stmts.iter().any(
                        |stmt| matches!(stmt.kind, TStmtKind::Decl(declared, _) if declared == id),
                    )
            }
            _ => false,
        };
    }
    let mut jumps = false;
    for_each_stmt(body, &mut |stmt| jumps |= matches!(stmt.kind, TStmtKind::Label(..)));
    (is_outermost && !jumps && !super::once::is_called(typed, threads, func)).then_some(n)
}
