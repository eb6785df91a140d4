//! Programs of several files: what the setting `link` means on this disk.
//!
//! Must not know: documents; which of them are open it is told.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::database::Database;
use super::glob;
use super::keys::Link;
use crate::convert::from_lsp::path_name;

/// More entries of folders than this are not looked through for one pattern.
const MAX_ENTRIES: usize = 50_000;

/// A program of several files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linked {
    /// The folder that its patterns start from.
    pub base: PathBuf,
    /// Its number among those that are declared there, from 0.
    pub number: usize,
    /// In the order of the patterns, then of their names; each once. A pattern for which there is no file
    /// stands for itself: it is no file that can be read, and so the program is not checked without it.
    pub files: Vec<PathBuf>,
    pub missing: Vec<Missing>,
}

/// Something that names no file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// As it was written.
    pub pattern: String,
    /// One line that stands alone.
    pub message: String,
}

impl Linked {
    pub fn contains(&self, path: &Path) -> bool {
        self.files.iter().any(|file| file == path)
    }

    /// Its files, as seen from where it is declared.
    pub fn words(&self) -> String {
        let name =
            |file: &PathBuf| file.strip_prefix(&self.base).unwrap_or(file).display().to_string();
        self.files.iter().map(name).collect::<Vec<_>>().join(" + ")
    }
}

/// The programs that a setting declares. Files that are `open` count whether or not they are on disk.
pub fn programs(
    link: &Link,
    base: &Path,
    database: Option<&(PathBuf, std::sync::Arc<Database>)>,
    open: &BTreeSet<PathBuf>,
) -> Vec<Linked> {
    let new = |number: usize| Linked {
        base: base.to_owned(),
        number,
        files: Vec::new(),
        missing: Vec::new(),
    };
    match link {
        Link::Programs(programs) => {
            let one = |(number, patterns): (usize, &Vec<String>)| {
                let mut linked = new(number);
                for pattern in patterns {
                    linked.add(pattern, open);
                }
                linked
            };
            programs.iter().enumerate().map(one).collect()
        }
        Link::Database => {
            let Some((path, database)) = database else { return Vec::new() };
            let one = |(number, files): (usize, Vec<PathBuf>)| {
                let is_missing = |file: &&PathBuf| !file.is_file() && !open.contains(*file);
                let missing = files.iter().filter(is_missing).map(|file| Missing {
                    pattern: "database".to_owned(),
                    message: format!("{} of {} does not exist", file.display(), path.display()),
                });
                Linked { missing: missing.collect(), files: files.clone(), ..new(number) }
            };
            database.targets().into_values().enumerate().map(one).collect()
        }
    }
}

impl Linked {
    fn add(&mut self, pattern: &str, open: &BTreeSet<PathBuf>) {
        let found = files(&self.base, pattern, open);
        if found.is_empty() {
            let path = PathBuf::from(path_name(&self.base.join(pattern)));
            let message = match () {
                () if path.is_dir() => format!(
                    "`{pattern}` is a folder: `{}/*.c` means the files in it",
                    pattern.trim_end_matches('/')
                ),
                () if is_pattern(pattern) => format!("there is no C file that matches `{pattern}`"),
                () => format!("there is no file `{pattern}`"),
            };
            self.missing.push(Missing { pattern: pattern.to_owned(), message });
            self.files.push(path);
        }
        for file in found {
            if !self.files.contains(&file) {
                self.files.push(file);
            }
        }
    }
}

fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?'])
}

