//! Reading programs from disk and standard input.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use braid_core::text::{FileId, IncludeKind, Loader, Sources};

use crate::server::Options;

/// Larger files are no hand-written C, and the engine counts bytes in 32 bits.
const MAX_BYTES: u64 = 64 << 20;

/// A file of a program, not one that it includes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// As shown to the user.
    pub name: String,
    pub text: String,
}

/// Why a file cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    pub code: &'static str,
    /// One line that stands alone.
    pub message: String,
    pub hint: &'static str,
    /// The line at fault, counted from 1.
    pub line: u32,
}

impl InputError {
    fn new(code: &'static str, message: String, hint: &'static str) -> Self {
        Self { code, message, hint, line: 1 }
    }
}

/// The name under which standard input is shown.
pub const STDIN: &str = "<stdin>";

/// Reads the file that the command line names; `-` is standard input.
pub fn read(path: &Path) -> Result<Program, InputError> {
    let (name, bytes) = if path == Path::new("-") {
        (STDIN.to_owned(), limited(std::io::stdin().lock()))
    } else {
        (path.display().to_string(), read_file(path))
    };
    let bytes = bytes.map_err(|error| unreadable(&name, &error))?;
    let text = decode(&name, bytes)?;
    if text.trim().is_empty() {
        let message = format!("{name} is empty: nothing to check");
        return Err(InputError::new("file-empty", message, ""));
    }
    Ok(Program { name, text })
}

enum Unreadable {
    Io(std::io::Error),
    Directory,
    TooLarge,
}

fn read_file(path: &Path) -> Result<Vec<u8>, Unreadable> {
    let file = File::open(path).map_err(Unreadable::Io)?;
    let meta = file.metadata().map_err(Unreadable::Io)?;
    if meta.is_dir() {
        return Err(Unreadable::Directory);
    }
    if meta.is_file() && meta.len() > MAX_BYTES {
        return Err(Unreadable::TooLarge);
    }
    limited(file)
}

/// Devices and pipes have no length: one byte more than allowed tells that they are too long.
fn limited(reader: impl Read) -> Result<Vec<u8>, Unreadable> {
    let mut bytes = Vec::new();
    reader.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(Unreadable::Io)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Unreadable::TooLarge);
    }
    Ok(bytes)
}

fn unreadable(name: &str, error: &Unreadable) -> InputError {
    match error {
        Unreadable::Directory => InputError::new(
            "is-directory",
            format!("{name} is a directory"),
            "Name the C files in it",
        ),
        Unreadable::TooLarge => InputError::new(
            "file-too-large",
            format!("{name} is larger than {} MB", MAX_BYTES >> 20),
            "",
        ),
        Unreadable::Io(error) if error.kind() == ErrorKind::NotFound => {
            InputError::new("file-not-found", format!("{name} does not exist"), "")
        }
        Unreadable::Io(error) if error.kind() == ErrorKind::PermissionDenied => {
            InputError::new("file-unreadable", format!("{name} must not be read by you"), "")
        }
        Unreadable::Io(error) => {
            InputError::new("file-unreadable", format!("{name} cannot be read: {error}"), "")
        }
    }
}

/// The text of a file. A byte order mark is no part of it.
fn decode(name: &str, bytes: Vec<u8>) -> Result<String, InputError> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let bytes = error.as_bytes();
            let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count() as u32 + 1;
            let hint = match bytes {
                [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "It looks like UTF-16: save it as UTF-8",
                _ => "Save it as UTF-8; for Latin-1, iconv -f latin1 -t utf-8 does it",
            };
            let message = format!("{name} is not valid UTF-8 at byte {at}, in line {line}");
            Err(InputError { code: "not-utf-8", message, hint, line })
        }
    }
}

/// What a program of these files is called.
pub fn names(files: &[Program]) -> String {
    files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>().join(" + ")
}

/// Makes the files of a program known to the engine.
pub fn add(sources: &Sources, files: &[Program]) -> Vec<FileId> {
    files.iter().map(|file| sources.add(&file.name, &file.text, false)).collect()
}

