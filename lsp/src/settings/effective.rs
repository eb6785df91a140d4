//! What holds for a file or a program in the end, and why.

use std::path::Path;

use super::database::Flags;
use super::{KEYS, Run, Setting, Source, glob};
use crate::server::Options;

/// What holds in the end, and why.
#[derive(Clone, Debug)]
pub struct Effective {
    pub options: Options,
    pub run: Run,
    pub hints: bool,
    pub ignored: bool,
    /// By key: the value and where it comes from.
    pub sources: Vec<(&'static str, String, Source)>,
    /// The programs that it is part of, in words; empty if it is one by itself.
    pub linked: Vec<String>,
}

impl Default for Effective {
    fn default() -> Self {
        Self {
            options: Options::default(),
            run: Run::default(),
            hints: false,
            ignored: false,
            sources: KEYS.iter().map(|key| (key.name, String::new(), Source::Default)).collect(),
            linked: Vec::new(),
        }
    }
}

impl Effective {
    pub(super) fn apply(&mut self, setting: &Setting, base: Option<&Path>, path: Option<&Path>) {
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
            // What it means depends on the disk: the workspace knows.
            Setting::Link(_) => {}
        }
    }

    /// What the compiler is told comes after what we are told.
    pub(super) fn add_flags(&mut self, database: &Path, flags: Flags) {
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

    pub(super) fn write_values(&mut self) {
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
                "heapObjects" => options.heap_objects.map_or("auto".to_owned(), |n| n.to_string()),
                "link" if self.linked.is_empty() => "this file is a program by itself".to_owned(),
                "link" => self.linked.join(", "),
                "ignore" if self.ignored => "this file is ignored".to_owned(),
                "ignore" => "this file is checked".to_owned(),
                _ => self.hints.to_string(),
            };
        }
    }

    /// The settings that are not the default, but those with these keys, a line each, with where they come
    /// from.
    pub fn set(&self, but: &[&str]) -> Vec<String> {
        let is_set = |(key, _, source): &&(&str, String, Source)| {
            *source != Source::Default && !but.contains(key)
        };
        let set = self.sources.iter().filter(is_set);
        set.map(|(key, value, source)| format!("{key} {value} ({})", source.words())).collect()
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

pub(super) fn define(text: &str) -> (String, Option<String>) {
    match text.split_once('=') {
        Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
        None => (text.to_owned(), None),
    }
}
