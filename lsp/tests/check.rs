//! `braid check` and `braid dump` on whole programs.

mod run;

use run::{Scratch, braid, braid_in, braid_with_input};
use serde_json::Value;

/// Two workers count without a lock.
const SEED: &str = "\
#include <assert.h>
#include <pthread.h>

int seed = 1;

void *worker(void *arg)
{
    int v = seed;
    seed = v + STEP;
    assert(seed == v + STEP);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
";

const SAFE: &str = "\
#include <assert.h>
int main(void) { assert(1 + 1 == 2); return 0; }
";

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON on stdout")
}

#[test]
fn a_violation_at_80_and_120_columns() {
    let dir = Scratch::new();
    dir.file("seed.c", SEED.as_bytes());
    for columns in ["80", "120"] {
        let out = braid_in(&dir, columns, &["check", "-DSTEP=1", "seed.c"]);
        assert_eq!(out.code, 1, "{}", out.stderr);
        insta::assert_snapshot!(format!("violation_{columns}"), out.stdout);
    }
}

#[test]
fn a_violation_in_json() {
    let dir = Scratch::new();
    dir.file("seed.c", SEED.as_bytes());
    let out = braid_in(&dir, "80", &["check", "--format", "json", "-D", "STEP=1", "seed.c"]);
    assert_eq!(out.code, 1);
    assert!(out.stderr.is_empty(), "{}", out.stderr);
    insta::assert_snapshot!("violation_json", out.stdout);
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let dir = Scratch::new();
    dir.file("seed.c", SEED.as_bytes());
    let run = || braid_in(&dir, "80", &["check", "-v", "-DSTEP=1", "seed.c"]).stdout;
    assert_eq!(run(), run());
}

#[test]
fn what_the_user_assumes_is_told() {
    let dir = Scratch::new();
    let text = "#include <assert.h>\n#include <stdlib.h>\n#include \"braid.h\"\nint main(void) {\n    \
                int x = rand();\n    BRAID_ASSUME(x < 10);\n    __VERIFIER_assume(x < 10);\n    \
                assert(x < 10);\n}\n";
    let path = dir.file("trusting.c", text.as_bytes());
    let out = braid(&["check", &path]);
    assert_eq!(out.code, 0, "{}", out.stdout);
    let told = "Assumed: `x < 10` holds where it is assumed.\n";
    assert_eq!(out.stdout.matches(told).count(), 1, "{}", out.stdout);
    let path = dir.file(
        "nothing.c",
        text.replace("10", "20").replace("_assume(x < 20)", "_assume(1)").as_bytes(),
    );
    let out = braid(&["check", "--format", "json", &path]);
    let json = json(&out.stdout);
    let listed = &json["files"][0]["properties"][0]["assumptions"];
    assert_eq!(
        *listed,
        serde_json::json!(["`x < 20` holds where it is assumed", "`1` holds where it is assumed"])
    );
}

#[test]
fn too_few_steps_are_inconclusive() {
    let dir = Scratch::new();
    let path = dir.file("seed.c", SEED.as_bytes());
    let check = |args: &[&str]| {
        let out = braid(&[&["check", "-DSTEP=1", "--format", "json", &path], args].concat());
        assert_eq!(out.code, 3, "{args:?}");
        let json = json(&out.stdout);
        let properties = json["files"][0]["properties"].as_array().expect("a list").clone();
        let unknown = properties.iter().find(|property| property["kind"] == "assertion");
        let unknown = unknown.expect("the assertion is listed").clone();
        assert_eq!(unknown["verdict"], "unknown");
        assert_eq!(unknown["trace"], Value::Null);
        (unknown["threads"].clone(), unknown["reason"].as_str().expect("a reason").to_owned())
    };
    let (threads, reason) = check(&["--budget", "3"]);
    assert_eq!(threads, "any");
    assert!(reason.contains("budget"), "{reason}");
    let (_, reason) = check(&["--timeout", "0.000001"]);
    assert!(reason.contains("timeout"), "{reason}");
}

