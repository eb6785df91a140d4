//! Macro invocations: finding one, collecting its arguments, expanding lists of tokens.
//!
//! The rules are those of C11 6.10.3, in the way most compilers read them. While the expansion of a
//! macro is being read, its name is *busy*; a busy name that is read is painted, and stays so
//! wherever it goes. An expansion ends where its last token has been read: when a function-like
//! macro is the last token of an expansion and its `(` follows after it, that expansion has ended,
//! and its macro is free again inside the call. The standard leaves that case open; gcc and clang
//! decide it this way.

use std::rc::Rc;

use super::definition::Definition;
use super::expander::Expander;
use super::macros::{Builtin, Macro};
use super::tok::{Kind, Punct, Tok};
use super::writer::encloses;
use super::{MAX_DEPTH, codes};
use crate::text::{Problem, Span};

/// The arguments of a macro call, before they are expanded.
#[derive(Debug, Default)]
pub struct Args {
    toks: Vec<Tok>,
    /// Where each argument ends in `toks`.
    ends: Vec<usize>,
}

impl Args {
    pub fn n_given(&self) -> usize {
        self.ends.len()
    }

    /// The tokens of an argument; none for a variable argument that was left out.
    pub fn raw(&self, idx: usize) -> &[Tok] {
        let start = idx.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied());
        match (start, self.ends.get(idx)) {
            (Some(start), Some(&end)) => &self.toks[start..end],
            _ => &[],
        }
    }
}

