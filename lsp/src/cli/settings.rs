//! What holds for the files of the command line.
//!
//! The same as in an editor: the nearest `braid.toml` and the compilation database say how a file is read
//! and checked, and which files are one program with it. Flags come first. There is no workspace here, so
//! the root of a project is the nearest folder around a file that looks like one.

use std::path::{Path, PathBuf};

use super::args::{self, Input};
use super::input::STDIN;
use super::output::complain;
use crate::convert::from_lsp::path_name;
use crate::server::{Atomicity, DataModel, Options, Unit};
use crate::settings::{Effective, Workspace};

/// A program that is to be checked, and how.
#[derive(Clone, Debug)]
pub struct Job {
    /// As they are shown.
    pub paths: Vec<PathBuf>,
    /// The units have the names that are shown.
    pub options: Options,
    /// The settings that are not the default, with where they come from.
    pub told: Vec<String>,
}

/// What the flags say about checking, where they say something.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    pub threads: Option<args::Threads>,
    pub budget: Option<u64>,
}

/// The programs that these files are, or are part of; otherwise what is wrong with the settings.
pub fn jobs(
    files: &[PathBuf],
    link: args::Link,
    input: &Input,
    asked: Asked,
) -> Result<Vec<Job>, Vec<String>> {
    let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
    let here = PathBuf::from(path_name(&here));
    let mut desk = Desk { here, workspace: Workspace::default(), input, asked, files };
    if input.no_settings {
        let effective = Effective::default();
        let job = |files: &[PathBuf]| desk.job(files.to_vec(), effective.clone(), Vec::new());
        return Ok(match link {
            args::Link::Together => vec![job(files)],
            args::Link::AsTold => files.chunks(1).map(job).collect(),
        });
    }
    let mut roots: Vec<PathBuf> = files.iter().filter_map(|file| root(&desk.path(file))).collect();
    roots.dedup();
    desk.workspace.set_roots(roots);
    let jobs = match link {
        args::Link::Together => vec![desk.together()],
        args::Link::AsTold => desk.as_told(),
    };
    let problems = desk.workspace.problems().into_iter().flat_map(|file| file.lines());
    // That a file is missing shows where the program is read, if it is.
    let told: Vec<String> = problems
        .filter(|(complaint, _)| complaint.code != crate::settings::MISSING)
        .map(|(_, line)| line)
        .collect();
    if told.is_empty() { Ok(jobs) } else { Err(told) }
}

/// The one program that is meant, for any number of threads; `None` if the user was told why there is none.
pub fn only_job(files: &[PathBuf], link: bool, input: &Input) -> Option<Job> {
    let asked = Asked { threads: Some(args::Threads::Any), budget: None };
    match jobs(files, args::Link::of(link), input, asked) {
        Ok(mut jobs) if jobs.len() == 1 => jobs.pop(),
        Ok(_) => {
            complain(
                "the settings have several programs with this file: name the files of one, with --link",
            );
            None
        }
        Err(problems) => {
            problems.iter().for_each(|problem| complain(problem));
            None
        }
    }
}

struct Desk<'a> {
    here: PathBuf,
    workspace: Workspace,
    input: &'a Input,
    asked: Asked,
    files: &'a [PathBuf],
}

