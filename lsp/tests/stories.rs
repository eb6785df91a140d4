//! How runs are told: waiting, freeing, and what a verdict trusts.

mod run;

use run::{Scratch, braid_in};
use serde_json::Value;

/// The first property of a program that is not proved, as JSON.
fn violated(text: &str) -> Value {
    let dir = Scratch::new();
    dir.file("a.c", text.as_bytes());
    let out = braid_in(&dir, "100", &["check", "--format", "json", "a.c"]);
    let json: Value = serde_json::from_str(&out.stdout).expect("JSON on stdout");
    let list = json["files"][0]["properties"].as_array().expect("a list").clone();
    list.into_iter().find(|one| one["verdict"] == "unsafe").expect("a violation")
}

#[test]
fn who_waits_for_a_semaphore_says_so() {
    let text = "\
#include <pthread.h>
#include <semaphore.h>
sem_t a, b;
void *one(void *arg) { sem_wait(&a); sem_wait(&b); sem_post(&b); sem_post(&a); return 0; }
void *two(void *arg) { sem_wait(&b); sem_wait(&a); sem_post(&a); sem_post(&b); return 0; }
int main(void)
{
    pthread_t p, q;
    sem_init(&a, 0, 1);
    sem_init(&b, 0, 1);
    pthread_create(&p, 0, one, 0);
    pthread_create(&q, 0, two, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    return 0;
}
";
    let dir = Scratch::new();
    dir.file("a.c", text.as_bytes());
    let out = braid_in(&dir, "100", &["check", "a.c"]);
    let message = "error[deadlock]: one#1 waits for the semaphore b, which is 0; two#1 waits for the semaphore \
                   a, which is 0; main waits for one#1 to end\n";
    assert!(out.stdout.starts_with(message), "{}", out.stdout);
}

#[test]
fn a_signal_that_comes_too_early_is_told() {
    let text = "\
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t go = PTHREAD_COND_INITIALIZER;
void *waiter(void *arg)
{
    pthread_mutex_lock(&m);
    pthread_cond_wait(&go, &m);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, waiter, 0);
    pthread_cond_signal(&go);
    pthread_join(t, 0);
    return 0;
}
";
    let dir = Scratch::new();
    dir.file("a.c", text.as_bytes());
    let out = braid_in(&dir, "100", &["check", "a.c"]);
    let message = "error[deadlock]: waiter#1 waits for a signal on go that nobody will send; main waits for \
                   waiter#1 to end\n";
    assert!(out.stdout.starts_with(message), "{}", out.stdout);
    assert!(out.stdout.contains("signals go while nobody waits for it"), "{}", out.stdout);
    assert!(out.stdout.contains("unlocks m and waits for a signal on go"), "{}", out.stdout);
}

#[test]
fn locks_are_called_what_they_are() {
    let text = "\
#include <pthread.h>
pthread_rwlock_t cache = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t spin;
void *reader(void *arg)
{
    pthread_rwlock_rdlock(&cache);
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
    pthread_rwlock_unlock(&cache);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_spin_init(&spin, 0);
    pthread_create(&t, 0, reader, 0);
    pthread_spin_lock(&spin);
    pthread_rwlock_wrlock(&cache);
    return 0;
}
";
    let dir = Scratch::new();
    dir.file("a.c", text.as_bytes());
    let out = braid_in(&dir, "100", &["check", "a.c"]);
    let message = "error[deadlock]: main waits for the read-write lock cache, held for reading by \
                   reader#1; reader#1 waits for the spin lock spin, held by main\n";
    assert!(out.stdout.starts_with(message), "{}", out.stdout);
}

#[test]
fn freeing_is_no_condition() {
    let text = "\
#include <pthread.h>
#include <stdlib.h>
int *p;
void *worker(void *arg)
{
    free(p);
    return 0;
}
int main(void)
{
    pthread_t a;
    p = malloc(sizeof *p);
    if (!p)
        return 0;
    pthread_create(&a, 0, worker, 0);
    *p = 2;
    pthread_join(a, 0);
    return 0;
}
";
    let property = violated(text);
    let steps = property["trace"]["steps"].as_array().expect("steps").clone();
    let free = steps.iter().find(|step| step["text"] == "free(p);").expect("it is freed");
    let told = free.to_string();
    assert!(told.contains("frees ") && !told.contains("is false"), "{told}");
}