/// What a pattern means: a file, or the C files that it matches.
fn files(base: &Path, pattern: &str, open: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
    let parts: Vec<&str> = pattern.split('/').filter(|part| *part != ".").collect();
    let n_plain = parts.iter().take_while(|part| !is_pattern(part)).count();
    let plain = parts[..n_plain].join("/");
    let start = match plain.is_empty() && pattern.starts_with('/') {
        true => PathBuf::from("/"),
        false => base.join(plain),
    };
    let start = PathBuf::from(path_name(&start));
    if n_plain == parts.len() {
        let is_there = start.is_file() || open.contains(&start);
        return is_there.then_some(start).into_iter().collect();
    }
    let rest = &parts[n_plain..];
    let mut found = BTreeSet::new();
    let mut n_left = MAX_ENTRIES;
    walk(&start, rest, &mut found, &mut n_left);
    let whole = rest.join("/");
    found.extend(open.iter().filter(|path| is_c(path)).filter_map(|path| {
        let below = path.strip_prefix(&start).ok()?.to_string_lossy().replace('\\', "/");
        glob::matches(&whole, &below).then(|| path.clone())
    }));
    found
}

fn is_c(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c")
}

/// Collects the files below a folder that match. Hidden folders are left out.
fn walk(folder: &Path, parts: &[&str], found: &mut BTreeSet<PathBuf>, n_left: &mut usize) {
    let Some((part, rest)) = parts.split_first() else { return };
    if *part == "**" {
        walk(folder, rest, found, n_left);
    }
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if *n_left == 0 {
            return;
        }
        *n_left -= 1;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        let is_folder = path.is_dir() && !name.starts_with('.');
        // A link to a folder may lead back up.
        let is_link = || path.symlink_metadata().is_ok_and(|meta| meta.is_symlink());
        match *part {
            "**" if is_folder && !is_link() => walk(&path, parts, found, n_left),
            "**" => {}
            _ if !glob::matches(part, &name) => {}
            _ if rest.is_empty() && is_c(&path) && path.is_file() => {
                found.insert(path);
            }
            _ if is_folder => walk(&path, rest, found, n_left),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str, files: &[&str]) -> Self {
            let name = format!("braid-programs-{name}-{}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            for file in files {
                let path = folder.join(file);
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, "").unwrap();
            }
            Self(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn check(folder: &Folder, open: &[&str], patterns: &[&str], expected: &str) -> Vec<String> {
        let link = Link::Programs(vec![patterns.iter().map(|&one| one.to_owned()).collect()]);
        let open = open.iter().map(|name| folder.0.join(name)).collect();
        let linked = programs(&link, &folder.0, None, &open).remove(0);
        assert_eq!(linked.words(), expected);
        linked.missing.into_iter().map(|missing| missing.message).collect()
    }

    #[test]
    fn patterns_mean_c_files_in_order() {
        let files = ["main.c", "src/b.c", "src/a.c", "src/a.h", "src/deep/c.c", ".git/x.c"];
        let folder = Folder::new("patterns", &files);
        let none: [String; 0] = [];
        assert_eq!(check(&folder, &[], &["main.c", "src/*.c"], "main.c + src/a.c + src/b.c"), none);
        let all = "main.c + src/a.c + src/b.c + src/deep/c.c";
        assert_eq!(check(&folder, &[], &["**/*.c"], all), none);
        assert_eq!(check(&folder, &[], &["./main.c", "src/../main.c", "ma?n.c"], "main.c"), none);
        // What is only in the editor counts.
        let open = ["src/new.c", "src/note.txt", "new.c"];
        let expected = "src/a.c + src/b.c + src/new.c + new.c";
        assert_eq!(check(&folder, &open, &["src/*", "new.c"], expected), none);
    }

    #[test]
    fn what_is_missing_is_told_and_stays_a_part() {
        let folder = Folder::new("missing", &["main.c", "src/a.h"]);
        let missing = check(
            &folder,
            &[],
            &["main.c", "gone.c", "src/*.c", "src"],
            "main.c + gone.c + src/*.c + src",
        );
        let expected = [
            "there is no file `gone.c`",
            "there is no C file that matches `src/*.c`",
            "`src` is a folder: `src/*.c` means the files in it",
        ];
        assert_eq!(missing, expected);
    }
}
