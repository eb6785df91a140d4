//! The language server in a real editor: headless Neovim, driven by `editors/nvim/test/smoke.lua`.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn repository() -> PathBuf {
    let lsp = Path::new(env!("CARGO_MANIFEST_DIR"));
    lsp.parent().expect("lsp/ lies in the repository").to_owned()
}

/// A folder that is gone when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("braid-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("the temporary folder can be written");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs the script on a file in a folder of its own.
fn smoke(folder: &Folder, file: &str, line_too_early: &str) -> Output {
    let script = repository().join("editors/nvim/test/smoke.lua");
    let output = Command::new("nvim")
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c"])
        .arg(format!("luafile {}", script.display()))
        // For a script that cannot be loaded: Neovim would wait forever.
        .args(["-c", "cquit!"])
        .arg(file)
        .current_dir(&folder.0)
        .env("BRAID_LSP_CMD", format!("{} lsp", env!("CARGO_BIN_EXE_braid")))
        .env("BRAID_LINE_TOO_EARLY", line_too_early)
        // Neovim writes its logs and state there.
        .env("XDG_CACHE_HOME", &folder.0)
        .env("XDG_DATA_HOME", &folder.0)
        .env("XDG_STATE_HOME", &folder.0)
        .output();
    match output {
        Ok(output) => output,
        Err(error) if error.kind() == ErrorKind::NotFound => panic!(
            "Neovim is not installed, so the editor cannot be tested. \
             `tests/run` installs it; or: apt-get install --no-install-recommends neovim"
        ),
        Err(error) => panic!("nvim cannot be started: {error}"),
    }
}

#[test]
fn a_bug_is_shown_and_goes_when_it_is_mended() {
    let folder = Folder::new("nvim");
    let corpus = repository().join("tests/corpus/handoff/flag_data_bug.c");
    fs::copy(&corpus, folder.0.join("flag_data_bug.c")).expect("the corpus is there");
    let output = smoke(&folder, "flag_data_bug.c", "atomic_store_explicit");
    assert!(
        output.status.success(),
        "{}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
}