#[test]
fn with_fewer_threads_than_a_violation_needs_it_holds() {
    let dir = Scratch::new();
    let path = dir.file("seed.c", SEED.as_bytes());
    let out = braid(&["check", "-DSTEP=1", "--format", "json", "--threads", "1", &path]);
    assert_eq!(out.code, 0, "{}", out.stdout);
    let json = json(&out.stdout);
    for property in json["files"][0]["properties"].as_array().expect("a list") {
        assert_eq!(property["verdict"], "safe");
        assert_eq!(property["threads"], 1);
    }
}

#[test]
fn what_is_proved_has_a_certificate() {
    let dir = Scratch::new();
    let safe = dir.file("safe.c", SAFE.as_bytes());
    let proof = dir.file("safe.proof", b"");
    let out = braid(&["check", "--proof", &proof, &safe]);
    assert_eq!(out.code, 0, "{}", out.stdout);
    let text = std::fs::read_to_string(&proof).expect("the proof is written");
    assert!(text.starts_with("never "), "{text}");
    let out = braid(&["certify", &safe, &proof]);
    assert_eq!(out.code, 0, "{}", out.stdout);
    // It speaks of that program and of no other.
    let seed = dir.file("seed.c", SEED.as_bytes());
    let out = braid(&["certify", "-DSTEP=1", &seed, &proof]);
    assert_eq!(out.code, 3, "{}", out.stdout);
    let empty = dir.file("empty.proof", b"never P0\nviews 2\n");
    let out = braid(&["certify", &safe, &empty]);
    assert_eq!(out.code, 3, "{}", out.stdout);
}

#[test]
fn a_proof_says_what_it_trusts() {
    let text = "#include <assert.h>\nint get(void);\n\
                int main(void) { int x = get(); assert(x == x); return 0; }\n";
    let out = braid_with_input(&["check", "-"], text);
    assert_eq!(out.code, 0, "{}", out.stdout);
    assert!(out.stdout.contains("Assumed: `get` is not defined here"), "{}", out.stdout);
}

#[test]
fn a_proof_says_which_accesses_race() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/corpus/regress/racing_accesses.c");
    let out = braid(&["check", path]);
    assert_eq!(out.code, 0, "{}", out.stdout);
    // However wide the terminal is.
    let words = out.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("data races on `flag` (lines 10 and 16)"), "{}", out.stdout);
    assert!(!out.stdout.contains("`data` (line"), "{}", out.stdout);
}

#[test]
fn what_is_ignored_is_counted_and_does_not_fail() {
    let text = "#include <assert.h>\nint main(void) { int x = 1;\n\
                // braid: ignore[assertion-violated] known\nassert(x == 2); return 0; }\n";
    let out = braid_with_input(&["check", "-"], text);
    assert_eq!((out.code, out.stdout.trim()), (0, "1 violation ignored"));
    let out = braid_with_input(&["check", "-"], &text.replace(" known", ""));
    assert_eq!(out.code, 1, "{}", out.stdout);
}

#[test]
fn of_several_files_the_worst_counts() {
    let dir = Scratch::new();
    let seed = dir.file("seed.c", SEED.as_bytes());
    let safe = dir.file("safe.c", SAFE.as_bytes());
    let broken = dir.file("broken.c", b"int main(void) { return ");
    let code = |files: &[&str]| braid(&[&["check", "-q", "-DSTEP=1"], files].concat()).code;
    assert_eq!(code(&[&safe]), 0);
    assert_eq!(code(&[&safe, &seed]), 1);
    assert_eq!(code(&[&seed, &safe]), 1);
    assert_eq!(code(&[&seed, &broken, &safe]), 2);
}

#[test]
fn quiet_is_a_line_per_property() {
    let dir = Scratch::new();
    dir.file("seed.c", SEED.as_bytes());
    let out = braid_in(&dir, "80", &["check", "-q", "-DSTEP=1", "seed.c"]);
    let violated: Vec<&str> = out.stdout.lines().filter(|l| l.contains(": violated: ")).collect();
    assert_eq!(violated.len(), 1, "{}", out.stdout);
    assert!(violated[0].starts_with("seed.c:10:5: "), "{}", out.stdout);
    assert!(violated[0].ends_with("[assertion@worker:10]"), "{}", out.stdout);
}

