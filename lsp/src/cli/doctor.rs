//! `braid doctor`: what Braid finds here, for those who wonder why it does what it does.

use std::path::{Path, PathBuf};

use super::args::Doctor;
use super::output::{Exit, print};
use crate::server::cache;
use crate::settings::{Workspace, schema};

pub fn doctor(args: &Doctor) -> Exit {
    if args.schema {
        let text = serde_json::to_string_pretty(&schema()).unwrap_or_default() + "\n";
        return print(&text).err().unwrap_or(Exit::Proved);
    }
    let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
    let path = args.path.as_ref().map_or(here.clone(), |path| here.join(path));
    let (root, file) = match path.is_dir() {
        true => (path.clone(), path.join("a.c")),
        false => (here, path.clone()),
    };
    let mut workspace = Workspace::default();
    workspace.set_roots(vec![root.clone()]);
    let effective = workspace.effective(Some(&file));
    let mut text = format!("braid {}\n", env!("CARGO_PKG_VERSION"));
    text.push_str(&line("program", &shown(std::env::current_exe().ok().as_deref())));
    text.push_str(&line("cache", &cache_words()));
    text.push_str(&line("root", &root.display().to_string()));
    let database = workspace.database(&root).map_or(
        "none in the root, build*/ or out*/".to_owned(),
        |(path, n_files)| {
            let files = if n_files == 1 { "file" } else { "files" };
            format!("{}, {n_files} {files}", path.display())
        },
    );
    text.push_str(&line("compilation database", &database));
    text.push_str(&format!("\nsettings for {}\n{}", path.display(), effective.text()));
    let mut n_problems = 0;
    for (_, line) in workspace.problems().into_iter().flat_map(|file| file.lines()) {
        text.push_str(&format!("\n{line}\n"));
        n_problems += 1;
    }
    match print(&text) {
        Err(exit) => exit,
        Ok(()) if n_problems > 0 => Exit::Error,
        Ok(()) => Exit::Proved,
    }
}

fn line(title: &str, value: &str) -> String {
    format!("  {title}: {value}\n")
}

fn shown(path: Option<&Path>) -> String {
    path.map_or("unknown".to_owned(), |path| path.display().to_string())
}

fn cache_words() -> String {
    let Some(folder) = cache::folder() else {
        return "nowhere: there is no folder for caches, so nothing is kept".to_owned();
    };
    let probe = folder.join(".probe");
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&probe, b""));
    let _ = std::fs::remove_file(&probe);
    match written {
        Ok(()) => folder.display().to_string(),
        Err(error) => format!("{}, which cannot be written: {error}", folder.display()),
    }
}
