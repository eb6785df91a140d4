//! Who may import whom, read off the `use` lines and paths of the sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module of `core` and the modules it may name.
const ALLOWED: &[(&str, &[&str])] = &[
    ("budget", &[]),
    ("hash", &[]),
    ("sabotage", &[]),
    ("text", &[]),
    ("ast", &["text"]),
    ("scpl", &["text", "budget"]),
    ("bbp", &["scpl", "budget"]),
    ("solve", &["scpl", "budget"]),
    ("preprocess", &["text"]),
    ("frontend", &["text", "ast"]),
    ("lower", &["text", "ast", "scpl"]),
    ("hunt", &["text", "scpl", "budget"]),
    ("reduce", &["scpl", "solve", "budget", "sabotage"]),
    ("predabs", &["scpl", "bbp", "solve", "budget", "sabotage"]),
    ("check", &["scpl", "bbp", "budget", "sabotage"]),
    ("simulate", &["scpl", "bbp", "solve", "budget"]),
    ("refine", &["scpl", "bbp", "solve", "budget"]),
    ("certify", &["scpl", "bbp", "budget", "sabotage"]),
    (
        "engine",
        &[
            "text",
            "ast",
            "scpl",
            "bbp",
            "budget",
            "preprocess",
            "frontend",
            "lower",
            "hunt",
            "reduce",
            "predabs",
            "check",
            "simulate",
            "refine",
            "certify",
        ],
    ),
    ("report", &["text", "scpl", "bbp", "engine"]),
];

/// What any module may name.
const FOR_ALL: &[&str] = &["hash"];

/// What `core` must not touch: it is a function of text, configuration and budget.
const BANNED_IN_CORE: &[&str] = &[
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "std::time",
    "std::thread",
    "std::io",
    "std::path",
    "println!",
    "eprintln!",
    "print!",
    "eprint!",
    "dbg!",
    "serde",
    "tower_lsp",
    "tokio",
    "lsp_types",
];

/// What `lsp` must not touch: it converts and presents.
const BANNED_IN_LSP: &[&str] =
    &["tree_sitter", "biodivine", "splr", "batsat", "braid_core::scpl", "braid_core::lower"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("tests/ lies in the repository")
        .to_owned()
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file: without comments, and without what follows `#[cfg(test)]` inline modules.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("readable");
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

fn is_test(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name == "tests.rs"
        || name == "fixture.rs"
        || path.components().any(|part| part.as_os_str() == "tests")
}

/// The modules of `core` that a piece of code names as `crate::module` or in `use crate::{a, b}`.
fn imports(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let names: Vec<&str> = match rest.strip_prefix('{') {
            Some(list) => {
                let list = list.split("};").next().unwrap_or_default();
                top_level_items(list)
            }
            None => vec![rest],
        };
        for name in names {
            let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
            found.insert(name.trim()[..end.min(name.trim().len())].to_owned());
        }
    }
    found
}

/// The items of a braced list, not looking into inner braces.
fn top_level_items(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut items) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    items.push(list[start..].trim());
    items.retain(|item| !item.is_empty() && *item != "}");
    items
}

#[test]
fn core_modules_import_only_what_they_may() {
    let src = root().join("core/src");
    let mut wrong = Vec::new();
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    let modules: BTreeSet<&str> = ALLOWED.iter().map(|(module, _)| *module).collect();
    for path in files.iter().filter(|path| !is_test(path)) {
        let relative = path.strip_prefix(&src).expect("found below");
        let module = relative
            .iter()
            .next()
            .and_then(|part| part.to_str())
            .unwrap_or_default()
            .trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == module) else {
            wrong.push(format!(
                "{}: module `{module}` is not in the table of layers.rs",
                relative.display()
            ));
            continue;
        };
        for import in imports(&code(path)) {
            let is_free = import == module || FOR_ALL.contains(&&*import);
            if modules.contains(&*import) && !is_free && !allowed.contains(&&*import) {
                wrong.push(format!("{}: `{module}` must not know `{import}`", relative.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn banned(folder: &str, words: &[&str]) -> Vec<String> {
    let mut files = Vec::new();
    rust_files(&root().join(folder), &mut files);
    let mut wrong = Vec::new();
    for path in files.iter().filter(|path| !is_test(path)) {
        let code = code(path);
        for word in words.iter().filter(|word| code.contains(**word)) {
            wrong.push(format!(
                "{}: `{word}`",
                path.strip_prefix(root()).expect("below the root").display()
            ));
        }
    }
    wrong
}

#[test]
fn core_knows_no_files_clock_or_protocol() {
    let wrong = banned("core/src", BANNED_IN_CORE);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_server_knows_no_trees_or_solvers() {
    let wrong = banned("lsp/src", BANNED_IN_LSP);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn imports_are_found_in_every_form() {
    let code = "use crate::scpl::{self, Expr};\nuse crate::{\n    text::{Span, Problem},\n    hunt,\n};\nlet x = crate::lower::f();";
    let expected: BTreeSet<String> = ["scpl", "text", "hunt", "lower"].map(String::from).into();
    assert_eq!(imports(code), expected);
}
