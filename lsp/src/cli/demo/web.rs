//! `braid demo --web`: VS Code in the browser, with the extension and examples.
//!
//! The work is done by `editors/web`, a script in Braid's source folder. Here we find it, and say
//! plainly what is missing before anything is downloaded.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cli::output::{Exit, complain};

/// The oldest Node for which the VS Code that we use is made.
const NODE_MAJOR: u32 = 20;

/// Programs, each with the Debian package that has it.
const TOOLS: [(&str, &str); 7] = [
    ("bash", "bash"),
    ("npm", "npm"),
    ("rg", "ripgrep"),
    ("python3", "python3"),
    ("make", "make"),
    ("cc", "gcc"),
    ("c++", "g++"),
];

pub fn start() -> Exit {
    if let Some(missing) = missing() {
        complain(&missing);
        return Exit::Error;
    }
    let Some(folder) = source_folder() else {
        complain(
            "demo --web is made from Braid's source folder: run it there, by \
             `cargo run --release -- demo --web`",
        );
        return Exit::Error;
    };
    let server = match std::env::current_exe() {
        Ok(server) => server,
        Err(error) => {
            complain(&format!("braid cannot find itself: {error}"));
            return Exit::Error;
        }
    };
    let script = folder.join("editors/web");
    let mut command = Command::new("bash");
    command.arg(&script).arg("--server").arg(server);
    let error = hand_over(&mut command);
    complain(&format!("{} cannot be run: {error}", script.display()));
    Exit::Error
}

/// Becomes the command, so that Ctrl-C and other signals reach it alone. Returns only if that fails.
#[cfg(unix)]
fn hand_over(command: &mut Command) -> std::io::Error {
    std::os::unix::process::CommandExt::exec(command)
}

#[cfg(not(unix))]
fn hand_over(_: &mut Command) -> std::io::Error {
    std::io::ErrorKind::Unsupported.into()
}

/// What has to be installed first, if anything.
fn missing() -> Option<String> {
    let version = output_of("node", &["--version"]);
    let node = match version.as_deref().map(major) {
        None => Some("Node is not installed".to_owned()),
        Some(Some(major)) if major >= NODE_MAJOR => None,
        Some(_) => Some(format!("Node is too old ({})", version.unwrap_or_default().trim())),
    };
    if let Some(why) = node {
        return Some(format!(
            "demo --web needs Node {NODE_MAJOR} or newer: {why}. Get it from https://nodejs.org, \
             or from your distribution (on Debian: apt-get install nodejs npm), and try again. \
             `braid demo` needs nothing"
        ));
    }
    let (programs, packages): (Vec<&str>, Vec<&str>) = TOOLS
        .into_iter()
        .filter(|(program, _)| output_of(program, &["--version"]).is_none())
        .unzip();
    if programs.is_empty() {
        return None;
    }
    Some(format!(
        "demo --web needs {}, which cannot be run here. On Debian: apt-get install {}",
        programs.join(", "),
        packages.join(" ")
    ))
}

/// The major version in `v20.1.0`.
fn major(version: &str) -> Option<u32> {
    version.trim().trim_start_matches('v').split('.').next()?.parse().ok()
}

/// What a program prints, if it is there and content.
fn output_of(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Braid's source folder: around this directory, or around the executable that `cargo` has built.
pub fn source_folder() -> Option<PathBuf> {
    let places = [std::env::current_dir().ok(), std::env::current_exe().ok()];
    places.into_iter().flatten().find_map(|place| around(&place))
}

fn around(place: &Path) -> Option<PathBuf> {
    let is_source = |folder: &&Path| folder.join("editors/web").is_file();
    place.ancestors().find(is_source).map(Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node() {
        assert_eq!(major("v20.1.0\n"), Some(20));
        assert_eq!(major("v8.0.0"), Some(8));
        assert_eq!(major("nonsense"), None);
    }

    #[test]
    fn the_source_folder_is_found_from_inside() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let found = around(&here.join("src/cli")).expect("this is inside");
        assert_eq!(Some(found.as_path()), here.parent());
        assert_eq!(around(&std::env::temp_dir()), None);
    }
}
