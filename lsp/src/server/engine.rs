//! The real answers: those of `braid_core`.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File as DiskFile;
use std::io::Read;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use braid_core::budget::Budget;
use braid_core::engine::{self, Config};
use braid_core::report::{self, Finding, Severity};
use braid_core::text::{FileId, IncludeKind, Loader, Sources, Span};

use super::analysis::{Answer, Buffer, File, Question};
use crate::convert::from_lsp;

/// The same as for `braid check`, so that both say the same.
const BUDGET: u64 = 50_000_000;
/// Larger files are no hand-written C, and the engine counts bytes in 32 bits.
const MAX_BYTES: usize = 64 << 20;
const BYTE_ORDER_MARK: char = '\u{feff}';

pub fn analyse(question: &Question) -> Answer {
    let text = &question.root().text;
    if text.len() > MAX_BYTES {
        return too_large(question);
    }
    let wanted: Rc<RefCell<BTreeSet<String>>> = Rc::default();
    let loader = Includes { buffers: question.buffers.clone(), wanted: wanted.clone() };
    let sources = Sources::new(Box::new(loader));
    let root = sources.add(&question.root, &without_mark(text), false);
    let budget = Budget::cancellable(BUDGET, question.cancel.clone());
    let analysis = engine::analyze(&sources, root, &Config::default(), &budget);
    let files = analysis.files.iter().map(|(_, file)| {
        if file.builtin {
            File::Builtin
        } else if question.buffers.contains_key(&file.name) {
            File::Buffer(file.name.clone())
        } else {
            File::Disk(file.name.clone(), Arc::new(file.text.clone()))
        }
    });
    Answer { findings: report::findings(&analysis), files: files.collect(), wanted: wanted.take() }
}

fn too_large(question: &Question) -> Answer {
    let finding = Finding {
        code: "file-too-large",
        severity: Severity::Warning,
        span: Span::whole(FileId(0)),
        message: format!("the file is larger than {} MB and is not checked", MAX_BYTES >> 20),
        related: Vec::new(),
        hint: String::new(),
        property: None,
    };
    let files = vec![File::Buffer(question.root.clone())];
    Answer { findings: vec![finding], files, ..Answer::default() }
}

/// The text without its byte order mark. Blanks of the same length take its place, so that the bytes
/// behind it keep their offsets and the client's columns stay right.
fn without_mark(text: &str) -> String {
    match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => " ".repeat(BYTE_ORDER_MARK.len_utf8()) + rest,
        None => text.to_owned(),
    }
}

/// Finds included files: what is open in the editor first, then what is on disk.
struct Includes {
    buffers: Arc<BTreeMap<String, Buffer>>,
    wanted: Rc<RefCell<BTreeSet<String>>>,
}

impl Loader for Includes {
    fn include(&self, from: &str, name: &str, kind: IncludeKind) -> Option<(String, String)> {
        let from = Path::new(from);
        // Documents that are not in a file have no neighbours.
        if kind == IncludeKind::Angled || !from.is_absolute() {
            return None;
        }
        let path = from.parent()?.join(name);
        let name = from_lsp::path_name(&path);
        self.wanted.borrow_mut().insert(name.clone());
        let text = match self.buffers.get(&name) {
            Some(buffer) if buffer.text.len() > MAX_BYTES => return None,
            Some(buffer) => without_mark(&buffer.text),
            None => read(&path)?,
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
    let file = DiskFile::open(path).ok()?;
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
            let uri = format!("file://{path}").parse().unwrap();
            let buffer = Buffer { uri, revision: 1, text: Arc::new((*text).to_owned()) };
            ((*path).to_owned(), buffer)
        });
        Includes { buffers: Arc::new(buffers.collect()), wanted: Rc::default() }
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
        let includes = includes(&[(&both, "buffer"), (&open, "\u{feff}open")]);
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
