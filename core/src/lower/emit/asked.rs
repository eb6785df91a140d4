//! What a program asks about the words of its command line.
//!
//! The words are not remembered, and so the answers are not either. But a word may have any answer to the
//! first question: the number that it says, or whether it is a certain text. Which question is the first one
//! depends on the run, and so the model counts along, in `bits/words.h`. It knows words by their number in
//! `argv`, wherever that goes by that name or as a parameter that never changes; what is asked about words in
//! other ways is not known to occur.

use super::super::resolve::const_value;
use super::super::threads::TemplateKind;
use super::super::typed::{Callee, FuncId, LKind, ObjId, TExpr, TKind, TStmtKind, Typed};
use super::super::types::Ty;
use super::super::walk::{for_each_expr, for_each_inner_expr, for_each_stmt};
use super::{Emitter, Value};
use crate::ast::{BinaryOp, IncDec};
use crate::scpl::{Expr, Sort};
use crate::text::Span;

/// A comparison of text with a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Comparison {
    /// Of which only so much matters if the text need only start with it.
    text: String,
    whole: bool,
    span: Span,
}

impl Emitter<'_> {
    /// Whether a word may say any number here, if it is one; its arguments have been evaluated.
    pub(super) fn asks_number(&mut self, text: &TExpr, span: Span) -> Option<Expr> {
        if !self.is_in_main() {
            return None;
        }
        if self.is_option_word(text) {
            let asks = self.model_function("__braid_asks_option")?;
            return self
                .inline(asks, &[], span)
                .map(|value| self.settle(value, Sort::Bits(1), span));
        }
        let number = self.word_number(text)?;
        // It has been evaluated.
        let number = match &number.kind {
            TKind::IncDec(IncDec::PreInc, lvalue) => {
                TExpr { kind: TKind::Load(lvalue.clone()), ..number.clone() }
            }
            _ if self.has_effects(number) => return None,
            _ => number.clone(),
        };
        let asks = self.model_function("__braid_asks_number")?;
        let value = self.inline(asks, &[as_int(&number), place(span)], span)?;
        Some(self.settle(value, Sort::Bits(1), span))
    }

    /// `strcmp` of a word and a literal.
    pub(super) fn compared_word(
        &mut self,
        func: FuncId,
        args: &[TExpr],
        span: Span,
    ) -> Option<Value> {
        let typed = self.program.typed;
        let def = typed.func(func);
        if !def.builtin || !self.is_in_main() {
            return None;
        }
        let own = self.comparison(&def.name, args, span)?;
        let number = args.iter().take(2).find_map(|arg| self.word_number(arg))?.clone();
        if self.has_effects(&number) || !self.is_independent(&own) {
            return None;
        }
        let compared = self.model_function("__braid_compared")?;
        self.inline(compared, &[as_int(&number), place(span)], span)
    }

    fn is_in_main(&self) -> bool {
        matches!(self.program.threads.template(self.template).kind, TemplateKind::Main(_))
    }

    /// A function of a model header.
    fn model_function(&self, name: &str) -> Option<FuncId> {
        let funcs = &self.program.typed.funcs;
        let at = funcs.iter().position(|func| &*func.name == name && func.builtin)?;
        Some(FuncId(at as u32))
    }

    /// The number of the word in `argv` that an expression is.
    fn word_number<'b>(&self, text: &'b TExpr) -> Option<&'b TExpr> {
        let TKind::Load(word) = &text.kind else { return None };
        let LKind::Deref(pointer) = &word.kind else { return None };
        let TKind::PtrAdd(words, number, _) = &pointer.kind else { return None };
        let TKind::Load(words) = &words.kind else { return None };
        let LKind::Obj(words) = words.kind else { return None };
        let TemplateKind::Main(Some(main)) = self.program.threads.templates[0].kind else {
            return None;
        };
        let is_int = matches!(&number.ty, Ty::Int(_));
        (is_int && is_words(self.program.typed, main, words, 8)).then_some(&**number)
    }

    /// A call that compares something with a literal.
    fn comparison(&self, name: &str, args: &[TExpr], span: Span) -> Option<Comparison> {
        let whole = match name {
            "strcmp" | "strcasecmp" => true,
            "strncmp" | "strncasecmp" => false,
            _ => return None,
        };
        let text = args.iter().take(2).find_map(|arg| self.format(arg))?;
        let most = match whole {
            true => text.len() + 1,
            false => usize::try_from(const_value(self.program.types, args.get(2)?)?).ok()?,
        };
        let whole = most > text.len();
        let text = text[..most.min(text.len())].to_ascii_lowercase();
        (most > 0).then(|| Comparison {
            text: String::from_utf8_lossy(&text).into_owned(),
            whole,
            span,
        })
    }

    /// Whether the answer "equal" says nothing about the answers to all other questions but that they are
    /// "no": and all of the answers are only asked whether they are 0.
    fn is_independent(&self, own: &Comparison) -> bool {
        let typed = self.program.typed;
        let (mut n_calls, mut n_tests, mut is_independent) = (0, 0, true);
        let is_call = |expr: &TExpr| match &expr.kind {
            TKind::Call(Callee::Func(id), _) => is_comparison(&typed.func(*id).name),
            _ => false,
        };
        let mut see = |expr: &TExpr| {
            if let TKind::Call(Callee::Func(id), args) = &expr.kind
                && is_call(expr)
            {
                n_calls += 1;
                is_independent &= match self.comparison(&typed.func(*id).name, args, expr.span) {
                    Some(other) if other.span == own.span => true,
                    Some(other) if other.whole => !own.whole || own.text != other.text,
                    Some(other) => !own.text.starts_with(&other.text),
                    None => false,
                };
            }
            n_tests += match &expr.kind {
                TKind::Not(a) => usize::from(is_call(a)),
                TKind::And(a, b) | TKind::Or(a, b) => {
                    usize::from(is_call(a)) + usize::from(is_call(b))
                }
                TKind::Cond(a, ..) => usize::from(is_call(a)),
                TKind::Bin(BinaryOp::Eq | BinaryOp::Ne, a, b) => {
                    usize::from(is_call(a) && const_value(self.program.types, b) == Some(0))
                }
                _ => 0,
            };
        };
        let funcs = || typed.funcs.iter().filter(|func| !func.builtin);
        for func in funcs() {
            for_each_inner_expr(func.body.as_deref().unwrap_or_default(), &mut see);
        }
        for func in funcs() {
            for_each_stmt(func.body.as_deref().unwrap_or_default(), &mut |stmt| {
                if matches!(stmt.kind, TStmtKind::If(..) | TStmtKind::While(..)) {
                    let mut is_first = true;
                    for_each_expr(stmt, &mut |expr| {
                        n_tests += usize::from(std::mem::take(&mut is_first) && is_call(expr));
                    });
                }
            });
        }
        is_independent && n_calls == n_tests
    }
}

