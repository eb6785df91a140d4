//! Settings: what can be set, where it is set, and what holds in the end.
//!
//! The same keys are read from `braid.toml`, from what the editor sends, and, for include paths and
//! macros, from `compile_commands.json`. What decides about verdicts is taken from the file before the
//! editor, so that all who work on a project see the same; what is a matter of taste, from the editor.
//!
//! Must not know: the protocol, documents.

mod database;
mod effective;
mod file;
mod glob;
mod keys;
mod programs;
mod schema;
mod workspace;

pub use effective::Effective;
pub use keys::{Complaint, Run, Setting};
pub use programs::Linked;
pub use schema::schema;
pub use workspace::{FileProblems, MISSING, Workspace};

use keys::KEYS;

/// What is set in one place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layer {
    settings: Vec<Setting>,
}

/// Where a setting comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    Default,
    Editor,
    /// With its path.
    File(String),
    /// The compilation database, with its path.
    Database(String),
}

impl Source {
    pub fn words(&self) -> String {
        match self {
            Source::Default => "default".to_owned(),
            Source::Editor => "editor".to_owned(),
            Source::File(path) | Source::Database(path) => path.clone(),
        }
    }
}

impl Layer {
    /// Reads what an editor sent. What is wrong is left out and said.
    pub fn from_json(value: &serde_json::Value) -> (Self, Vec<Complaint>) {
        let mut layer = Self::default();
        let mut complaints = Vec::new();
        match value {
            serde_json::Value::Object(object) => {
                for (key, value) in object.iter().filter(|(key, _)| !keys::is_editors(key)) {
                    // Editors send `null` for what is not set.
                    if value.is_null() {
                        continue;
                    }
                    match keys::read(key, value) {
                        Ok(setting) => layer.set(setting),
                        Err(complaint) => complaints.push(complaint),
                    }
                }
            }
            serde_json::Value::Null => {}
            _ => complaints.push(Complaint::shape()),
        }
        (layer, complaints)
    }

    fn set(&mut self, setting: Setting) {
        self.settings.retain(|known| known.key() != setting.key());
        self.settings.push(setting);
    }

    fn get(&self, key: &str) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.key() == key)
    }
}
