//! Functions that are only declared: those of the library that are known a little, and all others.

use super::super::intrinsics;
use super::super::outside::{self, Extent, Given};
use super::super::points_to::instance;
use super::super::resolve::const_value;
use super::super::typed::{ObjId, TExpr};
use super::super::types::Ty;
use super::buffers::{Access, Elsewhere};
use super::calls::operands;
use super::scribble::{Times, Written};
use super::unbounded;
use super::{Emitter, Value};
use crate::scpl::{Command, Expr, Place, Source, StepKind};
use crate::text::Span;

impl Emitter<'_> {
    /// A function that is only declared: it returns any value and writes only through its pointer
    /// arguments. That is trusted, and listed.
    pub(super) fn unknown_call(
        &mut self,
        name: &str,
        args: &[TExpr],
        ty: &Ty,
        span: Span,
    ) -> Option<Value> {
        self.unknown_call_with(name, None, args, ty, span)
    }

    /// The same; of a call that was taken apart, with those of its arguments that it reads as text.
    pub(super) fn unknown_call_with(
        &mut self,
        name: &str,
        texts: Option<&[usize]>,
        args: &[TExpr],
        ty: &Ty,
        span: Span,
    ) -> Option<Value> {
        if is_allocation(name) {
            for arg in args {
                self.effect(arg);
            }
            let hint = "allocate a number of bytes of ordinary size with malloc or calloc";
            self.lost(span, "memory of this size", hint);
            return None;
        }
        if let Some(hint) = intrinsics::beyond(name) {
            let harmless = name == "signal" && !args.iter().any(|arg| self.is_function(arg));
            if !harmless {
                self.lost(span, &format!("`{name}`"), hint);
                return None;
            }
        }
        if matches!(name, "readv" | "preadv" | "preadv2" | "recvmsg" | "recvmmsg") {
            self.lost(span, &format!("`{name}`"), "read into one buffer after the other");
            return None;
        }
        let writes_text = matches!(name, "snprintf" | "sprintf" | "vsnprintf" | "vsprintf");
        if writes_text && args.iter().any(|arg| self.counts_output(arg)) {
            self.lost(span, "`%n`", "count the characters yourself");
            return None;
        }
        let given = outside::given(name);
        if given.is_none()
            && (name.starts_with("pthread_")
                || name.starts_with("sem_")
                || name.starts_with("__CPROVER_"))
        {
            let what = format!("`{name}`");
            self.lost(
                span,
                &what,
                "leave it out for checking, or use what pthreads have besides it",
            );
            return None;
        }
        if ["atomic_", "__atomic_", "__sync_"].iter().any(|prefix| name.starts_with(prefix)) {
            let what = format!("`{name}`");
            self.lost(span, &what, "use the plain atomic operations on integers");
            return None;
        }
        if args.iter().any(|arg| self.is_function(arg)) {
            let what = format!("`{name}`, which may call a function that it is given,");
            self.lost(span, &what, "define it here");
            return None;
        }
        if given.is_none() && self.is_signalled_elsewhere {
            self.lost_silently(span, "a function that may send a signal");
            return None;
        }
        if !self.any_order(&operands(args), span) {
            return None;
        }
        let given = given.map(|given| self.given_here(name, given, args));
        if given.is_none() {
            let note = format!(
                "`{name}` is not defined here: it returns any value and writes only through its \
                 arguments"
            );
            self.assume_note(note);
        }
        let accesses = self.accesses(name, texts.unwrap_or_default(), args);
        let values = self.taken(name, given, &accesses, args)?;
        for &(number, extent) in &accesses {
            if let (Some(pointer), Some(Some(address))) = (args.get(number), values.get(number))
                && pointer.ty.is_pointer()
            {
                let (bytes, told) = self.extent(extent, args, &values, pointer);
                let (address, elsewhere) = (address.clone(), Elsewhere::NotNull);
                let access = Access { pointer, address, bytes, elsewhere, told };
                self.check_access(&access, span)?;
            }
        }
        self.check_length(name, texts, args, span)?;
        let written = outside::writes(name);
        let is_seen = !self.is_printed_away(name, args);
        for (number, pointer) in args.iter().enumerate() {
            if !pointer.ty.is_pointer()
                || (number == 0 && !is_seen)
                || written.is_some_and(|written| !written.contains(&number))
            {
                continue;
            }
            let extent = accesses.iter().find(|(of, _)| *of == number).map(|(_, extent)| *extent);
            let bytes = match extent {
                // What is there may be part of an array.
                None | Some(Extent::Text) => None,
                Some(extent) => self.extent(extent, args, &values, pointer).0,
            };
            let address = values.get(number).cloned().flatten();
            let times = match written {
                Some(_) => Times::Once,
                None => Times::Any,
            };
            let when = Expr::TRUE;
            let written = Written { pointer, address, bytes, when, number: None, times };
            self.scribble(written, span);
        }
        if !outside::is_clock(name) && given.is_none_or(|given| given.sets_errno()) {
            self.unknown_errno(span);
        }
        match (ty, given) {
            (Ty::Void, _) => Some(Value::local(Expr::FALSE)),
            (Ty::Int(_) | Ty::Ptr(_), Some(given)) => self.brought(given, args, &values, ty, span),
            (ty, _) if ty.is_scalar() && *ty != Ty::Thread => {
                let sort = self.sort(ty);
                Some(Value::local(self.any(sort, Source::Unmodelled, span)))
            }
            _ => {
                self.lost(span, "this result of an unknown function", "define the function");
                None
            }
        }
    }

    /// What a function accesses through its arguments, of which these are text.
    fn accesses(&self, name: &str, texts: &[usize], args: &[TExpr]) -> Vec<(usize, Extent)> {
        let mut accesses = outside::accesses(name).to_vec();
        accesses.extend(texts.iter().map(|&number| (number, Extent::Text)));
        // How much is written is not known, but something is.
        let size = args.get(1).and_then(|size| const_value(self.program.types, size));
        match name {
            "sprintf" | "vsprintf" => accesses.push((0, Extent::Text)),
            "snprintf" | "vsnprintf" if size.is_some_and(|size| size > 0) => {
                accesses.push((0, Extent::Text));
            }
            _ => {}
        }
        accesses
    }

    /// The values of the arguments that matter.
    fn taken(
        &mut self,
        name: &str,
        given: Option<Given>,
        accesses: &[(usize, Extent)],
        args: &[TExpr],
    ) -> Option<Vec<Option<Expr>>> {
        let is_number = outside::given(name) == Some(Given::Number);
        let is_copy = unbounded::copies(name);
        let mut values = Vec::new();
        for (number, arg) in args.iter().enumerate() {
            let is_needed = given.is_some_and(|given| given.depends_on(number))
                || arg.ty.is_pointer()
                || accesses.iter().any(|(_, extent)| extent.depends_on(number));
            match arg.ty.is_scalar() {
                true if (is_number || is_copy && number == 1) && self.is_outside_word(arg) => {
                    values.push(None);
                }
                // What it does may depend on this, which it may overwrite.
                true if is_needed => {
                    let value = self.value(arg)?;
                    values.push(Some(self.keep(value, self.sort(&arg.ty), arg.span)));
                }
                true => {
                    self.value(arg)?;
                    values.push(None);
                }
                false => {
                    self.effect(arg);
                    values.push(None);
                }
            }
        }
        Some(values)
    }

    /// A function that is not known may have set `errno`.
    fn unknown_errno(&mut self, span: Span) {
        let typed = self.program.typed;
        let Some(errno) = typed.objects.iter().position(|object| object.name == "errno") else {
            return;
        };
        if typed.objects[errno].external && self.is_builtin(typed.objects[errno].span) {
            let instance = instance(typed, self.template, ObjId(errno as u32));
            if let Some((var, _)) = self.scalar_var(instance) {
                let havoc = Command::Havoc(Place::Var(var), Source::Unmodelled);
                self.step(vec![havoc], StepKind::Silent, span);
            }
        }
    }
}

fn is_allocation(name: &str) -> bool {
    matches!(
        name,
        "malloc"
            | "calloc"
            | "realloc"
            | "reallocarray"
            | "free"
            | "aligned_alloc"
            | "alloca"
            | "__builtin_alloca"
    )
}