impl Expander<'_> {
    /// Replaces a word by the expansion of the macro it names, to be read next. False if it is just
    /// a word.
    #[inline]
    pub fn enter_macro(&mut self, word: Tok) -> bool {
        match word.name().and_then(|name| self.macros.get(name)) {
            Some(meaning) if !word.painted => {
                let meaning = Rc::clone(meaning);
                self.enter(word, &meaning)
            }
            _ => false,
        }
    }

    /// Expands a list of tokens on its own, as if nothing followed it.
    pub fn expand_list(&mut self, list: &[Tok]) -> Vec<Tok> {
        let names_macro =
            |tok: &Tok| tok.name().is_some_and(|name| self.macros.get(name).is_some());
        if !list.iter().any(names_macro) {
            return list.to_vec();
        }
        let mut expanded = Vec::with_capacity(list.len());
        self.with_list(list, |this| {
            loop {
                let tok = this.next();
                match tok.kind {
                    Kind::End => break,
                    Kind::Word if this.enter_macro(tok) => {}
                    _ => expanded.push(tok),
                }
            }
        });
        expanded
    }

    /// Lets a function read a list of tokens, through [`Self::next`], and nothing after it.
    pub fn with_list(&mut self, list: &[Tok], read: impl FnOnce(&mut Self)) {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let at = self.expanding_at();
            let message = format!("Macro calls are nested more than {MAX_DEPTH} deep");
            self.halt(Problem::fatal(codes::EXPANSION_TOO_LARGE, at, message));
        }
        let owes_space = std::mem::take(&mut self.owes_space);
        let base = self.pending.len();
        self.pending.push(Tok::mark(Kind::Stop));
        self.pending.extend(list.iter().rev());
        read(self);
        self.pending.truncate(base);
        self.owes_space = owes_space;
        self.depth -= 1;
    }

    fn enter(&mut self, word: Tok, meaning: &Macro) -> bool {
        let definition = match meaning {
            Macro::Builtin(Builtin::HasInclude) => return false,
            Macro::Builtin(builtin) => {
                self.begin(&word);
                self.push_builtin(*builtin, &word);
                return true;
            }
            Macro::Defined(definition) => definition,
        };
        let args = match &definition.params {
            None => {
                self.begin(&word);
                Args::default()
            }
            Some(params) => {
                if !self.call_follows() {
                    return false;
                }
                self.begin(&word);
                match self.collect(definition, params.len(), &word) {
                    Some((args, call)) => {
                        self.substitute(definition, &args, &word, call);
                        return true;
                    }
                    None => return true,
                }
            }
        };
        self.substitute(definition, &args, &word, word.origin);
        true
    }

    /// Notes the start of an invocation, be it an outermost one or not.
    fn begin(&mut self, word: &Tok) {
        if self.outer.is_none() && self.directive.is_none() {
            self.outer = Some(self.writer.begin(&self.spellings, word));
        }
        let written = self.directive.or(self.outer.map(|outer| self.writer.call(outer)));
        if written.is_some_and(|written| encloses(written, word.origin)) {
            self.site = word.origin;
        }
    }

    /// Whether a `(` comes next.
    fn call_follows(&mut self) -> bool {
        // Expansions that end here end for good: what follows them is looked at.
        while self.pending.last().is_some_and(|tok| tok.kind == Kind::Leave) {
            self.leave_macro();
        }
        if let Some(tok) = self.pending.last() {
            return tok.is(Punct::OpenParen);
        }
        let floor = std::mem::replace(&mut self.floor, self.cursors.len());
        let tok = self.next_of_file();
        self.floor = floor;
        if tok.kind != Kind::End {
            self.lookahead = Some(tok);
        }
        tok.is(Punct::OpenParen)
    }

    /// Reads a call's arguments. `None`, and a problem, if they are not what the macro takes; the
    /// call then expands to nothing.
    fn collect(
        &mut self,
        definition: &Definition,
        n_params: usize,
        word: &Tok,
    ) -> Option<(Args, Span)> {
        let floor = std::mem::replace(&mut self.floor, self.cursors.len());
        let open = self.next();
        let mut args = Args::default();
        let mut depth = 0;
        let close = loop {
            let tok = self.next();
            match tok.kind {
                Kind::End => break None,
                Kind::Punct(Punct::OpenParen) => depth += 1,
                Kind::Punct(Punct::CloseParen) if depth == 0 => break Some(tok),
                Kind::Punct(Punct::CloseParen) => depth -= 1,
                // The last parameter of a variadic macro takes the commas as well.
                Kind::Punct(Punct::Comma)
                    if depth == 0 && (!definition.variadic || args.ends.len() + 1 < n_params) =>
                {
                    args.ends.push(args.toks.len());
                    continue;
                }
                _ => {}
            }
            args.toks.push(tok);
        };
        self.floor = floor;
        let Some(close) = close else {
            let at = self.place(word);
            let message = format!("The call of `{}` has no `)`", self.spellings.text(word));
            if !self.halted {
                self.complain(codes::UNTERMINATED_CALL, at, message);
            }
            return None;
        };
        args.ends.push(args.toks.len());
        // Calls inside arguments are collected once per level.
        if self.depth > 0 && !self.charge(args.toks.len()) {
            return None;
        }
        let call = self.call_span(word, &open, &close);
        self.check_arity(definition, n_params, &args, word, call).then_some((args, call))
    }

    /// Where a call is written, name to parenthesis, and the outermost call grows with it.
    fn call_span(&mut self, word: &Tok, open: &Tok, close: &Tok) -> Span {
        // Nothing pending, not even the end of an expansion or list: `close` came from the file.
        let from_file = self.pending.is_empty();
        let Some(outer) = self.outer else {
            return word.origin.to(close.origin);
        };
        if from_file {
            self.writer.grow_call(outer, close.origin);
        }
        // The name may come from one macro and the parentheses from another; the bytes between them
        // would mean nothing then.
        let whole = word.origin.to(close.origin);
        let together =
            word.origin.end <= open.origin.start && open.origin.end <= close.origin.start;
        if together && encloses(self.writer.call(outer), whole) { whole } else { word.origin }
    }

    fn check_arity(
        &mut self,
        definition: &Definition,
        n_params: usize,
        args: &Args,
        word: &Tok,
        call: Span,
    ) -> bool {
        let n_args = args.n_given();
        // `f()` gives one empty argument, or none to a macro that takes none.
        let fits = match n_params {
            0 => args.toks.is_empty() && n_args == 1,
            _ => n_args == n_params || definition.variadic && n_args + 1 == n_params,
        };
        if !fits {
            let name = self.spellings.text(word);
            let at_least = if definition.variadic { "at least " } else { "" };
            let takes = n_params - usize::from(definition.variadic);
            let message =
                format!("`{name}` takes {at_least}{takes} argument(s), but {n_args} are given");
            let at = self.place(&Tok { origin: call, ..*word });
            let problem = Problem::fatal(codes::MACRO_ARGUMENTS, at, message);
            self.report(problem.note(definition.at, "the macro is defined here"));
        }
        fits
    }
}
