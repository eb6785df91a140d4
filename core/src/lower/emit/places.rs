//! Where lvalues lie: from C's paths and pointers to variables and indices.

use super::super::fold;
use super::super::memory::{Dim, locate};
use super::super::points_to::{Instance, Target, field_offset, instance, view};
use super::super::typed::{LKind, LValue, ObjId, TExpr};
use super::super::types::{QTy, Ty};
use super::super::words::words_at;
use super::slices::Slice;
use super::{Emitter, Value};
use crate::scpl::{BinOp, Expr, Scope, Sort};
use crate::text::Span;

/// The cells an lvalue may mean. Exactly one alternative is meant: the first whose guard holds.
#[derive(Clone, Debug)]
pub struct Region {
    pub alternatives: Vec<Alternative>,
    pub ty: QTy,
    /// What must hold for the memory to be there, if it can be gone at any time.
    pub valid: Option<Expr>,
}

#[derive(Clone, Debug)]
pub struct Alternative {
    pub guard: Expr,
    pub instance: Instance,
    /// Field numbers so far.
    pub path: Vec<u32>,
    /// Array indices so far, of pointer width.
    pub indices: Vec<Expr>,
    /// Where in the words of a union it lies, if it does.
    pub slice: Option<Slice>,
}

/// How far an index may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// To the last element: it is accessed.
    Element,
    /// One further: only its address is taken [C17 6.5.6].
    End,
}

const OTHER_TYPE: &str = "access through a pointer to another type";

/// What a pointer may point to besides the objects of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Missing {
    Nothing,
    /// A place at which no object starts.
    Beside,
    /// Something that the model does not have.
    Unmodelled,
}

impl Alternative {
    fn new(instance: Instance, path: Vec<u32>, indices: Vec<Expr>) -> Self {
        Alternative { guard: Expr::TRUE, instance, path, indices, slice: None }
    }

    /// What says where in the object it lies.
    pub(super) fn positions(&mut self) -> Vec<&mut Expr> {
        let slice = self.slice.iter_mut();
        let slice = slice.flat_map(|slice| {
            [&mut slice.at].into_iter().chain(slice.location.as_mut().map(|(at, _)| at))
        });
        self.indices.iter_mut().chain(slice).collect()
    }
}

/// How much of what a pointer points to is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    Whole,
    /// A member of a struct.
    Member,
}

