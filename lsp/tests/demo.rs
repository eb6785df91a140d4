//! `braid demo`, for somebody who has the executable and nothing else.

mod run;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use run::{Out, Scratch};

/// The executable, far from the source tree.
fn alone(dir: &Scratch) -> String {
    let braid = dir.path("braid");
    std::fs::copy(env!("CARGO_BIN_EXE_braid"), &braid).expect("room for a copy");
    braid
}

fn run_in(dir: &Scratch, program: &str, args: &[&str], env: &[(&str, &str)]) -> Out {
    let mut command = Command::new(program);
    command.args(args).current_dir(dir.path("")).stdin(Stdio::null());
    command.env_remove("NO_COLOR").env("COLUMNS", "80").envs(env.iter().copied());
    // Another test may have started a process at the moment in which the copy was written.
    let out = loop {
        match command.output() {
            Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy => {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            done => break done.expect("it runs"),
        }
    };
    Out {
        code: out.status.code().unwrap_or(-1),
        stdout: String::from_utf8(out.stdout).expect("UTF-8"),
        stderr: String::from_utf8(out.stderr).expect("UTF-8"),
    }
}

#[test]
fn the_story_without_the_source_tree() {
    let dir = Scratch::new();
    let out = run_in(&dir, &alone(&dir), &["demo"], &[]);
    assert_eq!((out.code, out.stderr.as_str()), (0, ""), "{}", out.stdout);
    assert!(!out.stdout.contains('\x1b'), "colours in a pipe");
    insta::assert_snapshot!("story", out.stdout);
    let wide = |line: &&str| line.chars().count() > 80;
    assert_eq!(out.stdout.lines().find(wide), None);
}

#[test]
fn inside_the_source_tree_commands_are_those_of_cargo() {
    let out = run::braid(&["demo"]);
    assert_eq!(out.code, 0, "{}", out.stderr);
    assert!(out.stdout.contains("cargo run --release -- demo --web"), "{}", out.stdout);
}

#[test]
fn colours_on_a_terminal_unless_forbidden() {
    let dir = Scratch::new();
    let braid = alone(&dir);
    let line = format!("{braid} demo");
    let on_terminal =
        |env: &[(&str, &str)]| run_in(&dir, "script", &["-qec", &line, "/dev/null"], env);
    let coloured = on_terminal(&[("TERM", "xterm")]);
    assert_eq!(coloured.code, 0);
    assert!(coloured.stdout.contains("\x1b[1m"), "{}", coloured.stdout);
    let plain = on_terminal(&[("TERM", "xterm"), ("NO_COLOR", "1")]);
    assert_eq!(plain.code, 0);
    assert!(!plain.stdout.contains("\x1b["), "{}", plain.stdout);
    assert!(plain.stdout.contains("1 assertion proved for any number of threads"));
}

/// A program that prints a line.
fn script(dir: &Scratch, name: &str, prints: &str) {
    let path = dir.file(name, format!("#!/bin/sh\necho {prints}\n").as_bytes());
    std::fs::set_permissions(Path::new(&path), PermissionsExt::from_mode(0o755)).expect("ours");
}

#[test]
fn the_web_says_what_is_missing() {
    let dir = Scratch::new();
    let braid = alone(&dir);
    let path = dir.path("");
    let web = || {
        let out = run_in(&dir, &braid, &["demo", "--web"], &[("PATH", &path)]);
        assert_eq!((out.code, out.stdout.as_str()), (2, ""), "{}", out.stderr);
        out.stderr
    };
    let said = web();
    assert!(said.contains("Node is not installed") && said.contains("nodejs.org"), "{said}");
    script(&dir, "node", "v18.19.0");
    let said = web();
    assert!(said.contains("Node 20 or newer: Node is too old (v18.19.0)"), "{said}");
    script(&dir, "node", "v20.1.0");
    let said = web();
    assert!(said.contains("apt-get install bash npm ripgrep"), "{said}");
    for tool in ["bash", "npm", "rg", "python3", "make", "cc", "c++"] {
        script(&dir, tool, "1.0");
    }
    let said = web();
    assert!(said.contains("source folder"), "{said}");
}
