//! Finds included files: what is open in the editor first, then what is on disk.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use braid_core::text::{IncludeKind, Loader};

use super::analysis::Buffer;
use crate::convert::from_lsp;

/// Larger files are no hand-written C, and the engine counts bytes in 32 bits.
pub const MAX_BYTES: usize = 64 << 20;
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text without its byte order mark. Blanks of the same length take its place, so that the bytes
/// behind it keep their offsets and the client's columns stay right.
pub fn without_mark(text: &str) -> String {
    match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => " ".repeat(BYTE_ORDER_MARK.len_utf8()) + rest,
        None => text.to_owned(),
    }
}

pub struct Includes {
    pub buffers: Arc<BTreeMap<String, Buffer>>,
    /// Folders, searched after that of the including file.
    pub folders: Vec<PathBuf>,
    /// Further ones for the files that single units include, by the unit.
    pub of_units: BTreeMap<String, Vec<PathBuf>>,
    /// The unit that is being read: all that is included belongs to it until another one includes.
    pub unit: RefCell<String>,
    pub wanted: Rc<RefCell<BTreeSet<String>>>,
}

impl Loader for Includes {
    fn include(&self, from: &str, name: &str, kind: IncludeKind) -> Option<(String, String)> {
        if self.of_units.contains_key(from) {
            from.clone_into(&mut self.unit.borrow_mut());
        }
        let from = Path::new(from);
        // Documents that are not in a file have no neighbours.
        let beside = match kind {
            IncludeKind::Quoted if from.is_absolute() => from.parent(),
            _ => None,
        };
        let unit = self.unit.borrow();
        let of_unit = self.of_units.get(unit.as_str()).into_iter().flatten();
        let elsewhere = self.folders.iter().chain(of_unit).map(PathBuf::as_path);
        let mut folders = beside.into_iter().chain(elsewhere).map(|folder| folder.join(name));
        folders.find_map(|path| self.load(&path))
    }
}

impl Includes {
    /// The text of a unit; `None` if it cannot be read.
    pub fn unit(&self, name: &str) -> Option<String> {
        match self.buffers.get(name) {
            Some(buffer) => Some(without_mark(&buffer.text)),
            None => self.load(Path::new(name)).map(|(_, text)| text),
        }
    }

    fn load(&self, path: &Path) -> Option<(String, String)> {
        let name = from_lsp::path_name(path);
        self.wanted.borrow_mut().insert(name.clone());
        let text = match self.buffers.get(&name) {
            Some(buffer) if buffer.text.len() > MAX_BYTES => return None,
            Some(buffer) => without_mark(&buffer.text),
            None => read(path)?,
        };
        Some((name, text))
    }
}

/// The text of a file, as an editor would show it. Devices and pipes are no files: reading them might
/// never end.
fn read(path: &Path) -> Option<String> {
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    let file = File::open(path).ok()?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).ok()?;
    if bytes.len() > MAX_BYTES {
        return None;
    }
    let text = String::from_utf8(bytes).ok()?;
    Some(text.strip_prefix(BYTE_ORDER_MARK).map(str::to_owned).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn includes(open: &[(&str, &str)]) -> Includes {
        let buffers = open.iter().map(|(path, text)| {
            let buffer = Buffer { revision: 1, text: Arc::new((*text).to_owned()) };
            ((*path).to_owned(), buffer)
        });
        Includes {
            buffers: Arc::new(buffers.collect()),
            folders: Vec::new(),
            of_units: BTreeMap::new(),
            unit: RefCell::default(),
            wanted: Rc::default(),
        }
    }

    #[test]
    fn units_have_folders_of_their_own() {
        let open = [("/one/x.h", "1"), ("/two/x.h", "2"), ("/all/y.h", "y")];
        let mut includes = includes(&open);
        includes.folders = vec!["/all".into()];
        includes.of_units = BTreeMap::from([
            ("/a.c".to_owned(), vec!["/one".into()]),
            ("/b.c".to_owned(), vec!["/two".into()]),
            ("/c.c".to_owned(), Vec::new()),
        ]);
        let get = |from: &str, name: &str| {
            includes.include(from, name, IncludeKind::Angled).map(|(_, text)| text)
        };
        assert_eq!(get("/a.c", "x.h").as_deref(), Some("1"));
        assert_eq!(get("/all/y.h", "x.h").as_deref(), Some("1"), "on behalf of the unit");
        assert_eq!(get("/b.c", "y.h").as_deref(), Some("y"));
        assert_eq!(get("/all/y.h", "x.h").as_deref(), Some("2"));
        assert_eq!(get("/c.c", "x.h"), None);
    }

    #[test]
    fn open_texts_come_before_files() {
        let folder = std::env::temp_dir().join(format!("braid-includes-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("sub")).unwrap();
        std::fs::write(folder.join("both.h"), "disk").unwrap();
        std::fs::write(folder.join("disk.h"), "\u{feff}disk").unwrap();
        std::fs::write(folder.join("latin.h"), b"// \xe4").unwrap();
        let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
        let (both, open, from) = (path("both.h"), path("open.h"), path("sub/a.c"));
        let mut includes = includes(&[(&both, "buffer"), (&open, "\u{feff}open")]);
        assert_eq!(includes.include(&from, "disk.h", IncludeKind::Angled), None);
        includes.folders = vec![folder.clone()];
        let disk = Some((path("disk.h"), "disk".to_owned()));
        assert_eq!(includes.include(&from, "disk.h", IncludeKind::Angled), disk);
        assert_eq!(includes.include(&from, "disk.h", IncludeKind::Quoted), disk);
        includes.folders.clear();
        let get = |name: &str| includes.include(&from, name, IncludeKind::Quoted);
        assert_eq!(get("../both.h"), Some((both.clone(), "buffer".to_owned())));
        assert_eq!(get(".././sub/../open.h"), Some((open.clone(), "   open".to_owned())));
        assert_eq!(get("../disk.h"), Some((path("disk.h"), "disk".to_owned())));
        assert_eq!(get("../none.h"), None);
        assert_eq!(get("../latin.h"), None);
        assert_eq!(get(".."), None, "a folder");
        assert_eq!(includes.include(&from, "../both.h", IncludeKind::Angled), None);
        assert_eq!(includes.include("untitled:1", "both.h", IncludeKind::Quoted), None);
        let wanted = includes.wanted.take();
        assert!(wanted.contains(&both) && wanted.contains(&path("none.h")));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_byte_order_mark_keeps_its_length() {
        assert_eq!(without_mark("\u{feff}x"), "   x");
        assert_eq!(without_mark("x"), "x");
    }
}
