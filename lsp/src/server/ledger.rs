//! What is published, by whom and where.
//!
//! A header is included by several documents, and each has its own diagnostics for it. The client,
//! however, knows one list per file, which every publication replaces. So all lists are kept here, and
//! a file gets those of all documents together.

use std::collections::{BTreeMap, BTreeSet};

use tower_lsp::lsp_types::{Diagnostic, Url};

#[derive(Debug, Default)]
pub struct Ledger {
    /// By program, then by the file that the diagnostics stand in.
    entries: BTreeMap<Url, BTreeMap<Url, Entry>>,
}

/// What one program says about one file.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Of the text that the diagnostics belong to; `None` if the file was not open.
    pub revision: Option<u64>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Ledger {
    /// A program says this from now on. Returns the files for which the client needs a new list: those of
    /// the program that are open, and those for which something else is said than before.
    pub fn replace(
        &mut self,
        root: &Url,
        open: Vec<Url>,
        entries: BTreeMap<Url, Entry>,
    ) -> BTreeSet<Url> {
        let before = self.entries.insert(root.clone(), entries).unwrap_or_default();
        let now = &self.entries[root];
        let files = before.keys().chain(now.keys());
        let changed = files.filter(|file| before.get(*file) != now.get(*file));
        changed.cloned().chain(open).collect()
    }

    /// The same, for what is not the last word: files for which the client has nothing new to see are
    /// left out, those that are open as well.
    pub fn update(&mut self, root: &Url, entries: BTreeMap<Url, Entry>) -> BTreeSet<Url> {
        let before = self.entries.insert(root.clone(), entries).unwrap_or_default();
        let now = &self.entries[root];
        let said = |entries: &BTreeMap<Url, Entry>, file: &Url| {
            entries.get(file).map(|entry| entry.diagnostics.clone()).unwrap_or_default()
        };
        let files = before.keys().chain(now.keys());
        files.filter(|file| said(&before, file) != said(now, file)).cloned().collect()
    }

    /// A document was closed: what is said about it was about the text in the editor, which is gone.
    pub fn close(&mut self, uri: &Url) {
        for entries in self.entries.values_mut() {
            entries.remove(uri);
        }
    }

    /// A program is gone, and says nothing any more. Returns the files for which the client needs a new list.
    pub fn drop_program(&mut self, program: &Url) -> BTreeSet<Url> {
        self.entries.remove(program).unwrap_or_default().into_keys().collect()
    }

    /// Everything that is said about a file's present text.
    pub fn list(&self, file: &Url, revision: Option<u64>) -> Vec<Diagnostic> {
        let entries = self.entries.values().filter_map(|entries| entries.get(file));
        let present = entries.filter(|entry| entry.revision == revision);
        let mut list: Vec<Diagnostic> = Vec::new();
        for diagnostic in present.flat_map(|entry| &entry.diagnostics) {
            if !list.contains(diagnostic) {
                list.push(diagnostic.clone());
            }
        }
        list.sort_by_key(|diagnostic| (diagnostic.range.start, diagnostic.range.end));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri(name: &str) -> Url {
        format!("file:///{name}").parse().unwrap()
    }

    fn entries(list: &[(&str, &[&str])]) -> BTreeMap<Url, Entry> {
        let entries = list.iter().map(|(name, messages)| {
            let diagnostics = messages.iter().map(|&message| Diagnostic {
                message: message.to_owned(),
                ..Diagnostic::default()
            });
            (uri(name), Entry { revision: None, diagnostics: diagnostics.collect() })
        });
        entries.collect()
    }

    fn replace(ledger: &mut Ledger, root: &str, said: BTreeMap<Url, Entry>) -> BTreeSet<Url> {
        ledger.replace(&uri(root), vec![uri(root)], said)
    }

    fn list(ledger: &Ledger, name: &str) -> Vec<String> {
        let list = ledger.list(&uri(name), None);
        list.into_iter().map(|diagnostic| diagnostic.message).collect()
    }

    #[test]
    fn a_header_gets_what_all_say() {
        let mut ledger = Ledger::default();
        replace(&mut ledger, "a.c", entries(&[("a.c", &["1"]), ("x.h", &["2", "3"])]));
        let changed = replace(&mut ledger, "b.c", entries(&[("b.c", &[]), ("x.h", &["3", "4"])]));
        assert_eq!(changed, [uri("b.c"), uri("x.h")].into());
        assert_eq!(list(&ledger, "x.h"), ["2", "3", "4"]);
    }

    #[test]
    fn what_is_not_said_again_goes() {
        let mut ledger = Ledger::default();
        replace(&mut ledger, "a.c", entries(&[("a.c", &["1"]), ("x.h", &["2"])]));
        let changed = replace(&mut ledger, "a.c", entries(&[("a.c", &["1"])]));
        assert_eq!(changed, [uri("a.c"), uri("x.h")].into());
        assert_eq!(list(&ledger, "x.h"), [""; 0]);
    }

    #[test]
    fn closing_clears() {
        let mut ledger = Ledger::default();
        replace(&mut ledger, "a.c", entries(&[("a.c", &["1"]), ("x.h", &["2"])]));
        replace(&mut ledger, "b.c", entries(&[("a.c", &["3"]), ("x.h", &["4"])]));
        ledger.close(&uri("a.c"));
        assert_eq!(ledger.drop_program(&uri("a.c")), [uri("x.h")].into());
        assert_eq!(list(&ledger, "a.c"), [""; 0]);
        assert_eq!(list(&ledger, "x.h"), ["4"]);
        assert_eq!(ledger.drop_program(&uri("c.c")), [].into(), "never heard of");
    }

    #[test]
    fn what_belongs_to_another_text_is_not_listed() {
        let mut ledger = Ledger::default();
        replace(&mut ledger, "a.c", entries(&[("x.h", &["1"])]));
        assert_eq!(ledger.list(&uri("x.h"), Some(7)), []);
    }
}
