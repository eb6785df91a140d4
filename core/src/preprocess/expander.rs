//! The preprocessor's state, and its main loop: read, expand, write.
//!
//! Tokens come from two places. [`Expander::pending`] is a stack of tokens that macros have
//! produced and that are still to be read, the next one on top; below it are the files, the
//! innermost include on top. Both the main loop and the collection of macro arguments read through
//! [`Expander::next`], which takes from the stack first; so a macro may take its arguments from
//! what follows the macro that named it.

use crate::hash::{FxHashMap, FxHashSet};

use super::comment;
use super::cursor::Cursor;
use super::lex;
use super::macros::Macros;
use super::names::Symbol;
use super::pragma::Packing;
use super::reporting::Gravity;
use super::spellings::Spellings;
use super::tok::{Kind, Punct, Spelling, Tok};
use super::writer::Writer;
use super::{MAX_NESTING, MAX_TEXT_BYTES, codes};
use crate::text::{FileId, IncludeKind, Problem, Sources, Span, Tokens};

#[derive(Debug)]
pub struct Expander<'s> {
    pub sources: &'s Sources,
    pub spellings: Spellings,
    pub macros: Macros,
    /// The files being read, the root first.
    pub cursors: Vec<Cursor>,
    /// How many of `cursors` must not be left: a macro call ends in the file in which it starts.
    /// 0 outside macro calls.
    pub floor: usize,
    /// Tokens that macros produced, in reverse.
    pub pending: Vec<Tok>,
    /// A token that was read from the file while looking for a `(`.
    pub lookahead: Option<Tok>,
    /// Annotations that were read amid a macro call; they are written after its expansion.
    pub late: Vec<Tok>,
    /// White space before or in a macro invocation of which nothing is left to carry it; the next
    /// pending token gets it.
    pub owes_space: bool,
    /// The outermost macro invocation that is being expanded.
    pub outer: Option<u32>,
    /// The directive that is being obeyed, whose tokens are not written; up to the end of its file.
    pub directive: Option<Span>,
    /// Where the user wrote the word that led to what is being expanded: `__LINE__` is its line.
    pub site: Span,
    /// Tokens that macros have produced so far; see [`super::MAX_EXPANDED`].
    pub n_expanded: usize,
    /// How many argument lists, one inside the other, are being expanded.
    pub depth: usize,
    pub n_counted: u64,
    pub includes: Includes,
    pub packing: Packing,
    /// The name `_Pragma`.
    pub pragma_word: Symbol,
    pub problems: Vec<Problem>,
    /// A limit was hit: everything reads as ended.
    pub halted: bool,
    pub writer: Writer,
}

/// What is known about included files.
#[derive(Debug, Default)]
pub struct Includes {
    /// The answers of the loader, by including file.
    pub found: FxHashMap<(FileId, String, IncludeKind), Option<FileId>>,
    /// Names that were reported as not found.
    pub missing: FxHashSet<String>,
    /// Files that asked for `#pragma once`.
    pub once: FxHashSet<FileId>,
    /// The include guards of files that have one.
    pub guards: FxHashMap<FileId, Symbol>,
    pub n_entered: usize,
    pub n_bytes: usize,
    /// Includes went too deep or are too many; no further one is followed.
    pub closed: bool,
}

impl<'s> Expander<'s> {
    pub fn new(sources: &'s Sources) -> Self {
        let mut spellings = Spellings::new();
        let macros = Macros::new(&mut spellings.names);
        let pragma_word = spellings.names.symbol("_Pragma");
        Self {
            sources,
            spellings,
            macros,
            cursors: Vec::new(),
            floor: 0,
            pending: Vec::new(),
            lookahead: None,
            late: Vec::new(),
            owes_space: false,
            outer: None,
            directive: None,
            site: Span::whole(FileId(0)),
            n_expanded: 0,
            depth: 0,
            n_counted: 0,
            includes: Includes::default(),
            packing: Packing::default(),
            pragma_word,
            problems: Vec::new(),
            halted: false,
            writer: Writer::default(),
        }
    }

    /// Reads everything there is and writes what it expands to.
    pub fn run(mut self) -> (Tokens, Vec<Problem>) {
        loop {
            // Only marks left: the outermost expansion is over.
            while self.pending.last().is_some_and(|tok| tok.kind == Kind::Leave) {
                self.leave_macro();
            }
            if self.pending.is_empty() {
                self.outer = None;
                self.owes_space = false;
                for annotation in std::mem::take(&mut self.late) {
                    self.write(annotation);
                }
            }
            let tok = self.next();
            match tok.kind {
                Kind::End => break,
                Kind::Word if self.enter_macro(tok) => {}
                Kind::Word if tok.name() == Some(self.pragma_word) => self.pragma_operator(&tok),
                _ => self.write(tok),
            }
        }
        if self.halted {
            // Half a program would only raise further problems.
            return (Tokens::default(), self.problems);
        }
        (self.writer.finish(), self.problems)
    }

