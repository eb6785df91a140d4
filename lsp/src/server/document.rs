//! A text that is open in the editor.

use std::collections::VecDeque;
use std::sync::Arc;

use tower_lsp::lsp_types::TextDocumentContentChangeEvent;

use super::edits::Edit;
use crate::convert::{Encoding, Lines, from_lsp};

/// Results that are older than this many edits are not followed any more.
const MAX_EDITS: usize = 20_000;

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
    lines: Arc<Lines>,
    /// What was done to it, each with the revision it led to.
    edits: VecDeque<(u64, Edit)>,
    /// The revision before the first of the edits.
    oldest: u64,
}

impl Document {
    pub fn new(language: String, version: i32, revision: u64, text: String) -> Self {
        let lines = Arc::new(Lines::new(&text));
        let (text, edits) = (Arc::new(text), VecDeque::new());
        Self { language, version, revision, text, lines, edits, oldest: revision }
    }

    pub fn lines(&self) -> &Arc<Lines> {
        &self.lines
    }

    /// What was done since a revision; `None` if that is not known.
    pub fn edits_since(&self, revision: u64) -> Option<Vec<Edit>> {
        if revision < self.oldest || revision > self.revision {
            return None;
        }
        let later = self.edits.iter().filter(|(led_to, _)| *led_to > revision);
        Some(later.map(|(_, edit)| *edit).collect())
    }

    pub fn text(&self) -> &Arc<String> {
        &self.text
    }

    /// Makes changes one after the other, each in the text that the one before left behind.
    pub fn change(
        &mut self,
        changes: &[TextDocumentContentChangeEvent],
        encoding: Encoding,
        version: i32,
        revision: u64,
    ) {
        for change in changes {
            let edit = self.apply(change, encoding);
            self.edits.push_back((revision, edit));
        }
        self.version = version;
        self.revision = revision;
        while self.edits.len() > MAX_EDITS
            && let Some((led_to, _)) = self.edits.pop_front()
        {
            self.oldest = led_to;
        }
    }

    fn apply(&mut self, change: &TextDocumentContentChangeEvent, encoding: Encoding) -> Edit {
        match change.range {
            None => {
                let edit = Edit::between(&self.text, &change.text);
                self.text = Arc::new(change.text.clone());
                self.lines = Arc::new(Lines::new(&self.text));
                edit
            }
            Some(range) => {
                let bytes = from_lsp::bytes(&self.text, &self.lines, range, encoding);
                Arc::make_mut(&mut self.text).replace_range(bytes.clone(), &change.text);
                let inserted = change.text.len();
                Arc::make_mut(&mut self.lines).replaced(&self.text, bytes.clone(), inserted);
                Edit { start: bytes.start, removed: bytes.len(), inserted }
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
        assert_eq!(**document.lines(), Lines::new(after));
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
