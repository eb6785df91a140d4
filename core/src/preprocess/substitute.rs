//! Macro bodies with their arguments put in.
//!
//! A parameter stands for its argument, fully expanded, except beside `#` and `##`, where it stands
//! for the argument as written. Arguments are expanded when first needed, once. The result goes on the
//! stack of pending tokens, with a mark below it that frees the macro's name again.

use std::fmt::Write;

use super::calls::Args;
use super::codes;
use super::definition::{Definition, Piece, Role};
use super::expander::Expander;
use super::lex;
use super::macros::Builtin;
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
        let mut expanded: Vec<Option<Vec<Tok>>> = vec![None; n_params];
        let mut out: Vec<Tok> = Vec::with_capacity(definition.body.len());
        // White space before a piece that vanished.
        let mut owes_space = false;
        let mut idx = 0;
        while let Some(piece) = definition.body.get(idx) {
            idx += 1;
            let from = out.len();
            match piece.role {
                Role::OptionalEnd => continue,
                Role::Optional { end } => {
                    // Only variadic macros, which have a last parameter, have such pieces.
                    let rest = n_params - 1;
                    let has_more = !self.expanded(&mut expanded, args, rest).is_empty();
                    if has_more && end > idx {
                        owes_space |= piece.tok.space;
                        continue;
                    }
                    idx = end;
                    out.push(Tok::mark(Kind::Placemarker));
                }
                Role::Token => out.push(piece.tok),
                Role::Stringise(param) => out.push(self.stringise(args.raw(param), call)),
                Role::Param(param) if piece.joined || piece.joins => {
                    let raw = args.raw(param);
                    if !self.charge(raw.len()) {
                        return (out, false);
                    }
                    if self.follows_comma(definition, piece, param, &out, idx) {
                        // gcc's `, ## __VA_ARGS__`: without variable arguments there is no comma, with
                        // them it is not joined. An argument that is there but empty keeps the comma.
                        if raw.is_empty() && (args.n_given() < n_params || n_params == 1) {
                            out.pop();
                        }
                        out.extend(raw);
                        continue;
                    }
                    match raw {
                        [] => out.push(Tok::mark(Kind::Placemarker)),
                        _ => out.extend(raw),
                    }
                }
                Role::Param(param) => {
                    let list = self.expanded(&mut expanded, args, param);
                    if !self.charge(list.len()) {
                        return (out, false);
                    }
                    out.extend_from_slice(list);
                }
            }
            owes_space |= piece.tok.space;
            if let Some(first) = out.get_mut(from) {
                // It has the white space of the piece, not of the argument it comes from.
                first.space = std::mem::take(&mut owes_space);
                first.line = false;
            }
            if piece.joined && from > 0 {
                self.join(&mut out, from, call);
            }
        }
        (out, owes_space)
    }

    /// An argument, expanded, from or into the list of those that are already.
    fn expanded<'l>(
        &mut self,
        known: &'l mut [Option<Vec<Tok>>],
        args: &Args,
        param: usize,
    ) -> &'l [Tok] {
        match &mut known[param] {
            Some(list) => list,
            unknown => {
                let site = self.site;
                let list = unknown.insert(self.expand_list(args.raw(param)));
                self.site = site;
                list
            }
        }
    }

    /// Whether a piece is the variable arguments of `, ## __VA_ARGS__`.
    fn follows_comma(
        &self,
        definition: &Definition,
        piece: &Piece,
        param: usize,
        out: &[Tok],
        idx: usize,
    ) -> bool {
        let is_rest = definition.variadic
            && definition.params.as_ref().is_some_and(|params| param + 1 == params.len());
        // The comma is the body's own, not one out of an argument.
        let before = idx.checked_sub(2).and_then(|idx| definition.body.get(idx));
        let after_comma = before.is_some_and(|piece| piece.tok.is(Punct::Comma));
        piece.joined && is_rest && after_comma && out.last().is_some_and(|tok| tok.is(Punct::Comma))
    }

    /// `#`: the characters of an argument as a string.
    fn stringise(&mut self, arg: &[Tok], call: Span) -> Tok {
        let mut text = String::from('"');
        for (idx, tok) in arg.iter().enumerate() {
            if !self.charge_bytes(text.len()) {
                break;
            }
            if tok.space && idx > 0 {
                text.push(' ');
            }
            let spelling = self.spellings.text(tok);
            if matches!(tok.kind, Kind::String | Kind::Char | Kind::Broken) {
                for c in spelling.chars() {
                    if matches!(c, '"' | '\\') {
                        text.push('\\');
                    }
                    text.push(c);
                }
            } else {
                text.push_str(spelling);
            }
        }
        // A stray backslash at the end must not swallow the quote.
        if arg.last().is_some_and(|tok| tok.kind == Kind::Other) && text.ends_with('\\') {
            text.pop();
        }
        text.push('"');
        self.made(Kind::String, &text, call)
    }

    /// `##`: makes one token of the two around a position.
    fn join(&mut self, out: &mut Vec<Tok>, at: usize, call: Span) {
        let (left, right) = (out[at - 1], out[at]);
        if right.kind == Kind::Placemarker {
            out.remove(at);
            return;
        }
        if left.kind == Kind::Placemarker {
            out[at].space = left.space;
            out.remove(at - 1);
            return;
        }
        let [first, second] = [&left, &right].map(|tok| self.spellings.text(tok));
        if !self.charge_bytes(first.len() + second.len()) {
            return;
        }
        let text = [self.spellings.text(&left), self.spellings.text(&right)].concat();
        let lexeme = lex::lex(&text, 0);
        let one = lexeme.start == 0 && lexeme.end == text.len();
        let usable = !matches!(lexeme.kind, Kind::Other | Kind::Broken | Kind::Annotation);
        if !(one && usable) {
            let [left, right] = [&left, &right].map(|tok| self.spellings.text(tok));
            let message = format!("`{left}` and `{right}` joined by `##` do not make one token");
            let place = self.place(&Tok { origin: call, ..Tok::mark(Kind::End) });
            self.complain(codes::BAD_PASTE, place, message);
            return;
        }
        let joined = self.made(lexeme.kind, &text, call);
        out[at - 1] = Tok { space: left.space, line: left.line, ..joined };
        out.remove(at);
    }

    /// A token that no file holds.
    fn made(&mut self, kind: Kind, text: &str, origin: Span) -> Tok {
        let spelling = match kind {
            Kind::Word => self.spellings.make_name(text),
            _ => self.spellings.make(text),
        };
        Tok { spelling, origin, made: true, ..Tok::mark(kind) }
    }

    /// Puts a built-in macro's value on the stack.
    pub fn push_builtin(&mut self, builtin: Builtin, word: &Tok) {
        let (kind, text) = match builtin {
            Builtin::Line => (Kind::Number, self.line_number().to_string()),
            Builtin::File => (Kind::String, quote(self.cursors.last().map_or("", |c| c.name()))),
            Builtin::BaseFile => {
                (Kind::String, quote(self.cursors.first().map_or("", |c| c.name())))
            }
            Builtin::Counter => {
                self.n_counted += 1;
                (Kind::Number, (self.n_counted - 1).to_string())
            }
            Builtin::IncludeLevel => {
                (Kind::Number, self.cursors.len().saturating_sub(1).to_string())
            }
            Builtin::HasInclude => return,
        };
        if self.charge(1) && self.charge_bytes(text.len()) {
            let tok = self.made(kind, &text, word.origin);
            self.pending.push(Tok { space: word.space, line: word.line, ..tok });
        }
    }

    fn line_number(&self) -> i64 {
        let cursor = self.cursors.iter().rev().find(|cursor| cursor.file == self.site.file);
        cursor.map_or(0, |cursor| cursor.line(self.site.start))
    }
}

/// A file's name as a string literal.
fn quote(name: &str) -> String {
    let mut text = String::from('"');
    for c in name.chars() {
        match c {
            '"' | '\\' => {
                text.push('\\');
                text.push(c);
            }
            c if c.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(text, "\\{:03o}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
    text
}
