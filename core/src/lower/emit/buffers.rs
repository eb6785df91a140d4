//! Memory that functions of the library are given: whether it is there, and large enough.
//!
//! The functions are not run byte by byte for that. What they access is some bytes from an address on, and
//! these must lie in one object that is there; a pointer to memory that the model does not have is only
//! asked whether it is null.

use std::collections::BTreeSet;

use super::super::fold;
use super::super::outside::Extent;
use super::super::points_to::{Instance, Target, typed_pointer};
use super::super::typed::{LKind, TExpr, TKind};
use super::super::types::Ty;
use super::{Emitter, Value};
use crate::scpl::{BinOp, Expr, Extend, Sort};
use crate::text::Span;

/// Memory that belongs together: where it starts, its size, and what must hold for it to be there.
struct Block {
    start: u64,
    size: Expr,
    there: Option<Expr>,
}

/// What a call accesses through one of its arguments.
pub(super) struct Access<'a> {
    pub(super) pointer: &'a TExpr,
    pub(super) address: Expr,
    /// How many bytes; of text it is not known, but there is some.
    pub(super) bytes: Option<Expr>,
    pub(super) elsewhere: Elsewhere,
    /// As the user is told it.
    pub(super) told: String,
}

/// What a pointer may be that is not to a variable of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Elsewhere {
    NotNull,
    Anything,
}

