//! Memory from the heap: given out, given back, set and copied.

use super::super::fold;
use super::super::memory::{Cells, Dim};
use super::super::points_to::{Instance, Target, instance};
use super::super::resolve::const_value;
use super::super::typed::{Alloc, TExpr, TKind};
use super::super::types::{IntTy, QTy, Ty};
use super::places::Region;
use super::{Emitter, Value};
use crate::scpl::{
    BinOp, Command, Expr, Extend, Place, PropertyKind, Sort, Source, StepKind, VarId,
};
use crate::text::Span;

/// An object of a pool: which one, and the variables of whether they are in use.
struct Block {
    guard: Expr,
    index: Expr,
    in_use: VarId,
}

impl Emitter<'_> {
    /// The next object of a pool.
    pub(super) fn alloc(&mut self, alloc: Alloc, span: Span) -> Option<Value> {
        if self.pure {
            return None;
        }
        let typed = self.program.typed;
        let width = self.program.types.pointer_width();
        let pool = instance(typed, self.template, alloc.pool);
        let (given, _) = self.scalar_var(instance(typed, self.template, alloc.n_given))?;
        let cells = self.cells(pool);
        let size = self.pool_dim(pool);
        if size.count == 1 {
            let commands = self.fresh(&cells, 0, alloc.zeroed);
            self.step(commands, StepKind::Allocate, span);
            return self.cur.map(|_| Value::local(Expr::constant(cells.base, width)));
        }
        let result = self.temp(Sort::Bits(width));
        let done = self.new_loc();
        for number in 0..size.count {
            let is_next = fold::bin(BinOp::Eq, Expr::Var(given), Expr::constant(number, 8));
            let address = Expr::constant(cells.base + number * size.stride, width);
            let mut commands = vec![
                Command::Assume(is_next),
                Command::Assign(Place::Var(given), Expr::constant(number + 1, 8)),
                Command::Assign(Place::Var(result), address),
            ];
            commands.extend(self.fresh(&cells, number, alloc.zeroed));
            self.edge(done, commands, StepKind::Allocate, span);
        }
        let what = format!("more than {} objects from one place", size.count);
        let property = self.property(PropertyKind::Unmodelled, span, |_| what);
        let error = self.error_loc(property);
        let full = fold::bin(BinOp::Ule, Expr::constant(size.count, 8), Expr::Var(given));
        self.edge(error, vec![Command::Assume(full)], StepKind::Fail, span);
        self.cur = self.cur.map(|_| done);
        Some(Value::local(Expr::Var(result)))
    }

    /// An object of a pool comes into use.
    fn fresh(&self, cells: &Cells, number: u64, zeroed: bool) -> Vec<Command> {
        let width = self.program.types.pointer_width();
        let mut commands = Vec::new();
        for leaf in &cells.leaves {
            let inner: u64 = leaf.dims[1..].iter().map(|dim| dim.count).product();
            for element in 0..inner {
                let index = Expr::constant(number * inner + element, width);
                let place = Place::Elem(leaf.var, index);
                commands.push(match leaf.path[..] {
                    [1] => Command::Assign(place, Expr::constant(1, 1)),
                    _ if zeroed || matches!(leaf.ty.ty, Ty::Mutex | Ty::Thread) => {
                        Command::Assign(place, self.zero_of(&leaf.ty.ty))
                    }
                    _ => Command::Havoc(place, Source::Uninit),
                });
            }
        }
        commands
    }

    fn pool_dim(&self, pool: Instance) -> Dim {
        match &self.program.typed.object(pool.object).ty.ty {
            Ty::Array(element, count) => {
                Dim { count: *count, stride: self.program.types.size(&element.ty) }
            }
            _ => Dim { count: 0, stride: 1 },
        }
    }

    /// The condition that an object from the heap is in use, if it is one.
    pub(super) fn in_use(&mut self, object: Instance, index: Option<&Expr>) -> Option<Expr> {
        self.program.typed.object(object.object).heap?;
        let in_use = self.in_use_var(object)?;
        let value = Expr::Elem(in_use, Box::new(index?.clone()));
        Some(fold::bin(BinOp::Ne, value, Expr::constant(0, 1)))
    }

    fn in_use_var(&mut self, pool: Instance) -> Option<VarId> {
        let cells = self.cells(pool);
        cells.leaves.iter().find(|leaf| leaf.path == [1]).map(|leaf| leaf.var)
    }

    pub(super) fn free(&mut self, args: &[TExpr], span: Span) -> Option<Value> {
        let pointer = args.first()?;
        let width = self.program.types.pointer_width();
        let value = self.value(pointer)?;
        let address = self.keep(value, Sort::Bits(width), pointer.span);
        let (typed, types, threads) =
            (self.program.typed, self.program.types, self.program.threads);
        let targets = self.points_to.targets(typed, types, threads, self.template, pointer);
        let mut blocks = Vec::new();
        let mut unknown = false;
        for target in targets {
            match target {
                Target::Node(node) => {
                    let node = self.points_to.node_of(node).instance;
                    if typed.object(node.object).heap.is_some() {
                        blocks.extend(self.blocks_at(node, &address)?);
                    }
                }
                Target::Unknown => unknown = true,
                _ => {}
            }
        }
        let (done, given) = (self.new_label(), self.new_label());
        let null = fold::bin(BinOp::Eq, address, Expr::constant(0, width));
        self.branch(null, done, given, span);
        self.place_if_reached(given);
        let valid = blocks.iter().fold(Expr::FALSE, |rest, block| {
            let in_use = Expr::Elem(block.in_use, Box::new(block.index.clone()));
            let in_use = fold::bin(BinOp::Ne, in_use, Expr::constant(0, 1));
            fold::bin(BinOp::Or, fold::ite(block.guard.clone(), in_use, Expr::FALSE), rest)
        });
        // Nobody frees it between the question and the deed.
        self.depth += 1;
        if unknown {
            let (ok, elsewhere) = (self.new_label(), self.new_label());
            self.branch(valid, ok, elsewhere, span);
            self.place_if_reached(elsewhere);
            self.lost(span, "freeing memory from elsewhere", "allocate it here");
            self.place_if_reached(ok);
        } else {
            self.check(valid, span, |this| {
                format!("`{}` is memory from the heap, not freed yet", this.text(pointer.span))
            });
        }
        let release = blocks.into_iter().map(|block| {
            let old = Expr::Elem(block.in_use, Box::new(block.index.clone()));
            let new = fold::ite(block.guard, Expr::constant(0, 1), old);
            Command::Assign(Place::Elem(block.in_use, block.index), new)
        });
        let release = release.collect();
        self.depth -= 1;
        self.step(release, StepKind::Free, span);
        self.place(done);
        self.cur.map(|_| Value::local(Expr::FALSE))
    }

    /// The objects of a pool, each with the condition that it starts at an address.
    fn blocks_at(&mut self, pool: Instance, address: &Expr) -> Option<Vec<Block>> {
        let width = self.program.types.pointer_width();
        let Dim { count, stride } = self.pool_dim(pool);
        let (base, in_use) = (self.cells(pool).base, self.in_use_var(pool)?);
        let block = |number| Block {
            guard: fold::bin(
                BinOp::Eq,
                address.clone(),
                Expr::constant(base + number * stride, width),
            ),
            index: Expr::constant(number, width),
            in_use,
        };
        Some((0..count).map(block).collect())
    }

    /// `memset` and `memcpy` of whole objects.
    pub(super) fn block_operation(
        &mut self,
        copy: bool,
        args: &[TExpr],
        span: Span,
    ) -> Option<Value> {
        let [to, from, bytes] = args else { return None };
        let types = self.program.types;
        let target = typed_pointer(to);
        let ty = target.ty.target()?.clone();
        let size = types.size(&ty.ty);
        let bytes = const_value(types, bytes).filter(|bytes| {
            bytes % size == 0 && *bytes <= 4096 && !self.has_effects(to) && !self.has_effects(from)
        });
        let opaque = matches!(ty.ty, Ty::Void | Ty::Error) || types.is_unknown_size(&ty.ty);
        let (Some(bytes), false) = (bytes, opaque) else {
            self.lost(span, "this operation on bytes", "assign the members or elements");
            return None;
        };
        let byte = if copy { None } else { Some(const_value(types, from)) };
        let source = typed_pointer(from);
        let fits = match byte {
            None => source.ty.target().is_some_and(|other| self.same_layout(&other.ty, &ty.ty)),
            Some(None) => matches!(&ty.ty, Ty::Int(int) if int.width == 8),
            Some(Some(byte)) => byte == 0 || matches!(&ty.ty, Ty::Int(int) if int.width > 1),
        };
        if !fits {
            self.lost(span, "this operation on bytes", "assign the members or elements");
            return None;
        }
        for number in 0..bytes / size {
            let to = self.element(target, &ty, number, span)?;
            if copy {
                let from = self.element(source, &ty, number, span)?;
                self.copy_region(&to, &from, span);
            } else if byte == Some(Some(0)) {
                self.zero_region(&to, span);
            } else {
                let value = self.value(from)?;
                let value = self.settle(value, Sort::Bits(32), span);
                let byte = fold::resize(Extend::Zero, 32, 8, value);
                let width = types.width(&ty.ty)?;
                let wide = fold::resize(Extend::Zero, 8, width, byte);
                let repeat = Expr::constant(0x0101_0101_0101_0101, width);
                let value = fold::bin(BinOp::Mul, wide, repeat);
                let commands = self.write(&to, value, span)?;
                self.step(commands, StepKind::Plain, span);
            }
            self.cur?;
        }
        let value = self.value(to)?;
        Some(value)
    }

    fn same_layout(&self, a: &Ty, b: &Ty) -> bool {
        match (a, b) {
            (Ty::Int(a), Ty::Int(b)) => a.width == b.width,
            (Ty::Ptr(_), Ty::Ptr(_)) => true,
            (a, b) => a == b,
        }
    }

    /// The element with this number behind a pointer.
    fn element(&mut self, pointer: &TExpr, ty: &QTy, number: u64, span: Span) -> Option<Region> {
        let types = self.program.types;
        let index = Ty::Int(IntTy::pointer_sized(types.model, true));
        let index = TExpr::constant(number, index, span);
        let size = types.size(&ty.ty);
        let kind = TKind::PtrAdd(Box::new(pointer.clone()), Box::new(index), size);
        let at = TExpr { kind, ty: pointer.ty.clone(), span };
        let at = if number == 0 { pointer } else { &at };
        let mut region = self.pointee(at, ty, span)?;
        region.ty = ty.clone();
        Some(region)
    }
}

/// The pointer before it was converted to `void *`.
fn typed_pointer(expr: &TExpr) -> &TExpr {
    match &expr.kind {
        TKind::Cast(inner) if inner.ty.is_pointer() => {
            match expr.ty.target().is_some_and(|target| target.ty == Ty::Void) {
                true => typed_pointer(inner),
                false => expr,
            }
        }
        _ => expr,
    }
}
