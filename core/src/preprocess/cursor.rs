//! A place in a file that is being read.

use std::rc::Rc;

use super::names::Symbol;
use crate::text::{FileId, SourceFile, Span};

#[derive(Debug)]
pub struct Cursor {
    pub file: FileId,
    pub source: Rc<SourceFile>,
    /// The next byte to read.
    pub pos: usize,
    /// No token was read from this line yet, so a `#` starts a directive.
    pub fresh: bool,
    /// A line break stands between the last token and the next.
    pub broken: bool,
    /// The conditionals that are open, outermost first. Each file closes what it opens.
    pub conditionals: Vec<Conditional>,
    pub guard: Guard,
    pub presumed: Presumed,
}

/// An `#if` and what became of its branches.
#[derive(Debug)]
pub struct Conditional {
    pub at: Span,
    pub branch: Branch,
    pub seen_else: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// A branch was taken; all further ones are skipped.
    Taken,
    /// None was yet.
    Open,
}

/// Whether a file is all one `#ifndef NAME ... #endif`. If so, reading it again while `NAME` is
/// defined would give nothing, and it is not read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Nothing was read yet.
    Start,
    /// Inside the conditional that started the file.
    Inside(Symbol),
    /// After that conditional, and nothing else was read.
    Closed(Symbol),
    None,
}

/// What `#line` says about lines and names. Only `__LINE__` and `__FILE__` believe it: everything
/// we report is at the bytes of the real file.
#[derive(Debug, Default)]
pub struct Presumed {
    /// To be added to the real line number.
    pub line_shift: i64,
    pub name: Option<String>,
}

impl Cursor {
    pub fn new(file: FileId, source: Rc<SourceFile>) -> Self {
        let byte_order_mark = '\u{feff}';
        let pos =
            if source.text.starts_with(byte_order_mark) { byte_order_mark.len_utf8() } else { 0 };
        Self {
            file,
            source,
            pos,
            fresh: true,
            broken: true,
            conditionals: Vec::new(),
            guard: Guard::Start,
            presumed: Presumed::default(),
        }
    }

    pub fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start as u32, end as u32)
    }

    /// The presumed line of a byte, counted from 1.
    pub fn line(&self, offset: u32) -> i64 {
        i64::from(self.source.lines.line_col(offset).line) + 1 + self.presumed.line_shift
    }

    pub fn name(&self) -> &str {
        self.presumed.name.as_deref().unwrap_or(&self.source.name)
    }

    /// Notes a token or directive that is no part of an include guard.
    #[inline]
    pub fn unguard(&mut self) {
        if matches!(self.guard, Guard::Start | Guard::Closed(_)) {
            self.guard = Guard::None;
        }
    }
}
