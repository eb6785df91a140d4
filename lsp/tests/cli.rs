//! The command line from outside: exit codes, streams, and what bad input comes to.

mod run;

use run::{Scratch, braid};
use serde_json::Value;

#[test]
fn help_and_version_succeed() {
    for args in [&["--help"][..], &["--version"], &["check", "--help"], &["help", "dump"]] {
        let out = braid(args);
        assert_eq!(out.code, 0, "{args:?}");
        assert!(!out.stdout.is_empty() && out.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn wrong_usage_is_an_error_on_stderr() {
    let cases: &[&[&str]] = &[
        &[],
        &["check"],
        &["check", "--threads", "0", "x.c"],
        &["check", "--threads", "-1", "x.c"],
        &["check", "--threads", "many", "x.c"],
        &["check", "--threads", "99999999999", "x.c"],
        &["check", "--budget", "0", "x.c"],
        &["check", "--timeout", "-3", "x.c"],
        &["check", "--timeout", "NaN", "x.c"],
        &["check", "--format", "xml", "x.c"],
        &["check", "--data-model", "lp128", "x.c"],
        &["check", "-D", "1x", "x.c"],
        &["check", "-q", "-v", "x.c"],
        &["check", "--frobnicate", "x.c"],
        &["check", "--link", "a.c", "a.c"],
        &["check", "--name", "my_lock", "x.c"],
        &["check", "--heap-objects", "0", "x.c"],
        &["dump", "--stage", "scpl", "a.c", "b.c"],
        &["dump", "x.c"],
        &["dump", "--stage", "everything", "x.c"],
        &["explain", "no-such-code"],
        &["verify", "x.c"],
    ];
    for args in cases {
        let out = braid(args);
        assert_eq!(out.code, 2, "{args:?}: {}", out.stderr);
        assert!(out.stdout.is_empty() && !out.stderr.is_empty(), "{args:?}");
    }
}

/// Checks one file in both formats: exit code 2, a message with `words`, JSON with `code`.
#[track_caller]
fn refuses(path: &str, code: &str, words: &str) {
    let out = braid(&["check", path]);
    assert_eq!(out.code, 2, "{}{}", out.stdout, out.stderr);
    assert!(out.stdout.contains(words), "{}", out.stdout);
    assert!(out.stdout.contains(&format!("error[{code}]")), "{}", out.stdout);

    let out = braid(&["check", "--format", "json", path]);
    assert_eq!(out.code, 2);
    let json: Value = serde_json::from_str(&out.stdout).expect("JSON also when input fails");
    assert_eq!(json["schema"], 1);
    assert_eq!(json["files"][0]["path"], path);
    assert_eq!(json["files"][0]["properties"], Value::Array(Vec::new()));
    assert_eq!(json["files"][0]["problems"][0]["code"], code);
    assert!(json["files"][0]["problems"][0]["location"]["line"].is_u64());

    let out = braid(&["explain", code]);
    assert_eq!(out.code, 0, "{code} is explained");

    let out = braid(&["dump", "--stage", "tokens", path]);
    assert_eq!(out.code, 2);
    assert!(out.stderr.contains(words), "{}", out.stderr);
}

#[test]
fn a_missing_file() {
    refuses("/no/such/file.c", "file-not-found", "/no/such/file.c does not exist");
}

#[test]
fn a_directory() {
    let dir = Scratch::new();
    refuses(&dir.path(""), "is-directory", "is a directory");
}

#[test]
fn an_empty_file() {
    let dir = Scratch::new();
    refuses(&dir.file("empty.c", b""), "file-empty", "nothing to check");
    refuses(&dir.file("blank.c", b"\xef\xbb\xbf \r\n\t\n"), "file-empty", "nothing to check");
}

#[test]
fn a_file_that_is_not_utf8() {
    let dir = Scratch::new();
    let path = dir.file("latin.c", b"int x;\n// gr\xfc\xdfe\n");
    refuses(&path, "not-utf-8", "at byte 12, in line 2");
    let out = braid(&["check", "--format", "json", &path]);
    assert!(out.stdout.contains("\"line\": 2"), "{}", out.stdout);
    refuses(&dir.file("wide.c", b"\xff\xfei\0n\0t\0"), "not-utf-8", "at byte 0");
}

#[test]
fn a_file_that_is_too_large() {
    let dir = Scratch::new();
    let path = dir.file("large.c", b"int x;");
    let file = std::fs::OpenOptions::new().write(true).open(&path).expect("the file was written");
    file.set_len(65 << 20).expect("sparse files are cheap");
    refuses(&path, "file-too-large", "larger than 64 MB");
}

#[test]
fn an_endless_device() {
    refuses("/dev/zero", "file-too-large", "larger than 64 MB");
}

#[test]
fn standard_input_may_be_empty() {
    let out = braid(&["check", "-"]);
    assert_eq!(out.code, 2);
    assert!(out.stdout.contains("<stdin> is empty"), "{}", out.stdout);
}

#[test]
fn every_file_is_looked_at_and_the_worst_counts() {
    let dir = Scratch::new();
    let empty = dir.file("empty.c", b"");
    let out = braid(&["check", "--format", "json", "/no/such/file.c", &empty]);
    assert_eq!(out.code, 2);
    let json: Value = serde_json::from_str(&out.stdout).expect("JSON");
    assert_eq!(json["files"].as_array().map(Vec::len), Some(2));
    let out = braid(&["check", "/no/such/file.c", &empty]);
    assert!(out.stdout.ends_with("2 files could not be checked in 2 files\n"), "{}", out.stdout);
}

#[test]
fn colours_are_only_used_where_they_are_wanted() {
    assert!(!braid(&["check", "/no/file.c"]).stdout.contains('\x1b'));
    assert!(!braid(&["check", "--color", "never", "/no/file.c"]).stdout.contains('\x1b'));
    assert!(braid(&["check", "--color", "always", "/no/file.c"]).stdout.contains('\x1b'));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    assert_eq!(run::braid_unread(&["explain"]), Some(0));
    assert_eq!(run::braid_unread(&["check", "/no/such/file.c"]), Some(2));
    assert_eq!(run::braid_unread(&["check", "--format", "json", "/no/such/file.c"]), Some(2));
}

#[test]
fn codes_are_explained_as_people_paste_them() {
    for pasted in ["assertion-violated", "error[assertion-violated]", "[assertion-violated]"] {
        let out = braid(&["explain", pasted]);
        assert_eq!(out.code, 0);
        assert!(out.stdout.starts_with("assertion-violated: "), "{}", out.stdout);
    }
    assert!(braid(&["explain", "violated"]).stderr.contains("did you mean `assertion-violated`"));
}

/// Every code in the engine's text is documented.
#[test]
fn every_code_is_explained() {
    let list = braid(&["explain"]).stdout;
    let documented: Vec<&str> = list.lines().filter_map(|l| l.split_whitespace().next()).collect();
    let mut missing = Vec::new();
    for text in run::rust_files(concat!(env!("CARGO_MANIFEST_DIR"), "/../core/src")) {
        let product = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for part in product.split("Code(\"").skip(1) {
            let code = part.split('"').next().unwrap_or_default();
            if !documented.contains(&code) {
                missing.push(code.to_owned());
            }
        }
    }
    assert!(missing.is_empty(), "undocumented: {missing:?}");
}
