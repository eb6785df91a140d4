//! Lines and columns as a client counts them.
//!
//! The protocol ends a line with `\n`, `\r\n` or a lone `\r`, and counts columns in the units that
//! client and server agreed on. `braid_core::text::LineIndex` counts bytes and knows `\n` only, so it
//! is no use here.
//!
//! Positions come from outside: those past the end of a line count as its end, those past the last
//! line as the end of the text, those within a character as its start.

#[cfg(test)]
mod tests;

use std::ops::Range;

use tower_lsp::lsp_types::{Position, PositionEncodingKind};

/// The unit of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    /// What every client understands.
    #[default]
    Utf16,
}

impl Encoding {
    /// The first encoding that we know among those that the client offers: it put them in this order
    /// for a reason. No offer means UTF-16.
    pub fn agree(offered: &[PositionEncodingKind]) -> Self {
        let known = offered.iter().find_map(|kind| match kind.as_str() {
            "utf-8" => Some(Encoding::Utf8),
            "utf-16" => Some(Encoding::Utf16),
            _ => None,
        });
        known.unwrap_or_default()
    }

    /// The protocol's name for it.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn width(self, character: char) -> usize {
        match self {
            Encoding::Utf8 => character.len_utf8(),
            Encoding::Utf16 => character.len_utf16(),
        }
    }

    fn columns(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }

    /// The byte at a column of a line, rounded down to the start of a character.
    fn byte(self, line: &str, column: usize) -> usize {
        let mut seen = 0;
        for (byte, character) in line.char_indices() {
            seen += self.width(character);
            if seen > column {
                return byte;
            }
        }
        line.len()
    }
}

/// Where the lines of one text start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// In bytes; the first is 0, so it is never empty.
    starts: Vec<usize>,
}

impl Lines {
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(line_starts(text, 0..text.len()));
        Self { starts }
    }

    pub fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let offset = floor(text, offset);
        let line = self.line_of(offset);
        let content = self.content(text, line);
        let before = &text[content.start..offset.min(content.end)];
        Position::new(line as u32, encoding.columns(before) as u32)
    }

    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let line = position.line as usize;
        if line >= self.starts.len() {
            return text.len();
        }
        let content = self.content(text, line);
        content.start + encoding.byte(&text[content], position.character as usize)
    }

    /// Follows an edit that has been made: in `text`, `inserted` bytes now stand where `removed` was.
    ///
    /// Only the edited lines are read again, so that an edit in a long text stays cheap. A line break
    /// can also appear or vanish where the edit meets its surroundings, because `\r` and `\n` become
    /// neighbours or stop being it: hence the byte before the edit belongs to what is read. A break
    /// that ends after the byte behind the edit ends there whatever stands before it.
    pub fn replaced(&mut self, text: &str, removed: Range<usize>, inserted: usize) {
        let first = self.line_of(removed.start.saturating_sub(1));
        let kept = self.starts.partition_point(|&start| start <= removed.end);
        let changed = self.starts[first]..removed.start + inserted;
        let starts: Vec<usize> = line_starts(text, changed).collect();
        let n_new = starts.len();
        self.starts.splice(first + 1..kept, starts);
        for start in &mut self.starts[first + 1 + n_new..] {
            *start = *start - removed.len() + inserted;
        }
    }

    /// The text of a line without its line break.
    pub fn line<'a>(&self, text: &'a str, line: usize) -> Option<&'a str> {
        (line < self.starts.len()).then(|| &text[self.content(text, line)])
    }

    fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// The bytes of a line without its line break.
    fn content(&self, text: &str, line: usize) -> Range<usize> {
        let start = self.starts[line];
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let line = &text[start..end];
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        start..start + line.len()
    }
}

/// The starts of the lines that begin after a line break of `range`, at its end or before.
fn line_starts(text: &str, range: Range<usize>) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    range.filter_map(move |at| match bytes[at] {
        b'\n' => Some(at + 1),
        b'\r' if bytes.get(at + 1) != Some(&b'\n') => Some(at + 1),
        _ => None,
    })
}

/// The start of the character at an offset; the end of the text for offsets past it.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
