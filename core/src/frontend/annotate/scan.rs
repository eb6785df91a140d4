//! The tokens of an annotation's text.
//!
//! The preprocessor does not look into comments, so the C in them is split into tokens here.

use std::ops::Range;

use crate::text::{Span, Token, TokenKind, Tokens};

/// Operators longer than one character, longest first.
const LONG: &[&str] = &[
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=", "*=", "/=", "%=", "&=", "^=", "|=",
];

/// Splits `text[start..]`; `origin` tells where a range of it was written.
pub fn scan(text: &str, start: usize, origin: impl Fn(Range<usize>) -> Span) -> Tokens {
    let mut tokens = Vec::new();
    let mut at = start;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let (kind, len) = token(&text[at..], c);
        let range = at..at + len;
        let span = origin(range.clone());
        let (start, end) = (range.start as u32, range.end as u32);
        tokens.push(Token { kind, start, end, origin: span, expansion: None });
        at = range.end;
    }
    Tokens { text: text.to_owned(), tokens, ..Tokens::default() }
}

fn token(rest: &str, c: char) -> (TokenKind, usize) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    if c.is_ascii_digit() || (c == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit())) {
        return (TokenKind::Number, number_len(rest));
    }
    let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    let quote = rest[word..].chars().next();
    if matches!(quote, Some('"' | '\'')) && matches!(&rest[..word], "" | "L" | "u" | "U" | "u8") {
        let kind = if quote == Some('"') { TokenKind::String } else { TokenKind::Char };
        return (kind, word + quoted_len(&rest[word..]));
    }
    if word > 0 {
        return (TokenKind::Word, word);
    }
    let len = LONG.iter().find(|op| rest.starts_with(**op)).map_or(c.len_utf8(), |op| op.len());
    (TokenKind::Punct, len)
}

/// A preprocessing number [C17 6.4.8].
fn number_len(rest: &str) -> usize {
    let mut last = '0';
    for (offset, c) in rest.char_indices() {
        let sign = matches!(c, '+' | '-') && matches!(last, 'e' | 'E' | 'p' | 'P');
        let hex_e =
            sign && matches!(last, 'e' | 'E') && rest.to_ascii_lowercase().starts_with("0x");
        let separator =
            c == '\'' && rest[offset + 1..].starts_with(|c: char| c.is_ascii_alphanumeric());
        let goes_on = c.is_ascii_alphanumeric() || c == '.' || c == '_' || separator;
        if !goes_on && (!sign || hex_e) {
            return offset;
        }
        last = c;
    }
    rest.len()
}

fn quoted_len(rest: &str) -> usize {
    let mut chars = rest.char_indices();
    let quote = chars.next().map(|(_, c)| c);
    while let Some((offset, c)) = chars.next() {
        if Some(c) == quote {
            return offset + 1;
        }
        if c == '\\' {
            chars.next();
        }
    }
    rest.len()
}

/// Some of the tokens of a unit, as a unit of their own.
pub fn part(tokens: &Tokens, range: Range<usize>) -> Tokens {
    let part = tokens.tokens.get(range).unwrap_or_default();
    let (start, end) = match (part.first(), part.last()) {
        (Some(first), Some(last)) => (first.start, last.end),
        _ => (0, 0),
    };
    let mut expansions = Vec::new();
    let moved = part.iter().map(|token| {
        let expansion = token.expansion.and_then(|idx| {
            expansions.push(tokens.expansions.get(idx as usize)?.clone());
            Some(expansions.len() as u32 - 1)
        });
        Token { start: token.start - start, end: token.end - start, expansion, ..*token }
    });
    let moved = moved.collect();
    let text = tokens.text[start as usize..end as usize].to_owned();
    Tokens { text, tokens: moved, expansions, packs: Vec::new() }
}
