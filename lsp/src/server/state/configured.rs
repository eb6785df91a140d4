//! The settings, and what follows from a change of them.

use std::sync::atomic::Ordering;
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use tower_lsp::lsp_types::Url;

use super::programs::document_path;
use super::{State, is_c};
use crate::convert::{from_lsp, summary};
use crate::settings::{Effective, FileProblems, Run, Workspace};

impl State {
    /// What the settings say about a document.
    pub fn settings(&self, uri: &Url) -> Effective {
        let path = uri.to_file_path().ok().filter(|_| uri.scheme() == "file");
        self.workspace().effective(path.as_deref())
    }

    /// The settings in force, to be read.
    pub fn settings_text(&self) -> String {
        let documents = self.documents.iter().map(|document| document.key().clone());
        let mut uris: Vec<Url> = documents.collect();
        uris.sort();
        if uris.is_empty() {
            return format!(
                "Settings without a document\n{}",
                self.workspace().effective(None).text()
            );
        }
        let texts = uris.iter().map(|uri| {
            let programs = self.programs_of(uri).into_iter();
            let asked = programs.filter_map(|program| {
                let n = self.known.get(&program)?.threads?;
                Some(format!("  threads, as asked for this document: {}\n", summary::threads(n)))
            });
            format!("{uri}\n{}{}\n", self.settings(uri).text(), asked.collect::<String>())
        });
        texts.collect()
    }

    pub fn workspace(&self) -> MutexGuard<'_, Workspace> {
        self.workspace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Settings have changed, or may have: what is open is looked at again.
    pub fn reconfigured(&self) {
        let mut uris: Vec<Url> = self.documents.iter().map(|one| one.key().clone()).collect();
        uris.sort();
        self.prune();
        for uri in uris {
            self.touched(&uri, Duration::ZERO, Duration::ZERO);
        }
        self.settings_changed.store(true, Ordering::Relaxed);
        self.changed.notify_one();
    }

    /// What is wrong with settings files, if that may have changed.
    pub fn take_settings_problems(&self) -> Option<Vec<FileProblems>> {
        if !self.settings_changed.swap(false, Ordering::Relaxed) {
            return None;
        }
        Some(self.workspace().problems())
    }

    /// A file has changed on disk; perhaps it has come or gone.
    pub fn changed_on_disk(&self, uri: &Url, is_there: Option<bool>) {
        if self.documents.contains_key(uri) {
            return;
        }
        let name = from_lsp::name(uri);
        let revision = self.new_revision();
        self.disk.lock().unwrap_or_else(PoisonError::into_inner).insert(name.clone(), revision);
        let path = document_path(uri).filter(|_| is_there.is_some());
        if path.is_some_and(|path| self.workspace().forget_programs(&path)) {
            self.reconfigured();
        }
        self.touch_dependents(&name, self.pace.outline, self.pace.proof);
        self.changed.notify_one();
    }

    /// A document was saved.
    pub fn saved(&self, uri: &Url) {
        if self.settings(uri).run == Run::Save && self.is_checked(uri) {
            for program in self.programs_of(uri) {
                self.want(&program, Duration::ZERO, Duration::ZERO, true);
            }
            self.changed.notify_one();
        }
    }

    pub(super) fn is_checked(&self, uri: &Url) -> bool {
        // Settings are no program, whatever the client takes their language for.
        let is_settings = uri.to_file_path().is_ok_and(|path| Workspace::is_settings(&path));
        !is_settings
            && self.documents.get(uri).is_some_and(|document| is_c(uri, &document))
            && !self.settings(uri).ignored
    }

    /// Tells the workspace that a document is open, or no longer: it may be a file of a program.
    pub(super) fn tell_programs(&self, uri: &Url, is_open: bool) {
        let Some(path) = document_path(uri) else { return };
        if self.workspace().set_document(&path, is_open) {
            self.reconfigured();
        }
    }

    /// Tells the workspace if the document is a settings file.
    pub(super) fn tell_workspace(&self, uri: &Url) -> bool {
        let Ok(path) = uri.to_file_path() else { return false };
        if !Workspace::is_settings(&path) {
            return false;
        }
        let text = self.documents.get(uri).map(|document| document.text().to_string());
        let mut workspace = self.workspace();
        workspace.set_open(&path, text);
        // Read it now, whether or not anything open depends on it.
        workspace.effective(Some(&path));
        drop(workspace);
        self.reconfigured();
        true
    }
}