#[test]
fn what_is_marked_as_indivisible_is_trusted() {
    let text = |mark: &str| {
        format!(
            "\
#include <assert.h>
#include <pthread.h>
#include \"braid.h\"
int a, b;
static {mark} void both(void) {{ a = 1; b = 1; }}
static BRAID_ATOMIC void never(void) {{ a = 2; }}
void *worker(void *arg) {{ both(); return arg; }}
int main(void)
{{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int seen;
    // braid: atomic
    {{ seen = a - b; }}
    assert(seen == 0);
    return 0;
}}
"
        )
    };
    let dir = Scratch::new();
    dir.file("a.c", text("BRAID_ATOMIC").as_bytes());
    let out = braid_in(&dir, "100", &["check", "--format", "json", "a.c"]);
    assert_eq!(out.code, 0, "{}", out.stdout);
    let json: Value = serde_json::from_str(&out.stdout).expect("JSON on stdout");
    let trusted = json["files"][0]["properties"][0]["assumptions"].clone();
    let expected = [
        "`both` is indivisible, as it is marked",
        "a block in `main` is indivisible, as it is marked",
    ];
    assert_eq!(trusted, Value::from(expected.to_vec()), "not what never runs");
    // Without the mark it is neither trusted nor true.
    dir.file("a.c", text("").as_bytes());
    assert_eq!(braid_in(&dir, "100", &["check", "a.c"]).code, 1);
}

/// A use of memory that is gone says who freed it, elements of elements have their names, and a wait that
/// ends for no reason is told.
#[test]
fn what_a_reader_would_ask_is_said() {
    let freed = "\
#include <pthread.h>
#include <stdlib.h>
struct grid { int cells[2][3]; };
static struct grid *grid;
void *worker(void *arg) { (void)arg; free(grid); return 0; }
int main(void)
{
    pthread_t t;
    grid = calloc(1, sizeof *grid);
    grid->cells[1][2] = 7;
    pthread_create(&t, 0, worker, 0);
    grid->cells[1][1] = 5;
    pthread_join(t, 0);
    return 0;
}
";
    let dir = Scratch::new();
    dir.file("a.c", freed.as_bytes());
    let out = braid_in(&dir, "100", &["check", "-v", "a.c"]);
    let cause = "uses memory that worker#1 has freed in line 5 (grid = &grid[0])\n";
    assert!(out.stdout.contains(cause), "{}", out.stdout);
    assert!(out.stdout.contains(".cells[1][2] = 7"), "{}", out.stdout);

    let woken = "\
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    if (!ready) pthread_cond_wait(&c, &m);
    assert(ready);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_join(t, 0); return 0; }
";
    dir.file("a.c", woken.as_bytes());
    let out = braid_in(&dir, "100", &["check", "a.c"]);
    assert!(out.stdout.contains("wakes up for no reason"), "{}", out.stdout);
}

#[test]
fn one_cause_is_told_once() {
    let text = "\
#include <pthread.h>
#include <stdlib.h>
struct item { int a, b; } *item;
void *closer(void *arg) { free(item); return 0; }
int main(void)
{
    pthread_t t;
    item = calloc(1, sizeof *item);
    if (!item)
        return 0;
    pthread_create(&t, 0, closer, 0);
    item->a = 1;
    item->b = 2;
    return 0;
}
";
    let dir = Scratch::new();
    dir.file("a.c", text.as_bytes());
    let out = braid_in(&dir, "100", &["check", "a.c"]);
    assert_eq!(out.stdout.matches("It happens with").count(), 1, "{}", out.stdout);
    assert!(out.stdout.contains("has freed in line 4"), "{}", out.stdout);
    assert!(out.stdout.contains("; also in line 13\n"), "{}", out.stdout);
    assert!(out.stdout.contains("2 undefined operations"), "{}", out.stdout);
    let out = braid_in(&dir, "100", &["check", "--format", "json", "a.c"]);
    let json: Value = serde_json::from_str(&out.stdout).expect("JSON on stdout");
    let list = json["files"][0]["properties"].as_array().expect("a list").clone();
    let mut unsafe_ = list.iter().filter(|one| one["verdict"] == "unsafe");
    let (first, second) = (unsafe_.next().expect("one"), unsafe_.next().expect("another"));
    assert_eq!((&first["same_as"], &second["same_as"]), (&Value::Null, &first["id"]));
    let message = first["message"].as_str().expect("a sentence");
    assert!(message.starts_with("undefined behaviour: use after free: "), "{message}");
}
