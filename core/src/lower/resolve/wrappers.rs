//! Functions that wrap `malloc`.
//!
//! A function that gives out untyped memory, as `xmalloc` does, is read again for each of its calls: each
//! has a pool of objects of its own, of the type that the call's result gets (`heap_types.rs`), and of a
//! size that is constant if the call's arguments are.

use crate::hash::{FxHashMap, FxHashSet};

use super::super::typed::{Callee, Func, FuncId, ObjStorage, TExpr, TKind, TStmt};
use super::super::types::Ty;
use super::super::walk::for_each_inner_expr;
use super::Resolver;
use super::consts::const_value;
use crate::ast;

/// More calls share the function.
const MAX_COPIES: usize = 64;

#[derive(Default)]
pub(super) struct Wrappers {
    /// Their texts.
    texts: FxHashMap<FuncId, ast::Function>,
    /// Those being read again.
    open: Vec<FuncId>,
    copies: FxHashSet<FuncId>,
}

impl Resolver<'_> {
    /// Notes a function that has just been read, if it is one of these. Its objects are those from
    /// `n_before` on.
    pub(super) fn note_wrapper(&mut self, id: FuncId, text: &ast::Function, n_before: usize) {
        let func = &self.funcs[id.index()];
        let gives_memory = func.ty.result.target().is_some_and(|target| target.ty == Ty::Void);
        let own = &self.objects[n_before..];
        // What is there once stays so.
        let keeps = own.iter().any(|object| {
            object.storage != ObjStorage::Auto && object.heap.is_none() && object.name != "<given>"
        });
        if !gives_memory || keeps || func.builtin || func.thread.is_some() {
            return;
        }
        let mut found = false;
        for_each_inner_expr(func.body.as_deref().unwrap_or_default(), &mut |expr| {
            found |= match &expr.kind {
                TKind::Alloc(alloc) => self.is_untyped(alloc.pool),
                TKind::Call(Callee::Func(id), _) => {
                    // Its arguments may be constant in a copy.
                    let is_calloc = matches!(&*self.funcs[id.index()].name, "malloc" | "calloc");
                    is_calloc || self.wrappers.copies.contains(id)
                }
                _ => false,
            };
        });
        if found {
            self.wrappers.texts.insert(id, text.clone());
        }
    }

    /// The function that a call is of: a copy, if it wraps `malloc`.
    pub(super) fn for_this_call(&mut self, id: FuncId, args: &[TExpr]) -> FuncId {
        let Some(text) = self.wrappers.texts.get(&id) else { return id };
        let is_elsewhere = self.funcs[id.index()].unit != self.linkage.unit;
        if is_elsewhere
            || self.wrappers.open.contains(&id)
            || self.wrappers.copies.len() >= MAX_COPIES
        {
            return id;
        }
        let text = text.clone();
        let copy = FuncId(self.funcs.len() as u32);
        let original = &self.funcs[id.index()];
        let func = Func {
            name: original.name.clone(),
            ty: original.ty.clone(),
            params: Vec::new(),
            body: Some(Vec::new()),
            ..*original
        };
        let constants: Vec<Option<u64>> = original
            .params
            .iter()
            .zip(args)
            .map(|(param, arg)| {
                let changes = self.objects[param.index()].changes;
                let mut arg = arg.clone();
                self.fix(&mut arg);
                const_value(&self.types, &arg).filter(|_| !changes)
            })
            .collect();
        self.funcs.push(func);
        self.wrappers.copies.insert(copy);
        self.wrappers.open.push(id);
        let caller = self.func.replace(copy);
        let scopes = self.scopes.split_off(1);
        let tags = self.tags.split_off(1);
        let (switches, sizes) =
            (std::mem::take(&mut self.switches), std::mem::take(&mut self.sizes));
        let given = self.set_arguments_aside();
        // Its problems have been told.
        let n_problems = self.problems.len();
        let ty = self.function_type(&text.ty);
        let mut body = self.in_scope(|this| {
            this.params(copy, &text.ty.params, &ty.params);
            let params = this.funcs[copy.index()].params.clone();
            for (param, constant) in params.iter().zip(constants) {
                if let Some(constant) = constant {
                    this.fixed.insert(*param, constant);
                }
            }
            let sizes = std::mem::take(&mut this.sizes);
            sizes.into_iter().chain(this.stmts(&text.body)).collect::<Vec<TStmt>>()
        });
        self.go_on_with_arguments(given);
        self.fall_off(copy, &mut body, text.end);
        self.problems.truncate(n_problems);
        (self.switches, self.sizes) = (switches, sizes);
        self.scopes.extend(scopes);
        self.tags.extend(tags);
        self.func = caller;
        self.wrappers.open.pop();
        self.funcs[copy.index()].body = Some(body);
        copy
    }
}
