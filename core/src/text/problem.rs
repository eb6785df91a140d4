//! What is wrong with, or unsupported in, the user's text.

use super::Span;

/// A stable kebab-case fact, such as `unsupported-construct`. Users filter and search by it, and
/// `braid explain` documents each one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub &'static str);

/// One thing the user should know about their text, at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub code: Code,
    pub span: Span,
    /// One sentence that stands alone, without a final full stop.
    pub message: String,
    /// What to do about it, as an imperative sentence; may be empty.
    pub hint: String,
    /// Further places that explain it.
    pub notes: Vec<Note>,
    /// Whether nothing can be said about the program at all (broken C, a missing include), rather
    /// than about the properties that depend on this place.
    pub fatal: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub span: Span,
    pub message: String,
}

impl Problem {
    /// A problem that leaves the rest of the program readable.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            span,
            message: message.into(),
            hint: String::new(),
            notes: Vec::new(),
            fatal: false,
        }
    }

    /// A problem after which the program is not understood well enough to say anything about it.
    pub fn fatal(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { fatal: true, ..Self::new(code, span, message) }
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    pub fn note(mut self, span: Span, message: impl Into<String>) -> Self {
        self.notes.push(Note { span, message: message.into() });
        self
    }
}
