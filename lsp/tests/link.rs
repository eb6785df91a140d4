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

#[test]
fn names_of_the_project_stand_for_known_ones() {
    let text = "\
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void my_lock(pthread_mutex_t *lock);
void my_unlock(pthread_mutex_t *lock);

void *worker(void *arg)
{
    my_lock(&m);
    int before = x;
    x = before + 1;
    assert(x == before + 1);
    my_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
";
    let dir = Scratch::new();
    dir.file("a.c", text.as_bytes());
    let out = braid_in(&dir, "100", &["check", "a.c"]);
    assert_ne!(out.code, 0, "{}", out.stdout);
    let names =
        ["--name", "my_lock=pthread_mutex_lock", "--name", "my_unlock=pthread_mutex_unlock"];
    let out = braid_in(&dir, "100", &[&["check", "a.c"], &names[..]].concat());
    assert_eq!(out.code, 0, "{}", out.stdout);
    let trusted = "Assumed: `my_lock` is taken to be `pthread_mutex_lock`, as the settings say.";
    assert!(out.stdout.contains(trusted), "{}", out.stdout);
    let out = braid_in(&dir, "100", &["check", "a.c", "--name", "my lock=x"]);
    assert_eq!(out.code, 2);
}

#[test]
fn how_much_the_heap_gives_out() {
    let text = "\
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *last = 0;
    for (int i = 0; i < 20; i++) {
        last = malloc(sizeof *last);
        *last = i;
    }
    assert(*last == 19);
    return 0;
}
";
    let dir = Scratch::new();
    dir.file("a.c", text.as_bytes());
    let out = braid_in(&dir, "100", &["check", "a.c"]);
    assert_eq!(out.code, 3, "{}", out.stdout);
    assert!(out.stdout.contains("more than 16 objects from one place"), "{}", out.stdout);
    let out = braid_in(&dir, "100", &["check", "--heap-objects", "20", "a.c"]);
    assert_eq!(out.code, 0, "{}", out.stdout);
    // One object is one object, also where several are asked for.
    let out = braid_in(&dir, "100", &["check", "--heap-objects", "1", "a.c"]);
    assert_eq!(out.code, 3, "{}", out.stdout);
    assert!(out.stdout.contains("more than 1 object from one place"), "{}", out.stdout);
    // Up to 16 are found out, and told to whoever checks the proof.
    dir.file("b.c", text.replace("20", "12").replace("19", "11").as_bytes());
    let out = braid_in(&dir, "100", &["check", "--proof", "b.proof", "b.c"]);
    assert_eq!(out.code, 0, "{}", out.stdout);
    let out = braid_in(&dir, "100", &["certify", "b.c", "b.proof"]);
    assert_eq!(out.code, 0, "{}", out.stdout);
}
