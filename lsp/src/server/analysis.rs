//! What the server asks of the engine, and what it gets back.
//!
//! A question holds everything that is open, as it was when the question was asked; so an answer can
//! be held against what is open by then, and is thrown away if it is about something else. Tests
//! answer in the engine's place.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use braid_core::report::Finding;
use tower_lsp::lsp_types::Url;

/// Answers questions. May panic; may take its time, unless the question is cancelled.
pub type Analyse = Arc<dyn Fn(&Question) -> Answer + Send + Sync>;

#[derive(Clone, Debug)]
pub struct Question {
    /// The name of the document that is asked about; there is a buffer of this name.
    pub root: String,
    /// Everything that is open, by name.
    pub buffers: Arc<BTreeMap<String, Buffer>>,
    /// Raised when the answer is no longer wanted.
    pub cancel: Arc<AtomicBool>,
}

impl Question {
    pub fn root(&self) -> &Buffer {
        &self.buffers[&self.root]
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

/// A document as it was when the question was asked.
#[derive(Clone, Debug)]
pub struct Buffer {
    pub uri: Url,
    pub revision: u64,
    pub text: Arc<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Answer {
    pub findings: Vec<Finding>,
    /// The files that spans point into, by their number.
    pub files: Vec<File>,
    /// The names of all files that were wanted, whether they were found or not. If one of them
    /// appears, changes or goes, the answer is out of date.
    pub wanted: BTreeSet<String>,
}

#[derive(Clone, Debug)]
pub enum File {
    /// A name among the buffers.
    Buffer(String),
    /// A path, and the text that was found there.
    Disk(String, Arc<String>),
    /// A header that exists in Braid only.
    Builtin,
}
