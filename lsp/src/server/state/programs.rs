//! Which programs a document is part of.
//!
//! Mostly it is one by itself, and goes by its own address. Where the settings say that several files are
//! one program, that has an address of ours, which no client gets to see; it is checked as long as one of
//! its files is open.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tower_lsp::lsp_types::Url;

use super::State;
use crate::convert::from_lsp;
use crate::server::analysis::{Options, Unit};
use crate::settings::{Effective, Linked};

const SCHEME: &str = "braid-program";

impl State {
    /// The programs that a document is part of, by their addresses.
    pub fn programs_of(&self, uri: &Url) -> Vec<Url> {
        let linked = match path(uri) {
            Some(path) => self.workspace().programs_of(&path),
            None => Vec::new(),
        };
        match linked.is_empty() {
            true => vec![uri.clone()],
            false => linked.iter().filter_map(address).collect(),
        }
    }

    /// The programs that somebody means who names a document, or a program.
    pub(super) fn programs_meant(&self, uri: &Url) -> Vec<Url> {
        if is_linked(uri) { vec![uri.clone()] } else { self.programs_of(uri) }
    }

    /// The documents of a program that are open.
    pub fn open_units(&self, program: &Url) -> Vec<Url> {
        let Some((linked, _)) = self.linked(program) else {
            return self
                .documents
                .contains_key(program)
                .then(|| program.clone())
                .into_iter()
                .collect();
        };
        let documents = self.documents.iter().map(|document| document.key().clone());
        let mut open: Vec<(usize, Url)> = documents
            .filter_map(|uri| {
                let name = from_lsp::name(&uri);
                let of = |file: &PathBuf| from_lsp::path_name(file) == name;
                Some((linked.files.iter().position(of)?, uri))
            })
            .collect();
        open.sort();
        open.into_iter().map(|(_, uri)| uri).collect()
    }

    /// The document that stands for a program where there is room for one only.
    pub fn face(&self, program: &Url) -> Url {
        self.open_units(program).into_iter().next().unwrap_or_else(|| program.clone())
    }

    /// By which document a client names a program of which something is shown in this one: by this one, or
    /// by one of the program if this is a header.
    pub fn meant_by(&self, uri: &Url, program: &Url) -> Url {
        if self.programs_of(uri).contains(program) { uri.clone() } else { self.face(program) }
    }

    /// What a program is called.
    pub fn title(&self, program: &Url) -> String {
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        match self.linked(program) {
            None => name(program.path()),
            Some((linked, _)) => {
                let first = linked.files.first().map(|file| name(&file.to_string_lossy()));
                let first = first.unwrap_or_default();
                match linked.files.len() {
                    0 | 1 => first,
                    n => format!("{first} and {} more", n - 1),
                }
            }
        }
    }

    /// What the settings say about a program.
    pub fn settings_of(&self, program: &Url) -> Effective {
        match self.linked(program) {
            Some((_, effective)) => effective,
            None => {
                let mut effective = self.settings(program);
                let name = from_lsp::name(program);
                effective.options.units = vec![Unit { name, ..Unit::default() }];
                effective
            }
        }
    }

    /// How a program is checked.
    pub fn options(&self, program: &Url) -> Options {
        let mut options = self.settings_of(program).options;
        if let Some(threads) = self.known.get(program).and_then(|known| known.threads) {
            options.threads = threads;
        }
        options
    }

    /// Forgets the programs of which nothing is open any more, or that have ceased to be.
    pub(super) fn prune(&self) {
        let documents: Vec<Url> = self.documents.iter().map(|one| one.key().clone()).collect();
        let checked = documents.iter().filter(|uri| self.is_checked(uri));
        let live: BTreeSet<Url> = checked.flat_map(|uri| self.programs_of(uri)).collect();
        let known: BTreeSet<Url> = self.known.iter().map(|known| known.key().clone()).collect();
        for program in known.difference(&live) {
            self.known.remove(program);
            self.schedule().drop_program(program);
        }
    }

    fn linked(&self, program: &Url) -> Option<(Linked, Effective)> {
        let (base, number) = origin(program)?;
        self.workspace().program(&base, number)
    }
}

fn path(uri: &Url) -> Option<PathBuf> {
    uri.to_file_path().ok().filter(|_| uri.scheme() == "file")
}

fn is_linked(uri: &Url) -> bool {
    uri.scheme() == SCHEME
}

fn address(linked: &Linked) -> Option<Url> {
    let folder = Url::from_file_path(&linked.base).ok()?;
    let mut address = Url::parse(&folder.as_str().replacen("file", SCHEME, 1)).ok()?;
    address.set_query(Some(&linked.number.to_string()));
    Some(address)
}

/// Where a program is declared, and its number there.
fn origin(program: &Url) -> Option<(PathBuf, usize)> {
    if !is_linked(program) {
        return None;
    }
    let number = program.query()?.parse().ok()?;
    let mut folder = program.clone();
    folder.set_query(None);
    let folder = Url::parse(&folder.as_str().replacen(SCHEME, "file", 1)).ok()?;
    Some((folder.to_file_path().ok()?, number))
}

/// Tells the workspace that a document is open, or no longer.
pub(super) fn document_path(uri: &Url) -> Option<PathBuf> {
    path(uri).map(|path| Path::new(&from_lsp::path_name(&path)).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_back() {
        let base = PathBuf::from("/home/a b/file");
        let linked =
            Linked { base: base.clone(), number: 3, files: Vec::new(), missing: Vec::new() };
        let address = address(&linked).expect("it has one");
        assert_eq!(address.as_str(), "braid-program:///home/a%20b/file?3");
        assert_eq!(origin(&address), Some((base, 3)));
        assert_eq!(origin(&"file:///a.c?3".parse().unwrap()), None);
    }
}
