//! Macro bodies with their arguments put in.
//!
//! A parameter stands for its argument, fully expanded, except beside `#` and `##`, where it stands
//! for the argument as written. Arguments are expanded when first needed, once. The result goes on
//! the stack of pending tokens, with a mark below it that frees the macro's name again.

use super::calls::Args;
use super::definition::{Definition, Role};
use super::expander::Expander;
use super::names::Symbol;
use super::tok::{Kind, Punct, Tok};
use crate::text::Span;

impl Expander<'_> {
    /// Puts a macro's expansion on the stack. `call` is the invocation, `word` its name.
    pub fn substitute(&mut self, definition: &Definition, args: &Args, word: &Tok, call: Span) {
        let Some(name) = word.name() else {
            return;
        };
        if !self.charge(definition.body.len() + 1) {
            return;
        }
        if definition.plain {
            self.push_plain(name, definition, word);
            return;
        }
        let (mut body, mut owes_space) = self.replace_params(definition, args, call);
        let mut skipped_space = false;
        body.retain_mut(|tok| {
            if tok.kind == Kind::Placemarker {
                skipped_space |= tok.space;
                return false;
            }
            tok.space |= std::mem::take(&mut skipped_space);
            true
        });
        owes_space |= skipped_space;
        match body.first_mut() {
            Some(first) => first.space |= word.space,
            None => owes_space |= word.space,
        }
        self.pending.push(Tok { space: owes_space, ..Tok::leave(name) });
        self.macros.set_busy(name);
        self.pending.extend(body.into_iter().rev());
    }

    /// The frequent case, without a list in between.
    fn push_plain(&mut self, name: Symbol, definition: &Definition, word: &Tok) {
        if definition.body.is_empty() {
            self.owes_space |= word.space;
            return;
        }
        self.pending.push(Tok::leave(name));
        self.macros.set_busy(name);
        self.pending.extend(definition.body.iter().rev().map(|piece| piece.tok));
        if let Some(first) = self.pending.last_mut() {
            first.space |= word.space;
        }
    }

    /// A body with its arguments, and whether white space is owed to what follows it.
    fn replace_params(
        &mut self,
        definition: &Definition,
        args: &Args,
        call: Span,
    ) -> (Vec<Tok>, bool) {
        let n_params = definition.params.as_ref().map_or(0, Vec::len);
        let expanded = vec![None; n_params];
        let out = Vec::with_capacity(definition.body.len());
        let mut filling = Filling { definition, args, call, expanded, out, owes_space: false };
        let mut idx = 0;
        while idx < definition.body.len() && !self.halted {
            idx = self.fill(&mut filling, idx);
        }
        (filling.out, filling.owes_space)
    }

    /// Adds what a piece of the body stands for; gives the index of the piece to go on with.
    fn fill(&mut self, filling: &mut Filling<'_>, idx: usize) -> usize {
        let piece = &filling.definition.body[idx];
        let from = filling.out.len();
        let mut next = idx + 1;
        match piece.role {
            Role::OptionalEnd => return next,
            Role::Optional { end } => {
                // Only variadic macros have such pieces, and they have a last parameter.
                let rest = filling.expanded.len() - 1;
                if end > next && !self.expanded(filling, rest).is_empty() {
                    filling.owes_space |= piece.tok.space;
                    return next;
                }
                next = end;
                filling.out.push(Tok::mark(Kind::Placemarker));
            }
            Role::Token => filling.out.push(piece.tok),
            Role::Stringise(param) => {
                filling.out.push(self.stringise(filling.args.raw(param), filling.call));
            }
            Role::Param(param) if filling.is_rest_after_comma(idx, param) => {
                let raw = filling.args.raw(param);
                if self.charge(raw.len()) {
                    filling.add_rest(raw);
                }
                return next;
            }
            Role::Param(param) if piece.joined || piece.joins => {
                let raw = filling.args.raw(param);
                if raw.is_empty() {
                    filling.out.push(Tok::mark(Kind::Placemarker));
                } else if self.charge(raw.len()) {
                    filling.out.extend(raw);
                }
            }
            Role::Param(param) => {
                let n_toks = self.expanded(filling, param).len();
                if self.charge(n_toks) {
                    filling.out.extend(filling.expanded[param].iter().flatten());
                }
            }
        }
        filling.owes_space |= piece.tok.space;
        if let Some(first) = filling.out.get_mut(from) {
            // It has the white space of the piece, not of the argument it comes from.
            first.space = std::mem::take(&mut filling.owes_space);
            first.line = false;
            if piece.joined && from > 0 {
                self.join(&mut filling.out, from, filling.call);
            }
        }
        next
    }

    /// An argument, expanded; only once, however often it is needed.
    fn expanded<'f>(&mut self, filling: &'f mut Filling<'_>, param: usize) -> &'f [Tok] {
        let known = &mut filling.expanded[param];
        if known.is_none() {
            let site = self.site;
            *known = Some(self.expand_list(filling.args.raw(param)));
            self.site = site;
        }
        known.as_deref().unwrap_or_default()
    }
}

/// A body that is being filled with arguments.
struct Filling<'a> {
    definition: &'a Definition,
    args: &'a Args,
    call: Span,
    /// The arguments that have been expanded.
    expanded: Vec<Option<Vec<Tok>>>,
    out: Vec<Tok>,
    /// White space before a piece that stands for nothing.
    owes_space: bool,
}

impl Filling<'_> {
    /// Whether a piece is the variable arguments of gcc's `, ## __VA_ARGS__`. The comma must be the
    /// body's own, not one out of an argument.
    fn is_rest_after_comma(&self, idx: usize, param: usize) -> bool {
        let is_rest = self.definition.variadic && param + 1 == self.expanded.len();
        let before = idx.checked_sub(1).map(|before| &self.definition.body[before]);
        let follows_comma = before.is_some_and(|before| before.tok.is(Punct::Comma));
        let joined = self.definition.body[idx].joined;
        let has_comma = self.out.last().is_some_and(|tok| tok.is(Punct::Comma));
        joined && is_rest && follows_comma && has_comma
    }

    /// Adds variable arguments after a comma. Without any there is no comma, with them it is not
    /// joined; an argument that is there but empty keeps the comma.
    fn add_rest(&mut self, raw: &[Tok]) {
        let n_params = self.expanded.len();
        if raw.is_empty() && (self.args.n_given() < n_params || n_params == 1) {
            self.out.pop();
        }
        self.out.extend(raw);
    }
}
