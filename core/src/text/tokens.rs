//! Preprocessed C: the tokens a compiler would see, each with the place it came from.
//!
//! The tokens are also laid out as one text, which is what the parser reads: an offset in that text
//! leads to a token, and the token to the user's exact columns, also through macros. Comments that
//! speak to Braid (`// braid: ...`) survive as tokens of their own; all other comments are gone.

use super::Span;

/// What a token is, as far as the preprocessor can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Identifiers and keywords.
    Word,
    Number,
    Char,
    String,
    Punct,
    /// A comment that starts with `braid:`.
    Annotation,
}

/// The macro expansion that a token came out of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// Name of the outermost macro.
    pub name: String,
    /// Its invocation in the user's text, arguments included.
    pub call: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    /// Where the token stands in [`Tokens::text`].
    pub start: u32,
    pub end: u32,
    /// Where its spelling was written: for a token of a macro argument, in the argument; for a token
    /// of a macro body, in the macro's definition.
    pub origin: Span,
    /// Index into [`Tokens::expansions`], if the token came out of a macro.
    pub expansion: Option<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// The tokens in order, separated by blanks and line breaks.
    pub text: String,
    pub tokens: Vec<Token>,
    pub expansions: Vec<Expansion>,
    /// What `#pragma pack` said: from the token of this number on, fields of structs are aligned to at
    /// most so many bytes. In the order of the text.
    pub packs: Vec<(u32, Option<u32>)>,
}

impl Tokens {
    pub fn spelling(&self, token: &Token) -> &str {
        &self.text[token.start as usize..token.end as usize]
    }

    /// The token at a byte of [`Self::text`], or the first one after it.
    pub fn at(&self, offset: u32) -> Option<&Token> {
        let idx = self.tokens.partition_point(|token| token.end <= offset);
        self.tokens.get(idx)
    }

    /// Where the user should look for a token: where it was written if that is in the text they are
    /// reading, otherwise the macro invocation it came out of.
    pub fn shown_at(&self, token: &Token) -> Span {
        match token.expansion {
            None => token.origin,
            Some(expansion) => {
                let call = self.expansions[expansion as usize].call;
                let argument = token.origin.file == call.file
                    && call.start <= token.origin.start
                    && token.origin.end <= call.end;
                if argument { token.origin } else { call }
            }
        }
    }

    /// The most that fields of structs are aligned to at a token, if `#pragma pack` says so.
    pub fn packed_to(&self, token_idx: usize) -> Option<u32> {
        let after = self.packs.partition_point(|(from, _)| *from as usize <= token_idx);
        self.packs[..after].last().and_then(|(_, limit)| *limit)
    }

    /// The user's text behind a range of [`Self::text`].
    pub fn span(&self, start: u32, end: u32) -> Option<Span> {
        let first = self.tokens.partition_point(|token| token.end <= start);
        let last = self.tokens.partition_point(|token| token.start < end);
        let tokens = self.tokens.get(first..last)?;
        let mut spans = tokens.iter().map(|token| self.shown_at(token));
        let head = spans.next()?;
        // Tokens of one construct may come from several files (a macro of a header); the span keeps
        // to the file in which the construct starts.
        Some(tokens.last().map_or(head, |last| head.to(self.shown_at(last))))
    }
}
