//! `compile_commands.json`: the include paths and macros that a file is compiled with.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::convert::from_lsp::path_name;

#[derive(Clone, Debug, Default)]
pub struct Database {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    command: String,
}

/// What a compiler is told about a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    pub include_paths: Vec<String>,
    pub defines: Vec<String>,
}

impl Database {
    /// `None` if it is no compilation database.
    pub fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok().map(|entries| Self { entries })
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn flags(&self, path: &Path) -> Option<Flags> {
        let name = path_name(path);
        let of_file = |entry: &&Entry| path_name(&entry.directory.join(&entry.file)) == name;
        let entry = self.entries.iter().find(of_file)?;
        let words = match entry.arguments.is_empty() {
            true => split(&entry.command),
            false => entry.arguments.clone(),
        };
        Some(flags(&words, &entry.directory))
    }
}

fn flags(words: &[String], directory: &Path) -> Flags {
    let mut flags = Flags::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = |flag: &str| -> Option<String> {
            match word.strip_prefix(flag)? {
                "" => words.next().cloned(),
                rest => Some(rest.to_owned()),
            }
        };
        if let Some(path) = value("-isystem").or_else(|| value("-iquote")).or_else(|| value("-I")) {
            flags.include_paths.push(path_name(&directory.join(path)));
        } else if let Some(define) = value("-D") {
            flags.defines.push(define);
        } else if let Some(name) = value("-U") {
            let is_it = |define: &String| define.split('=').next() == Some(name.as_str());
            flags.defines.retain(|define| !is_it(define));
        }
    }
    flags
}

/// The words of a command, as a shell takes them apart.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_a_file() {
        let text = r#"[
            {"directory": "/p/build", "file": "../src/a.c",
             "command": "cc -I../include -I /abs -DN=3 '-DNAME=\"x y\"' -isystem sys -DGONE -UGONE -c ../src/a.c"},
            {"directory": "/p", "file": "/p/b.c", "arguments": ["cc", "-D", "X", "-Iinc"]}
        ]"#;
        let database = Database::parse(text).expect("it is one");
        let a = database.flags(Path::new("/p/src/a.c")).expect("it is there");
        assert_eq!(a.include_paths, ["/p/include", "/abs", "/p/build/sys"]);
        assert_eq!(a.defines, ["N=3", "NAME=\"x y\""]);
        let b = database.flags(Path::new("/p/b.c")).expect("it is there");
        assert_eq!(b.include_paths, ["/p/inc"]);
        assert_eq!(b.defines, ["X"]);
        assert_eq!(database.flags(Path::new("/p/c.c")), None);
        assert!(Database::parse("{}").is_none());
    }
}