impl Emitter<'_> {
    /// Where an lvalue lies; `None` if the walk is lost there.
    pub fn region(&mut self, lvalue: &LValue) -> Option<Region> {
        let span = lvalue.span;
        let mut region = match &lvalue.kind {
            LKind::Obj(id) => self.object_region(*id),
            LKind::Field(base, field) => {
                let mut region = match &base.kind {
                    LKind::Deref(pointer) => {
                        self.check_target_guard(pointer, base.span)?;
                        self.pointee_for(pointer, &base.ty, Extent::Member, base.span)?
                    }
                    _ => self.region(base)?,
                };
                for alternative in &mut region.alternatives {
                    self.enter(alternative, &base.ty.ty, *field);
                }
                region
            }
            LKind::Index(base, index) => {
                let mut region = self.region(base)?;
                self.fix_indices(&mut region, index, span);
                let mut at = match self.is_open(base, &region) {
                    true => self.open_index(&region, base, index, Bound::Element, span)?,
                    false => self.index(base, index, Bound::Element, span)?,
                };
                if region.alternatives.len() > 1 {
                    at = self.steady(at, span);
                }
                for alternative in &mut region.alternatives {
                    self.enter_element(alternative, &lvalue.ty.ty, at.clone());
                }
                region
            }
            LKind::Deref(pointer) => {
                self.check_target_guard(pointer, span)?;
                self.pointee(pointer, &lvalue.ty, span)?
            }
        };
        region.ty = lvalue.ty.clone();
        Some(region)
    }

    pub(super) fn object_region(&mut self, id: ObjId) -> Region {
        let typed = self.program.typed;
        let object = typed.object(id);
        let instance = instance(typed, self.template, id);
        let alternative = Alternative::new(instance, Vec::new(), Vec::new());
        Region { alternatives: vec![alternative], ty: object.ty.clone(), valid: None }
    }

    /// What a pointer points to, viewed as `ty`.
    pub fn pointee(&mut self, pointer: &TExpr, ty: &QTy, span: Span) -> Option<Region> {
        self.pointee_for(pointer, ty, Extent::Whole, span)
    }

    fn pointee_for(
        &mut self,
        pointer: &TExpr,
        ty: &QTy,
        extent: Extent,
        span: Span,
    ) -> Option<Region> {
        use super::super::typed::TKind;
        // Generic functions such as `atomic_load` take whatever they are given.
        if !pointer.ty.is_pointer() {
            self.effect(pointer);
            self.lost(pointer.span, "an address that is no pointer", "pass a pointer");
            return None;
        }
        if let TKind::AddrOf(lvalue) = &pointer.kind {
            let both_scalar = lvalue.ty.ty.is_scalar() && ty.ty.is_scalar();
            if both_scalar && self.sort(&lvalue.ty.ty) != self.sort(&ty.ty) {
                self.lost(span, OTHER_TYPE, "access objects by their own type");
                return None;
            }
            return self.region(lvalue);
        }
        let value = self.value(pointer)?;
        let address = match value {
            Value { expr: expr @ (Expr::Const(_) | Expr::Var(_)), reads_shared: false }
                if self.memory.is_steady(&expr) =>
            {
                expr
            }
            value => self.keep(value, Sort::Bits(self.program.types.pointer_width()), pointer.span),
        };
        let (typed, types, threads) =
            (self.program.typed, self.program.types, self.program.threads);
        let targets = self.points_to.targets(typed, types, threads, self.template, pointer);
        let (mut unmodelled, mut beside) = (false, false);
        let mut alternatives = Vec::new();
        // Objects of another type: a program may know when the pointer is not to one of them.
        let mut others = Vec::new();
        for target in targets {
            match target {
                Target::Node(node) => {
                    let node = self.points_to.node_of(node).clone();
                    let foreign =
                        node.instance.template.is_some_and(|owner| owner != self.template);
                    if self.program.scopes.is_rejected(node.instance) && foreign {
                        unmodelled = true;
                        continue;
                    }
                    let object = &typed.object(node.instance.object).ty.ty;
                    match view(types, object, &node.path, &ty.ty) {
                        Some(path) => {
                            let found = self.pointed(node.instance, path, ty, &address);
                            alternatives.extend(found);
                        }
                        None => {
                            let found = match words_at(types, object, &node.path) {
                                Some(path) => {
                                    self.pointed_in_words(node.instance, &path, ty, &address)
                                }
                                None => Vec::new(),
                            };
                            if found.is_empty() {
                                others.push(node.instance);
                            }
                            alternatives.extend(found);
                        }
                    }
                }
                Target::Str | Target::Unknown | Target::Outside => unmodelled = true,
                Target::Beside(..) => beside = true,
                // No object lies where a function does.
                Target::Func(_) | Target::Thread(_) => {}
            }
        }
        if alternatives.is_empty() && !others.is_empty() {
            self.lost(span, OTHER_TYPE, "access objects by their own type");
            return None;
        }
        alternatives.retain(|alternative| alternative.guard != Expr::FALSE);
        let sure = alternatives.iter().position(|alternative| alternative.guard == Expr::TRUE);
        if let Some(sure) = sure {
            alternatives = vec![alternatives.swap_remove(sure)];
            (unmodelled, beside) = (false, false);
            others.clear();
        }
        let (mut valid, mut aimed) = (Expr::FALSE, Expr::FALSE);
        for alternative in &alternatives {
            let guard = alternative.guard.clone();
            aimed = fold::bin(BinOp::Or, aimed, guard.clone());
            let there = match self.in_use(alternative.instance, alternative.indices.first()) {
                Some(in_use) => Some(in_use),
                None => self.is_there(alternative.instance),
            };
            let mut holds = match there {
                Some(there) => fold::ite(guard, there, Expr::FALSE),
                None => guard,
            };
            if let Some(enough) = self.is_within(alternative, &address, &ty.ty, extent) {
                holds = fold::and(holds, enough);
            }
            valid = if valid == Expr::FALSE { holds } else { fold::bin(BinOp::Or, valid, holds) };
        }
        let missing = match (unmodelled, beside) {
            (true, _) => Missing::Unmodelled,
            (false, true) => Missing::Beside,
            (false, false) => Missing::Nothing,
        };
        let steady = self.memory.is_steady(&address);
        let can_go = steady
            && alternatives.iter().any(|one| typed.object(one.instance.object).heap.is_some());
        let still = can_go.then(|| valid.clone());
        if !others.is_empty() {
            self.check_type(&valid, &others, &address, span);
        }
        if missing != Missing::Nothing {
            self.check_modelled(aimed, missing, span);
        }
        let heap = |one: &&Alternative| typed.object(one.instance.object).heap.is_some();
        let pools = alternatives.iter().filter(heap).map(|one| one.instance).collect();
        let what = format!("`{}` points to an object", self.text(pointer.span));
        self.check_object(valid, what, pools, &address, span);
        self.cur?;
        if let [only] = &mut alternatives[..] {
            only.guard = Expr::TRUE;
        }
        Some(Region { alternatives, ty: ty.clone(), valid: still })
    }

    /// Whether a pointer may be to a place at which no object starts: then what it points to is no more
    /// than a way to get back from there.
    fn may_be_beside(&mut self, pointer: &TExpr) -> bool {
        let (typed, types, threads) =
            (self.program.typed, self.program.types, self.program.threads);
        let targets = self.points_to.targets(typed, types, threads, self.template, pointer);
        targets.iter().any(|target| matches!(target, Target::Beside(..)))
    }

    /// Whoever gets here with a pointer to an object of another type is lost.
    fn check_type(&mut self, valid: &Expr, others: &[Instance], address: &Expr, span: Span) {
        let (types, width) = (self.program.types, self.program.types.pointer_width());
        let mut is_other = Expr::FALSE;
        for &other in others {
            let size = types.size(&self.program.typed.object(other.object).ty.ty);
            let base = Expr::constant(self.cells(other).base, width);
            let offset = fold::bin(BinOp::Sub, address.clone(), base);
            let inside = fold::bin(BinOp::Ult, offset, Expr::constant(size, width));
            is_other = fold::bin(BinOp::Or, is_other, inside);
        }
        let (ok, lost) = (self.new_label(), self.new_label());
        self.branch_untold(fold::and(is_other, fold::not(valid.clone())), lost, ok, span);
        self.place_if_reached(lost);
        if self.cur.is_some() {
            self.lost_silently(span, OTHER_TYPE);
        }
        self.place_if_reached(ok);
    }

    /// Whoever gets here with a pointer that is not to an object of the program is lost.
    fn check_modelled(&mut self, aimed: Expr, missing: Missing, span: Span) {
        let (ok, elsewhere) = (self.new_label(), self.new_label());
        self.branch_untold(aimed, ok, elsewhere, span);
        self.place_if_reached(elsewhere);
        match missing {
            // Programs that take care never get here, so there is nothing to warn of.
            Missing::Beside => {
                self.lost_silently(span, "access to a place at which no object starts");
            }
            _ => self.lost(
                span,
                "memory that is not a variable of the program",
                "use global or local variables in place of memory from elsewhere",
            ),
        }
        self.place_if_reached(ok);
    }

    /// The alternatives that an address lies in a certain part of an object: one, or for memory from the
    /// heap one for each object that may have been given out.
    fn pointed(
        &mut self,
        instance: Instance,
        path: Vec<u32>,
        ty: &QTy,
        address: &Expr,
    ) -> Vec<Alternative> {
        let types = self.program.types;
        let width = types.pointer_width();
        let base = self.cells(instance).base;
        let place = locate(types, &self.program.typed.object(instance.object).ty, &path);
        let mut own_dims = 0;
        let mut inner = &ty.ty;
        while let Ty::Array(element, _) = inner {
            own_dims += 1;
            inner = &element.ty;
        }
        let dims = &place.dims[..place.dims.len().saturating_sub(own_dims)];
        if self.program.typed.object(instance.object).heap.is_some()
            && let Some((pool, dims)) = dims.split_first()
        {
            return (0..pool.count)
                .map(|number| {
                    let start = base + place.offset + number * pool.stride;
                    let indices = vec![Expr::constant(number, width)];
                    let mut alternative = Alternative::new(instance, path.clone(), indices);
                    within(&mut alternative, dims, address, start, width);
                    alternative
                })
                .collect();
        }
        let mut alternative = Alternative::new(instance, path, Vec::new());
        within(&mut alternative, dims, address, base + place.offset, width);
        vec![alternative]
    }

    pub fn is_shared(&mut self, region: &Region) -> bool {
        let alternatives = region.alternatives.iter();
        let (typed, scopes) = (self.program.typed, self.program.scopes);
        alternatives
            .into_iter()
            .any(|alternative| scopes.scope(typed, alternative.instance) == Scope::Shared)
    }

    /// The address of an lvalue.
    pub fn address(&mut self, lvalue: &LValue) -> Option<Value> {
        if let Some((pointer, offset)) = field_offset(self.program.types, lvalue)
            && self.may_be_beside(&pointer)
        {
            let offset = Expr::constant(offset, self.program.types.pointer_width());
            return Some(self.value(&pointer)?.map(|start| fold::bin(BinOp::Add, start, offset)));
        }
        let region = match &lvalue.kind {
            LKind::Index(base, index) => {
                let mut region = self.region(base)?;
                self.fix_indices(&mut region, index, lvalue.span);
                let index = match self.is_open(base, &region) {
                    true => self.open_index(&region, base, index, Bound::End, lvalue.span)?,
                    false => self.index(base, index, Bound::End, lvalue.span)?,
                };
                for alternative in &mut region.alternatives {
                    self.enter_element(alternative, &lvalue.ty.ty, index.clone());
                }
                region
            }
            _ => self.region(lvalue)?,
        };
        let width = self.program.types.pointer_width();
        let mut result: Option<Expr> = None;
        for alternative in region.alternatives.iter().rev() {
            let foreign = self.program.scopes.is_rejected(alternative.instance);
            if foreign && !self.pure {
                let object = self.program.typed.object(alternative.instance.object).name.clone();
                self.lost_silently(
                    lvalue.span,
                    &format!("the address of `{object}` in another thread"),
                );
                return None;
            }
            let place = locate(
                self.program.types,
                &self.program.typed.object(alternative.instance.object).ty,
                &alternative.path,
            );
            let start = self.cells(alternative.instance).base + place.offset;
            let mut address = Expr::constant(start, width);
            for (index, dim) in alternative.indices.iter().zip(&place.dims) {
                let scaled =
                    fold::bin(BinOp::Mul, index.clone(), Expr::constant(dim.stride, width));
                address = fold::bin(BinOp::Add, address, scaled);
            }
            if let Some(slice) = &alternative.slice {
                let bytes = fold::bin(BinOp::Lshr, slice.at.clone(), Expr::constant(3, width));
                address = fold::bin(BinOp::Add, address, bytes);
            }
            result = Some(match result {
                None => address,
                Some(rest) => fold::ite(alternative.guard.clone(), address, rest),
            });
        }
        result.map(Value::local)
    }
}

