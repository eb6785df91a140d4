//! The settings, and what follows from a change of them.

use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use tower_lsp::lsp_types::Url;

use super::{State, is_c};
use crate::convert::{from_lsp, summary};
use crate::server::analysis::Options;
use crate::settings::{Effective, FileProblems, Run, Workspace};

impl State {
    /// What the settings say about a document.
    pub fn settings(&self, uri: &Url) -> Effective {
        let path = uri.to_file_path().ok().filter(|_| uri.scheme() == "file");
        self.workspace().effective(path.as_deref())
    }

    /// How a document is checked.
    pub fn options(&self, uri: &Url) -> Arc<Options> {
        let mut options = self.settings(uri).options;
        if let Some(threads) = self.known.get(uri).and_then(|known| known.threads) {
            options.threads = threads;
        }
        Arc::new(options)
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
            let asked = self.known.get(uri).and_then(|known| known.threads);
            let asked = asked.map_or(String::new(), |n| {
                format!("  threads, as asked for this document: {}\n", summary::threads(n))
            });
            format!("{uri}\n{}{asked}\n", self.settings(uri).text())
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

    /// A file has changed on disk.
    pub fn changed_on_disk(&self, uri: &Url) {
        if self.documents.contains_key(uri) {
            return;
        }
        self.touch_dependents(&from_lsp::name(uri), self.pace.outline, self.pace.proof);
        self.changed.notify_one();
    }

    /// A document was saved.
    pub fn saved(&self, uri: &Url) {
        if self.settings(uri).run == Run::Save && self.is_checked(uri) {
            self.want(uri, Duration::ZERO, Duration::ZERO, true);
            self.changed.notify_one();
        }
    }

    pub(super) fn is_checked(&self, uri: &Url) -> bool {
        self.documents.get(uri).is_some_and(|document| is_c(uri, &document))
            && !self.settings(uri).ignored
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
