//! Running the executable, in places of its own.

#![allow(dead_code, reason = "each test file uses what it needs")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

pub struct Out {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command.args(args).stdin(Stdio::null()).env_remove("NO_COLOR").env("COLUMNS", "100");
    command
}

pub fn braid(args: &[&str]) -> Out {
    finished(command(args).output().expect("the executable runs"))
}

/// Runs in a directory, with a terminal of so many columns.
pub fn braid_in(dir: &Scratch, columns: &str, args: &[&str]) -> Out {
    let mut command = command(args);
    command.current_dir(&dir.0).env("COLUMNS", columns);
    finished(command.output().expect("the executable runs"))
}

/// Runs with a text on standard input.
pub fn braid_with_input(args: &[&str], text: &str) -> Out {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the executable runs");
    let mut stdin = child.stdin.take().expect("it was piped");
    stdin.write_all(text.as_bytes()).expect("short texts fit into a pipe");
    drop(stdin);
    finished(child.wait_with_output().expect("it ends"))
}

fn finished(out: Output) -> Out {
    Out {
        code: out.status.code().unwrap_or(-1),
        stdout: String::from_utf8(out.stdout).expect("UTF-8 on stdout"),
        stderr: String::from_utf8(out.stderr).expect("UTF-8 on stderr"),
    }
}

/// The exit code when nobody reads the results.
pub fn braid_unread(args: &[&str]) -> Option<i32> {
    let mut child =
        command(args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs");
    drop(child.stdout.take());
    child.wait().expect("it ends").code()
}

/// A directory that is gone after the test.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("braid-cli-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a directory for the test");
        Self(dir)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    pub fn file(&self, name: &str, bytes: &[u8]) -> String {
        std::fs::write(self.0.join(name), bytes).expect("the test may write there");
        self.path(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The texts of all Rust files below a directory.
pub fn rust_files(dir: impl AsRef<Path>) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(dir).expect("the directory exists").flatten() {
        let path = entry.path();
        if path.is_dir() {
            texts.extend(rust_files(path));
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            texts.push(std::fs::read_to_string(path).expect("source text"));
        }
    }
    texts
}
