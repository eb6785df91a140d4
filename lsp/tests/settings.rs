//! `braid check` goes by the same settings as the server.

mod run;

use run::{Out, Scratch, braid_in};
use serde_json::Value;

const MAIN: &str = "\
#include <assert.h>
#include <pthread.h>
#include \"bump.h\"

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, bump, 0);
    pthread_create(&b, 0, bump, 0);
    assert(limit == LIMIT);
    return 0;
}
";
const BUMP: &str = "\
#include <assert.h>
#include \"bump.h\"

int count;
int limit = LIMIT;

void *bump(void *arg)
{
    int seen = count;
    count = seen + 1;
    assert(count == seen + 1);
    return 0;
}
";
const HEADER: &str = "extern int count, limit;\nvoid *bump(void *arg);\n";

/// A project in which nothing can be read without its settings.
fn project(settings: &str) -> Scratch {
    let dir = Scratch::new();
    for folder in ["src", "include"] {
        std::fs::create_dir_all(dir.path(folder)).expect("the test may write there");
    }
    dir.file("src/main.c", MAIN.as_bytes());
    dir.file("src/bump.c", BUMP.as_bytes());
    dir.file("include/bump.h", HEADER.as_bytes());
    dir.file("braid.toml", settings.as_bytes());
    dir
}

const SETTINGS: &str = "\
link = ['src/*.c']
includePaths = ['include']
defines = ['LIMIT=2']
";

fn check(dir: &Scratch, args: &[&str]) -> Out {
    braid_in(dir, "100", &[&["check"], args].concat())
}

#[test]
fn the_nearest_settings_say_how_and_with_what() {
    let dir = project(SETTINGS);
    let out = check(&dir, &["--format", "json", "src/main.c"]);
    assert_eq!(out.code, 1, "{}{}", out.stdout, out.stderr);
    let json: Value = serde_json::from_str(&out.stdout).expect("JSON on stdout");
    let paths: Vec<&str> = json["files"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|f| f["path"].as_str())
        .collect();
    assert_eq!(paths, ["src/bump.c", "src/main.c"]);
    let verdict = |file: usize| json["files"][file]["properties"][0]["verdict"].clone();
    assert_eq!((verdict(0), verdict(1)), ("unsafe".into(), "safe".into()));
    // Whichever of its files is named, and from wherever: it is the same program, once.
    let all = check(&dir, &["--format", "json", "src/bump.c", "src/main.c"]);
    assert_eq!(all.stdout, out.stdout);
    let absolute = check(&dir, &["-q", &dir.path("src/bump.c")]);
    assert_eq!(absolute.code, 1, "{}{}", absolute.stdout, absolute.stderr);
}

#[test]
fn flags_come_first() {
    let dir = project(&format!("threads = 1\n{SETTINGS}"));
    let out = check(&dir, &["src/main.c"]);
    assert_eq!(out.code, 0, "one thread cannot race: {}{}", out.stdout, out.stderr);
    assert_eq!(check(&dir, &["--threads", "2", "src/main.c"]).code, 1);
    // One file for itself, whatever the settings link with it: then `bump` is nowhere.
    let alone = check(&dir, &["--link", "src/main.c"]);
    assert_eq!(alone.code, 3, "{}{}", alone.stdout, alone.stderr);
    // And without settings it cannot be read.
    let bare = check(&dir, &["--no-settings", "src/main.c"]);
    assert_eq!(bare.code, 2, "{}{}", bare.stdout, bare.stderr);
    let flags = ["--no-settings", "-I", "include", "-D", "LIMIT=2", "--link"];
    let out = check(&dir, &[&flags[..], &["--threads", "1", "src/main.c", "src/bump.c"]].concat());
    assert_eq!(out.code, 0, "{}{}", out.stdout, out.stderr);
}

#[test]
fn a_macro_of_the_command_line_replaces_that_of_the_settings() {
    let dir = project("includePaths = ['include']\ndefines = ['LIMIT=2']\n");
    let text = "#include <assert.h>\nint main(void) { assert(LIMIT == 3); return 0; }\n";
    dir.file("a.c", text.as_bytes());
    assert_eq!(check(&dir, &["a.c"]).code, 1);
    assert_eq!(check(&dir, &["-D", "LIMIT=3", "a.c"]).code, 0);
}

