//! Files of the repository, and programs read from them.

use std::path::{Path, PathBuf};
use std::{fs, thread};

use braid_core::text::{FileId, IncludeKind, Loader, Sources};

/// The repository's root folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("tests/ lies in the repository")
        .to_owned()
}

/// The C files of the corpus, each a program, by name.
pub fn corpus_files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    files(&root().join("tests/corpus"), "c", &mut found);
    found.retain(|path| !corpus_name(path).starts_with("linked/"));
    found.sort();
    found
}

/// The programs of the corpus that have been preprocessed already, by name.
pub fn preprocessed_files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    files(&root().join("tests/corpus/preprocessed"), "i", &mut found);
    found.sort();
    found
}

/// The programs of the corpus that have several units: each folder's C files, by name.
pub fn linked_programs() -> Vec<Vec<PathBuf>> {
    let folders = fs::read_dir(root().join("tests/corpus/linked")).expect("the folder is readable");
    let mut programs: Vec<Vec<PathBuf>> = folders
        .map(|entry| {
            let mut units = Vec::new();
            files(&entry.expect("the entry is readable").path(), "c", &mut units);
            units.sort();
            units
        })
        .collect();
    programs.sort();
    programs
}

/// The name of a corpus file within the corpus.
pub fn corpus_name(path: &Path) -> String {
    let below = path.strip_prefix(root().join("tests/corpus")).expect("a file of the corpus");
    below.to_string_lossy().replace('\\', "/")
}

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("the entry is readable").path();
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|own| own == extension) {
            found.push(path);
        }
    }
}

/// A C file as the engine takes it, with includes from the folder it is in.
pub fn open(path: &Path) -> (Sources, FileId) {
    let (sources, roots) = open_all(&[path.to_owned()]);
    (sources, roots[0])
}

/// The units of a program, with includes from the folders they are in.
pub fn open_all(paths: &[PathBuf]) -> (Sources, Vec<FileId>) {
    struct Beside;
    impl Loader for Beside {
        fn include(&self, from: &str, name: &str, kind: IncludeKind) -> Option<(String, String)> {
            if kind == IncludeKind::Angled {
                return None;
            }
            let path = Path::new(from).parent()?.join(name);
            Some((path.to_string_lossy().into_owned(), fs::read_to_string(path).ok()?))
        }
    }
    let sources = Sources::new(Box::new(Beside));
    let add = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("the file is readable text");
        sources.add(&path.to_string_lossy(), &text, false)
    };
    let roots = paths.iter().map(add).collect();
    (sources, roots)
}

/// Runs the engine as its callers do: with room for deep recursion.
pub fn with_big_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let thread =
        thread::Builder::new().stack_size(256 << 20).spawn(run).expect("a thread can be started");
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
