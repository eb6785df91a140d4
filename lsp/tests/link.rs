//! Several files as one program, with `--link`.

mod run;

use run::{Scratch, braid, braid_in};
use serde_json::Value;

const MAIN: &str = "\
#include <assert.h>
#include <pthread.h>

extern int count;
void *bump(void *arg);

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, bump, 0);
    pthread_create(&b, 0, bump, 0);
    assert(count <= 2);
    return 0;
}
";

const BUMP: &str = "\
#include <assert.h>

int count;

void *bump(void *arg)
{
    int seen = count;
    count = seen + 1;
    assert(count == seen + 1);
    return 0;
}
";

fn files() -> Scratch {
    let dir = Scratch::new();
    dir.file("main.c", MAIN.as_bytes());
    dir.file("bump.c", BUMP.as_bytes());
    dir
}

#[test]
fn each_property_is_listed_under_its_file() {
    let dir = files();
    let args = ["check", "--link", "--format", "json", "main.c", "bump.c"];
    let out = braid_in(&dir, "100", &args);
    assert_eq!(out.code, 1, "{}", out.stderr);
    let json: Value = serde_json::from_str(&out.stdout).expect("JSON on stdout");
    let files = json["files"].as_array().expect("a list");
    assert_eq!((&files[0]["path"], &files[1]["path"]), (&"main.c".into(), &"bump.c".into()));
    let verdicts = |file: &Value| {
        let list = file["properties"].as_array().expect("a list").clone();
        let verdict = |p: &Value| (p["location"]["line"].as_u64(), p["verdict"].clone());
        list.iter().map(verdict).collect::<Vec<_>>()
    };
    assert_eq!(verdicts(&files[0]), [(Some(12), "safe".into())]);
    assert_eq!(verdicts(&files[1]), [(Some(9), "unsafe".into())]);
    let property = &files[1]["properties"][0];
    assert_eq!(property["location"]["file"], Value::Null);
    let steps = property["trace"]["steps"].as_array().expect("a list");
    let elsewhere = |step: &Value| step["file"].as_str().map(str::to_owned);
    assert_eq!(elsewhere(&steps[0]).as_deref(), Some("main.c"));
    assert_eq!(elsewhere(&steps[steps.len() - 1]), None);
}

#[test]
fn a_story_names_the_other_file() {
    let dir = files();
    let out = braid_in(&dir, "100", &["check", "--link", "main.c", "bump.c"]);
    assert_eq!(out.code, 1, "{}", out.stderr);
    assert!(out.stdout.contains("[ bump.c:9:5 ]"), "{}", out.stdout);
    assert!(out.stdout.contains("main.c:10 creates bump#1"), "{}", out.stdout);
    assert!(out.stdout.ends_with("in 2 files\n"), "{}", out.stdout);
}

#[test]
fn one_by_one_they_are_other_programs() {
    let dir = files();
    let out = braid_in(&dir, "100", &["check", "--format", "json", "main.c", "bump.c"]);
    assert_eq!(out.code, 2, "nothing runs in bump.c: {}", out.stdout);
}

#[test]
fn a_clash_is_told_where_it_is() {
    let dir = files();
    dir.file("more.c", b"int count(void) { return 1; }\n");
    let args = ["check", "--link", "--format", "json", "main.c", "bump.c", "more.c"];
    let out = braid_in(&dir, "100", &args);
    assert_eq!(out.code, 2, "{}", out.stdout);
    let json: Value = serde_json::from_str(&out.stdout).expect("JSON on stdout");
    let problem = &json["files"][2]["problems"][0];
    assert_eq!(problem["code"], "type-error");
    assert_eq!(
        (&problem["location"]["line"], &problem["location"]["column"]),
        (&1.into(), &5.into())
    );
    assert_eq!(problem["message"], "`count` is a variable elsewhere");
}

#[test]
fn files_that_cannot_be_read_or_are_named_twice() {
    let dir = files();
    let out = braid_in(&dir, "100", &["check", "--link", "main.c", "none.c"]);
    assert_eq!(out.code, 2);
    assert!(out.stdout.contains("none.c does not exist"), "{}", out.stdout);
    let out = braid_in(&dir, "100", &["check", "--link", "main.c", "bump.c", "main.c"]);
    assert_eq!(out.code, 2);
    assert!(out.stderr.contains("main.c is named twice"), "{}", out.stderr);
}

#[test]
fn a_linked_program_is_dumped_and_its_proof_checked() {
    let dir = files();
    let safe = BUMP.replace("assert(count == seen + 1);", "");
    dir.file("bump.c", safe.as_bytes());
    let out = braid_in(&dir, "100", &["dump", "--link", "--stage", "threads", "main.c", "bump.c"]);
    assert_eq!(out.code, 0, "{}", out.stderr);
    assert!(out.stdout.contains("bump.c:5:7"), "{}", out.stdout);
    let out = braid_in(&dir, "100", &["dump", "--stage", "threads", "main.c", "bump.c"]);
    assert_eq!(out.code, 2, "{}", out.stdout);
    let proof = dir.file("proof", b"");
    let link = ["check", "--link", "--proof", "proof", "main.c", "bump.c"];
    let out = braid_in(&dir, "100", &link);
    assert_eq!(out.code, 0, "{}", out.stdout);
    let out = braid_in(&dir, "100", &["certify", "--link", "main.c", "bump.c", &proof]);
    assert_eq!(out.code, 0, "{}{}", out.stdout, out.stderr);
    let out = braid(&["certify", "a.c", "b.c", &proof]);
    assert_eq!(out.code, 2);
}
