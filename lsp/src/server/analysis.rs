//! What the server asks of the engine.
//!
//! A question holds everything that is open, as it was when the question was asked; so an answer can
//! be held against what is open by then, and is thrown away if it is about something else. Tests
//! answer in the engine's place.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use braid_core::engine::{self, Config, Threads};
use braid_core::text;
use serde::{Deserialize, Serialize};
use tower_lsp::lsp_types::Url;

use super::answer::{Answer, Progress};

/// Answers questions, and says how it goes. May panic; may take its time, unless the question is
/// cancelled.
pub type Analyse = Arc<dyn Fn(&Question, &dyn Fn(Progress)) -> Answer + Send + Sync>;

#[derive(Clone, Debug)]
pub struct Question {
    /// What is asked about: a document, or a program of several files.
    pub program: Url,
    /// Everything that is open, by name.
    pub buffers: Arc<BTreeMap<String, Buffer>>,
    /// What the server has of each file, by name: of what is open, and of what has changed on disk.
    pub revisions: Arc<BTreeMap<String, u64>>,
    pub depth: Depth,
    pub options: Arc<Options>,
    /// Raised when the answer is no longer wanted.
    pub cancel: Arc<AtomicBool>,
}

/// How much is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Depth {
    /// What is wrong with the text, and what there is to prove; the verdicts too, if they are known
    /// from a text that means the same.
    Outline,
    /// The verdicts.
    Full,
}

/// How a program is read and checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Options {
    /// How many threads may be created; `None` for any number.
    pub threads: Option<u32>,
    /// In engine steps.
    pub budget: u64,
    /// Folders, searched after that of the including file.
    pub include_paths: Vec<String>,
    pub defines: Vec<(String, Option<String>)>,
    pub data_model: DataModel,
    pub atomicity: Atomicity,
    /// Names of the project, and the functions and types that they stand for.
    pub names: Vec<(String, String)>,
    /// For each place that allocates; `None` for as many as needed, within reason.
    pub heap_objects: Option<u32>,
    /// The files of the program, the first of them first; those that are not open are read from disk.
    pub units: Vec<Unit>,
}

/// A file of a program, and what it is compiled with beyond what all are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unit {
    pub name: String,
    pub include_paths: Vec<String>,
    pub defines: Vec<(String, Option<String>)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DataModel {
    Ilp32,
    #[default]
    Lp64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Atomicity {
    #[default]
    Access,
    Statement,
}

/// The same as for `braid check`, so that both say the same.
pub const DEFAULT_BUDGET: u64 = 50_000_000;

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: None,
            budget: DEFAULT_BUDGET,
            include_paths: Vec::new(),
            defines: Vec::new(),
            data_model: DataModel::default(),
            atomicity: Atomicity::default(),
            names: Vec::new(),
            heap_objects: None,
            units: Vec::new(),
        }
    }
}

impl Options {
    /// What it asks of the engine.
    pub fn config(&self) -> Config {
        Config {
            threads: self.threads.map_or(Threads::Any, Threads::UpTo),
            data_model: match self.data_model {
                DataModel::Ilp32 => text::DataModel::Ilp32,
                DataModel::Lp64 => text::DataModel::Lp64,
            },
            atomicity: match self.atomicity {
                Atomicity::Access => engine::Atomicity::Access,
                Atomicity::Statement => engine::Atomicity::Statement,
            },
            defines: self.defines.clone(),
            unit_defines: self
                .units
                .iter()
                .filter(|unit| !unit.defines.is_empty())
                .map(|unit| (unit.name.clone(), unit.defines.clone()))
                .collect(),
            heap: self.heap_objects.map_or_else(engine::Heap::default, engine::Heap::fixed),
            names: self.names.clone(),
        }
    }
}

impl Question {
    /// The names of the files of the program.
    pub fn units(&self) -> impl Iterator<Item = &str> {
        self.options.units.iter().map(|unit| unit.name.as_str())
    }

    /// The same in one text, which is the name of a document that is a program by itself.
    pub fn name(&self) -> String {
        self.units().collect::<Vec<_>>().join("\n")
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

/// A document as it was when the question was asked.
#[derive(Clone, Debug)]
pub struct Buffer {
    pub revision: u64,
    pub text: Arc<String>,
}