/// The condition that an address lies in an array that starts somewhere, and its indices.
fn within(alternative: &mut Alternative, dims: &[Dim], address: &Expr, start: u64, width: u8) {
    let start = Expr::constant(start, width);
    if dims.is_empty() {
        alternative.guard = fold::bin(BinOp::Eq, address.clone(), start);
        return;
    }
    let mut rest = fold::bin(BinOp::Sub, address.clone(), start);
    let mut guard = Expr::TRUE;
    for dim in dims {
        let extent = Expr::constant(dim.count * dim.stride, width);
        guard = fold::and(guard, fold::bin(BinOp::Ult, rest.clone(), extent));
        alternative.indices.push(divided(rest.clone(), dim.stride, width));
        rest = remainder(rest, dim.stride, width);
    }
    let aligned = fold::bin(BinOp::Eq, rest, Expr::constant(0, width));
    alternative.guard = fold::and(guard, aligned);
}

pub(super) fn divided(value: Expr, by: u64, width: u8) -> Expr {
    if by.is_power_of_two() {
        fold::bin(BinOp::Lshr, value, Expr::constant(u64::from(by.trailing_zeros()), width))
    } else {
        fold::bin(BinOp::Udiv, value, Expr::constant(by, width))
    }
}

fn remainder(value: Expr, by: u64, width: u8) -> Expr {
    if by.is_power_of_two() {
        fold::bin(BinOp::And, value, Expr::constant(by - 1, width))
    } else {
        fold::bin(BinOp::Urem, value, Expr::constant(by, width))
    }
}
