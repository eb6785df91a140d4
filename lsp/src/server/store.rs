//! What is kept on disk between sessions: a memo per program, under a name made of its content.
//!
//! Nothing depends on it but time. An entry is written beside its place and then moved there, so that
//! two servers, or one that is killed, leave whole entries only; each carries its length and a checksum,
//! and one that does not fit them is removed and counted. When there is too much, the oldest goes.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

/// The layout of entries; other versions are left alone until they are the oldest.
const MAGIC: &str = "braid store 1";
/// All entries together.
const MAX_BYTES: u64 = 256 << 20;
/// An entry that is larger is not worth reading.
const MAX_ENTRY_BYTES: u64 = 32 << 20;

#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    max_bytes: u64,
}

/// Of this process, so that no two entries are written to the same place.
static N_WRITTEN: AtomicU64 = AtomicU64::new(0);

/// Why an entry could not be used, or not be kept.
#[derive(Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It was damaged, and is removed.
    Damaged,
    /// The disk is full or read-only, or something else is in the way.
    Disk(String),
}

impl Trouble {
    pub fn words(&self) -> String {
        match self {
            Trouble::Damaged => "a damaged entry in the cache was ignored and removed".to_owned(),
            Trouble::Disk(error) => format!("the cache cannot be written: {error}"),
        }
    }
}

impl Store {
    /// Entries are kept in `folder`, which need not exist. Each version of Braid has its own.
    pub fn new(folder: &Path) -> Self {
        let folder = folder.join(format!("memo-{}", env!("CARGO_PKG_VERSION")));
        Self { folder, max_bytes: MAX_BYTES }
    }

    /// What was kept under this key.
    pub fn get(&self, key: u64) -> Result<Option<Vec<u8>>, Trouble> {
        let path = self.path(key);
        let mut bytes = Vec::new();
        let read = File::open(&path).and_then(|file| {
            // For those who look for the oldest. If it cannot be noted, so be it.
            let _ = file.set_modified(SystemTime::now());
            file.take(MAX_ENTRY_BYTES + 1).read_to_end(&mut bytes)
        });
        match read {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Trouble::Disk(error.to_string())),
        }
        match open(&bytes) {
            Some(content) => Ok(Some(content.to_vec())),
            None => {
                // Another server may have been quicker.
                let _ = fs::remove_file(&path);
                Err(Trouble::Damaged)
            }
        }
    }

    /// Keeps something, and makes room for it.
    pub fn put(&self, key: u64, content: &[u8]) -> Result<(), Trouble> {
        if content.len() as u64 > MAX_ENTRY_BYTES / 2 {
            return Ok(());
        }
        let disk = |error: io::Error| Trouble::Disk(error.to_string());
        fs::create_dir_all(&self.folder).map_err(disk)?;
        let number = N_WRITTEN.fetch_add(1, Ordering::Relaxed);
        let aside = self.folder.join(format!(".{key:016x}-{}-{number}", std::process::id()));
        let written = seal(&aside, content).and_then(|()| fs::rename(&aside, self.path(key)));
        if let Err(error) = written {
            let _ = fs::remove_file(&aside);
            return Err(disk(error));
        }
        self.make_room();
        Ok(())
    }

    fn path(&self, key: u64) -> PathBuf {
        self.folder.join(format!("{key:016x}"))
    }

    /// Removes the oldest entries, as many as needed. Others may do the same at the same time.
    fn make_room(&self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut entries: Vec<(SystemTime, u64, PathBuf)> = entries
            .filter_map(|entry| {
                let meta = entry.metadata().ok()?;
                Some((meta.modified().ok()?, meta.len(), entry.path()))
            })
            .collect();
        entries.sort();
        let mut total: u64 = entries.iter().map(|(_, bytes, _)| bytes).sum();
        for (_, bytes, path) in entries {
            if total <= self.max_bytes {
                return;
            }
            let _ = fs::remove_file(path);
            total = total.saturating_sub(bytes);
        }
    }
}

fn seal(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    writeln!(file, "{MAGIC} {} {:016x}", content.len(), checksum(content))?;
    file.write_all(content)?;
    file.sync_data()
}

fn open(bytes: &[u8]) -> Option<&[u8]> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let header = std::str::from_utf8(&bytes[..end]).ok()?;
    let (length, sum) = header.strip_prefix(MAGIC)?.trim_start().split_once(' ')?;
    let content = &bytes[end + 1..];
    let fits = length.parse() == Ok(content.len())
        && u64::from_str_radix(sum, 16) == Ok(checksum(content));
    fits.then_some(content)
}

fn checksum(content: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(content);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let name = format!("braid-store-{name}-{}", std::process::id());
            Self(std::env::temp_dir().join(name))
        }

        fn store(&self) -> Store {
            Store::new(&self.0)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_is_put_is_got() {
        let folder = Folder::new("put");
        assert_eq!(folder.store().get(1), Ok(None));
        folder.store().put(1, b"one\n\xff").unwrap();
        folder.store().put(2, b"").unwrap();
        folder.store().put(1, b"another").unwrap();
        assert_eq!(folder.store().get(1), Ok(Some(b"another".to_vec())));
        assert_eq!(folder.store().get(2), Ok(Some(Vec::new())));
    }

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let folder = Folder::new("damage");
        let store = folder.store();
        store.put(1, b"something").unwrap();
        let whole = fs::read(store.path(1)).unwrap();
        for at in 0..whole.len() {
            let mut cut = whole.clone();
            cut.truncate(at);
            let mut changed = whole.clone();
            changed[at] ^= 1;
            for bytes in [cut, changed] {
                fs::write(store.path(1), bytes).unwrap();
                assert_eq!(store.get(1), Err(Trouble::Damaged), "at {at}");
                assert_eq!(store.get(1), Ok(None), "it is gone");
            }
        }
        store.put(1, b"again").unwrap();
        assert_eq!(store.get(1), Ok(Some(b"again".to_vec())));
    }

    #[test]
    fn the_oldest_goes() {
        let folder = Folder::new("oldest");
        let store = Store { max_bytes: 500, ..folder.store() };
        for key in 0..10 {
            store.put(key, &[7; 100]).unwrap();
            let past = SystemTime::now() - std::time::Duration::from_secs(100 - key);
            File::open(store.path(key)).unwrap().set_modified(past).unwrap();
        }
        assert_eq!(store.get(0), Ok(None));
        assert!(store.get(9).unwrap().is_some());
        let left = fs::read_dir(&store.folder).unwrap().count();
        assert!((1..=4).contains(&left), "{left}");
    }

    #[test]
    fn a_disk_that_cannot_be_written_is_no_disaster() {
        let folder = Folder::new("file");
        fs::write(&folder.0, b"a file where a folder should be").unwrap();
        assert!(matches!(folder.store().put(1, b"x"), Err(Trouble::Disk(_))));
        assert!(folder.store().get(1).is_err() || folder.store().get(1) == Ok(None));
        fs::remove_file(&folder.0).unwrap();
    }

    #[test]
    fn several_write_at_once() {
        let folder = Folder::new("several");
        std::thread::scope(|scope| {
            for writer in 0..4u8 {
                let store = folder.store();
                scope.spawn(move || {
                    for round in 0..50 {
                        store.put(round % 5, &vec![writer; 1000]).unwrap();
                        if let Some(content) = store.get(round % 5).unwrap() {
                            assert_eq!(content.len(), 1000);
                            assert!(content.iter().all(|byte| *byte == content[0]));
                        }
                    }
                });
            }
        });
    }
}
