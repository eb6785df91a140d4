//! Memory from the heap: given out and given back.

use std::collections::BTreeSet;

use super::super::fold;
use super::super::memory::{Cells, Dim, locate};
use super::super::points_to::{Instance, Target, instance};
use super::super::resolve::counted;
use super::super::room::{Limit, Limited};
use super::super::typed::{Alloc, TExpr};
use super::super::types::Ty;
use super::places::{Alternative, Extent, divided};
use super::{Emitter, Value};
use crate::scpl::{BinOp, Command, Expr, Place, Sort, Source, StepKind, VarId};
use crate::text::Span;

/// Whether memory takes the place of other memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grows {
    Yes,
    No,
}

/// An object of a pool: which one, and the variables of whether they are in use.
pub(super) struct Block {
    pub pool: Instance,
    pub guard: Expr,
    pub index: Expr,
    in_use: VarId,
}

/// How much an object was asked for with: so many times so many bytes.
pub(super) struct Asked {
    pub count: Expr,
    pub unit: u64,
    pub width: u8,
}

impl Asked {
    /// Whether it has so many bytes, of which there is one at least.
    pub fn reaches(&self, end: Expr) -> Expr {
        if self.unit == 1 {
            return fold::bin(BinOp::Ule, end, self.count.clone());
        }
        self.has_byte(fold::bin(BinOp::Sub, end, Expr::constant(1, self.width)))
    }

    pub fn has_byte(&self, number: Expr) -> Expr {
        fold::bin(BinOp::Ult, divided(number, self.unit, self.width), self.count.clone())
    }

    pub fn bytes(self) -> Expr {
        fold::bin(BinOp::Mul, self.count, Expr::constant(self.unit, self.width))
    }
}

