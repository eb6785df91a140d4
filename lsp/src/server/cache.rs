//! Where Braid may write: a folder of its own among the user's caches, and nowhere else.

use std::env::var_os;
use std::path::PathBuf;

/// The folder, whether it exists or not; `None` if there is no place for it.
pub fn folder() -> Option<PathBuf> {
    if cfg!(test) {
        return Some(std::env::temp_dir().join(format!("braid-test-{}", std::process::id())));
    }
    let absolute = |name: &str| var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || absolute("HOME");
    absolute("BRAID_CACHE_DIR").or_else(|| {
        let caches = if cfg!(windows) {
            absolute("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            home().map(|home| home.join("Library/Caches"))
        } else {
            absolute("XDG_CACHE_HOME").or_else(|| home().map(|home| home.join(".cache")))
        };
        caches.map(|caches| caches.join("braid"))
    })
}
