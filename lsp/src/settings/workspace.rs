//! What holds for a file: all layers together.
//!
//! Files are read when they are first needed and kept until somebody says that they have changed.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::database::{Database, Flags};
use super::{Complaint, KEYS, Layer, Run, Setting, Source, file, glob};
use crate::server::Options;

const FILE: &str = "braid.toml";
const DATABASE: &str = "compile_commands.json";
/// A larger database is looked through too slowly.
const MAX_BYTES: u64 = 64 << 20;

#[derive(Debug, Default)]
pub struct Workspace {
    roots: Vec<PathBuf>,
    editor: Layer,
    /// By folder; `None` where there is none.
    files: BTreeMap<PathBuf, Option<Arc<Found>>>,
    databases: BTreeMap<PathBuf, Option<(PathBuf, Arc<Database>)>>,
    /// The texts of settings files that are open in the editor.
    open: BTreeMap<PathBuf, String>,
}

#[derive(Debug)]
struct Found {
    path: PathBuf,
    text: String,
    layer: Layer,
    complaints: Vec<(Range<usize>, Complaint)>,
}

/// What is wrong with a settings file.
#[derive(Clone, Debug)]
pub struct FileProblems {
    pub path: PathBuf,
    pub text: String,
    pub complaints: Vec<(Range<usize>, Complaint)>,
}

/// What holds in the end, and why.
#[derive(Clone, Debug)]
pub struct Effective {
    pub options: Options,
    pub run: Run,
    pub hints: bool,
    pub ignored: bool,
    /// By key: the value and where it comes from.
    pub sources: Vec<(&'static str, String, Source)>,
}

impl Workspace {
    pub fn set_roots(&mut self, roots: Vec<PathBuf>) {
        self.roots = roots;
        self.forget();
    }

    pub fn change_roots(&mut self, added: Vec<PathBuf>, removed: &[PathBuf]) {
        self.roots.retain(|root| !removed.contains(root));
        self.roots.extend(added);
        self.forget();
    }

    pub fn set_editor(&mut self, layer: Layer) {
        self.editor = layer;
    }

    /// A settings file is open with this text, or no longer.
    pub fn set_open(&mut self, path: &Path, text: Option<String>) {
        match text {
            Some(text) => self.open.insert(path.to_owned(), text),
            None => self.open.remove(path),
        };
        self.forget();
    }

    /// Whether a path is that of settings.
    pub fn is_settings(path: &Path) -> bool {
        path.file_name().is_some_and(|name| name == FILE)
    }

    /// Whether a change to this file may change settings.
    pub fn is_relevant(path: &Path) -> bool {
        Self::is_settings(path) || path.file_name().is_some_and(|name| name == DATABASE)
    }

    /// Files may have changed.
    pub fn forget(&mut self) {
        self.files.clear();
        self.databases.clear();
    }

    /// What is wrong with the settings files that have been read.
    pub fn problems(&self) -> Vec<FileProblems> {
        let files = self.files.values().flatten();
        files
            .map(|found| FileProblems {
                path: found.path.clone(),
                text: found.text.clone(),
                complaints: found.complaints.clone(),
            })
            .collect()
    }

    /// What holds for a file; for a document that is in no file, what the editor says.
    pub fn effective(&mut self, path: Option<&Path>) -> Effective {
        let root = path.and_then(|path| self.root_of(path));
        let found = path.and_then(|path| self.settings_file(path, root.as_deref()));
        let flags = path.zip(root.as_deref()).and_then(|(path, root)| self.flags(path, root));
        let base = found.as_ref().and_then(|found| found.path.parent()).map(Path::to_owned);
        let mut effective = Effective {
            options: Options::default(),
            run: Run::default(),
            hints: false,
            ignored: false,
            sources: Vec::new(),
        };
        for key in KEYS {
            let of_file = found.as_ref().and_then(|found| {
                let source = Source::File(found.path.display().to_string());
                found.layer.get(key.name).map(|setting| (setting, source, base.clone()))
            });
            let editor = self.editor.get(key.name);
            let of_editor = editor.map(|setting| (setting, Source::Editor, root.clone()));
            let chosen = match key.is_taste {
                true => of_editor.or(of_file),
                false => of_file.or(of_editor),
            };
            let source = match chosen {
                Some((setting, source, base)) => {
                    effective.apply(setting, base.as_deref(), path);
                    source
                }
                None => Source::Default,
            };
            effective.sources.push((key.name, String::new(), source));
        }
        if let Some((path, flags)) = flags {
            effective.add_flags(&path, flags);
        }
        effective.write_values();
        effective
    }

    fn root_of(&self, path: &Path) -> Option<PathBuf> {
        let around = self.roots.iter().filter(|root| path.starts_with(root));
        around.max_by_key(|root| root.components().count()).cloned()
    }

    /// The nearest settings file, up to the root.
    fn settings_file(&mut self, path: &Path, root: Option<&Path>) -> Option<Arc<Found>> {
        let folders: Vec<PathBuf> = path.ancestors().skip(1).map(Path::to_owned).collect();
        for folder in folders {
            let found = match self.files.get(&folder) {
                Some(found) => found.clone(),
                None => {
                    let found = self.load(&folder.join(FILE));
                    self.files.insert(folder.clone(), found.clone());
                    found
                }
            };
            if found.is_some() || root == Some(folder.as_path()) {
                return found;
            }
        }
        None
    }

