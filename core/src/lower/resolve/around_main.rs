//! What runs before `main`, and when the program ends.
//!
//! `main` starts with calls of the functions marked `constructor`. Its end and `exit` call a function made
//! here, which runs the handlers of `atexit` and then the functions marked `destructor`. `main` has such a
//! call behind its last statement, so that whoever looks for calls finds one.

use super::super::threads::{EXIT, calls_func};
use super::super::typed::{Callee, Func, FuncId, TExpr, TKind, TStmt, TStmtKind, Typed};
use super::super::types::{FuncTy, Ty};
use crate::ast::Runs;
use crate::text::Span;

pub fn add(typed: &mut Typed) {
    let Some(main) = typed.func_named("main").filter(|&id| typed.func(id).body.is_some()) else {
        return;
    };
    let handlers = builtin(typed, "atexit").filter(|&atexit| is_named(typed, atexit));
    let handlers = handlers.and_then(|_| builtin(typed, "__braid_run_at_exit"));
    let first = ordered(typed, |runs| runs.before_main);
    let mut last = ordered(typed, |runs| runs.after_main);
    last.reverse();
    let (at, end) = (typed.func(main).name_span, typed.func(main).end);
    let body = typed.funcs[main.index()].body.get_or_insert_default();
    body.splice(0..0, first.into_iter().map(|func| call(Callee::Func(func), at)));
    let ends: Vec<TStmt> =
        handlers.into_iter().chain(last).map(|func| call(Callee::Func(func), end)).collect();
    if ends.is_empty() {
        return;
    }
    body.push(call(Callee::Name(EXIT.into()), end));
    typed.program_ends = Some(FuncId(typed.funcs.len() as u32));
    typed.funcs.push(Func {
        name: "<end of the program>".into(),
        ty: FuncTy { result: Ty::Void, params: Vec::new(), variadic: false },
        params: Vec::new(),
        body: Some(ends),
        thread: None,
        init: None,
        runs: Runs::default(),
        atomic: false,
        noreturn: false,
        unit: 0,
        renamed: false,
        level: None,
        exported: false,
        builtin: true,
        name_span: end,
        span: end,
        end,
    });
}

/// A function of a model header that is there with its body.
fn builtin(typed: &Typed, name: &str) -> Option<FuncId> {
    let func = typed.func_named(name)?;
    let def = typed.func(func);
    (def.builtin && def.body.is_some()).then_some(func)
}

/// Whether the program calls a function, or hands it on.
fn is_named(typed: &Typed, func: FuncId) -> bool {
    let users = typed.funcs.iter().filter(|user| !user.builtin);
    users.filter_map(|user| user.body.as_deref()).any(|body| calls_func(body, func))
}

/// The functions that run at a time, in the order in which those before `main` do.
fn ordered(typed: &Typed, when: impl Fn(Runs) -> Option<u32>) -> Vec<FuncId> {
    let funcs = (0..typed.funcs.len() as u32).map(FuncId);
    let mut found: Vec<(u32, u32, u32, FuncId)> = funcs
        .filter(|&id| typed.func(id).body.is_some())
        .filter_map(|id| {
            let def = typed.func(id);
            Some((when(def.runs)?, def.unit, def.span.start, id))
        })
        .collect();
    found.sort();
    found.into_iter().map(|(.., id)| id).collect()
}

fn call(callee: Callee, span: Span) -> TStmt {
    let call = TExpr { kind: TKind::Call(callee, Vec::new()), ty: Ty::Void, span };
    TStmt { kind: TStmtKind::Expr(call), span }
}
