//! Problems, and the limits that end everything.

use super::expander::Expander;
use super::tok::Tok;
use super::{MAX_EXPANDED, MAX_MADE_BYTES, MAX_PROBLEMS, codes};
use crate::text::{Code, FileId, Problem, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gravity {
    Fatal,
    /// It stands in a directive, where it is harmless unless a macro brings it into the program.
    IfUsed,
}

impl Expander<'_> {
    /// Where to report what is wrong with a token.
    pub fn place(&self, tok: &Tok) -> Span {
        self.writer.shown_at(tok, self.outer)
    }

    pub fn report(&mut self, problem: Problem) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        } else if self.problems.len() == MAX_PROBLEMS {
            let message = "There are more problems than are listed";
            let hint = "Fix the first ones; the others may be their consequences.";
            let last = Problem::new(codes::TOO_MANY_PROBLEMS, problem.span, message).hint(hint);
            self.problems.push(Problem { fatal: problem.fatal, ..last });
        } else if let Some(last) = self.problems.last_mut() {
            last.fatal |= problem.fatal;
        }
    }

    pub fn halt(&mut self, problem: Problem) {
        if !self.halted {
            self.halted = true;
            // The reason for the halt is never cut off.
            self.problems.push(problem);
        }
    }

    pub fn halt_too_large(&mut self, at: Span) {
        let message = "Macros expand to more text than Braid reads";
        let hint = "Look for macros that double their text at every level.";
        self.halt(Problem::fatal(codes::EXPANSION_TOO_LARGE, at, message).hint(hint));
    }

    /// Accounts for tokens that a macro produces; false once there are too many.
    #[must_use]
    pub fn charge(&mut self, n_tokens: usize) -> bool {
        self.n_expanded += n_tokens;
        if self.n_expanded > MAX_EXPANDED {
            self.halt_too_large(self.expanding_at());
        }
        !self.halted
    }

    /// Whether a spelling of so many bytes may still be made.
    #[must_use]
    pub fn charge_bytes(&mut self, n_bytes: usize) -> bool {
        if self.spellings.n_made_bytes() + n_bytes > MAX_MADE_BYTES {
            self.halt_too_large(self.expanding_at());
        }
        !self.halted
    }

    /// The directive or the outermost invocation that is being expanded.
    pub fn expanding_at(&self) -> Span {
        match (self.directive, self.outer, self.cursors.last()) {
            (Some(directive), _, Some(cursor)) => {
                let start = directive.start as usize;
                cursor.span(start, cursor.pos.max(start))
            }
            (_, Some(outer), _) => self.writer.call(outer),
            (_, _, Some(cursor)) => cursor.span(cursor.pos, cursor.pos),
            _ => Span::whole(FileId(0)),
        }
    }

    pub fn report_stray(&mut self, tok: &Tok) {
        let at = self.place(tok);
        let text = self.spellings.text(tok);
        let message = match text.chars().next() {
            Some('#') | Some('%') => format!("`{text}` starts no directive here"),
            Some(c) if c.is_ascii_graphic() => format!("`{c}` is not part of C"),
            Some(c) => format!("The character U+{:04X} is not part of C", u32::from(c)),
            None => return,
        };
        self.report(Problem::fatal(codes::STRAY_CHARACTER, at, message));
    }

    pub fn report_broken(&mut self, tok: &Tok, gravity: Gravity) {
        let text = self.spellings.text(tok);
        let (code, message) = match text.chars().find(|c| matches!(c, '/' | '"' | '\'')) {
            Some('/') => return self.report_open_comment(tok.origin.file, tok.origin.start),
            Some('"') => {
                (codes::UNTERMINATED_STRING, "This string has no closing `\"` on its line")
            }
            _ => (codes::UNTERMINATED_CHAR, "This character constant has no closing `'`"),
        };
        let fatal = gravity == Gravity::Fatal;
        self.report(Problem { fatal, ..Problem::new(code, tok.origin, message) });
    }

    pub fn report_open_comment(&mut self, file: FileId, start: u32) {
        // It runs to the end of the file; where it opens is what matters.
        let at = Span::new(file, start, start + 2);
        self.complain(codes::UNTERMINATED_COMMENT, at, "This comment has no `*/`");
    }

    /// A fatal problem in a directive.
    pub fn complain(&mut self, code: Code, at: Span, message: impl Into<String>) {
        self.report(Problem::fatal(code, at, message));
    }
}