    fn load(&self, path: &Path) -> Option<Arc<Found>> {
        let text = match self.open.get(path) {
            Some(text) => text.clone(),
            None => read(path)?,
        };
        let (layer, complaints) = file::read(&text);
        Some(Arc::new(Found { path: path.to_owned(), text, layer, complaints }))
    }

    fn flags(&mut self, path: &Path, root: &Path) -> Option<(PathBuf, Flags)> {
        let found = match self.databases.get(root) {
            Some(found) => found.clone(),
            None => {
                let found = find_database(root);
                self.databases.insert(root.to_owned(), found.clone());
                found
            }
        };
        let (at, database) = found?;
        Some((at, database.flags(path)?))
    }

    /// The compilation database of a root, and how many files it knows.
    pub fn database(&self, root: &Path) -> Option<(PathBuf, usize)> {
        find_database(root).map(|(path, database)| (path, database.len()))
    }
}

impl Effective {
    fn apply(&mut self, setting: &Setting, base: Option<&Path>, path: Option<&Path>) {
        let absolute = |folder: &String| match base {
            Some(base) => base.join(folder).display().to_string(),
            None => folder.clone(),
        };
        match setting {
            Setting::Threads(threads) => self.options.threads = *threads,
            Setting::Run(run) => self.run = *run,
            Setting::Budget(steps) => self.options.budget = *steps,
            Setting::IncludePaths(paths) => {
                self.options.include_paths = paths.iter().map(absolute).collect();
            }
            Setting::Defines(defines) => {
                self.options.defines = defines.iter().map(|one| define(one)).collect();
            }
            Setting::DataModel(model) => self.options.data_model = *model,
            Setting::Atomicity(atomicity) => self.options.atomicity = *atomicity,
            Setting::Ignore(patterns) => {
                let path = path.zip(base).and_then(|(path, base)| path.strip_prefix(base).ok());
                let path = path.map(|path| path.to_string_lossy().replace('\\', "/"));
                self.ignored = path.is_some_and(|path| {
                    patterns.iter().any(|pattern| glob::matches(pattern, &path))
                });
            }
            Setting::Hints(hints) => self.hints = *hints,
            Setting::Names(names) => self.options.names = names.clone(),
            Setting::HeapObjects(n) => self.options.heap_objects = *n,
        }
    }

    /// What the compiler is told comes after what we are told.
    fn add_flags(&mut self, database: &Path, flags: Flags) {
        let source = Source::Database(database.display().to_string());
        for (key, is_empty) in [
            ("includePaths", flags.include_paths.is_empty()),
            ("defines", flags.defines.is_empty()),
        ] {
            for (name, _, known) in &mut self.sources {
                if *name == key && !is_empty && *known == Source::Default {
                    *known = source.clone();
                }
            }
        }
        self.options.include_paths.extend(flags.include_paths);
        for one in flags.defines.iter().map(|one| define(one)) {
            if !self.options.defines.iter().any(|(name, _)| *name == one.0) {
                self.options.defines.push(one);
            }
        }
    }

    fn write_values(&mut self) {
        let options = &self.options;
        let list = |items: &[String]| format!("{items:?}");
        for (key, value, _) in &mut self.sources {
            *value = match *key {
                "threads" => options.threads.map_or("any".to_owned(), |n| n.to_string()),
                "run" => format!("{:?}", self.run).to_lowercase(),
                "budget" => options.budget.to_string(),
                "includePaths" => list(&options.include_paths),
                "defines" => {
                    let defines = options.defines.iter().map(|(name, value)| match value {
                        Some(value) => format!("{name}={value}"),
                        None => name.clone(),
                    });
                    list(&defines.collect::<Vec<_>>())
                }
                "dataModel" => format!("{:?}", options.data_model).to_lowercase(),
                "atomicity" => format!("{:?}", options.atomicity).to_lowercase(),
                "names" => {
                    let names = options.names.iter().map(|(name, known)| format!("{name}={known}"));
                    list(&names.collect::<Vec<_>>())
                }
                "heapObjects" => options.heap_objects.to_string(),
                "ignore" if self.ignored => "this file is ignored".to_owned(),
                "ignore" => "this file is checked".to_owned(),
                _ => self.hints.to_string(),
            };
        }
    }

    /// All settings, a line each, with where they come from.
    pub fn text(&self) -> String {
        let width = self.sources.iter().map(|(key, ..)| key.len()).max().unwrap_or(0);
        let lines = self
            .sources
            .iter()
            .map(|(key, value, source)| format!("  {key:width$}  {value}  ({})\n", source.words()));
        lines.collect()
    }
}

fn define(text: &str) -> (String, Option<String>) {
    match text.split_once('=') {
        Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
        None => (text.to_owned(), None),
    }
}

/// In the root, or in one of its build folders.
fn find_database(root: &Path) -> Option<(PathBuf, Arc<Database>)> {
    let folders = std::fs::read_dir(root).into_iter().flatten().flatten();
    let mut builds: Vec<PathBuf> = folders
        .filter(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            name.starts_with("build") || name.starts_with("out")
        })
        .map(|entry| entry.path())
        .collect();
    builds.sort();
    let mut paths = std::iter::once(root.to_owned()).chain(builds).map(|path| path.join(DATABASE));
    paths.find_map(|path| {
        let database = Database::parse(&read(&path)?)?;
        Some((path, Arc::new(database)))
    })
}

fn read(path: &Path) -> Option<String> {
    let is_small = path.metadata().is_ok_and(|meta| meta.is_file() && meta.len() <= MAX_BYTES);
    is_small.then(|| std::fs::read_to_string(path).ok()).flatten()
}
