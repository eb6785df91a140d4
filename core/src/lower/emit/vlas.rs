//! Arrays of variable length: where they come to life, and how long they are.
//!
//! Each has a variable that says how many elements it has at the moment. What is accessed by its name and an
//! index, or through a pointer, must lie within that many, as it must lie within what memory from the heap
//! was asked for.

use super::super::fold;
use super::super::points_to::{Instance, instance};
use super::super::room::{Limit, Limited};
use super::super::typed::{ObjId, TExpr, TKind, Vla, VlaRoom};
use super::super::types::Ty;
use super::Emitter;
use crate::ast::BinaryOp;
use crate::scpl::{
    BinOp, Command, Expr, Init, Place, PropertyKind, Shown, Sort, StepKind, Var, VarId, VarOrigin,
};
use crate::text::Span;

impl Emitter<'_> {
    /// Computes how long an array is that is about to come to life. The walk goes on if there is room for it.
    pub(super) fn measure(&mut self, object: ObjId, span: Span) {
        let typed = self.program.typed;
        let Some(vla) = typed.vlas.get(&object) else { return };
        let width = self.program.types.pointer_width();
        let constant = |value| Expr::constant(value, width);
        let room = match &typed.object(object).ty.ty {
            Ty::Array(_, room) => *room,
            _ => 0,
        };
        let limit = if let VlaRoom::Exact(n) = vla.room { n } else { room };
        let (mut total, mut fits) = (constant(1), Expr::TRUE);
        for (length, &written) in vla.lengths.iter().zip(&vla.written) {
            let Some(value) = self.value(length) else { return };
            let length = self.settle(value, Sort::Bits(width), span);
            let is_some = fold::bin(BinOp::Slt, constant(0), length.clone());
            self.check(is_some, written, |this| {
                format!("the length `{}` is more than 0", this.text(written))
            });
            // Each by itself, and each product, so that none is smaller than it should be.
            fits = fold::and(fits, fold::bin(BinOp::Ule, length.clone(), constant(limit)));
            total = fold::bin(BinOp::Mul, total, length);
            fits = fold::and(fits, fold::bin(BinOp::Ule, total.clone(), constant(limit)));
        }
        match vla.room {
            VlaRoom::Exact(n) => {
                let is_so = fold::bin(BinOp::Eq, total, constant(n));
                self.must(PropertyKind::Unmodelled, fold::and(fits, is_so), span, |_| {
                    format!("an array that has not always {n} elements")
                });
            }
            VlaRoom::Some => {
                self.make_sure(vla, fits, room, span);
                let of = instance(typed, self.template, object);
                if let (Some(var), Some(_)) = (self.length_var(of), self.cur) {
                    let assign = Command::Assign(Place::Var(var), total);
                    self.step(vec![assign], StepKind::Silent, span);
                }
            }
        }
    }

    fn make_sure(&mut self, vla: &Vla, fits: Expr, room: u64, span: Span) {
        if fits == Expr::TRUE || self.cur.is_none() || self.pure {
            return;
        }
        let most = self.heap.room(vla.place).elements.tried.max(room);
        let what = format!("an array of variable length with more than {most} elements");
        let limit = Limit { place: vla.place, what: Limited::Elements };
        let property = self.graph.limit(limit, self.told_span(span), what);
        self.must_be(property, fits, span);
    }

    /// How many elements an array has at the moment, if that is not always the same.
    pub(super) fn length_of(&mut self, of: Instance) -> Option<Expr> {
        let vla = self.program.typed.vlas.get(&of.object)?;
        if vla.room != VlaRoom::Some {
            return None;
        }
        self.length_var(of).map(Expr::Var)
    }

    /// The same in bytes.
    pub(super) fn bytes_of(&mut self, of: Instance) -> Option<Expr> {
        let length = self.length_of(of)?;
        let types = self.program.types;
        let element = self.program.typed.object(of.object).ty.ty.target()?;
        let size = Expr::constant(types.size(&element.ty), types.pointer_width());
        Some(fold::bin(BinOp::Mul, length, size))
    }

    fn length_var(&mut self, of: Instance) -> Option<VarId> {
        if let Some(&var) = self.lengths.get(&of) {
            return Some(var);
        }
        let cells = self.cells(of);
        let leaf = cells.leaves.first()?;
        let origin = self.memory.origin(leaf.var);
        let name = format!("length:{}", self.memory.name(leaf.var));
        let origin = VarOrigin { shown: Shown::Hidden, atomic: true, ..origin.clone() };
        let sort = Sort::Bits(self.program.types.pointer_width());
        let var = Var { name, scope: leaf.scope, sort, len: None, init: Init::Zero };
        let var = self.memory.new_var(var, origin);
        self.lengths.insert(of, var);
        Some(var)
    }

    /// A number that is within its bound from here on.
    pub(super) fn below(&mut self, index: &TExpr, length: &TExpr, span: Span) -> Option<Expr> {
        let (at, n) = self.pair(index, length)?;
        let sort = self.sort(&index.ty);
        let at = self.settle(at, sort, index.span);
        let n = self.settle(n, sort, length.span);
        self.check(fold::bin(BinOp::Ult, at.clone(), n), span, |this| {
            format!("index `{}` is within the elements of its dimension", this.text(index.span))
        });
        (self.cur.is_some() || self.pure).then_some(at)
    }
}

/// Whether each dimension's index has been asked for its bound.
pub(super) fn is_bounded(index: &TExpr) -> bool {
    match &index.kind {
        TKind::Within(..) => true,
        TKind::Bin(BinaryOp::Add | BinaryOp::Mul, a, b) => is_bounded(a) || is_bounded(b),
        _ => false,
    }
}
