//! From bytes to preprocessing tokens.
//!
//! One function, [`lex`], reads one token and the white space before it; it holds no state but the
//! position, so that the caller may stop at any byte, skip a line and go on. It works on bytes: all
//! of C's marks are ASCII, and a byte of a longer UTF-8 sequence is never mistaken for one.
//!
//! Line splices are no part of any token ([`super::splice`]); comments are white space, but for
//! those that speak to Braid ([`super::comment`]).

use super::comment::{Comment, comment};
use super::splice::{byte, cleaned, unsplice};
use super::tok::{Kind, Punct};

#[derive(Clone, Copy, Debug)]
pub struct Lexeme {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
    /// White space or a comment stands before it.
    pub space: bool,
    /// A line splice stands inside it.
    pub spliced: bool,
}

/// The token at or after a position.
#[inline]
pub fn lex(text: &str, from: usize) -> Lexeme {
    let bytes = text.as_bytes();
    let (mut from, mut pos) = (from, from);
    loop {
        match byte(bytes, pos) {
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => pos += 1,
            b'/' => match comment(text, pos) {
                None => break,
                Some(Comment::Plain { end }) => pos = end,
                Some(Comment::Kept(lexeme)) => return Lexeme { space: pos > from, ..lexeme },
            },
            b'\\' => {
                let next = unsplice(bytes, pos);
                if next == pos {
                    break;
                }
                // A splice alone is no white space.
                if pos == from {
                    from = next;
                }
                pos = next;
            }
            _ => break,
        }
    }
    let (kind, end, spliced) = token(text, pos);
    Lexeme { kind, start: pos, end, space: pos > from, spliced }
}

/// The token that starts at a byte which is no blank: its kind, its end, and whether a splice
/// stands inside.
#[inline]
fn token(text: &str, start: usize) -> (Kind, usize, bool) {
    let bytes = text.as_bytes();
    match byte(bytes, start) {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => word(text, start),
        b'0'..=b'9' => number(text, start),
        b'.' if byte(bytes, unsplice(bytes, start + 1)).is_ascii_digit() => number(text, start),
        b'\n' => (Kind::Newline, start + 1, false),
        quote @ (b'"' | b'\'') => literal(bytes, start, quote),
        0 => (Kind::End, start, false),
        128.. => match char_at(text, start) {
            Some(c) if c.is_alphabetic() => word(text, start),
            c => (Kind::Other, start + c.map_or(1, char::len_utf8), false),
        },
        b'\\' if universal_name_end(bytes, start).is_some() => word(text, start),
        b'@' | b'`' | b'\\' | 1..=31 | 127 => (Kind::Other, start + 1, false),
        _ => punctuator(bytes, start),
    }
}

const WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut b = 0;
    while b < 128 {
        table[b] = (b as u8).is_ascii_alphanumeric() || b as u8 == b'_' || b as u8 == b'$';
        b += 1;
    }
    table
};

fn word(text: &str, start: usize) -> (Kind, usize, bool) {
    let bytes = text.as_bytes();
    let (mut end, mut spliced) = (start, false);
    loop {
        while WORD[byte(bytes, end) as usize] {
            end += 1;
        }
        // Splices are skipped only towards more of the word: a token does not end in one.
        let next = unsplice(bytes, end);
        let Some(after) = word_part(text, next) else {
            break;
        };
        spliced |= next > end;
        end = after;
    }
    if end - start <= 2 || spliced {
        let next = unsplice(bytes, end);
        let quote = byte(bytes, next);
        let is_prefix = matches!(&*cleaned(&text[start..end]), "L" | "u" | "U" | "u8");
        if is_prefix && (quote == b'"' || quote == b'\'') {
            let (kind, close, inside) = literal(bytes, next, quote);
            return (kind, close, spliced || inside || next > end);
        }
    }
    (Kind::Word, end, spliced)
}

/// The end of the character at a position, if a word may hold it.
fn word_part(text: &str, pos: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    match byte(bytes, pos) {
        b'\\' => universal_name_end(bytes, pos),
        128.. => char_at(text, pos).filter(|c| c.is_alphanumeric()).map(|c| pos + c.len_utf8()),
        b => WORD[b as usize].then_some(pos + 1),
    }
}

/// The end of a `\uXXXX` or `\UXXXXXXXX` at a position.
fn universal_name_end(bytes: &[u8], pos: usize) -> Option<usize> {
    let digits = match (byte(bytes, pos), byte(bytes, pos + 1)) {
        (b'\\', b'u') => 4,
        (b'\\', b'U') => 8,
        _ => return None,
    };
    let end = pos + 2 + digits;
    bytes.get(pos + 2..end)?.iter().all(u8::is_ascii_hexdigit).then_some(end)
}

