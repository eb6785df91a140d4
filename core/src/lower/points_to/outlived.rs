//! Automatic variables whose address may be kept longer than they live.

use std::collections::BTreeSet;

use super::{Context, Holder, Instance, PointsTo, called};
use crate::lower::intrinsics::Intrinsic;
use crate::lower::threads::{TemplateKind, Threads, has_call};
use crate::lower::typed::{FuncId, ObjId, ObjStorage, TStmt, TStmtKind, Typed};
use crate::lower::types::Types;
use crate::lower::walk::for_each_stmt;

impl PointsTo {
    /// Those that something holds the address of which may still be there when they are gone: anything
    /// of static storage or from the heap, other threads, a function further out, or a block further
    /// out of the same function.
    pub fn outlived(&self, typed: &Typed, types: &Types, threads: &Threads) -> BTreeSet<Instance> {
        let cx = Context { typed, types, threads };
        let declared = declared(typed);
        let mut found = BTreeSet::new();
        for (holder, targets) in &self.sets {
            for target in targets {
                let Some(instance) = self.object_of(*target) else { continue };
                let object = typed.object(instance.object);
                if object.storage == ObjStorage::Auto
                    && declared.contains(&instance.object)
                    && !found.contains(&instance)
                    && object.func.is_some_and(|func| self.is_kept(cx, *holder, instance, func))
                    && !lives_for_ever(cx, instance)
                {
                    found.insert(instance);
                }
            }
        }
        found
    }

    fn is_kept(&self, cx: Context, holder: Holder, instance: Instance, func: FuncId) -> bool {
        match holder {
            Holder::Exit => true,
            Holder::Result(template, by) => {
                Some(template) != instance.template || !calls(cx, func, by)
            }
            Holder::Cell(node) => {
                let holder = self.node_of(node).instance;
                let held_in = cx.typed.object(holder.object).func;
                if holder.template.is_none() || holder.template != instance.template {
                    return true;
                }
                match held_in {
                    Some(by) if by == func => is_inside(cx.typed, func, instance.object),
                    Some(by) => !calls(cx, func, by),
                    None => true,
                }
            }
        }
    }
}

/// Parameters, and what has a declaration. Compound literals and the results of calls have none.
fn declared(typed: &Typed) -> BTreeSet<ObjId> {
    let mut declared = BTreeSet::new();
    for func in &typed.funcs {
        declared.extend(&func.params);
        for_each_stmt(func.body.as_deref().unwrap_or_default(), &mut |stmt| {
            if let TStmtKind::Decl(object, _) = &stmt.kind {
                declared.insert(*object);
            }
        });
    }
    declared
}

/// Whether the first function may call the second, itself or by way of others.
fn calls(cx: Context, from: FuncId, to: FuncId) -> bool {
    let mut seen = BTreeSet::new();
    let mut pending = Vec::new();
    let body = |func: FuncId| cx.typed.func(func).body.as_deref().unwrap_or_default();
    called(cx, body(from), &mut pending);
    while let Some(func) = pending.pop() {
        if func == to {
            return true;
        }
        if seen.insert(func) {
            called(cx, body(func), &mut pending);
        }
    }
    false
}

/// Whether it is a variable of `main` that nobody can see the end of: the program ends with it.
fn lives_for_ever(cx: Context, instance: Instance) -> bool {
    let Some(template) = instance.template else { return true };
    let TemplateKind::Main(main) = &cx.threads.template(template).kind else { return false };
    let Some(main) = *main else { return false };
    cx.typed.object(instance.object).func == Some(main)
        && !has_call(cx.typed, Intrinsic::ThreadExit)
        && !is_inside(cx.typed, main, instance.object)
}

/// Whether a variable is declared in a block inside a function.
fn is_inside(typed: &Typed, func: FuncId, object: ObjId) -> bool {
    let def = typed.func(func);
    let declares = |stmt: &TStmt| match &stmt.kind {
        TStmtKind::Decl(declared, _) => *declared == object,
        // Several declarations in one.
        TStmtKind::Block(stmts) => {
            stmts.iter().all(|stmt| matches!(stmt.kind, TStmtKind::Decl(..)))
                && stmts.iter().any(
                    |stmt| matches!(stmt.kind, TStmtKind::Decl(declared, _) if declared == object),
                )
        }
        _ => false,
    };
    !def.params.contains(&object) && !def.body.iter().flatten().any(declares)
}
