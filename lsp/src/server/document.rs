//! A text that is open in the editor.

use std::sync::Arc;

use tower_lsp::lsp_types::TextDocumentContentChangeEvent;

use crate::convert::{Encoding, Lines, from_lsp};

#[derive(Clone, Debug)]
pub struct Document {
    /// What the client calls its language.
    pub language: String,
    /// The client's number for this state of the text.
    pub version: i32,
    /// Ours. Unlike versions, revisions are never used twice, also not by another document or after
    /// closing and opening again.
    pub revision: u64,
    /// Runs keep the text that they were started with, so an edit copies it if it is in use.
    text: Arc<String>,
    lines: Lines,
}

impl Document {
    pub fn new(language: String, version: i32, revision: u64, text: String) -> Self {
        let lines = Lines::new(&text);
        Self { language, version, revision, text: Arc::new(text), lines }
    }

    pub fn text(&self) -> &Arc<String> {
        &self.text
    }

    /// Makes a change; several of them are made one after the other, each in the text that the one
    /// before left behind.
    pub fn apply(&mut self, change: &TextDocumentContentChangeEvent, encoding: Encoding) {
        match change.range {
            None => {
                self.text = Arc::new(change.text.clone());
                self.lines = Lines::new(&self.text);
            }
            Some(range) => {
                let bytes = from_lsp::bytes(&self.text, &self.lines, range, encoding);
                Arc::make_mut(&mut self.text).replace_range(bytes.clone(), &change.text);
                self.lines.replaced(&self.text, bytes, change.text.len());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::{Position, Range};

    use super::*;

    type Edit = ((u32, u32), (u32, u32), &'static str);

    fn check(before: &str, edits: &[Edit], encoding: Encoding, after: &str) {
        let mut document = Document::new("c".to_owned(), 1, 1, before.to_owned());
        for &(from, to, text) in edits {
            let range = Range::new(Position::new(from.0, from.1), Position::new(to.0, to.1));
            let change = TextDocumentContentChangeEvent {
                range: Some(range),
                range_length: None,
                text: text.to_owned(),
            };
            document.apply(&change, encoding);
        }
        assert_eq!(**document.text(), after);
        assert_eq!(document.lines, Lines::new(after));
    }

    #[test]
    fn edits_are_made_one_after_the_other() {
        let edits: &[Edit] =
            &[((0, 0), (0, 0), "int x;\n"), ((1, 4), (1, 5), "z"), ((0, 4), (0, 5), "y")];
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            check("int x;\n", edits, encoding, "int y;\nint z;\n");
        }
    }

    #[test]
    fn columns_after_other_characters() {
        let text = "\u{feff}/* ä😀 */ x;\r\ny;\r\n";
        let after = "\u{feff}/* ä😀 */ z;\r\ny\r\n";
        check(text, &[((0, 11), (0, 12), "z"), ((1, 1), (1, 2), "")], Encoding::Utf16, after);
        check(text, &[((0, 16), (0, 17), "z"), ((1, 1), (1, 2), "")], Encoding::Utf8, after);
    }

    #[test]
    fn lines_are_joined_and_split() {
        check("a\r\nb", &[((0, 1), (1, 0), "")], Encoding::Utf16, "ab");
        check("ab", &[((0, 1), (0, 1), "\r\n"), ((1, 0), (1, 1), "c")], Encoding::Utf16, "a\r\nc");
    }

    #[test]
    fn nonsense_ranges_stay_within_the_text() {
        check("ab\ncd", &[((0, 9), (7, 7), "")], Encoding::Utf16, "ab");
        check("ab\ncd", &[((9, 9), (9, 9), "e")], Encoding::Utf16, "ab\ncde");
        check("ab\ncd", &[((1, 1), (0, 0), "-")], Encoding::Utf16, "ab\nc-d");
    }

    #[test]
    fn whole_texts_replace() {
        let mut document = Document::new("c".to_owned(), 1, 1, "a\nb".to_owned());
        let change = TextDocumentContentChangeEvent {
            range: None,
            range_length: None,
            text: "c".to_owned(),
        };
        let kept = document.text().clone();
        document.apply(&change, Encoding::Utf16);
        assert_eq!((document.text().as_str(), kept.as_str()), ("c", "a\nb"));
    }
}