impl Emitter<'_> {
    /// The next object of a pool.
    pub(super) fn alloc(&mut self, alloc: &Alloc, span: Span) -> Option<Value> {
        if self.pure {
            return None;
        }
        let typed = self.program.typed;
        let width = self.program.types.pointer_width();
        let pool = instance(typed, self.template, alloc.pool);
        let (given, _) = self.scalar_var(instance(typed, self.template, alloc.n_given))?;
        let cells = self.cells(pool);
        let size = self.pool_dim(pool);
        let old = match &alloc.old {
            Some(old) => {
                let value = self.value(old)?;
                Some((self.keep(value, Sort::Bits(width), old.span), &**old))
            }
            None => None,
        };
        let grows = if old.is_some() { Grows::Yes } else { Grows::No };
        let asked = match &alloc.bytes {
            Some(bytes) => Some(self.asked_for(bytes, pool, grows, span)?),
            None => None,
        };
        let new = self.given(alloc, &cells, given, size, asked.as_ref(), span)?;
        if let Some((address, old)) = old {
            self.taken_over(pool, &new, asked.as_ref(), address, old, span)?;
        }
        self.cur.map(|_| Value::local(new))
    }

    /// How much is asked for; the walk goes on if there is that much.
    fn asked_for(
        &mut self,
        bytes: &TExpr,
        pool: Instance,
        grows: Grows,
        span: Span,
    ) -> Option<Expr> {
        let types = self.program.types;
        let width = types.pointer_width();
        let unit = self.program.typed.object(pool.object).heap?.unit;
        let counted = if unit == 1 { bytes } else { counted(types, bytes, unit)? };
        let value = self.value(counted)?;
        let asked = self.keep(value, Sort::Bits(width), bytes.span);
        let room = Expr::constant(types.size(&self.data_type(pool)?) / unit, width);
        let fits = match grows {
            Grows::No if let Some(far) = types.far_apart() => {
                // Whoever gets to what there is no room for is lost then; nobody has this much (A19).
                let most = Expr::constant(far / 2 / unit, width);
                let fits = fold::bin(BinOp::Ule, asked.clone(), most);
                self.step(vec![Command::Assume(fits)], StepKind::Silent, span);
                return self.cur.map(|_| asked);
            }
            // Asking for nothing in place of something frees it, or does not.
            Grows::Yes => {
                let one = Expr::constant(1, width);
                fold::bin(BinOp::Ult, fold::bin(BinOp::Sub, asked.clone(), one), room)
            }
            Grows::No => fold::bin(BinOp::Ule, asked.clone(), room),
        };
        self.must_have_room(pool, fits, self.told_span(span), span)?;
        self.cur.map(|_| asked)
    }

    /// What each object of a pool is, without what belongs to the model.
    pub(super) fn data_type(&self, pool: Instance) -> Option<Ty> {
        let Ty::Array(element, _) = &self.program.typed.object(pool.object).ty.ty else {
            return None;
        };
        let Ty::Record(idx) = element.ty else { return None };
        Some(self.program.types.record(idx).fields.as_ref()?.first()?.ty.ty.clone())
    }

    /// The address of the next object.
    fn given(
        &mut self,
        alloc: &Alloc,
        cells: &Cells,
        given: VarId,
        size: Dim,
        asked: Option<&Expr>,
        span: Span,
    ) -> Option<Expr> {
        let width = self.program.types.pointer_width();
        if self.program.typed.once.contains(&alloc.pool) {
            let commands = self.fresh(cells, 0, alloc.zeroed, asked);
            self.step(commands, StepKind::Allocate, span);
            return self.cur.map(|_| Expr::constant(cells.base, width));
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
            commands.extend(self.fresh(cells, number, alloc.zeroed, asked));
            self.edge(done, commands, StepKind::Allocate, span);
        }
        let tried = self.heap.room(alloc.place).objects.tried.max(size.count);
        let what = match tried {
            1 => "more than 1 object from one place".to_owned(),
            _ => format!("more than {tried} objects from one place"),
        };
        let limit = Limit { place: alloc.place, what: Limited::Objects };
        let property = self.graph.limit(limit, self.told_span(span), what);
        let error = self.error_loc(property);
        let full = fold::bin(BinOp::Ule, Expr::constant(size.count, 8), Expr::Var(given));
        self.edge(error, vec![Command::Assume(full)], StepKind::Fail, span);
        self.cur = self.cur.map(|_| done);
        self.cur.map(|_| Expr::Var(result))
    }

    /// An object of a pool comes into use.
    pub(super) fn fresh(
        &self,
        cells: &Cells,
        number: u64,
        zeroed: bool,
        asked: Option<&Expr>,
    ) -> Vec<Command> {
        let width = self.program.types.pointer_width();
        let mut commands = Vec::new();
        for leaf in &cells.leaves {
            let inner: u64 = leaf.dims[1..].iter().map(|dim| dim.count).product();
            for element in 0..inner {
                let index = Expr::constant(number * inner + element, width);
                let place = Place::Elem(leaf.var, index);
                commands.push(match leaf.path[..] {
                    [1] => Command::Assign(place, Expr::constant(1, 1)),
                    [2] => Command::Assign(
                        place,
                        asked.cloned().unwrap_or_else(|| Expr::constant(0, width)),
                    ),
                    _ if zeroed || matches!(leaf.ty.ty, Ty::Mutex | Ty::Thread) => {
                        Command::Assign(place, self.zero_of(&leaf.ty.ty))
                    }
                    _ if self.is_unused_condition(leaf, Source::Uninit) => {
                        Command::Assign(place, self.zero_of(&leaf.ty.ty))
                    }
                    _ => Command::Havoc(place, Source::Uninit),
                });
            }
        }
        commands
    }

    pub(super) fn pool_dim(&self, pool: Instance) -> Dim {
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

    /// How much an object was asked for with, if that is not always the same.
    pub(super) fn asked(&mut self, alternative: &Alternative) -> Option<Asked> {
        let index = alternative.indices.first()?;
        self.asked_in(alternative.instance, index)
    }

    /// The same for the object of a pool with this number.
    pub(super) fn asked_in(&mut self, pool: Instance, index: &Expr) -> Option<Asked> {
        let unit = self.program.typed.object(pool.object).heap?.unit;
        let cells = self.cells(pool);
        let leaf = cells.leaves.iter().find(|leaf| leaf.path == [2])?;
        let count = Expr::Elem(leaf.var, Box::new(index.clone()));
        Some(Asked { count, unit, width: self.program.types.pointer_width() })
    }

    /// The condition that something of a type at an address lies within what was asked for.
    pub(super) fn is_within(
        &mut self,
        alternative: &Alternative,
        address: &Expr,
        ty: &Ty,
        extent: Extent,
    ) -> Option<Expr> {
        let types = self.program.types;
        let width = types.pointer_width();
        if let Some(bytes) = self.bytes_of(alternative.instance) {
            let start = Expr::constant(self.cells(alternative.instance).base, width);
            let offset = fold::bin(BinOp::Sub, address.clone(), start);
            let size = if self.takes_part() { 1 } else { types.size(ty) };
            let end = fold::bin(BinOp::Add, offset, Expr::constant(size, width));
            return Some(fold::bin(BinOp::Ule, end, bytes));
        }
        let asked = self.asked(alternative)?;
        let Expr::Const(number) = alternative.indices.first()? else { return None };
        let stride = self.pool_dim(alternative.instance).stride;
        let start = self.cells(alternative.instance).base + number.value * stride;
        let offset = fold::bin(BinOp::Sub, address.clone(), Expr::constant(start, width));
        let bytes = match extent {
            // What is left of a number has been asked for its room already.
            Extent::Whole if self.takes_part() => 1,
            Extent::Whole => types.size(ty),
            Extent::Member => self.bytes_before_open(alternative, ty),
        };
        let end = fold::bin(BinOp::Add, offset, Expr::constant(bytes, width));
        Some(asked.reaches(end))
    }

    /// How many bytes of a struct there must be for its members. Elements of an array at its end that is as long
    /// as there is memory for are looked at one by one, and there may be fewer of them than the padding has
    /// room for.
    fn bytes_before_open(&self, alternative: &Alternative, ty: &Ty) -> u64 {
        let types = self.program.types;
        let object = &self.program.typed.object(alternative.instance.object).ty;
        let found = locate(types, object, &alternative.path).ty.ty;
        let last = match (&found, ty) {
            (Ty::Record(own), Ty::Record(wanted))
                if types.record(*own).extends == Some(*wanted) =>
            {
                types.record(*wanted).fields.as_ref().and_then(|fields| fields.last())
            }
            _ => None,
        };
        last.map_or(types.size(ty), |last| last.offset)
    }

    /// Whether the function that is being walked accesses some bytes of a number.
    fn takes_part(&self) -> bool {
        self.frames.last().is_some_and(|frame| {
            let func = self.program.typed.func(frame.func);
            func.builtin && func.name.starts_with("__braid_part")
        })
    }

    pub(super) fn in_use_var(&mut self, pool: Instance) -> Option<VarId> {
        let cells = self.cells(pool);
        cells.leaves.iter().find(|leaf| leaf.path == [1]).map(|leaf| leaf.var)
    }

    pub(super) fn free(&mut self, args: &[TExpr], span: Span) -> Option<Value> {
        let pointer = args.first()?;
        let width = self.program.types.pointer_width();
        // Where it is not declared, nothing converts what it is given.
        if !pointer.ty.is_pointer() {
            self.effect(pointer);
            self.lost(
                pointer.span,
                "an address that is no pointer",
                "declare `free` and pass a pointer",
            );
            return None;
        }
        let value = self.value(pointer)?;
        let address = self.keep(value, Sort::Bits(width), pointer.span);
        let (done, given) = (self.new_label(), self.new_label());
        let null = fold::bin(BinOp::Eq, address.clone(), Expr::constant(0, width));
        let (blocks, unknown) = self.blocks_of(pointer, &address)?;
        self.branch(null, done, given, span);
        self.place_if_reached(given);
        self.release(blocks, unknown, pointer, span);
        self.place(done);
        self.cur.map(|_| Value::local(Expr::FALSE))
    }

    /// The objects from the heap that a pointer may point to, and whether it may be others.
    pub(super) fn blocks_of(
        &mut self,
        pointer: &TExpr,
        address: &Expr,
    ) -> Option<(Vec<Block>, bool)> {
        let (typed, types, threads) =
            (self.program.typed, self.program.types, self.program.threads);
        let targets = self.points_to.targets(typed, types, threads, self.template, pointer);
        let unknown = targets.contains(&Target::Unknown);
        let pools: BTreeSet<Instance> = targets
            .into_iter()
            .filter_map(|target| self.points_to.object_of(target))
            .filter(|instance| typed.object(instance.object).heap.is_some())
            .filter(|instance| typed.lent_in(instance.object).is_none())
            .collect();
        let mut blocks = Vec::new();
        for pool in pools {
            blocks.extend(self.blocks_at(pool, address)?);
        }
        Some((blocks, unknown))
    }

    /// Gives an object back, which must be one that is in use.
    pub(super) fn release(
        &mut self,
        blocks: Vec<Block>,
        unknown: bool,
        pointer: &TExpr,
        span: Span,
    ) {
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
    }

    /// The objects of a pool, each with the condition that it starts at an address.
    fn blocks_at(&mut self, pool: Instance, address: &Expr) -> Option<Vec<Block>> {
        let width = self.program.types.pointer_width();
        let Dim { count, stride } = self.pool_dim(pool);
        let (base, in_use) = (self.cells(pool).base, self.in_use_var(pool)?);
        let block = |number| Block {
            pool,
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
}