#[test]
fn includes_are_found_beside_the_file_and_in_include_directories() {
    let dir = Scratch::new();
    std::fs::create_dir(dir.path("far")).expect("a directory");
    dir.file("far/far.h", b"#define FAR 2\n");
    dir.file(
        "near.h",
        b"#include <assert.h>\nint y;\nvoid check(void)\n{\n    assert(y == 7);\n}\n",
    );
    let main = dir.file(
        "main.c",
        b"#include \"near.h\"\n#include <far.h>\nint main(void) { y = FAR; check(); return 0; }\n",
    );
    let out = braid(&["check", &main]);
    assert_eq!(out.code, 2, "{}", out.stdout);
    assert!(out.stdout.contains("include-not-found"), "{}", out.stdout);

    let far = dir.path("far");
    let out = braid(&["check", "--format", "json", "-I", &far, &main]);
    assert_eq!(out.code, 1, "{}", out.stdout);
    let location = json(&out.stdout)["files"][0]["properties"][0]["location"].clone();
    assert_eq!(location["line"], 5);
    assert_eq!(location["column"], 5);
    assert_eq!(location["file"], dir.path("near.h"));
    let out = braid(&["check", "-I", &far, &main]);
    assert!(out.stdout.contains("near.h:5"), "{}", out.stdout);
}

#[test]
fn columns_count_characters_and_marks_do_not_count() {
    let dir = Scratch::new();
    let text = "\u{feff}#include <assert.h>\r\nint main(void) {\r\n/* ä€𝄞 */ assert(0);\r\n}\r\n";
    let path = dir.file("marks.c", text.as_bytes());
    let out = braid(&["check", "--format", "json", &path]);
    assert_eq!(out.code, 1, "{}", out.stdout);
    let location = json(&out.stdout)["files"][0]["properties"][0]["location"].clone();
    assert_eq!((location["line"].as_u64(), location["column"].as_u64()), (Some(3), Some(11)));
}

#[test]
fn a_value_that_is_not_modelled_leaves_it_open() {
    let text = "#include <assert.h>\nint size(void);\nint main(void) { assert(size() != 3); }\n";
    let out = braid_with_input(&["check", "--format", "json", "-"], text);
    assert_eq!(out.code, 3, "{}", out.stdout);
    let property = json(&out.stdout)["files"][0]["properties"][0].clone();
    assert_eq!(property["verdict"], "unknown");
    assert_eq!(property["reason"], "may fail if `size()` gives 3");
    assert!(property["trace"]["steps"].is_array());
}

#[test]
fn every_stage_can_be_dumped() {
    let dir = Scratch::new();
    let path = dir.file("seed.c", SEED.as_bytes());
    let stages = [
        ("tokens", "assert"),
        ("ast", "worker"),
        ("scpl", "worker"),
        ("sharing", "shared  seed"),
        ("threads", "worker"),
        ("bbp", "# nothing was abstracted"),
    ];
    for (stage, word) in stages {
        let out = braid(&["dump", "--stage", stage, "-DSTEP=1", &path]);
        assert_eq!(out.code, 0, "{stage}: {}", out.stderr);
        assert!(out.stdout.contains(word), "{stage}: {}", out.stdout);
    }
}

#[test]
fn results_that_nobody_reads_keep_their_exit_code() {
    let dir = Scratch::new();
    let path = dir.file("seed.c", SEED.as_bytes());
    assert_eq!(run::braid_unread(&["check", "-DSTEP=1", &path]), Some(1));
}

/// Whoever presses Ctrl-C is told what was found out up to then.
#[cfg(unix)]
#[test]
fn an_interrupt_tells_what_is_known() {
    let file = std::env::temp_dir().join(format!("braid-interrupt-{}.c", std::process::id()));
    let text = "#include <assert.h>\nextern unsigned long __VERIFIER_nondet_ulong(void);\nint main(void) {\n\
                unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();\n\
                if (a >> 32 || b >> 32 || a < 2 || b < 2) return 0;\n\
                assert(a * b != 4611686018427387847UL);\nassert(a == a);\nreturn 0;\n}\n";
    std::fs::write(&file, text).expect("the folder for temporary files can be written");
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_braid"))
        .args(["check", "--budget", "100000000000"])
        .arg(&file)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("braid starts");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let killed =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("braid ends");
    let told = String::from_utf8_lossy(&output.stdout);
    let _ = std::fs::remove_file(&file);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("stopped before its end"), "{told}");
}