/// C calls it a preprocessing number: more than the numbers, so that `0x1e+2` is one token.
fn number(text: &str, start: usize) -> (Kind, usize, bool) {
    let bytes = text.as_bytes();
    let (mut end, mut spliced) = (start + 1, false);
    let mut last = byte(bytes, start);
    loop {
        let next = unsplice(bytes, end);
        let b = byte(bytes, next);
        let sign = matches!(b, b'+' | b'-') && matches!(last, b'e' | b'E' | b'p' | b'P');
        if !(WORD[b as usize] || b == b'.' || sign) {
            return (Kind::Number, end, spliced);
        }
        spliced |= next > end;
        end = next + 1;
        last = b;
    }
}

/// A string or character constant from its opening quote on.
fn literal(bytes: &[u8], start: usize, quote: u8) -> (Kind, usize, bool) {
    let (end, closed, spliced) = quoted(bytes, start, quote);
    let kind = match (closed, quote) {
        (false, _) => Kind::Broken,
        (true, b'"') => Kind::String,
        (true, _) => Kind::Char,
    };
    (kind, end, spliced)
}

/// The end of what a quote opens, whether it is the closing quote (rather than the end of the
/// line), and whether a splice stands inside.
pub fn quoted(bytes: &[u8], start: usize, quote: u8) -> (usize, bool, bool) {
    let (mut pos, mut spliced) = (start + 1, false);
    loop {
        match byte(bytes, pos) {
            b'\n' | 0 => {
                let blanks = bytes[start..pos].iter().rev().take_while(|b| **b == b'\r').count();
                return (pos - blanks, false, spliced);
            }
            b'\\' => {
                let next = unsplice(bytes, pos);
                if next > pos {
                    spliced = true;
                    pos = next;
                    continue;
                }
                // The escaped character, be it a quote; the backslash of an escape may be spliced
                // to it.
                let escaped = unsplice(bytes, pos + 1);
                spliced |= escaped > pos + 1;
                let ends = matches!(byte(bytes, escaped), b'\n' | 0);
                pos = if ends { escaped } else { escaped + 1 };
            }
            b if b == quote => return (pos + 1, true, spliced),
            _ => pos += 1,
        }
    }
}

/// The longest punctuator at a position.
fn punctuator(bytes: &[u8], start: usize) -> (Kind, usize, bool) {
    let first = byte(bytes, start);
    let single = |punct| (Kind::Punct(punct), start + 1, false);
    match first {
        b'(' => return single(Punct::OpenParen),
        b')' => return single(Punct::CloseParen),
        b',' => return single(Punct::Comma),
        b'[' | b'{' => return single(Punct::Open),
        b']' | b'}' => return single(Punct::Close),
        b';' | b'~' | b'?' => return single(Punct::Plain),
        _ => {}
    }
    let at2 = unsplice(bytes, start + 1);
    let at3 = unsplice(bytes, at2 + 1);
    let (second, third) = (byte(bytes, at2), byte(bytes, at3));
    let (punct, length) = match (first, second) {
        (b'<', b'<') | (b'>', b'>') if third == b'=' => (Punct::Plain, 3),
        (b'.', b'.') if third == b'.' => (Punct::Ellipsis, 3),
        (b'+', b'+' | b'=')
        | (b'-', b'-' | b'=' | b'>')
        | (b'<', b'<' | b'=')
        | (b'>', b'>' | b'=')
        | (b'&', b'&' | b'=')
        | (b'|', b'|' | b'=')
        | (b'*' | b'/' | b'^' | b'=' | b'!', b'=') => (Punct::Plain, 2),
        (b'%', b':') => {
            let at4 = unsplice(bytes, at3 + 1);
            if third == b'%' && byte(bytes, at4) == b':' {
                return (Kind::Punct(Punct::HashHash), at4 + 1, at4 > start + 3);
            }
            (Punct::Hash, 2)
        }
        (b'%', b'=') => (Punct::Plain, 2),
        (b'#', b'#') => (Punct::HashHash, 2),
        (b'#', _) => (Punct::Hash, 1),
        (b'<', b':' | b'%') => (Punct::OpenDigraph, 2),
        (b':' | b'%', b'>') => (Punct::CloseDigraph, 2),
        _ => (Punct::Plain, 1),
    };
    let end = match length {
        1 => start + 1,
        2 => at2 + 1,
        _ => at3 + 1,
    };
    (Kind::Punct(punct), end, end > start + length)
}

fn char_at(text: &str, pos: usize) -> Option<char> {
    text.get(pos..)?.chars().next()
}
