//! Places in source files.

use std::fmt;

/// A file in a [`super::Sources`]; the first file added has number 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

impl FileId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The files of a program in one file.
impl AsRef<[FileId]> for FileId {
    fn as_ref(&self) -> &[FileId] {
        std::slice::from_ref(self)
    }
}

impl fmt::Debug for FileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "file{}", self.0)
    }
}

/// A half-open range of bytes in one file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(file: FileId, start: u32, end: u32) -> Self {
        debug_assert!(start <= end, "a span ends where it starts or later");
        Self { file, start, end }
    }

    /// The empty span at the start of a file, for what concerns the file as a whole.
    pub fn whole(file: FileId) -> Self {
        Self::new(file, 0, 0)
    }

    /// The smallest span that covers both; `self` alone if they lie in different files.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span::new(self.file, self.start.min(other.start), self.end.max(other.end))
    }

    pub fn contains(self, offset: u32) -> bool {
        self.start <= offset && offset < self.end.max(self.start + 1)
    }

    /// Whether the other span lies within this one.
    pub fn covers(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}:{}..{}", self.file, self.start, self.end)
    }
}
