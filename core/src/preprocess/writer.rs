//! Tokens as one text that a parser can read.
//!
//! The text must give the same tokens when it is split again, so two tokens that did not stand side
//! by side in one file get a blank between them: pieces of different macros would otherwise run
//! together (`-` and `-x`). Tokens that did stand side by side were split there by the same rules.
//! Beyond that the layout follows the source, lines and indentation, for whoever reads a dump.

use super::spellings::Spellings;
use super::tok::{Kind, Punct, Tok};
use crate::text::{Expansion, FileId, Span, Token, TokenKind, Tokens};

#[derive(Debug, Default)]
pub struct Writer {
    out: Tokens,
    /// Where the last token's origin ends, if that is also where its characters end.
    last_end: Option<(FileId, u32)>,
    /// White space that the next token owes to a macro invocation at its place.
    owes_space: bool,
    owes_line: Option<Span>,
    /// A `//` comment was written and has to end.
    in_line_comment: bool,
    n_open: usize,
}

impl Writer {
    /// Starts an outermost macro invocation, whose name is the given token. Its first token, or the
    /// first after it if it expands to nothing, gets the white space before the name.
    pub fn begin(&mut self, spellings: &Spellings, name: &Tok) -> u32 {
        self.owes_space |= name.space;
        if name.line {
            self.owes_line.get_or_insert(name.origin);
        }
        let name = Expansion { name: spellings.text(name).to_owned(), call: name.origin };
        self.out.expansions.push(name);
        self.out.expansions.len() as u32 - 1
    }

    /// The invocation of an expansion.
    pub fn call(&self, expansion: u32) -> Span {
        self.out.expansions[expansion as usize].call
    }

    /// Extends the invocation of an expansion to what is read as part of it.
    pub fn grow_call(&mut self, expansion: u32, to: Span) {
        let call = &mut self.out.expansions[expansion as usize].call;
        *call = call.to(to);
    }

    /// Where the user should look for a token.
    pub fn shown_at(&self, tok: &Tok, expansion: Option<u32>) -> Span {
        match expansion {
            Some(expansion) => {
                let call = self.call(expansion);
                if encloses(call, tok.origin) { tok.origin } else { call }
            }
            None => tok.origin,
        }
    }

    pub fn n_bytes(&self) -> usize {
        self.out.text.len()
    }

    /// From the next token on, fields of structs are aligned to at most so many bytes.
    pub fn pack(&mut self, limit: Option<u32>) {
        self.out.packs.push((self.out.tokens.len() as u32, limit));
    }

    /// How many brackets are open.
    pub fn n_open(&self) -> usize {
        self.n_open
    }

    /// Writes a token. Its kind must be one that a [`Token`] has.
    #[inline]
    pub fn push(&mut self, spellings: &Spellings, tok: &Tok, expansion: Option<u32>) {
        self.separate(spellings, tok);
        let mut spelling = spellings.text(tok);
        let kind = match tok.kind {
            Kind::Number => TokenKind::Number,
            Kind::Char => TokenKind::Char,
            Kind::String => TokenKind::String,
            Kind::Annotation => TokenKind::Annotation,
            Kind::Punct(punct) => {
                match punct {
                    Punct::OpenParen | Punct::Open | Punct::OpenDigraph => self.n_open += 1,
                    Punct::CloseParen | Punct::Close | Punct::CloseDigraph => {
                        self.n_open = self.n_open.saturating_sub(1);
                    }
                    _ => {}
                }
                if matches!(punct, Punct::OpenDigraph | Punct::CloseDigraph) {
                    spelling = primary(spelling);
                }
                TokenKind::Punct
            }
            _ => TokenKind::Word,
        };
        let text = &mut self.out.text;
        let start = text.len() as u32;
        text.push_str(spelling);
        let end = text.len() as u32;
        self.out.tokens.push(Token { kind, start, end, origin: tok.origin, expansion });
        self.last_end = (!tok.made).then_some((tok.origin.file, tok.origin.end));
        self.in_line_comment = kind == TokenKind::Annotation && spelling.starts_with("//");
    }

    pub fn finish(mut self) -> Tokens {
        if !self.out.text.is_empty() {
            self.out.text.push('\n');
        }
        self.out
    }

    #[inline]
    fn separate(&mut self, spellings: &Spellings, tok: &Tok) {
        let text = &mut self.out.text;
        let line = match self.owes_line.take() {
            None => tok.line.then_some(tok.origin),
            first => first,
        };
        let space = std::mem::take(&mut self.owes_space) || tok.space;
        if std::mem::take(&mut self.in_line_comment) || line.is_some() {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(line.map_or("", |first| spellings.indentation(first)));
        } else if space || tok.made || self.last_end != Some((tok.origin.file, tok.origin.start)) {
            text.push(' ');
        }
    }
}

/// Whether a span encloses another one.
pub fn encloses(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

/// The usual spelling of a digraph; parsers tend not to know the others.
fn primary(digraph: &str) -> &'static str {
    match digraph {
        "<:" => "[",
        ":>" => "]",
        "<%" => "{",
        _ => "}",
    }
}