impl Desk<'_> {
    /// All files as one program, whatever the settings say.
    fn together(&mut self) -> Job {
        let of_each = self.files.iter().map(|file| self.path(file)).collect::<Vec<_>>();
        let effective: Vec<Effective> =
            of_each.iter().map(|path| self.workspace.effective(Some(path))).collect();
        let Some(first) = effective.first().cloned() else {
            return self.job(Vec::new(), Effective::default(), Vec::new());
        };
        // What is said about the first holds for all; what the others are compiled with is theirs.
        let mut units = Vec::new();
        for (file, own) in self.files.iter().zip(effective).skip(1) {
            let theirs = own.options;
            let is_new = |path: &String| !first.options.include_paths.contains(path);
            let include_paths = theirs.include_paths.into_iter().filter(is_new).collect();
            let name = file.display().to_string();
            units.push(Unit { name, include_paths, defines: theirs.defines });
        }
        self.job(self.files.to_vec(), first, units)
    }

    /// Each file with those that the settings link with it; each program once.
    fn as_told(&mut self) -> Vec<Job> {
        let mut jobs = Vec::new();
        let mut done: Vec<(PathBuf, usize)> = Vec::new();
        for file in self.files {
            let path = self.path(file);
            let programs = self.workspace.programs_of(&path);
            if programs.is_empty() {
                let effective = self.workspace.effective(Some(&path));
                jobs.push(self.job(vec![file.clone()], effective, Vec::new()));
            }
            for linked in programs {
                let id = (linked.base, linked.number);
                if done.contains(&id) {
                    continue;
                }
                let Some((linked, effective)) = self.workspace.program(&id.0, id.1) else {
                    continue;
                };
                let paths: Vec<PathBuf> =
                    linked.files.iter().map(|file| self.shown(file)).collect();
                let rename = |(unit, path): (&Unit, &PathBuf)| Unit {
                    name: path.display().to_string(),
                    ..unit.clone()
                };
                let units = effective.options.units.iter().zip(&paths).map(rename).collect();
                jobs.push(self.job(paths, effective, units));
                done.push(id);
            }
        }
        jobs
    }

    fn job(&self, paths: Vec<PathBuf>, effective: Effective, units: Vec<Unit>) -> Job {
        let mut told = effective.set(&self.given());
        let input = self.input;
        let mut options = effective.options;
        if let Some(threads) = self.asked.threads {
            options.threads = match threads {
                args::Threads::Any => None,
                args::Threads::UpTo(n_threads) => Some(n_threads),
            };
        }
        options.budget = self.asked.budget.unwrap_or(options.budget);
        options.heap_objects = input.heap_objects.or(options.heap_objects);
        match input.data_model {
            Some(args::DataModel::Ilp32) => options.data_model = DataModel::Ilp32,
            Some(args::DataModel::Lp64) => options.data_model = DataModel::Lp64,
            None => {}
        }
        match input.atomicity {
            Some(args::Atomicity::Access) => options.atomicity = Atomicity::Access,
            Some(args::Atomicity::Statement) => options.atomicity = Atomicity::Statement,
            None => {}
        }
        let flags = input.include_dirs.iter().map(|dir| dir.display().to_string());
        let settings = options.include_paths.iter();
        let shown = |dir: &String| self.shown(Path::new(dir)).display().to_string();
        options.include_paths = flags.chain(settings.map(shown)).collect();
        let is_flag = |name: &String| input.defines.iter().any(|define| define.name == *name);
        options.defines.retain(|(name, _)| !is_flag(name));
        let flags = input.defines.iter().map(|define| (define.name.clone(), define.value.clone()));
        options.defines.extend(flags);
        options.names.retain(|(name, _)| !input.names.iter().any(|alias| alias.name == *name));
        let flags = input.names.iter().map(|alias| (alias.name.clone(), alias.known.clone()));
        options.names.extend(flags);
        options.units = units;
        for unit in &mut options.units {
            unit.include_paths = unit.include_paths.iter().map(shown).collect();
            let known = &options.defines;
            unit.defines.retain(|(name, _)| !known.iter().any(|(other, _)| other == name));
        }
        if paths.len() > 1 {
            let names = paths.iter().map(|path| path.display().to_string());
            told.push(format!("program {}", names.collect::<Vec<_>>().join(" + ")));
        }
        Job { paths, options, told }
    }

    /// The settings that flags decide.
    fn given(&self) -> Vec<&'static str> {
        let given = [
            ("threads", self.asked.threads.is_some()),
            ("budget", self.asked.budget.is_some()),
            ("heapObjects", self.input.heap_objects.is_some()),
            ("dataModel", self.input.data_model.is_some()),
            ("atomicity", self.input.atomicity.is_some()),
            // These are about editors, or told as the program.
            ("run", true),
            ("hints", true),
            ("ignore", true),
            ("link", true),
        ];
        given.into_iter().filter(|(_, is_given)| *is_given).map(|(key, _)| key).collect()
    }

    /// Where a file is; standard input is in this folder.
    fn path(&self, file: &Path) -> PathBuf {
        match file == Path::new("-") {
            true => self.here.join(STDIN),
            false => PathBuf::from(path_name(&self.here.join(file))),
        }
    }

    /// A path as the user would write it here.
    fn shown(&self, path: &Path) -> PathBuf {
        let named = self.files.iter().find(|file| self.path(file) == path);
        let below = || path.strip_prefix(&self.here).unwrap_or(path).to_owned();
        named.cloned().unwrap_or_else(below)
    }
}

/// The folder that a file's project is in: the nearest with settings, a compilation database or a
/// repository.
fn root(path: &Path) -> Option<PathBuf> {
    let mut folders = path.ancestors().skip(1);
    folders.find(|folder| Workspace::is_root(folder)).map(Path::to_owned)
}
