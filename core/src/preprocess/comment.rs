//! Comments, and lines that are skipped like one.

use std::borrow::Cow;

use super::lex::{Lexeme, quoted};
use super::splice::{byte, cleaned, unsplice};
use super::tok::Kind;

pub enum Comment {
    /// White space, up to `end`.
    Plain { end: usize },
    /// An annotation, or a comment without an end.
    Kept(Lexeme),
}

impl Comment {
    fn kept(kind: Kind, start: usize, end: usize, spliced: bool) -> Self {
        Comment::Kept(Lexeme { kind, start, end, space: false, spliced })
    }
}

/// The comment that starts at a slash, if one does.
pub fn comment(text: &str, start: usize) -> Option<Comment> {
    let bytes = text.as_bytes();
    let second = unsplice(bytes, start + 1);
    let body = second + 1;
    let is_block = byte(bytes, second) == b'*';
    let end = match byte(bytes, second) {
        b'*' => match block_comment_end(text, body) {
            Some(end) => end,
            None => return Some(Comment::kept(Kind::Broken, start, text.len(), false)),
        },
        b'/' => line_comment_end(text, body),
        _ => return None,
    };
    if !text[body..end].trim_ascii_start().starts_with("braid:") {
        return Some(Comment::Plain { end });
    }
    // A backslash at the end would join the line to the next one when the annotation is read again.
    let is_trimmed = |c: char| !is_block && (c.is_ascii_whitespace() || c == '\\');
    let end = start + text[start..end].trim_end_matches(is_trimmed).len();
    let spliced = matches!(cleaned(&text[start..end]), Cow::Owned(_));
    Some(Comment::kept(Kind::Annotation, start, end, spliced))
}

fn block_comment_end(text: &str, body: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut pos = body;
    loop {
        pos += text[pos..].find('*')? + 1;
        let next = unsplice(bytes, pos);
        if byte(bytes, next) == b'/' {
            return Some(next + 1);
        }
    }
}

/// The line break that ends a `//` comment; one after a backslash does not.
fn line_comment_end(text: &str, body: usize) -> usize {
    let mut pos = body;
    loop {
        let Some(length) = text[pos..].find('\n') else {
            return text.len();
        };
        let end = pos + length;
        if !text[pos..end].trim_ascii_end().ends_with('\\') {
            return end;
        }
        pos = end + 1;
    }
}

/// The end of a line.
#[derive(Clone, Copy, Debug)]
pub struct LineEnd {
    /// The offset of the line break, or of the end of the text.
    pub pos: usize,
    /// Where a comment without an end starts that runs over it.
    pub open_comment: Option<usize>,
}

/// The end of the line at a position. Comments are skipped with the line breaks in them, quotes
/// hide comments, and a quote needs no end: this is how the lines of an inactive `#if` branch are
/// read.
pub fn line_end(text: &str, from: usize) -> LineEnd {
    let bytes = text.as_bytes();
    let (mut pos, mut open_comment) = (from, None);
    loop {
        match byte(bytes, pos) {
            b'\n' | 0 => return LineEnd { pos, open_comment },
            b'/' => match comment(text, pos) {
                None => pos += 1,
                Some(Comment::Plain { end }) => pos = end,
                Some(Comment::Kept(lexeme)) => {
                    open_comment = (lexeme.kind == Kind::Broken).then_some(lexeme.start);
                    pos = lexeme.end;
                }
            },
            b'\\' => pos = unsplice(bytes, pos).max(pos + 1),
            quote @ (b'"' | b'\'') => pos = quoted(bytes, pos, quote).0,
            _ => pos += 1,
        }
    }
}