fn is_comparison(name: &str) -> bool {
    matches!(name, "strcmp" | "strcasecmp" | "strncmp" | "strncasecmp")
}

/// Whether a variable is `argv` of `main`, or a parameter that is always given that.
fn is_words(typed: &Typed, main: FuncId, id: ObjId, depth: u32) -> bool {
    let object = typed.object(id);
    let Some(func) = object.func.filter(|_| !object.changes && depth > 0) else { return false };
    let def = typed.func(func);
    let Some(position) = def.params.iter().position(|&param| param == id) else { return false };
    if func == main {
        return position == 1;
    }
    let mut is_always = true;
    let mut see = |expr: &TExpr| match &expr.kind {
        TKind::FuncAddr(taken) if *taken == func => is_always = false,
        TKind::Call(Callee::Func(called), args) if *called == func => {
            is_always &= args.get(position).is_some_and(|arg| match &arg.kind {
                TKind::Load(from) => match from.kind {
                    LKind::Obj(from) => is_words(typed, main, from, depth - 1),
                    _ => false,
                },
                _ => false,
            });
        }
        _ => {}
    };
    for other in &typed.funcs {
        for_each_inner_expr(other.body.as_deref().unwrap_or_default(), &mut see);
    }
    for step in typed.objects.iter().flat_map(|object| &object.init) {
        super::super::walk::walk_expr(&step.value, &mut |expr| see(expr));
    }
    is_always
}

fn as_int(number: &TExpr) -> TExpr {
    match number.ty == Ty::INT {
        true => number.clone(),
        false => {
            TExpr { kind: TKind::Cast(Box::new(number.clone())), ty: Ty::INT, span: number.span }
        }
    }
}

/// A number for a place of the program: behind those in front of it in the text.
fn place(span: Span) -> TExpr {
    TExpr { kind: TKind::Const(u64::from(span.start) + 1), ty: Ty::INT, span }
}