#[test]
fn what_holds_is_told_on_request() {
    let dir = project(&format!("threads = 1\n{SETTINGS}"));
    let quiet = check(&dir, &["src/main.c"]);
    assert_eq!(quiet.stderr, "");
    let out = check(&dir, &["-v", "src/main.c"]);
    let toml = std::fs::canonicalize(dir.path("braid.toml")).expect("it is there");
    let toml = toml.display();
    assert!(out.stderr.contains(&format!("setting: threads 1 ({toml})")), "{}", out.stderr);
    assert!(out.stderr.contains("setting: defines [\"LIMIT=2\"]"), "{}", out.stderr);
    assert!(out.stderr.contains("setting: program src/bump.c + src/main.c"), "{}", out.stderr);
    let out = check(&dir, &["-v", "--threads", "1", "src/main.c"]);
    assert!(!out.stderr.contains("setting: threads"), "a flag says so: {}", out.stderr);
}

#[test]
fn wrong_settings_are_no_reason_to_answer_another_question() {
    let dir = project("thraeds = 1\n");
    let out = check(&dir, &["src/main.c"]);
    assert_eq!((out.code, out.stdout.as_str()), (2, ""));
    let expected =
        "braid.toml:1: there is no setting `thraeds`: did you mean `threads`? [unknown-setting]";
    assert!(out.stderr.contains(expected), "{}", out.stderr);
    let dir = project("link = ['src/main.c', 'src/gone.c']\nincludePaths = ['include']\n");
    let out = check(&dir, &["src/main.c"]);
    assert_eq!(out.code, 2);
    assert!(out.stdout.contains("src/gone.c does not exist"), "{}", out.stdout);
    // Another program has no part in that.
    let out = check(&dir, &["-D", "LIMIT=1", "src/bump.c"]);
    assert!(!out.stdout.contains("gone.c"), "{}", out.stdout);
    let out = braid_in(&dir, "100", &["doctor", "src/main.c"]);
    assert_eq!(out.code, 2);
    assert!(out.stdout.contains("link          src/main.c + src/gone.c"), "{}", out.stdout);
    assert!(
        out.stdout.contains("there is no file `src/gone.c` [file-not-found]"),
        "{}",
        out.stdout
    );
}

#[test]
fn the_compilation_database_links_and_tells_what_each_is_compiled_with() {
    let dir = project("link = 'database'\n");
    dir.file("src/bump.c", BUMP.replace("assert(count == seen + 1);", "").as_bytes());
    let folder = std::fs::canonicalize(dir.path("")).expect("it is there");
    let folder = folder.display();
    let entry = |file: &str, limit: u32| {
        let object = format!("CMakeFiles/app.dir/src/{file}.o");
        format!(
            r#"{{"directory": "{folder}/build", "file": "../src/{file}",
                "command": "cc -I../include -DLIMIT={limit} -o {object} -c ../src/{file}"}}"#
        )
    };
    std::fs::create_dir_all(dir.path("build")).expect("the test may write there");
    let write = |limit: u32| {
        let text = format!("[{}, {}]", entry("main.c", 2), entry("bump.c", limit));
        dir.file("build/compile_commands.json", text.as_bytes());
    };
    write(2);
    let out = check(&dir, &["src/bump.c"]);
    assert_eq!(out.code, 0, "{}{}", out.stdout, out.stderr);
    write(3);
    let out = check(&dir, &["src/bump.c"]);
    assert_eq!(out.code, 1, "{}{}", out.stdout, out.stderr);
    assert!(out.stdout.contains("limit == LIMIT"), "{}", out.stdout);
}

#[test]
fn stages_and_proofs_are_those_of_the_program() {
    let dir = project(&SETTINGS.replace("src/*.c", "src/main.c', 'src/bump.c"));
    dir.file("src/bump.c", BUMP.replace("assert(count == seen + 1);", "").as_bytes());
    let out = braid_in(&dir, "100", &["dump", "--stage", "threads", "src/main.c"]);
    assert_eq!(out.code, 0, "{}", out.stderr);
    assert!(out.stdout.contains("src/bump.c:7:7"), "{}", out.stdout);
    let proof = dir.file("proof", b"");
    let out = check(&dir, &["--proof", "proof", "src/bump.c"]);
    assert_eq!(out.code, 0, "{}{}", out.stdout, out.stderr);
    let out = braid_in(&dir, "100", &["certify", "src/main.c", &proof]);
    assert_eq!(out.code, 0, "{}{}", out.stdout, out.stderr);
}
