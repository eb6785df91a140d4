//! The characters of tokens.
//!
//! A token holds no text. Most are a slice of their file, words are names, and the few that were
//! never written anywhere (pasted, stringised, computed, or written across a line splice) are kept
//! here.

use std::rc::Rc;

use super::lex::Lexeme;
use super::names::Names;
use super::splice::cleaned;
use super::tok::{Kind, Spelling, Tok};
use crate::text::{FileId, SourceFile, Sources, Span};

#[derive(Debug)]
pub struct Spellings {
    pub names: Names,
    /// By file number; `None` for files that no token came from.
    files: Vec<Option<Rc<SourceFile>>>,
    /// The made spellings, one after the other, and where each one ends.
    made: String,
    made_ends: Vec<u32>,
    n_made_bytes: usize,
}

impl Spellings {
    pub fn new() -> Self {
        Self {
            names: Names::new(),
            files: Vec::new(),
            made: String::new(),
            made_ends: Vec::new(),
            n_made_bytes: 0,
        }
    }

    /// Makes a file's text known. Must happen before a token of it is made.
    pub fn open(&mut self, sources: &Sources, file: FileId) -> Rc<SourceFile> {
        if self.files.len() <= file.index() {
            self.files.resize(file.index() + 1, None);
        }
        self.files[file.index()].get_or_insert_with(|| sources.file(file)).clone()
    }

    pub fn text(&self, tok: &Tok) -> &str {
        match tok.spelling {
            Spelling::Source => self.slice(tok.origin),
            Spelling::Name(name) => self.names.text(name),
            Spelling::Made(number) => {
                let number = number as usize;
                let start = number.checked_sub(1).map_or(0, |before| self.made_ends[before]);
                &self.made[start as usize..self.made_ends[number] as usize]
            }
        }
    }

    /// The text of a span of an open file, splices included.
    pub fn slice(&self, span: Span) -> &str {
        match &self.files[span.file.index()] {
            Some(file) => &file.text[span.start as usize..span.end as usize],
            None => "",
        }
    }

    /// The blanks before the first token of a line.
    pub fn indentation(&self, first: Span) -> &str {
        let Some(file) = &self.files[first.file.index()] else {
            return "";
        };
        let before = &file.text[..first.start as usize];
        let is_blank = |b: &&u8| matches!(b, b' ' | b'\t');
        let blanks = before.bytes().rev().take_while(|b| is_blank(&b)).count();
        let blanks = &before[before.len() - blanks..];
        if before[..before.len() - blanks.len()].ends_with('\n') { blanks } else { "" }
    }

    /// Keeps a spelling that no file holds.
    pub fn make(&mut self, text: &str) -> Spelling {
        self.n_made_bytes += text.len();
        self.made.push_str(text);
        self.made_ends.push(self.made.len() as u32);
        Spelling::Made(self.made_ends.len() as u32 - 1)
    }

    /// Keeps the spelling of a word that no file holds.
    pub fn make_name(&mut self, text: &str) -> Spelling {
        self.n_made_bytes += text.len();
        Spelling::Name(self.names.symbol(text))
    }

    /// The bytes of all spellings that were made.
    pub fn n_made_bytes(&self) -> usize {
        self.n_made_bytes
    }

    /// The token of a lexeme, of which `file` holds the text.
    #[inline]
    pub fn tok(&mut self, file: FileId, text: &str, lexeme: Lexeme) -> Tok {
        let raw = &text[lexeme.start..lexeme.end];
        let spelling = match lexeme.kind {
            Kind::Word if !lexeme.spliced => Spelling::Name(self.names.symbol(raw)),
            Kind::Word => Spelling::Name(self.names.symbol(&cleaned(raw))),
            _ if lexeme.spliced => self.make(&cleaned(raw)),
            _ => Spelling::Source,
        };
        Tok {
            kind: lexeme.kind,
            spelling,
            origin: Span::new(file, lexeme.start as u32, lexeme.end as u32),
            space: lexeme.space,
            line: false,
            painted: false,
            made: false,
        }
    }
}
