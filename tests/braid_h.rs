//! `braid.h` must never break a build: it compiles without a warning as every C and C++.

use std::process::Command;

use braid_tests::root;

const STANDARDS: &[(&str, &str)] = &[
    ("gcc", "c99"),
    ("gcc", "gnu99"),
    ("gcc", "c11"),
    ("gcc", "gnu11"),
    ("gcc", "c17"),
    ("gcc", "c2x"),
    ("g++", "c++11"),
    ("g++", "c++14"),
    ("g++", "c++17"),
    ("g++", "c++20"),
];

#[test]
fn every_compiler_is_content() {
    let headers = root().join("core/src/preprocess/headers/");
    // The header is looked for beside the program first, so a folder with nothing else in it serves.
    let folder = std::env::temp_dir().join(format!("braid-h-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    std::fs::copy(headers.join("braid.h"), folder.join("braid.h")).expect("braid.h is there");
    let mut wrong = String::new();
    for program in ["all_macros.c", "all_macros_bug.c"] {
        let file = root().join("tests/corpus/annotations").join(program);
        for (compiler, standard) in STANDARDS {
            let language = if *compiler == "g++" { "c++" } else { "c" };
            let output = Command::new(compiler)
                .args([
                    "-Wall",
                    "-Wextra",
                    "-pedantic",
                    "-Wshadow",
                    "-Werror",
                    "-fsyntax-only",
                    "-x",
                    language,
                ])
                .arg(format!("-std={standard}"))
                .arg("-I")
                .arg(&folder)
                .arg(&file)
                .output()
                .unwrap_or_else(|error| {
                    panic!("{compiler} is needed (tests/run installs it): {error}")
                });
            if !output.status.success() {
                wrong += &format!(
                    "{program} as {standard}:\n{}\n",
                    String::from_utf8_lossy(&output.stderr)
                );
            }
        }
    }
    std::fs::remove_dir_all(&folder).expect("the temporary folder can go");
    assert!(wrong.is_empty(), "{wrong}");
}