impl Emitter<'_> {
    /// So many bytes from an address on must lie in an object that is there.
    pub(super) fn check_access(&mut self, access: &Access, span: Span) -> Option<()> {
        if self.pure {
            return self.cur.map(|_| ());
        }
        let width = self.program.types.pointer_width();
        let number = |value| Expr::constant(value, width);
        let Access { pointer, address, bytes, told, .. } = access;
        let is_text = bytes.is_none();
        let bytes = bytes.clone().unwrap_or_else(|| number(1));
        if bytes == number(0) {
            return self.cur.map(|_| ());
        }
        let given = fold::bin(BinOp::Ne, address.clone(), number(0));
        let (instances, mut elsewhere) = self.accessed(pointer, access.elsewhere);
        let (mut aimed, mut valid) = (Expr::FALSE, Expr::FALSE);
        if !matches!(bytes, Expr::Const(_)) {
            valid = fold::bin(BinOp::Eq, bytes.clone(), number(0));
        }
        let mut can_go = false;
        for &instance in &instances {
            let Some(blocks) = self.blocks(instance) else {
                elsewhere = elsewhere.max(Some(access.elsewhere));
                continue;
            };
            for Block { start, size, there } in blocks {
                let offset = fold::bin(BinOp::Sub, address.clone(), number(start));
                let inside = fold::bin(BinOp::Ult, offset.clone(), size.clone());
                let left = fold::bin(BinOp::Sub, size, offset);
                let enough = fold::bin(BinOp::Ule, bytes.clone(), left);
                let mut holds = fold::and(inside.clone(), enough);
                can_go |= there.is_some();
                if let Some(there) = there {
                    holds = fold::and(holds, there);
                }
                aimed = fold::or(aimed, inside);
                valid = fold::or(valid, holds);
            }
        }
        match elsewhere {
            // Text that is always there, or none at all.
            None if is_text && !can_go && !instances.is_empty() => valid = given,
            None => {}
            Some(Elsewhere::NotNull) => {
                valid = fold::or(valid, fold::and(given, fold::not(aimed)));
            }
            Some(Elsewhere::Anything) => valid = fold::or(valid, fold::not(aimed)),
        }
        let told = told.clone();
        self.check(valid, span, |_| told);
        self.cur.map(|_| ())
    }

    /// The variables that a pointer may point into, and what it may be if it points to something else.
    pub(super) fn accessed(
        &mut self,
        pointer: &TExpr,
        unknown: Elsewhere,
    ) -> (BTreeSet<Instance>, Option<Elsewhere>) {
        let mut instances = BTreeSet::new();
        let mut elsewhere = None;
        for target in self.given_targets(pointer) {
            match target {
                Target::Node(_) | Target::Beside(..) => {
                    let Some(instance) = self.points_to.object_of(target) else { continue };
                    let foreign = instance.template.is_some_and(|owner| owner != self.template);
                    match foreign && self.program.scopes.is_rejected(instance) {
                        true => elsewhere = elsewhere.max(Some(unknown)),
                        false => drop(instances.insert(instance)),
                    }
                }
                Target::Str | Target::Unknown => elsewhere = elsewhere.max(Some(unknown)),
                // As many words of the command line are there as the program looks at.
                Target::Outside => elsewhere = Some(Elsewhere::Anything),
                Target::Func(_) | Target::Thread(_) => {}
            }
        }
        (instances, elsewhere)
    }

    /// What a pointer may point to; for a parameter of a model function, at the call that is being walked.
    pub(super) fn given_targets(&mut self, pointer: &TExpr) -> Vec<Target> {
        if let Some(param) = parameter(pointer)
            && let Some(frame) = self.frames.last()
            && let Some((_, targets)) = frame.given.iter().find(|(id, _)| *id == param)
        {
            return targets.clone();
        }
        self.all_targets(pointer)
    }

    /// The memory of a variable: one block, or for a place that allocates one for each object. `None` if it
    /// is not known how large it is.
    fn blocks(&mut self, instance: Instance) -> Option<Vec<Block>> {
        let (typed, types) = (self.program.typed, self.program.types);
        let width = types.pointer_width();
        let object = typed.object(instance.object);
        let base = self.cells(instance).base;
        if object.heap.is_none() {
            let size = types.size(&object.ty.ty);
            if size == 0 || object.external || types.is_unknown_size(&object.ty.ty) {
                return None;
            }
            let there = self.is_there(instance);
            let size = self.bytes_of(instance).unwrap_or_else(|| Expr::constant(size, width));
            return Some(vec![Block { start: base, size, there }]);
        }
        let data = self.data_type(instance)?;
        if types.is_unknown_size(&data) || data == Ty::Error {
            return None;
        }
        let (dim, size) = (self.pool_dim(instance), types.size(&data));
        let mut blocks = Vec::new();
        for number in 0..dim.count {
            let index = Expr::constant(number, width);
            let size = match self.asked_in(instance, &index) {
                Some(asked) => asked.bytes(),
                None => Expr::constant(size, width),
            };
            let there = self.in_use(instance, Some(&index));
            blocks.push(Block { start: base + number * dim.stride, size, there });
        }
        Some(blocks)
    }

    /// How much a function of the library accesses through an argument; `values` has what that depends on.
    pub(super) fn extent(
        &mut self,
        extent: Extent,
        args: &[TExpr],
        values: &[Option<Expr>],
        pointer: &TExpr,
    ) -> (Option<Expr>, String) {
        let width = self.program.types.pointer_width();
        let text = self.text(pointer.span);
        let number = |number: usize| {
            let from = self.program.types.width(&args.get(number)?.ty)?;
            let value = values.get(number).cloned().flatten()?;
            // A negative number is far too large.
            Some(fold::resize(Extend::Sign, from, width, value))
        };
        let told = |bytes: &Option<Expr>, said: Option<String>| match (bytes, said) {
            (Some(Expr::Const(bytes)), _) if bytes.value == 1 => {
                format!("`{text}` points to an object")
            }
            (Some(Expr::Const(bytes)), _) => format!("`{text}` points to {} bytes", bytes.value),
            (Some(_), Some(said)) => format!("`{text}` points to `{said}` bytes"),
            _ => format!("`{text}` points to an object"),
        };
        match extent {
            Extent::Bytes(of) => {
                let bytes = number(of);
                let said = args.get(of).map(|arg| self.text(arg.span));
                let told = told(&bytes, said);
                (bytes, told)
            }
            Extent::Product(a, b) => {
                let product = |a, b| Some(fold::bin(BinOp::Mul, number(a)?, number(b)?));
                let bytes = product(a, b);
                let said = |of: usize| args.get(of).map(|arg| self.text(arg.span));
                let said = said(a).zip(said(b)).map(|(a, b)| format!("{a} * {b}"));
                let told = told(&bytes, said);
                (bytes, told)
            }
            Extent::Fixed(bytes) => {
                let bytes = Some(Expr::constant(bytes, width));
                let told = told(&bytes, None);
                (bytes, told)
            }
            Extent::Pointee => {
                let target = typed_pointer(pointer).ty.target();
                let size = target.map(|target| self.program.types.size(&target.ty));
                let bytes = size.filter(|&size| size > 0).map(|size| Expr::constant(size, width));
                (bytes, format!("`{text}` points to an object"))
            }
            Extent::Text => (None, format!("`{text}` points to an object")),
        }
    }

    /// `__braid_room(block, size)` in a model header.
    pub(super) fn room(&mut self, args: &[TExpr], span: Span) -> Option<Value> {
        let [pointer, size] = args else { return None };
        let width = self.program.types.pointer_width();
        let value = self.value(pointer)?;
        let address = self.settle(value, Sort::Bits(width), span);
        let value = self.value(size)?;
        let bytes = Some(self.settle(value, Sort::Bits(width), span));
        let told = format!("`{}` points to an object", self.text(pointer.span));
        let elsewhere = Elsewhere::NotNull;
        self.check_access(&Access { pointer, address, bytes, elsewhere, told }, span)?;
        self.cur.map(|_| Value::local(Expr::constant(0, 32)))
    }

    /// `__braid_apart(a, size, b, other_size)` in a model header.
    pub(super) fn apart(&mut self, same: Same, args: &[TExpr], span: Span) -> Option<Value> {
        let [a, size, b, other_size] = args else { return None };
        let done = |this: &Self| this.cur.map(|_| Value::local(Expr::constant(0, 32)));
        if self.are_different(a, b) {
            return done(self);
        }
        let width = self.program.types.pointer_width();
        let mut values = Vec::new();
        for arg in [a, size, b, other_size] {
            let value = self.value(arg)?;
            values.push(self.settle(value, Sort::Bits(width), span));
        }
        let [at, n, other, m] = &values[..] else { return None };
        let (a, b) = (self.text(a.span), self.text(b.span));
        let holds = do_not_overlap(at, n, other, m, same, width);
        self.check(holds, span, |_| format!("`{a}` and `{b}` do not overlap"));
        done(self)
    }

    /// Whether two pointers are to different objects.
    pub(super) fn are_different(&mut self, a: &TExpr, b: &TExpr) -> bool {
        let (a, _) = self.accessed(a, Elsewhere::Anything);
        let (b, _) = self.accessed(b, Elsewhere::Anything);
        a.is_disjoint(&b)
    }
}

