//! Buffers that are only printed: nobody looks at what is in them.

use super::super::resolve::root;
use super::super::typed::{Callee, ObjId, TExpr, TKind, Typed};
use super::super::walk::for_each_inner_expr;
use super::Emitter;
use crate::hash::{FxHashMap, FxHashSet};

impl Emitter<'_> {
    /// Whether nobody looks at what a call of `snprintf` writes.
    pub(super) fn is_only_printed(&mut self, args: &[TExpr]) -> bool {
        let typed = self.program.typed;
        let printed = self.printed.get_or_insert_with(|| only_printed(typed));
        args.first().and_then(named).is_some_and(|buffer| printed.contains(&buffer))
    }
}

/// The variables that appear as arguments of functions that print or write text, and nowhere else.
fn only_printed(typed: &Typed) -> FxHashSet<ObjId> {
    let mut uses: FxHashMap<ObjId, (u32, u32)> = FxHashMap::default();
    let mut see = |expr: &TExpr| match &expr.kind {
        TKind::AddrOf(lvalue)
        | TKind::Load(lvalue)
        | TKind::IncDec(_, lvalue)
        | TKind::Assign(lvalue, _)
        | TKind::Compound(_, lvalue, ..) => {
            if let Some(id) = root(lvalue) {
                uses.entry(id).or_default().0 += 1;
            }
        }
        TKind::Call(Callee::Func(func), args) => {
            let printed = match &*typed.func(*func).name {
                "snprintf" | "sprintf" => &args[..args.len().min(1)],
                name if prints(name) => args,
                _ => return,
            };
            for id in printed.iter().filter_map(named) {
                uses.entry(id).or_default().1 += 1;
            }
        }
        _ => {}
    };
    for func in &typed.funcs {
        for_each_inner_expr(func.body.as_deref().unwrap_or_default(), &mut see);
    }
    for step in typed.objects.iter().flat_map(|object| &object.init) {
        super::super::walk::walk_expr(&step.value, &mut |expr| see(expr));
    }
    uses.into_iter().filter(|(_, (all, printed))| all == printed).map(|(id, _)| id).collect()
}

fn prints(name: &str) -> bool {
    matches!(
        name,
        "printf" | "fprintf" | "dprintf" | "puts" | "fputs" | "perror" | "syslog" | "write"
    )
}

/// The variable whose address an argument is.
fn named(arg: &TExpr) -> Option<ObjId> {
    match &arg.kind {
        TKind::Cast(inner) => named(inner),
        TKind::AddrOf(lvalue) => root(lvalue),
        _ => None,
    }
}
