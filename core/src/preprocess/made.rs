//! Tokens that no file holds: stringised, joined or computed.

use std::fmt::Write;

use super::codes;
use super::expander::Expander;
use super::lex;
use super::macros::Builtin;
use super::tok::{Kind, Tok};
use crate::text::Span;

impl Expander<'_> {
    /// `#`: the characters of an argument as a string.
    pub fn stringise(&mut self, arg: &[Tok], call: Span) -> Tok {
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
    pub fn join(&mut self, out: &mut Vec<Tok>, at: usize, call: Span) {
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
