//! The files of an analysis, as they were when it was made.
//!
//! An answer outlives the `Sources` it came from: it crosses threads, and the user goes on editing.
//! So it keeps its own copy of the text that its spans point into.

use std::sync::Arc;

use crate::text::{FileId, LineCol, SourceFile, Sources, Span};

#[derive(Clone, Debug)]
pub struct Files {
    /// By `FileId`.
    files: Arc<[SourceFile]>,
}

impl Files {
    /// Everything that has been loaded so far.
    pub fn of(sources: &Sources) -> Self {
        let files = (0..sources.n_files() as u32)
            .map(|idx| {
                let file = sources.file(FileId(idx));
                SourceFile {
                    name: file.name.clone(),
                    text: file.text.clone(),
                    lines: file.lines.clone(),
                    builtin: file.builtin,
                }
            })
            .collect();
        Self { files }
    }

    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.index()]
    }

    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(idx, file)| (FileId(idx as u32), file))
    }

    /// The text of a span, exactly as written.
    pub fn text(&self, span: Span) -> &str {
        // Spans come from the stages, which cut at token boundaries; a wrong one must not take the
        // whole answer down.
        let text = &self.file(span.file).text;
        text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Where a span starts.
    pub fn start(&self, span: Span) -> LineCol {
        self.file(span.file).lines.line_col(span.start)
    }

    /// The line that a span starts in, counted from 1 as people do.
    pub fn line(&self, span: Span) -> u32 {
        self.start(span).line + 1
    }
}
