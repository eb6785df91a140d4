//! Hostile and broken input from outside: a located message, the right exit code, no panic, in bounded
//! memory and time. What a file system can do wrong is in `cli.rs`.

mod run;

use std::fmt::Write;
use std::process::{Command, Stdio};

use run::{Out, Scratch};
use serde_json::Value;

/// What a run may use at most, in kilobytes of address space. The engine's stack alone is 256 MB of it,
/// most of it never touched; so fewer than 1 GB are resident.
const MAX_KB: u32 = 1_250_000;
/// Only so that a hang ends at all; on an idle machine everything here takes seconds.
const MAX_CPU_SECONDS: u32 = 240;

/// Runs `braid` with limits that a wasteful or endless run does not survive.
fn braid(args: &[&str]) -> Out {
    let limited = format!("ulimit -v {MAX_KB}; ulimit -t {MAX_CPU_SECONDS}; exec \"$@\"");
    let out = Command::new("sh")
        .args(["-c", &limited, "sh", env!("CARGO_BIN_EXE_braid")])
        .args(args)
        .env_remove("NO_COLOR")
        .env("COLUMNS", "100")
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell");
    Out {
        code: out.status.code().unwrap_or(-1),
        stdout: String::from_utf8(out.stdout).expect("UTF-8 on stdout"),
        stderr: String::from_utf8(out.stderr).expect("UTF-8 on stderr"),
    }
}

#[track_caller]
fn no_panic(out: &Out) {
    for text in [&out.stdout, &out.stderr] {
        let is_bug =
            ["panicked", "internal-error", "bug in Braid"].iter().any(|w| text.contains(w));
        assert!(!is_bug, "{text:.2000}");
    }
}

/// Checks a text in both formats: exit code 2, the code and the place in both.
#[track_caller]
fn refuses(name: &str, text: &[u8], code: &str, line: u64, column: u64) {
    let dir = Scratch::new();
    let path = dir.file(name, text);
    let out = braid(&["check", &path]);
    no_panic(&out);
    assert_eq!(out.code, 2, "{:.2000}{:.2000}", out.stdout, out.stderr);
    assert!(out.stdout.contains(&format!("error[{code}]")), "{:.2000}", out.stdout);
    assert!(out.stdout.contains(&format!("{name}:{line}:{column}")), "{:.2000}", out.stdout);
    assert!(out.stdout.len() < 20_000, "{} bytes are no message", out.stdout.len());

    let out = braid(&["check", "--format", "json", &path]);
    no_panic(&out);
    assert_eq!(out.code, 2);
    let json: Value = serde_json::from_str(&out.stdout).expect("JSON also when input fails");
    let problems = json["files"][0]["problems"].as_array().expect("problems are listed");
    let listed = problems.iter().any(|problem| {
        let at = &problem["location"];
        problem["code"] == code && at["line"] == line && at["column"] == column
    });
    assert!(listed, "{:.2000}", out.stdout);

    for stage in ["tokens", "ast", "scpl", "sharing", "threads"] {
        let out = braid(&["dump", "--stage", stage, &path]);
        no_panic(&out);
        assert_eq!(out.code, 2, "{stage}");
    }
}

/// Checks a text that is C: the verdicts decide, and nothing is wrong with it.
#[track_caller]
fn answers(name: &str, text: &[u8], exit: i32, words: &str) {
    let dir = Scratch::new();
    let path = dir.file(name, text);
    let out = braid(&["check", "--quiet", &path]);
    no_panic(&out);
    assert_eq!(out.code, exit, "{:.2000}{:.2000}", out.stdout, out.stderr);
    assert!(out.stdout.contains(words), "{:.2000}", out.stdout);
}

const RACE: &str = "\
#include <assert.h>
#include <pthread.h>
int count;
void *worker(void *arg) {
    int seen = count;
    count = seen + 1;
    assert(count == seen + 1);
    return arg;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    return 0;
}
";

#[test]
fn a_letter_is_no_c() {
    refuses("letter.c", b"Dear Sir,\nall the best.\n", "unknown-type", 1, 1);
    refuses("letter.c", b"Dear Sir,\nit's a letter.\n", "unterminated-char", 2, 3);
    refuses("data.c", b"{ \"key\": [1, 2 }\n", "syntax-error", 1, 1);
}

#[test]
fn a_truncated_file() {
    let end = RACE.find("return arg").expect("it is there");
    refuses("cut.c", &RACE.as_bytes()[..end], "syntax-error", 4, 25);
    refuses("cut.c", b"int x; /* never\nclosed\n", "unterminated-comment", 1, 8);
    refuses("cut.c", b"int x;\n#if 1\nint y;\n", "unterminated-conditional", 2, 1);
    refuses("cut.c", b"char *s = \"never\nclosed\";\n", "unterminated-string", 1, 11);
}

#[test]
fn nul_bytes() {
    refuses("nul.c", b"int x;\nint y\0 = 3;\nint main(void) { return 0; }\n", "not-text", 2, 6);
    refuses("nuls.c", &[0; 5000], "not-text", 1, 1);
}

#[test]
fn a_missing_include() {
    let text = b"int x;\n#include \"nowhere.h\"\nint main(void) { return 0; }\n";
    refuses("main.c", text, "include-not-found", 2, 10);
    refuses("main.c", b"#include <no/where.h>\n", "include-not-found", 1, 10);
    refuses("main.c", b"#include \"main.c\"\n", "include-too-deep", 1, 10);
}

