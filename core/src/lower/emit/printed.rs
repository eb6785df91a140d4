//! Buffers that are only printed: nobody looks at what is in them.

use super::super::resolve::{const_value, root};
use super::super::typed::{Callee, FuncId, LKind, ObjId, TExpr, TKind, Typed};
use super::super::walk::for_each_inner_expr;
use super::Emitter;
use crate::hash::{FxHashMap, FxHashSet};

impl Emitter<'_> {
    /// Whether nobody looks at what a call of `snprintf` writes, and there is room for it.
    pub(super) fn is_only_printed(&mut self, func: FuncId, args: &[TExpr]) -> bool {
        let (typed, types) = (self.program.typed, self.program.types);
        let printed = self.printed.get_or_insert_with(|| only_printed(typed));
        let buffer = args.first().and_then(named).filter(|buffer| printed.contains(buffer));
        let (Some(buffer), Some(written)) = (buffer, typed.written.get(&func)) else {
            return false;
        };
        let is_whole = args.first().is_some_and(starts_at_its_start);
        let size = match &*typed.func(func).name {
            "snprintf" => args.get(1).and_then(|size| const_value(types, size)),
            _ => written.most.and_then(|most| most.checked_add(1)),
        };
        is_whole && size.is_some_and(|size| size <= types.size(&typed.object(buffer).ty.ty))
    }
}

impl Emitter<'_> {
    /// The same of a call that is not followed: nothing in the buffer changes that anybody sees.
    pub(super) fn is_printed_away(&mut self, name: &str, args: &[TExpr]) -> bool {
        let (typed, types) = (self.program.typed, self.program.types);
        if !matches!(name, "snprintf" | "vsnprintf") {
            return false;
        }
        let printed = self.printed.get_or_insert_with(|| only_printed(typed));
        let buffer = args.first().and_then(named).filter(|buffer| printed.contains(buffer));
        let size = args.get(1).and_then(|size| const_value(types, size));
        let is_whole = args.first().is_some_and(starts_at_its_start);
        let (Some(buffer), Some(size), true) = (buffer, size, is_whole) else { return false };
        size <= types.size(&typed.object(buffer).ty.ty)
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
                "snprintf" | "sprintf" | "vsnprintf" => &args[..args.len().min(1)],
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

/// Whether an argument is the address of a variable, and not of something further inside.
pub(super) fn starts_at_its_start(arg: &TExpr) -> bool {
    match &arg.kind {
        TKind::Cast(inner) => starts_at_its_start(inner),
        TKind::AddrOf(lvalue) => match &lvalue.kind {
            LKind::Obj(_) => true,
            LKind::Index(base, index) => {
                matches!(base.kind, LKind::Obj(_)) && matches!(index.kind, TKind::Const(0))
            }
            _ => false,
        },
        _ => false,
    }
}

/// The variable whose address an argument is.
fn named(arg: &TExpr) -> Option<ObjId> {
    match &arg.kind {
        TKind::Cast(inner) => named(inner),
        TKind::AddrOf(lvalue) => root(lvalue),
        _ => None,
    }
}
