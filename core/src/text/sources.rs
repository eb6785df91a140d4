//! The files of one analysis, loaded on demand.
//!
//! `core` reads no files. Whoever calls the engine gives it a [`Loader`] that finds what `#include`
//! asks for: on disk, in an editor's unsaved buffers, or in a test's map. A file is loaded once and
//! keeps its [`FileId`] and text for the life of the `Sources`.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use crate::hash::FxHashMap;

use super::{FileId, LineIndex, Span};

/// How an include was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IncludeKind {
    /// `#include "name"`: beside the including file first, then the include paths.
    Quoted,
    /// `#include <name>`: the include paths only.
    Angled,
}

/// Finds included files.
pub trait Loader {
    /// The included file's name (unique per file, shown to the user) and text, or `None` if there is
    /// none. `from` is the name of the including file.
    fn include(&self, from: &str, name: &str, kind: IncludeKind) -> Option<(String, String)>;
}

/// A loader for programs in one file.
#[derive(Clone, Copy, Debug)]
pub struct NoIncludes;

impl Loader for NoIncludes {
    fn include(&self, _: &str, _: &str, _: IncludeKind) -> Option<(String, String)> {
        None
    }
}

/// A file as it was when it was loaded.
#[derive(Debug)]
pub struct SourceFile {
    pub name: String,
    pub text: String,
    pub lines: LineIndex,
    /// One of Braid's own model headers; never shown to the user as theirs.
    pub builtin: bool,
}

pub struct Sources {
    loader: Box<dyn Loader>,
    files: RefCell<Vec<Rc<SourceFile>>>,
    by_name: RefCell<FxHashMap<String, FileId>>,
}

impl Sources {
    pub fn new(loader: Box<dyn Loader>) -> Self {
        Self { loader, files: RefCell::default(), by_name: RefCell::default() }
    }

    /// A program in one text, without includes of its own.
    pub fn single(name: &str, text: &str) -> Self {
        let sources = Self::new(Box::new(NoIncludes));
        sources.add(name, text, false);
        sources
    }

    /// Adds a file, or finds the one already added under this name.
    pub fn add(&self, name: &str, text: &str, builtin: bool) -> FileId {
        if let Some(&id) = self.by_name.borrow().get(name) {
            return id;
        }
        let mut files = self.files.borrow_mut();
        let id = FileId(files.len() as u32);
        files.push(Rc::new(SourceFile {
            name: name.to_owned(),
            text: text.to_owned(),
            lines: LineIndex::new(text),
            builtin,
        }));
        self.by_name.borrow_mut().insert(name.to_owned(), id);
        id
    }

    /// The file that an include names, if the loader finds it.
    pub fn include(&self, from: FileId, name: &str, kind: IncludeKind) -> Option<FileId> {
        let from = self.file(from);
        let (name, text) = self.loader.include(&from.name, name, kind)?;
        Some(self.add(&name, &text, false))
    }

    pub fn file(&self, id: FileId) -> Rc<SourceFile> {
        self.files.borrow()[id.index()].clone()
    }

    pub fn n_files(&self) -> usize {
        self.files.borrow().len()
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> String {
        let file = self.file(span.file);
        file.text[span.start as usize..span.end as usize].to_owned()
    }
}

impl fmt::Debug for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.files.borrow().iter().map(|file| &file.name)).finish()
    }
}
