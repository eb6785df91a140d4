//! What `printf` reads and `scanf` writes through its arguments.

use super::super::fold;
use super::super::formats::{Printed, Scanned, printed, scanned};
use super::super::outside::{self, Extent};
use super::super::resolve::root;
use super::super::typed::{TExpr, TKind};
use super::super::types::Ty;
use super::buffers::{Access, Elsewhere};
use super::scribble::{Times, Written};
use super::{Emitter, Value};
use crate::scpl::{BinOp, Command, Expr, Sort, Source, StepKind};
use crate::text::Span;

impl Emitter<'_> {
    /// A function that prints what it is given.
    pub(super) fn output(
        &mut self,
        name: &str,
        args: &[TExpr],
        ty: &Ty,
        span: Span,
    ) -> Option<Value> {
        self.printed_out(name, args, span)?;
        let sort = self.sort(ty);
        Some(Value::local(self.any(sort, Source::Unmodelled, span)))
    }

    /// What is printed nobody sees, but the memory must be there.
    pub(super) fn printed_out(&mut self, name: &str, args: &[TExpr], span: Span) -> Option<()> {
        let mut accesses = outside::accesses(name).to_vec();
        let format = match name {
            "printf" => Some(0),
            "fprintf" | "dprintf" => Some(1),
            _ => None,
        };
        if let Some(at) = format
            && let Some(kinds) = args.get(at).and_then(|format| printed(&self.format(format)?))
        {
            let texts = kinds.iter().zip(at + 1..).filter(|(kind, _)| **kind == Printed::Text);
            accesses.extend(texts.map(|(_, number)| (number, Extent::Text)));
        }
        let mut values = Vec::new();
        for (number, arg) in args.iter().enumerate() {
            let is_needed =
                accesses.iter().any(|(of, extent)| *of == number || extent.depends_on(number))
                    && arg.ty.is_scalar();
            values.push(match is_needed {
                true => {
                    let value = self.value(arg)?;
                    Some(self.keep(value, self.sort(&arg.ty), arg.span))
                }
                false => {
                    self.effect(arg);
                    None
                }
            });
        }
        for (number, extent) in accesses {
            if let (Some(pointer), Some(Some(address))) = (args.get(number), values.get(number))
                && pointer.ty.is_pointer()
            {
                let (bytes, told) = self.extent(extent, args, &values, pointer);
                // Where it is the library that has no text, the library prints "(null)".
                let elsewhere = match format {
                    Some(_) => Elsewhere::Anything,
                    None => Elsewhere::NotNull,
                };
                let address = address.clone();
                let access = Access { pointer, address, bytes, elsewhere, told };
                self.check_access(&access, span)?;
            }
        }
        self.cur.map(|_| ())
    }

    /// `scanf` and `fscanf`: what is stored is input, and how much of it there is.
    pub(super) fn scan(&mut self, args: &[TExpr], span: Span) -> Option<Value> {
        let mut values = Vec::new();
        for arg in args {
            values.push(match arg.ty.is_pointer() {
                true => {
                    let value = self.value(arg)?;
                    Some(self.keep(value, self.sort(&arg.ty), arg.span))
                }
                false => {
                    self.effect(arg);
                    None
                }
            });
        }
        let pointer_size = u64::from(self.program.types.pointer_width() / 8);
        let format = args.iter().position(|arg| self.format(arg).is_some());
        let stored = format.and_then(|at| scanned(&self.format(&args[at])?, pointer_size));
        let first = format.map_or(0, |at| at + 1);
        let pointers = args.get(first..).unwrap_or_default();
        let stored = stored.filter(|stored| {
            stored.len() == pointers.len() && pointers.iter().all(|arg| arg.ty.is_pointer())
        });
        let Some(stored) = stored else {
            for (pointer, address) in args.iter().zip(values) {
                if address.is_some() {
                    let (when, times) = (Expr::TRUE, Times::Once);
                    let written =
                        Written { pointer, address, bytes: None, when, number: None, times };
                    self.scribble(written, span);
                }
            }
            return Some(Value::local(self.any(Sort::Bits(32), Source::Input, span)));
        };
        let result = self.any(Sort::Bits(32), Source::Input, span);
        let number = |value: i64| Expr::constant(value as u64, 32);
        let above = fold::bin(BinOp::Sle, number(-1), result.clone());
        let below = fold::bin(BinOp::Sle, result.clone(), number(stored.len() as i64));
        self.step(vec![Command::Assume(fold::and(above, below))], StepKind::Silent, span);
        let width = self.program.types.pointer_width();
        for (at, (pointer, stored)) in pointers.iter().zip(stored).enumerate() {
            let address = values.get(first + at).cloned().flatten()?;
            let (n_bytes, integer) = match stored {
                Scanned::Integer(bytes) => (Some(bytes), Some(bytes)),
                Scanned::Bytes(bytes) => (Some(bytes), None),
                Scanned::Text => (None, None),
            };
            let extent = n_bytes.map_or(Extent::Text, Extent::Fixed);
            let (_, told) = self.extent(extent, args, &values, pointer);
            let bytes = n_bytes.map(|bytes| Expr::constant(bytes, width));
            let elsewhere = Elsewhere::NotNull;
            let (address, bytes) = (address.clone(), bytes.clone());
            let access =
                Access { pointer, address: address.clone(), bytes: bytes.clone(), elsewhere, told };
            self.check_access(&access, span)?;
            let when = fold::bin(BinOp::Slt, number(at as i64), result.clone());
            if stored == Scanned::Text {
                // Input has no bound.
                let ends = self.any(Sort::Bits(1), Source::Input, span);
                let ends = fold::or(fold::not(when.clone()), ends);
                let buffer = self.text(pointer.span).to_owned();
                self.check(ends, span, |_| format!("the text that is read fits into `{buffer}`"));
                self.cur?;
            }
            let address = Some(address);
            let times = Times::Once;
            let written = Written { pointer, address, bytes, when, number: integer, times };
            self.scribble(written, span);
        }
        self.cur.map(|_| Value::local(result))
    }

    /// The characters of a literal.
    pub(super) fn format(&self, arg: &TExpr) -> Option<Vec<u8>> {
        match &arg.kind {
            TKind::Cast(inner) => self.format(inner),
            TKind::AddrOf(lvalue) => {
                let id = root(lvalue)?;
                let bytes = self.program.typed.strings.get(&id)?;
                bytes.split(|c| *c == 0).next().map(<[u8]>::to_vec)
            }
            _ => None,
        }
    }
}