#[test]
fn macros_that_explode() {
    let mut text = "#define A0 x x\n".to_owned();
    for level in 1..=30 {
        let _ = writeln!(text, "#define A{level} A{0} A{0} A{0} A{0}", level - 1);
    }
    text += "int y = A30;\n";
    refuses("bomb.c", text.as_bytes(), "expansion-too-large", 32, 9);

    let mut text = "#define B0(x) x x x x\n".to_owned();
    for level in 1..=30 {
        let _ = writeln!(text, "#define B{level}(x) B{0}(B{0}(x))", level - 1);
    }
    text += "int y = B30(1);\n";
    refuses("calls.c", text.as_bytes(), "expansion-too-large", 32, 9);
}

/// Each of them closed or cut off.
#[test]
fn a_hundred_thousand_levels() {
    let deep = |text: &str| text.repeat(100_000);
    let code = "nesting-too-deep";
    let open = format!("int x = {}", deep("("));
    refuses("open.c", open.as_bytes(), code, 1, 1009);
    refuses("closed.c", format!("{open}1{};\n", deep(")")).as_bytes(), code, 1, 1009);
    let blocks = format!("int main(void) {}{}", deep("{"), deep("}"));
    refuses("blocks.c", blocks.as_bytes(), code, 1, 1016);
    let ifs = format!("int main(void) {{ int x = 0; {}; return 0; }}\n", deep("if (x) "));
    refuses("ifs.c", ifs.as_bytes(), code, 1, 3526);
}

#[test]
fn line_ends_and_a_byte_order_mark_change_nothing() {
    let words = ".c:7:5: violated: count == seen + 1";
    answers("unix.c", RACE.as_bytes(), 1, words);
    let windows = RACE.replace('\n', "\r\n");
    answers("windows.c", windows.as_bytes(), 1, words);
    answers("both.c", format!("\u{feff}{windows}").as_bytes(), 1, words);
    answers("one_end.c", RACE.trim_end().as_bytes(), 1, words);
}

#[test]
fn a_hundred_thousand_lines() {
    let assertion = "int main(void) { assert(x == 1); return 0; }\n";
    let comments = format!("#include <assert.h>\nint x;\n{}{assertion}", "// no\n".repeat(100_000));
    answers("comments.c", comments.as_bytes(), 1, "comments.c:100003:18");
    let mut text = "#include <assert.h>\nint x;\n".to_owned();
    for number in 0..100_000 {
        let _ = writeln!(text, "int f{number}(int a) {{ return a + {number}; }}");
    }
    text += assertion;
    answers("functions.c", text.as_bytes(), 1, "functions.c:100003:18");
}

#[test]
fn a_line_of_a_megabyte() {
    let name = "x".repeat(1_000_000);
    let text = format!("#include <assert.h>\nint {name}; int main(void) {{ assert({name}); }}\n");
    answers("name.c", text.as_bytes(), 1, "name.c:2:");
    let text =
        format!("#include <assert.h>\n{}int main(void) {{ assert(0); }}\n", " ".repeat(1 << 20));
    answers("spaces.c", text.as_bytes(), 1, "spaces.c:2:");
    let sum = format!("int x = {}1;\n", "1 + ".repeat(250_000));
    refuses("sum.c", sum.as_bytes(), "nesting-too-deep", 1, 9);
}

/// A file that is there but does not let itself be read: for the administrator, who may read
/// everything, one that the system gives nobody.
#[test]
fn a_file_that_cannot_be_read() {
    let dir = Scratch::new();
    let link = dir.path("dangling.c");
    std::os::unix::fs::symlink(dir.path("gone.c"), &link).expect("a link can be made");
    let out = braid(&["check", &link]);
    assert_eq!((out.code, out.stdout.contains("error[file-not-found]")), (2, true));
    let out = braid(&["check", "/proc/self/mem"]);
    no_panic(&out);
    assert_eq!(out.code, 2);
    assert!(out.stdout.contains("error[file-unreadable]"), "{}", out.stdout);
    let out = braid(&["check", "--format", "json", "/proc/self/mem"]);
    let json: Value = serde_json::from_str(&out.stdout).expect("JSON also when input fails");
    assert_eq!(json["files"][0]["problems"][0]["location"]["line"], 1);
}

#[test]
fn nonsense_flags_do_not_panic() {
    let long = "x".repeat(100_000);
    for args in [
        &["check", "--threads", &long, "x.c"][..],
        &["check", "-D", "=", "x.c"],
        &["check", "-D", "f(", "x.c"],
        &["check", "--format", "", "x.c"],
        &["check", "--timeout", "1e999", "x.c"],
        &["check", "--", "--frobnicate"],
        &["\u{202e}", "\0x".trim_matches('\0')],
    ] {
        let out = braid(args);
        no_panic(&out);
        assert_eq!(out.code, 2, "{:.200}", out.stderr);
    }
}

/// Bytes as they come: refused or answered, never broken.
#[test]
fn arbitrary_bytes() {
    let dir = Scratch::new();
    let mut state: u64 = 7;
    for case in 0..60 {
        let bytes: Vec<u8> = (0..case * 20)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let byte = (state >> 33) as u8;
                if case % 2 == 0 { byte } else { byte % 95 + b' ' }
            })
            .collect();
        let path = dir.file("bytes.c", &bytes);
        let out = braid(&["check", "--format", "json", &path]);
        no_panic(&out);
        assert_eq!(out.code, 2, "{bytes:?}");
        let json: Value = serde_json::from_str(&out.stdout).expect("JSON");
        assert!(json["files"][0]["problems"][0]["location"]["line"].is_u64(), "{bytes:?}");
    }
}
