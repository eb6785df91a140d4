//! Lines and columns as a client counts them.
//!
//! The protocol ends a line with `\n`, `\r\n` or a lone `\r`, and counts columns in the units that
//! client and server agreed on. `braid_core::text::LineIndex` counts bytes and knows `\n` only, so it
//! is no use here.
//!
//! Positions come from outside: those past the end of a line count as its end, those past the last
//! line as the end of the text, those within a character as its start.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_client_decides_about_the_encoding() {
        let agree = |offered: &[&'static str]| {
            let kinds = offered.iter().map(|&kind| PositionEncodingKind::new(kind));
            Encoding::agree(&kinds.collect::<Vec<_>>()).kind()
        };
        assert_eq!(agree(&[]), PositionEncodingKind::UTF16);
        assert_eq!(agree(&["utf-8", "utf-16"]), PositionEncodingKind::UTF8);
        assert_eq!(agree(&["utf-16", "utf-8"]), PositionEncodingKind::UTF16);
        assert_eq!(agree(&["utf-32", "utf-8"]), PositionEncodingKind::UTF8);
        assert_eq!(agree(&["utf-32", "morse"]), PositionEncodingKind::UTF16);
    }

    /// Checks that an offset has these columns in both encodings, and that they lead back to it.
    fn check(text: &str, offset: usize, line: u32, utf8: u32, utf16: u32) {
        let lines = Lines::new(text);
        for (encoding, column) in [(Encoding::Utf8, utf8), (Encoding::Utf16, utf16)] {
            let position = Position::new(line, column);
            assert_eq!(lines.position(text, offset, encoding), position, "{encoding:?}");
            assert_eq!(lines.offset(text, position, encoding), offset, "{encoding:?}");
        }
    }

    #[test]
    fn columns_count_units() {
        let text = "aä😀b\n😀";
        check(text, 0, 0, 0, 0);
        check(text, 1, 0, 1, 1);
        check(text, 3, 0, 3, 2);
        check(text, 7, 0, 7, 4);
        check(text, 8, 0, 8, 5);
        check(text, 9, 1, 0, 0);
        check(text, 13, 1, 4, 2);
    }

    #[test]
    fn a_byte_order_mark_is_a_character() {
        check("\u{feff}int x;", 3, 0, 3, 1);
        check("\u{feff}int x;", 7, 0, 7, 5);
    }

    #[test]
    fn all_line_ends_count() {
        let text = "a\r\nb\rc\n\r\n";
        check(text, 3, 1, 0, 0);
        check(text, 5, 2, 0, 0);
        check(text, 7, 3, 0, 0);
        check(text, 9, 4, 0, 0);
        // Between `\r` and `\n` there is no column: it counts as the end of the line.
        assert_eq!(Lines::new(text).position(text, 2, Encoding::Utf8), Position::new(0, 1));
    }

    fn offset(text: &str, line: u32, column: u32, encoding: Encoding) -> usize {
        Lines::new(text).offset(text, Position::new(line, column), encoding)
    }

    #[test]
    fn positions_that_do_not_exist_are_moved() {
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            assert_eq!(offset("ab\r\nc", 0, 99, encoding), 2, "the end of the line");
            assert_eq!(offset("ab\r\nc", 1, u32::MAX, encoding), 5);
            assert_eq!(offset("ab\r\nc", 7, 0, encoding), 5, "the end of the text");
            assert_eq!(offset("ab\n", u32::MAX, u32::MAX, encoding), 3);
            assert_eq!(offset("", 0, 5, encoding), 0);
        }
        assert_eq!(offset("ä😀", 0, 1, Encoding::Utf8), 0, "within the first character");
        assert_eq!(offset("ä😀", 0, 5, Encoding::Utf8), 2, "within the second");
        assert_eq!(offset("ä😀", 0, 2, Encoding::Utf16), 2, "between two halves");
    }

    #[test]
    fn offsets_that_do_not_exist_are_moved() {
        let text = "a😀";
        let lines = Lines::new(text);
        assert_eq!(lines.position(text, 3, Encoding::Utf16), Position::new(0, 1));
        assert_eq!(lines.position(text, 99, Encoding::Utf16), Position::new(0, 3));
    }

    /// All edits of all texts of up to four characters, so that every way in which line breaks can be
    /// torn apart or joined occurs.
    #[test]
    fn lines_follow_edits() {
        let texts = |max: usize| {
            let mut texts = vec![String::new()];
            let mut from = 0;
            for _ in 0..max {
                let to = texts.len();
                for idx in from..to {
                    texts.extend(["\r", "\n", "x"].map(|end| texts[idx].clone() + end));
                }
                from = to;
            }
            texts
        };
        for before in texts(4) {
            for inserted in texts(2) {
                for start in 0..=before.len() {
                    for end in start..=before.len() {
                        let mut text = before.clone();
                        text.replace_range(start..end, &inserted);
                        let mut lines = Lines::new(&before);
                        lines.replaced(&text, start..end, inserted.len());
                        let case = (&before, start..end, &inserted);
                        assert_eq!(lines, Lines::new(&text), "{case:?}");
                    }
                }
            }
        }
    }
}