/// Reads the files of one program; the first that cannot be read is why there is none.
pub fn read_all(paths: &[PathBuf]) -> Result<Vec<Program>, InputError> {
    paths.iter().map(|path| read(path)).collect()
}

/// Finds included files on disk. What exists but cannot be used is noted for the user.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    include_dirs: Vec<PathBuf>,
    /// Further ones for what single units include, by the unit.
    of_units: BTreeMap<String, Vec<PathBuf>>,
    /// The unit that is being read.
    unit: Arc<Mutex<String>>,
    complaints: Arc<Mutex<Vec<String>>>,
}

impl Disk {
    pub fn new(options: &Options) -> Self {
        let folders = |paths: &[String]| paths.iter().map(PathBuf::from).collect();
        let of_units = options.units.iter();
        Self {
            include_dirs: folders(&options.include_paths),
            of_units: of_units.map(|one| (one.name.clone(), folders(&one.include_paths))).collect(),
            unit: Arc::default(),
            complaints: Arc::default(),
        }
    }

    /// The folders of the unit on whose behalf a file includes: itself, or the last one that did.
    fn of_unit(&self, from: &str) -> &[PathBuf] {
        let Ok(mut unit) = self.unit.lock() else { return &[] };
        if self.of_units.contains_key(from) {
            from.clone_into(&mut unit);
        }
        self.of_units.get(unit.as_str()).map_or(&[], Vec::as_slice)
    }

    /// What went wrong so far, a sentence each.
    pub fn complaints(&self) -> Vec<String> {
        self.complaints.lock().map(|list| list.clone()).unwrap_or_default()
    }

    fn try_read(&self, path: &Path) -> Option<(String, String)> {
        let shown = path.display().to_string();
        let bytes = match read_file(path) {
            Ok(bytes) => bytes,
            Err(Unreadable::Io(error)) if error.kind() == ErrorKind::NotFound => return None,
            Err(error) => return self.complain(unreadable(&shown, &error)),
        };
        match decode(&shown, bytes) {
            Ok(text) => Some((shown, text)),
            Err(error) => self.complain(error),
        }
    }

    fn complain(&self, error: InputError) -> Option<(String, String)> {
        if let Ok(mut list) = self.complaints.lock()
            && !list.contains(&error.message)
        {
            list.push(error.message);
        }
        None
    }
}

impl Loader for Disk {
    fn include(&self, from: &str, name: &str, kind: IncludeKind) -> Option<(String, String)> {
        let beside = match kind {
            IncludeKind::Quoted if from == STDIN => Some(PathBuf::from(name)),
            IncludeKind::Quoted => {
                Some(Path::new(from).parent().unwrap_or(Path::new("")).join(name))
            }
            IncludeKind::Angled => None,
        };
        let folders = self.include_dirs.iter().chain(self.of_unit(from));
        let elsewhere = folders.map(|dir| dir.join(name));
        beside.into_iter().chain(elsewhere).find_map(|path| self.try_read(&path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_may_have_a_byte_order_mark_and_any_line_ends() {
        let text = decode("a.c", b"\xef\xbb\xbfint x;\r\n".to_vec());
        assert_eq!(text, Ok("int x;\r\n".to_owned()));
    }

    #[test]
    fn other_encodings_are_refused_with_the_place() {
        let error = decode("a.c", b"int x;\n// \xe4\n".to_vec()).unwrap_err();
        assert_eq!(error.message, "a.c is not valid UTF-8 at byte 10, in line 2");
        assert_eq!(error.line, 2);
        let error = decode("a.c", b"\xff\xfei\0n\0t\0".to_vec()).unwrap_err();
        assert!(error.hint.contains("UTF-16"));
    }

    #[test]
    fn endless_input_is_cut_off() {
        assert!(matches!(limited(std::io::repeat(b'x')), Err(Unreadable::TooLarge)));
    }
}
