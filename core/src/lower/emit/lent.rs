//! Variables that live in pools (`lower/lent`): given out where they are declared, gone at the end of their
//! blocks.
//!
//! The number of its object is a thread's own, and none while the variable does not exist. So the end of a
//! block, a function or a thread may be come to with a variable that has not been declared yet.

use super::super::fold;
use super::super::memory::{Dim, Program};
use super::super::points_to::{Instance, instance};
use super::super::room::{Limit, Limited};
use super::super::typed::{InitStep, LKind, LValue, Lent, ObjId, TExpr, TKind};
use super::super::types::Ty;
use super::super::walk::walk_expr;
use super::{Emitter, Value};
use crate::scpl::{BinOp, Command, Expr, Extend, Init, LentOrigin, Place, Sort, StepKind, VarId};
use crate::text::Span;

/// The number of no object.
const NONE: u64 = 0xff;

/// What is in a variable when it comes to life.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    Zero,
    Any,
}

/// The numbers of all objects, as each template has them.
pub(super) fn instances(program: Program) -> impl Iterator<Item = Instance> {
    let templates = program.threads.indices();
    templates.flat_map(move |template| {
        let objects = program.typed.lent.keys();
        objects.map(move |&object| Instance { template: Some(template), object })
    })
}

impl Emitter<'_> {
    pub(super) fn is_lent(&self, object: ObjId) -> bool {
        self.program.typed.lent.contains_key(&object)
    }

    /// What holds the number of the object.
    fn which(&mut self, object: ObjId) -> Option<VarId> {
        let of = instance(self.program.typed, self.template, object);
        let (var, _) = self.scalar_var(of)?;
        self.memory.vars[var.index()].init = Init::Values(vec![NONE]);
        Some(var)
    }

    /// Whether an lvalue is the pool of a variable. The program itself has no names of pools.
    pub(super) fn is_pool(&self, lvalue: &LValue) -> bool {
        let typed = self.program.typed;
        matches!(lvalue.kind, LKind::Obj(id) if typed.object(id).heap.is_some())
    }

    /// What a variable starts with. If all of it is written at once, what was in it before does not matter.
    pub(super) fn starts_lent(&self, object: ObjId, init: Option<&[InitStep]>) -> Start {
        let typed = self.program.typed;
        let is_all = |step: &InitStep| typed.variable(&step.target) == Some(object);
        match init {
            Some([first, ..]) if is_all(first) && is_zeros(&first.value) => Start::Zero,
            Some([only]) if is_all(only) && !names(&only.value, object) => Start::Zero,
            _ => Start::Any,
        }
    }

    /// Sets everything in a variable to zero.
    pub(super) fn zero_lent(&mut self, object: ObjId, span: Span) {
        let Some(which) = self.which(object) else { return };
        let Some(lent) = self.program.typed.lent.get(&object) else { return };
        let width = self.program.types.pointer_width();
        let number = fold::resize(Extend::Zero, 8, width, Expr::Var(which));
        let mut commands = Vec::new();
        for leaf in self.cells(Instance { template: None, object: lent.pool }).leaves {
            if leaf.path.first() != Some(&0) {
                continue;
            }
            let inner: u64 = leaf.dims[1..].iter().map(|dim| dim.count).product();
            for element in 0..inner {
                let start = fold::bin(BinOp::Mul, number.clone(), Expr::constant(inner, width));
                let at = fold::bin(BinOp::Add, start, Expr::constant(element, width));
                let zero = self.zero_of(&leaf.ty.ty);
                commands.push(Command::Assign(Place::Elem(leaf.var, at), zero));
            }
        }
        self.step(commands, StepKind::Plain, span);
    }

    /// The variable comes to life.
    pub(super) fn give_out(
        &mut self,
        object: ObjId,
        lent: Lent,
        start: Start,
        span: Span,
    ) -> Option<()> {
        if self.pure || self.cur.is_none() {
            return None;
        }
        let typed = self.program.typed;
        let which = self.which(object)?;
        let pool = Instance { template: None, object: lent.pool };
        let (given, _) = self.scalar_var(Instance { template: None, object: lent.n_given })?;
        let cells = self.cells(pool);
        let size = self.pool_dim(pool);
        let done = self.new_loc();
        for number in 0..size.count {
            let mut commands = vec![
                Command::Assume(fold::bin(BinOp::Eq, Expr::Var(given), Expr::constant(number, 8))),
                Command::Assign(Place::Var(given), Expr::constant(number + 1, 8)),
                Command::Assign(Place::Var(which), Expr::constant(number, 8)),
            ];
            commands.extend(self.fresh(&cells, number, start == Start::Zero, None));
            self.edge(done, commands, StepKind::Allocate, span);
        }
        let tried = self.heap.room(lent.place).objects.tried.max(size.count);
        let name = &typed.object(lent.pool).name;
        let what = format!("coming to the declaration of `{name}` more than {tried} times");
        let limit = Limit { place: lent.place, what: Limited::Objects };
        let property = self.graph.limit(limit, self.told_span(span), what);
        let error = self.error_loc(property);
        let full = fold::bin(BinOp::Ule, Expr::constant(size.count, 8), Expr::Var(given));
        self.edge(error, vec![Command::Assume(full)], StepKind::Fail, span);
        self.cur = Some(done);
        Some(())
    }

    /// What all these variables are, for showing them.
    pub(super) fn lent_origins(&self) -> Vec<LentOrigin> {
        let typed = self.program.typed;
        let known = typed.lent.values().filter_map(|lent| {
            let pool = Instance { template: None, object: lent.pool };
            let cells = self.memory.known(pool)?;
            let Dim { count, stride } = self.pool_dim(pool);
            let with = |wanted: u32| {
                let leaves = cells.leaves.iter();
                leaves.filter(move |leaf| leaf.path.first() == Some(&wanted)).map(|leaf| leaf.var)
            };
            Some(LentOrigin {
                name: typed.object(lent.pool).name.clone(),
                in_use: with(1).next()?,
                vars: with(0).collect(),
                start: cells.base,
                stride,
                count,
            })
        });
        known.collect()
    }

    /// What a thread ends with, which may be made of what is gone before that.
    pub(super) fn kept_to_end(&mut self, value: Expr, span: Span) -> Expr {
        let typed = self.program.typed;
        if typed.thread_ends.is_none() && typed.lent.is_empty() {
            return value;
        }
        let width = self.program.types.pointer_width();
        self.keep(Value::local(value), Sort::Bits(width), span)
    }

    /// The variables do not exist any more, as far as they did.
    pub(super) fn give_back(&mut self, objects: &[ObjId], span: Span) {
        let statement = std::mem::replace(&mut self.statement, span);
        for &object in objects {
            let Some(&lent) = self.program.typed.lent.get(&object) else { continue };
            let of = instance(self.program.typed, self.template, object);
            // Nothing that comes earlier in the text has given it out.
            if self.cur.is_none() || self.pure || self.memory.known(of).is_none() {
                continue;
            }
            let pool = Instance { template: None, object: lent.pool };
            let (Some(which), Some(in_use)) = (self.which(object), self.in_use_var(pool)) else {
                continue;
            };
            let (there, done) = (self.new_label(), self.new_label());
            let exists = fold::bin(BinOp::Ne, Expr::Var(which), Expr::constant(NONE, 8));
            self.branch_untold(exists, there, done, span);
            self.place_if_reached(there);
            let width = self.program.types.pointer_width();
            let at = fold::resize(Extend::Zero, 8, width, Expr::Var(which));
            let commands = vec![
                Command::Assign(Place::Elem(in_use, at), Expr::constant(0, 1)),
                Command::Assign(Place::Var(which), Expr::constant(NONE, 8)),
            ];
            self.step(commands, StepKind::Free, span);
            self.place(done);
        }
        self.statement = statement;
    }
}

/// The zeros in front of an initialiser list.
pub(super) fn is_zeros(value: &TExpr) -> bool {
    matches!(value.kind, TKind::Const(0)) && value.ty == Ty::Void
}

/// Whether an expression reads the number of a variable, and so names it.
fn names(expr: &TExpr, object: ObjId) -> bool {
    let mut found = false;
    walk_expr(expr, &mut |expr| {
        found |= matches!(&expr.kind, TKind::Load(lvalue) if matches!(lvalue.kind, LKind::Obj(id) if id == object));
    });
    found
}