/// Whether two places may be one and the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Same {
    Allowed,
    Forbidden,
}

/// The condition that so many bytes at two addresses have none in common.
pub(super) fn do_not_overlap(
    at: &Expr,
    n: &Expr,
    other: &Expr,
    m: &Expr,
    same: Same,
    width: u8,
) -> Expr {
    let ends_before = |at: &Expr, n: &Expr, other: &Expr| {
        let end = fold::bin(BinOp::Add, at.clone(), n.clone());
        fold::bin(BinOp::Ule, end, other.clone())
    };
    let apart = fold::or(ends_before(at, n, other), ends_before(other, m, at));
    match same {
        Same::Allowed => fold::or(apart, fold::bin(BinOp::Eq, at.clone(), other.clone())),
        Same::Forbidden => {
            fold::or(apart, fold::bin(BinOp::Eq, n.clone(), Expr::constant(0, width)))
        }
    }
}

/// The variable whose value, moved or not, a pointer is.
fn parameter(pointer: &TExpr) -> Option<super::super::typed::ObjId> {
    match &pointer.kind {
        TKind::Cast(inner) | TKind::PtrAdd(inner, ..) => parameter(inner),
        TKind::Load(lvalue) => match lvalue.kind {
            LKind::Obj(id) => Some(id),
            _ => None,
        },
        _ => None,
    }
}
