//! Going on behind broken text.

use super::{Outcome, Skim};
use crate::frontend::lex::Lex;
use crate::frontend::respell::Class;

/// What is taken out of the text when something in it is broken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Region {
    Statement,
    Item,
    Field,
}

/// A place to come back to.
struct Mark {
    start: usize,
    n_pads: usize,
    n_attributes: usize,
    n_opaques: usize,
    n_comments: usize,
    n_scopes: usize,
}

impl Skim<'_> {
    /// Runs `inner`; if the text breaks in it, takes out the region it started.
    pub fn recovering(&mut self, region: Region, inner: impl FnOnce(&mut Self) -> Outcome) {
        let mark = Mark {
            start: self.at,
            n_pads: self.spelling.n_pads(),
            n_attributes: self.attributes.len(),
            n_opaques: self.opaques.len(),
            n_comments: self.comments.len(),
            n_scopes: self.scopes.n_open(),
        };
        if inner(self).is_err() {
            self.recover(mark, region);
        }
    }

    fn recover(&mut self, mark: Mark, region: Region) {
        self.skip_region(mark.start, region);
        while region == Region::Statement && self.peek() == Lex::Else {
            // The broken statement was the `if` of this `else`.
            self.bump(Class::Skip);
            let start = self.at;
            self.skip_region(start, region);
        }
        self.spelling.truncate_pads(mark.n_pads);
        self.attributes.truncate(mark.n_attributes);
        self.opaques.truncate(mark.n_opaques);
        self.comments.truncate(mark.n_comments);
        self.scopes.close_to(mark.n_scopes);
        let class = match region {
            Region::Statement => Class::Opaque,
            Region::Item | Region::Field => Class::OpaqueItem,
        };
        let end = self.at.min(self.spelling.classes.len());
        if mark.start < end {
            self.hide(mark.start, end, class, "code that could not be read");
            self.spelling.pad(end, ";");
        } else {
            // Nothing was there at all: the statement ran into the end of its block or of the file.
            self.spelling.pad(end, if region == Region::Statement { "0 ;" } else { "" });
        }
    }

    /// Goes to the end of what started at `start`: past its `;`, past its body in braces, or up to
    /// the brace that closes what is around it.
    fn skip_region(&mut self, start: usize, region: Region) {
        let mut depth = 0u32;
        for token_idx in start..self.at {
            match self.lex(token_idx) {
                Lex::LBrace => depth += 1,
                Lex::RBrace => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        // The `;` between the parentheses of a `for` end nothing.
        let mut n_clauses = 0;
        let mut n_parens = 0u32;
        loop {
            match self.peek() {
                Lex::End => return,
                Lex::For => (n_clauses, n_parens) = (2, 0),
                Lex::LParen => n_parens += 1,
                Lex::RParen => {
                    n_parens = n_parens.saturating_sub(1);
                    if n_parens == 0 {
                        n_clauses = 0;
                    }
                }
                Lex::Semi if n_clauses > 0 && n_parens > 0 => {
                    n_clauses -= 1;
                    self.bump(Class::Skip);
                    continue;
                }
                Lex::LBrace => depth += 1,
                Lex::RBrace if depth == 0 => {
                    if region == Region::Item {
                        self.bump(Class::Skip);
                    }
                    return;
                }
                Lex::RBrace => depth -= 1,
                _ => {}
            }
            let token_idx = self.bump(Class::Skip);
            let ends = match self.lex(token_idx) {
                Lex::Semi => depth == 0,
                // A body ends a statement or a function; an initialiser is followed by its `;`.
                Lex::RBrace => depth == 0 && self.peek() != Lex::Semi && self.peek() != Lex::Comma,
                _ => false,
            };
            if ends {
                return;
            }
        }
    }
}
