//! What holds for a file: all layers together.
//!
//! Files are read when they are first needed and kept until somebody says that they have changed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::database::{Database, Flags};
use super::effective::{Effective, define};
use super::keys::Link;
use super::programs::{self, Linked};
use super::{Complaint, KEYS, Layer, Setting, Source, file};
use crate::convert::from_lsp::path_name;
use crate::server::Unit;

const FILE: &str = "braid.toml";
const DATABASE: &str = "compile_commands.json";
/// The code of what is said about a file that a program has and that is not there.
pub const MISSING: &str = "file-not-found";
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
    /// Other files that are open in the editor.
    documents: BTreeSet<PathBuf>,
    /// By the folder that they are declared in.
    programs: BTreeMap<PathBuf, Arc<Vec<Linked>>>,
    /// What holds for them, by the folder and their number.
    linked: BTreeMap<(PathBuf, usize), (Linked, Effective)>,
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

impl FileProblems {
    /// Each with its place, in a line.
    pub fn lines(self) -> impl Iterator<Item = (Complaint, String)> {
        self.complaints.into_iter().map(move |(at, complaint)| {
            let line = self.text[..at.start].matches('\n').count() + 1;
            let place = self.path.display();
            let text = format!("{place}:{line}: {} [{}]", complaint.message, complaint.code);
            (complaint, text)
        })
    }
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
        self.programs.clear();
        self.linked.clear();
    }

    /// A settings file is open with this text, or no longer.
    pub fn set_open(&mut self, path: &Path, text: Option<String>) {
        match text {
            Some(text) => self.open.insert(path.to_owned(), text),
            None => self.open.remove(path),
        };
        self.forget();
    }

    /// A file is open in the editor, or no longer. Returns whether that may change which files make a
    /// program.
    pub fn set_document(&mut self, path: &Path, is_open: bool) -> bool {
        let changed = match is_open {
            true => self.documents.insert(path.to_owned()),
            false => self.documents.remove(path),
        };
        changed && self.forget_programs(path)
    }

    /// A file has come or gone. Returns whether that may change which files make a program.
    pub fn forget_programs(&mut self, path: &Path) -> bool {
        let is_c = path.extension().is_some_and(|extension| extension == "c");
        let had_any = self.programs.values().any(|programs| !programs.is_empty());
        if is_c {
            self.programs.clear();
            self.linked.clear();
        }
        is_c && had_any
    }

    /// Whether a path is that of settings.
    pub fn is_settings(path: &Path) -> bool {
        path.file_name().is_some_and(|name| name == FILE)
    }

    /// Whether a folder looks like the root of a project.
    pub fn is_root(folder: &Path) -> bool {
        folder.join(FILE).is_file()
            || folder.join(".git").exists()
            || database_paths(folder).any(|path| path.is_file())
    }

    /// Whether a change to this file may change settings.
    pub fn is_relevant(path: &Path) -> bool {
        Self::is_settings(path) || path.file_name().is_some_and(|name| name == DATABASE)
    }

    /// Files may have changed.
    pub fn forget(&mut self) {
        self.files.clear();
        self.databases.clear();
        self.programs.clear();
        self.linked.clear();
    }

    /// What is wrong with the settings files that have been read.
    pub fn problems(&mut self) -> Vec<FileProblems> {
        let files: Vec<Arc<Found>> = self.files.values().flatten().cloned().collect();
        files
            .into_iter()
            .map(|found| {
                let mut complaints = found.complaints.clone();
                complaints.extend(self.missing(&found));
                FileProblems { path: found.path.clone(), text: found.text.clone(), complaints }
            })
            .collect()
    }

    /// What the programs of a settings file name and is not there.
    fn missing(&mut self, found: &Found) -> Vec<(Range<usize>, Complaint)> {
        let Some(Setting::Link(link)) = found.layer.get("link") else { return Vec::new() };
        let base = found.path.parent().unwrap_or(Path::new("")).to_owned();
        let texts = file::texts_of(&found.text, "link");
        if *link == Link::Database && self.database_around(&base).is_none() {
            let at = texts.first().map_or(0..0, |(_, at)| at.clone());
            let words = format!("there is no {DATABASE} in the root, build*/ or out*/");
            return vec![(at, Complaint { code: "bad-setting", message: words, about_key: false })];
        }
        let mut complaints: Vec<(Range<usize>, Complaint)> = Vec::new();
        for missing in self.programs_in(&base).iter().flat_map(|linked| &linked.missing) {
            let named = texts.iter().filter(|(text, _)| *text == missing.pattern);
            for (_, at) in named {
                let message = missing.message.clone();
                let complaint =
                    (at.clone(), Complaint { code: MISSING, message, about_key: false });
                if !complaints.contains(&complaint) {
                    complaints.push(complaint);
                }
            }
        }
        complaints
    }

    /// What holds for a file; for a document that is in no file, what the editor says.
    pub fn effective(&mut self, path: Option<&Path>) -> Effective {
        let root = path.and_then(|path| self.root_of(path));
        let found = path.and_then(|path| self.settings_file(path, root.as_deref()));
        let flags = path.zip(root.as_deref()).and_then(|(path, root)| self.flags(path, root));
        let mut effective = self.layers(path, root.as_deref(), found.as_deref());
        if let Some((path, flags)) = flags {
            effective.add_flags(&path, flags);
        }
        let linked = path.map(|path| self.programs_of(path)).unwrap_or_default();
        effective.linked = linked.iter().map(Linked::words).collect();
        effective.write_values();
        effective
    }

    /// The programs of several files that a file is part of.
    pub fn programs_of(&mut self, path: &Path) -> Vec<Linked> {
        let path = PathBuf::from(path_name(path));
        let root = self.root_of(&path);
        let found = self.settings_file(&path, root.as_deref());
        let base = match found.filter(|found| found.layer.get("link").is_some()) {
            Some(found) => found.path.parent().map(Path::to_owned),
            None => root,
        };
        let Some(base) = base else { return Vec::new() };
        let programs = self.programs_in(&base);
        programs.iter().filter(|linked| linked.contains(&path)).cloned().collect()
    }

    /// A program of several files, and what holds for it.
    pub fn program(&mut self, base: &Path, number: usize) -> Option<(Linked, Effective)> {
        let key = (base.to_owned(), number);
        if let Some(known) = self.linked.get(&key) {
            return Some(known.clone());
        }
        let linked = self.programs_in(base).get(number)?.clone();
        let root = self.root_of(base);
        let found = self.settings_file(&base.join(FILE), root.as_deref());
        let mut effective = self.layers(None, root.as_deref(), found.as_deref());
        for file in &linked.files {
            let flags = self.flags_around(file, base).unwrap_or_default();
            let is_new = |(name, _): &(String, _)| {
                !effective.options.defines.iter().any(|(known, _)| known == name)
            };
            effective.options.units.push(Unit {
                name: path_name(file),
                include_paths: flags.include_paths,
                defines: flags.defines.iter().map(|one| define(one)).filter(is_new).collect(),
            });
        }
        effective.linked = vec![linked.words()];
        effective.write_values();
        self.linked.insert(key, (linked.clone(), effective.clone()));
        Some((linked, effective))
    }

    /// The programs that are declared in a folder: by its settings file, or by the editor for a root.
    fn programs_in(&mut self, base: &Path) -> Arc<Vec<Linked>> {
        if let Some(programs) = self.programs.get(base) {
            return programs.clone();
        }
        let root = self.root_of(base);
        let found = self.settings_file(&base.join(FILE), root.as_deref());
        let of_file = found.as_ref().and_then(|found| {
            let is_here = found.path.parent() == Some(base);
            found.layer.get("link").filter(|_| is_here)
        });
        let of_editor = || self.editor.get("link").filter(|_| root.as_deref() == Some(base));
        let programs = match of_file.or_else(of_editor).cloned() {
            Some(Setting::Link(link)) => {
                let database = self.database_around(base);
                programs::programs(&link, base, database.as_ref(), &self.documents)
            }
            _ => Vec::new(),
        };
        let programs = Arc::new(programs);
        self.programs.insert(base.to_owned(), programs.clone());
        programs
    }

    /// All layers but the compilation database.
    fn layers(&self, path: Option<&Path>, root: Option<&Path>, found: Option<&Found>) -> Effective {
        let base = found.and_then(|found| found.path.parent());
        let mut effective = Effective::default();
        for (idx, key) in KEYS.iter().enumerate() {
            let of_file = found.and_then(|found| {
                let source = Source::File(found.path.display().to_string());
                found.layer.get(key.name).map(|setting| (setting, source, base))
            });
            let editor = self.editor.get(key.name);
            let of_editor = editor.map(|setting| (setting, Source::Editor, root));
            let chosen = match key.is_taste {
                true => of_editor.or(of_file),
                false => of_file.or(of_editor),
            };
            if let Some((setting, source, base)) = chosen {
                effective.apply(setting, base, path);
                effective.sources[idx].2 = source;
            }
        }
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
        let (at, database) = self.database_of(root)?;
        Some((at, database.flags(path)?))
    }

    fn database_of(&mut self, root: &Path) -> Option<(PathBuf, Arc<Database>)> {
        if let Some(found) = self.databases.get(root) {
            return found.clone();
        }
        let found = find_database(root);
        self.databases.insert(root.to_owned(), found.clone());
        found
    }

    /// The database for what is declared in a folder: that of its root, or its own where there is none.
    fn database_around(&mut self, base: &Path) -> Option<(PathBuf, Arc<Database>)> {
        let root = self.root_of(base);
        let of_root = root.and_then(|root| self.database_of(&root));
        of_root.or_else(|| self.database_of(base))
    }

    /// What the compiler is told about a file of a program.
    fn flags_around(&mut self, path: &Path, base: &Path) -> Option<Flags> {
        self.database_around(base)?.1.flags(path)
    }

    /// The compilation database of a root, and how many files it knows.
    pub fn database(&self, root: &Path) -> Option<(PathBuf, usize)> {
        find_database(root).map(|(path, database)| (path, database.len()))
    }
}

fn find_database(root: &Path) -> Option<(PathBuf, Arc<Database>)> {
    database_paths(root).find_map(|path| {
        let database = Database::parse(&read(&path)?)?;
        Some((path, Arc::new(database)))
    })
}

/// Where a database may be: in the root, or in one of its build folders.
fn database_paths(root: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let folders = std::fs::read_dir(root).into_iter().flatten().flatten();
    let mut builds: Vec<PathBuf> = folders
        .filter(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            name.starts_with("build") || name.starts_with("out")
        })
        .map(|entry| entry.path())
        .collect();
    builds.sort();
    std::iter::once(root.to_owned()).chain(builds).map(|path| path.join(DATABASE))
}

fn read(path: &Path) -> Option<String> {
    let is_small = path.metadata().is_ok_and(|meta| meta.is_file() && meta.len() <= MAX_BYTES);
    is_small.then(|| std::fs::read_to_string(path).ok()).flatten()
}
