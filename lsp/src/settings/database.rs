//! `compile_commands.json`: the include paths and macros that a file is compiled with.

use std::collections::BTreeMap;
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
    #[serde(default)]
    output: Option<PathBuf>,
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
        Some(flags(&entry.words(), &entry.directory))
    }

    /// The C files that are compiled for the same target, each once and in their order; by the target's
    /// name. What is compiled for no target that has a name is one more.
    pub fn targets(&self) -> BTreeMap<String, Vec<PathBuf>> {
        let mut targets: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        for entry in &self.entries {
            let path = PathBuf::from(path_name(&entry.directory.join(&entry.file)));
            let is_c = path.extension().is_some_and(|extension| extension == "c");
            let files = targets.entry(entry.target()).or_default();
            if is_c && !files.contains(&path) {
                files.push(path);
            }
        }
        targets.retain(|_, files| !files.is_empty());
        targets
    }
}

impl Entry {
    /// What the compiler is told, word by word.
    fn words(&self) -> Vec<String> {
        match self.arguments.is_empty() {
            true => split(&self.command),
            false => self.arguments.clone(),
        }
    }

    /// Databases tell what is compiled, not what is linked. But CMake puts the objects of a target into
    /// `CMakeFiles/NAME.dir` and Meson into `NAME.p`; the folder that it is in is part of the name.
    fn target(&self) -> String {
        let output = self.output.clone().or_else(|| {
            let words = self.words();
            let at = words.iter().position(|word| word == "-o")?;
            words.get(at + 1).map(PathBuf::from)
        });
        let Some(output) = output else { return String::new() };
        let output = PathBuf::from(path_name(&self.directory.join(output)));
        let mut folders = output.ancestors().skip(1);
        let of_target = folders.find(|folder| {
            let has = |end: &str| {
                folder.file_name().is_some_and(|name| name.to_string_lossy().ends_with(end))
            };
            let in_cmake = folder.parent().is_some_and(|above| above.ends_with("CMakeFiles"));
            has(".p") || (has(".dir") && in_cmake)
        });
        of_target.map(|folder| folder.to_string_lossy().into_owned()).unwrap_or_default()
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

    #[test]
    fn targets_by_where_their_objects_are() {
        let entry = |directory: &str, file: &str, more: &str| {
            format!(r#"{{"directory": "{directory}", "file": "{file}", {more}}}"#)
        };
        let cmake = |target: &str, file: &str| {
            let object = format!("CMakeFiles/{target}.dir/{file}.o");
            let command = format!(r#""command": "cc -o {object} -c ../{file}""#);
            entry("/p/build", &format!("/p/{file}"), &command)
        };
        let list = [
            cmake("app", "main.c"),
            cmake("app", "queue.c"),
            cmake("test", "test.c"),
            cmake("test", "queue.c"),
            cmake("test", "extra.cpp"),
            entry("/p/out", "../tool.c", r#""output": "tool.p/tool.c.o""#),
            entry("/p", "x.c", r#""arguments": ["cc", "-c", "x.c"]"#),
            entry("/p", "y.c", r#""arguments": ["cc", "-o", "y.o", "-c", "y.c"]"#),
        ];
        let database = Database::parse(&format!("[{}]", list.join(","))).expect("it is one");
        let targets: Vec<(String, Vec<String>)> = database
            .targets()
            .into_iter()
            .map(|(name, files)| {
                (name, files.iter().map(|file| file.display().to_string()).collect())
            })
            .collect();
        let expected: [(&str, &[&str]); 4] = [
            ("", &["/p/x.c", "/p/y.c"]),
            ("/p/build/CMakeFiles/app.dir", &["/p/main.c", "/p/queue.c"]),
            ("/p/build/CMakeFiles/test.dir", &["/p/test.c", "/p/queue.c"]),
            ("/p/out/tool.p", &["/p/tool.c"]),
        ];
        let expected = expected.map(|(name, files)| {
            (name.to_owned(), files.iter().map(|&file| file.to_owned()).collect::<Vec<_>>())
        });
        assert_eq!(targets, expected);
    }
}