    /// The next token, not expanded.
    #[inline]
    pub fn next(&mut self) -> Tok {
        while let Some(&tok) = self.pending.last() {
            match tok.kind {
                Kind::Leave => self.leave_macro(),
                Kind::Stop => return Tok::mark(Kind::End),
                _ if self.halted => return Tok::mark(Kind::End),
                _ => {
                    self.pending.pop();
                    let painted = tok.painted || tok.name().is_some_and(|n| self.macros.is_busy(n));
                    let space = tok.space | std::mem::take(&mut self.owes_space);
                    return Tok { painted, space, ..tok };
                }
            }
        }
        self.next_of_file()
    }

    pub fn leave_macro(&mut self) {
        if let Some(Tok { spelling: Spelling::Name(name), space, .. }) = self.pending.pop() {
            self.macros.set_idle(name);
            self.owes_space |= space;
        }
    }

    /// The next token of the files, directives obeyed.
    #[inline]
    pub fn next_of_file(&mut self) -> Tok {
        if let Some(tok) = self.lookahead.take() {
            return tok;
        }
        if self.halted {
            return Tok::mark(Kind::End);
        }
        loop {
            let Some(cursor) = self.cursors.last_mut() else {
                return Tok::mark(Kind::End);
            };
            let lexeme = lex::lex(&cursor.source.text, cursor.pos);
            cursor.pos = lexeme.end;
            match lexeme.kind {
                Kind::Newline => {
                    cursor.fresh = true;
                    cursor.broken = true;
                }
                Kind::Punct(Punct::Hash) if cursor.fresh => {
                    self.obey_line(lexeme);
                    if self.halted {
                        return Tok::mark(Kind::End);
                    }
                }
                Kind::End => {
                    if self.cursors.len() <= self.floor {
                        return Tok::mark(Kind::End);
                    }
                    self.leave_file();
                }
                Kind::Annotation => {
                    // Otherwise white space: a `#` after it still starts a directive.
                    let line = std::mem::take(&mut cursor.broken);
                    let tok = self.spellings.tok(cursor.file, &cursor.source.text, lexeme);
                    let tok = Tok { line, ..tok };
                    if self.floor == 0 {
                        return tok;
                    }
                    self.late.push(tok);
                }
                kind => {
                    cursor.fresh = false;
                    cursor.unguard();
                    let line = std::mem::take(&mut cursor.broken);
                    let mut tok = self.spellings.tok(cursor.file, &cursor.source.text, lexeme);
                    tok.line = line;
                    tok.space |= line;
                    if kind == Kind::Broken {
                        self.report_broken(&tok, Gravity::Fatal);
                    }
                    return tok;
                }
            }
        }
    }

    /// The next token of a directive's line, or `None` at its end.
    pub fn next_of_line(&mut self) -> Option<Tok> {
        let mut after_annotation = false;
        loop {
            let cursor = self.cursors.last_mut()?;
            let lexeme = lex::lex(&cursor.source.text, cursor.pos);
            if matches!(lexeme.kind, Kind::Newline | Kind::End) {
                cursor.pos = lexeme.start;
                return None;
            }
            cursor.pos = lexeme.end;
            if lexeme.kind == Kind::Annotation {
                // Directives are not annotated; to them it is a comment like any other.
                after_annotation = true;
                continue;
            }
            let mut tok = self.spellings.tok(cursor.file, &cursor.source.text, lexeme);
            tok.space |= after_annotation;
            return Some(tok);
        }
    }

    /// The rest of a directive's line.
    pub fn rest_of_line(&mut self) -> Vec<Tok> {
        let mut line = Vec::new();
        while let Some(tok) = self.next_of_line() {
            if tok.kind == Kind::Broken {
                self.report_broken(&tok, Gravity::IfUsed);
            }
            line.push(tok);
        }
        line
    }

    /// Ignores the rest of a line, quotes without an end included.
    pub fn skip_line(&mut self) {
        let Some(cursor) = self.cursors.last_mut() else {
            return;
        };
        let end = comment::line_end(&cursor.source.text, cursor.pos);
        cursor.pos = end.pos;
        if let Some(start) = end.open_comment {
            let file = cursor.file;
            self.report_open_comment(file, start as u32);
        }
    }

    fn write(&mut self, tok: Tok) {
        match tok.kind {
            Kind::Other | Kind::Punct(Punct::Hash | Punct::HashHash) => {
                self.report_stray(&tok);
                return;
            }
            Kind::Broken => {
                // Reported where it was read; but in a macro body it did no harm until now.
                let at = self.place(&tok);
                if at != tok.origin {
                    self.report_broken(&Tok { origin: at, ..tok }, Gravity::Fatal);
                }
                return;
            }
            _ => self.writer.push(&self.spellings, &tok, self.outer),
        }
        if self.writer.n_open() > MAX_NESTING {
            let at = self.writer.shown_at(&tok, self.outer);
            let message = format!("brackets are nested more than {MAX_NESTING} deep");
            self.halt(Problem::fatal(codes::NESTING_TOO_DEEP, at, message));
        }
        if self.writer.n_bytes() > MAX_TEXT_BYTES {
            let at = self.writer.shown_at(&tok, self.outer);
            self.halt_too_large(at);
        }
    }
}
