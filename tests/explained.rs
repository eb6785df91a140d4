//! `braid explain unsupported-construct` names everything that is reported as such.

use std::fs;
use std::path::{Path, PathBuf};

use braid_core::report;

/// The calls that report something, and whose second argument names it.
const CALLS: &[&str] = &[".lost(", ".unsupported(", ".hide_computation("];

#[test]
fn every_unsupported_construct_is_explained() {
    let page = report::explain("unsupported-construct").expect("the code is known").text;
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src");
    let mut n_found = 0;
    let mut missing = Vec::new();
    for folder in ["frontend", "lower", "preprocess"] {
        for path in sources(&src.join(folder)) {
            let text = fs::read_to_string(&path).expect("sources can be read");
            for what in reported(&text) {
                n_found += 1;
                if !page.contains(&what) {
                    missing.push(format!("{}: {what}", path.display()));
                }
            }
        }
    }
    assert!(n_found > 40, "the calls are recognised; found {n_found}");
    assert!(missing.is_empty(), "not explained:\n{}", missing.join("\n"));
}

/// What the calls in a file name, as far as that is a fixed text.
fn reported(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for call in CALLS {
        for (at, _) in text.match_indices(call) {
            let args = &text[at + call.len()..];
            let Some((_, second)) = args.split_once(',') else { continue };
            let second = second.trim_start();
            let literal = match second.strip_prefix('"') {
                Some(rest) => rest,
                // `let what = "...";` in front of the call.
                None if second.starts_with("what") => {
                    let Some((_, value)) = text[..at].rsplit_once("let what = ") else { continue };
                    let Some(value) = value.strip_prefix('"') else { continue };
                    value
                }
                None => continue,
            };
            let Some((what, _)) = literal.split_once('"') else { continue };
            if !what.contains('{') {
                found.push(what.to_owned());
            }
        }
    }
    found
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            if !path.ends_with("tests") {
                found.extend(sources(&path));
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}
