//! What functions that are not followed leave in memory: anything, where they may write.

use std::collections::BTreeSet;

use super::super::fold;
use super::super::memory::{Leaf, locate};
use super::super::points_to::{Instance, Target, reach};
use super::super::typed::TExpr;
use super::super::types::{IntShape, Ty};
use super::Emitter;
use crate::scpl::{BinOp, Command, Expr, Place, Scope, Sort, Source, StepKind};
use crate::text::Span;

/// What a function writes through one of its arguments.
pub(super) struct Written<'a> {
    pub(super) pointer: &'a TExpr,
    /// Where that points, if it matters to whom.
    pub(super) address: Option<Expr>,
    /// How many bytes at most. If that is not known, what the pointer's type says.
    pub(super) bytes: Option<Expr>,
    /// The condition that it writes.
    pub(super) when: Expr,
    /// An integer of so many bytes that is input, all of it.
    pub(super) number: Option<u64>,
    pub(super) times: Times,
}

/// How often a function writes to the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Times {
    Once,
    /// As often as it likes, which other threads see.
    Any,
}

impl Emitter<'_> {
    pub(super) fn scribble(&mut self, written: Written, span: Span) {
        let typed = self.program.typed;
        // Several parts of a variable may be meant; each cell is written once.
        let mut places: BTreeSet<(Instance, Vec<u32>)> = BTreeSet::new();
        for target in self.all_targets(written.pointer) {
            let Some(instance) = self.points_to.object_of(target) else { continue };
            let object = typed.object(instance.object);
            if typed.strings.contains_key(&instance.object) {
                continue;
            }
            let path = match (&written.bytes, target) {
                (None, Target::Node(node)) => {
                    let node = self.points_to.node_of(node);
                    reach(self.program.types, object, &node.path, written.pointer)
                }
                // The address says which part; where no part starts, it may be any.
                _ => vec![0; usize::from(object.heap.is_some())],
            };
            places.insert((instance, path));
        }
        for (instance, path) in places {
            self.scribble_into(&written, instance, &path, span);
        }
    }

    fn scribble_into(&mut self, written: &Written, instance: Instance, path: &[u32], span: Span) {
        let shared = self.program.scopes.scope(self.program.typed, instance) == Scope::Shared;
        let mut together = Vec::new();
        for (place, leaf) in self.all_cells(instance) {
            let Sort::Bits(width) = self.sort(&leaf.ty.ty) else { continue };
            if !leaf.path.starts_with(path) || leaf.ty.ty == Ty::Mutex {
                continue;
            }
            let (when, source) = self.when_written(written, instance, &place, &leaf);
            let commands = match when {
                Expr::FALSE => continue,
                Expr::TRUE => vec![Command::Havoc(place, source)],
                when => {
                    let fresh = self.temp(Sort::Bits(width));
                    let old = match &place {
                        Place::Var(var) => Expr::Var(*var),
                        Place::Elem(var, at) => Expr::Elem(*var, Box::new(at.clone())),
                    };
                    vec![
                        Command::Havoc(Place::Var(fresh), source),
                        Command::Assign(place, Expr::ite(when, Expr::Var(fresh), old)),
                    ]
                }
            };
            match (shared, written.times) {
                (true, Times::Any) => self.again_and_again(commands, span),
                (true, Times::Once) => self.step(commands, StepKind::Plain, span),
                (false, _) => together.extend(commands),
            }
        }
        if !together.is_empty() {
            self.step(together, StepKind::Plain, span);
        }
    }

    /// Does something any number of times.
    fn again_and_again(&mut self, commands: Vec<Command>, span: Span) {
        self.step(Vec::new(), StepKind::Silent, span);
        let Some(here) = self.cur else { return };
        // Nobody sees more than the last time, if there is nobody else.
        match self.program.threads.templates.len() > 1 {
            true => self.edge(here, commands, StepKind::Plain, span),
            false => self.step(commands, StepKind::Plain, span),
        }
    }

    /// The condition that a cell is written, and with what.
    fn when_written(
        &mut self,
        written: &Written,
        instance: Instance,
        place: &Place,
        leaf: &Leaf,
    ) -> (Expr, Source) {
        let (types, object) = (self.program.types, self.program.typed.object(instance.object));
        let width = types.pointer_width();
        let number = |value| Expr::constant(value, width);
        let Some(address) = &written.address else {
            return (written.when.clone(), Source::Unmodelled);
        };
        let base = self.cells(instance).base;
        let Some(bytes) = &written.bytes else {
            // Which object it is, if it may be one of several.
            let (start, size) = match (object.heap, place) {
                (Some(_), Place::Elem(_, Expr::Const(at))) => {
                    let dim = self.pool_dim(instance);
                    let inner: u64 = leaf.dims[1..].iter().map(|dim| dim.count).product();
                    (base + at.value / inner.max(1) * dim.stride, dim.stride)
                }
                _ => (base, types.size(&object.ty.ty)),
            };
            let offset = fold::bin(BinOp::Sub, address.clone(), number(start));
            let inside = fold::bin(BinOp::Ult, offset, number(size));
            return (fold::and(written.when.clone(), inside), Source::Unmodelled);
        };
        let (start, size) = self.place_of(base, instance, place, leaf);
        if written.number == Some(size) && matches!(leaf.ty.ty, Ty::Int(_)) {
            let is_it = fold::bin(BinOp::Eq, address.clone(), number(start));
            return (fold::and(written.when.clone(), is_it), Source::Input);
        }
        let starts_before = fold::bin(BinOp::Ult, address.clone(), number(start + size));
        let end = fold::bin(BinOp::Add, address.clone(), bytes.clone());
        let ends_behind = fold::bin(BinOp::Ult, number(start), end);
        let touched = fold::and(starts_before, ends_behind);
        (fold::and(written.when.clone(), touched), Source::Unmodelled)
    }

    /// Where a cell lies, and how many bytes it has.
    fn place_of(&self, base: u64, instance: Instance, place: &Place, leaf: &Leaf) -> (u64, u64) {
        let types = self.program.types;
        let object = &self.program.typed.object(instance.object).ty;
        let mut start = base + locate(types, object, &leaf.path).offset;
        if let Place::Elem(_, Expr::Const(at)) = place {
            let mut at = at.value;
            for dim in leaf.dims.iter().rev() {
                start += at % dim.count.max(1) * dim.stride;
                at /= dim.count.max(1);
            }
        }
        match &leaf.ty.ty {
            // Its bits may lie in one byte more.
            Ty::Int(int) if int.shape == IntShape::BitField => {
                (start, u64::from(int.width.div_ceil(8)) + 1)
            }
            ty => (start, types.size(ty)),
        }
    }
}
