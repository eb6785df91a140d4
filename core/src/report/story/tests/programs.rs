//! Stories of whole programs: what a reader must find in them, and must not.

use crate::budget::Budget;
use crate::engine::{Analysis, Config, analyze};
use crate::report::{Answer, Property, findings, properties};
use crate::text::{FileId, Sources};

fn analysis(text: &str) -> Analysis {
    let sources = Sources::single("a.c", text);
    analyze(&sources, FileId(0), &Config::default(), &Budget::new(50_000_000))
}

/// The first property that is violated.
fn violated(text: &str) -> Property {
    let mut all = properties(&analysis(text)).into_iter();
    all.find(|property| property.answer == Answer::Unsafe).expect("something is violated")
}

/// What cannot be left out, a sentence a step.
fn essential(property: &Property) -> Vec<String> {
    let steps = property.trace.iter().flat_map(|trace| &trace.steps);
    steps.filter(|step| step.essential).map(|step| step.sentence.clone()).collect()
}

#[track_caller]
fn has(told: &[String], sentence: &str) {
    assert!(
        told.iter().any(|it| it == sentence),
        "`{sentence}` is missing in\n{}",
        told.join("\n")
    );
}

const START: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
";

/// `main` that creates two threads and joins them.
fn two(first: &str, second: &str, end: &str) -> String {
    format!(
        "int main(void) {{ pthread_t a, b;\n\
         pthread_create(&a, 0, {first}, 0); pthread_create(&b, 0, {second}, 0);\n\
         pthread_join(a, 0); pthread_join(b, 0);\n{end}\nreturn 0; }}\n"
    )
}

#[test]
fn the_last_update_that_is_lost_is_told() {
    let add = "int balance;\nvoid *add(void *arg) {\nfor (int i = 0; i < 2; i++) {\n\
               int before = balance;\nbalance = before + 10; }\nreturn 0; }\n";
    let property =
        violated(&format!("{START}{add}{}", two("add", "add", "assert(balance == 40);")));
    let told = essential(&property);
    // What is overwritten was written by somebody: it must not be a surprise.
    let sets = |text: &str| text.split_once("sets balance = ").map(|(_, behind)| behind.to_owned());
    let mut known = vec!["0".to_owned()];
    for set in told.iter().filter_map(|step| sets(step)) {
        if let Some((new, old)) = set.split_once(" (was ") {
            let old = old.trim_end_matches(')').to_owned();
            assert!(known.contains(&old), "{old} comes from nowhere in\n{}", told.join("\n"));
            known.push(new.to_owned());
        }
    }
    assert!(known.len() > 3, "{}", told.join("\n"));
}

#[test]
fn why_a_lock_is_still_held_is_told() {
    let worker = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint credits = 1;\n\
                  void *worker(void *arg) {\npthread_mutex_lock(&m);\nif (credits == 0)\n\
                  return 0;\ncredits--;\npthread_mutex_unlock(&m);\nreturn 0; }\n\
                  int main(void) { pthread_t t; for (int i = 0; i < 3; i++)\n\
                  pthread_create(&t, 0, worker, 0);\npthread_exit(0); }\n";
    let property = violated(&format!("{START}{worker}"));
    assert!(property.message.contains(", which has ended"), "{}", property.message);
    let told = essential(&property);
    let is_cause = |step: &String| step.ends_with("reads credits = 0, so `credits == 0` is true");
    assert!(told.iter().any(is_cause), "{}", told.join("\n"));
    assert!(told.iter().any(|step| step.ends_with("sets credits = 0")), "{}", told.join("\n"));
}

#[test]
fn an_exchange_that_fails_is_told_as_failing() {
    let forms = [
        (
            "int expected = 0;\nif (!atomic_compare_exchange_strong(&slot, &expected, 1))\n",
            "does not exchange: expected 0, but found slot = 1, sets expected = 1, so ",
        ),
        (
            "if (!__sync_bool_compare_and_swap(&slot, 0, 1))\n",
            "does not exchange: expected 0, but found slot = 1, so ",
        ),
        (
            "if (__sync_val_compare_and_swap(&slot, 0, 1) != 0)\n",
            "does not exchange: expected 0, but found slot = 1, so ",
        ),
    ];
    for (exchange, told) in forms {
        let declared = if exchange.contains("atomic_") { "atomic_int" } else { "int" };
        let worker = format!(
            "{declared} slot;\nvoid *worker(void *arg) {{\n{exchange}assert(0);\nreturn 0; }}\n"
        );
        let text = format!("{START}{worker}{}", two("worker", "worker", ""));
        let steps = violated(&text).trace.expect("there is a run").steps;
        let mut sentences = steps.iter().map(|step| step.sentence.clone());
        assert!(sentences.any(|it| it.contains(told)), "{exchange}: {steps:#?}");
        // The one that succeeds sets it; nobody else does.
        let sets = steps.iter().filter(|step| step.sentence.contains("sets slot"));
        assert_eq!(sets.count(), 1, "{exchange}");
    }
}

/// What a pointer calls depends on who set it, and its result is a value.
#[test]
fn calls_by_pointer_are_told() {
    let text = "\
struct ops { int (*link)(int); };
int n;
static int one(int k) { n += k; return 1; }
static int two(int k) { n += k + 1; return 2; }
struct ops ops = { one };
void *worker(void *arg) {
    int by = n + 4;
    if (ops.link(by))
        n = n + 1;
    return 0;
}
void *changer(void *arg) { ops.link = two; return 0; }
";
    let text = format!("{START}{text}{}", two("worker", "changer", "assert(n == 5);"));
    let property = violated(&text);
    assert!(property.message.ends_with("n == 5, but n = 6"), "{}", property.message);
    let told = essential(&property);
    has(&told, "changer#1 sets ops.link = &two (was &one)");
    let steps = property.trace.iter().flat_map(|trace| &trace.steps);
    let all: Vec<String> = steps.map(|step| step.sentence.clone()).collect();
    has(&all, "worker#1 gets 2 from `ops.link(by)`");
    assert!(!all.iter().any(|step| step.contains("is true")), "{}", all.join("\n"));
    assert!(all.iter().any(|step| step.contains("passes k = 4")), "{}", all.join("\n"));
}

#[test]
fn what_a_called_function_read_explains_a_failure() {
    let text = "int a, b;\nstatic int difference(void) { return a - b; }\n\
                void *worker(void *arg) { a = 2; b = 2; return 0; }\n";
    let end = "assert(difference() == 0);";
    let two = two("worker", "worker", "").replace("pthread_join(a, 0);", end);
    let property = violated(&format!("{START}{text}{two}"));
    let values = "difference() == 0, but a = 2 and b = 0";
    assert!(property.message.ends_with(values), "{}", property.message);
}

#[test]
fn one_use_after_free_is_told_once() {
    let text = "\
struct item { int a, b; };
struct item *item;
void *user(void *arg) {
    struct item *mine = item;
    mine->a = 1;
    mine->b = 2;
    return 0;
}
void *closer(void *arg) { free(item); return 0; }
int main(void) {
    item = calloc(1, sizeof *item);
    if (!item) return 0;
    pthread_t a, b;
    pthread_create(&a, 0, user, 0);
    pthread_create(&b, 0, closer, 0);
    return 0;
}
";
    let analysis = analysis(&format!("{START}{text}"));
    let findings = findings(&analysis);
    let messages: Vec<(&str, bool)> =
        findings.iter().map(|it| (it.message.as_str(), it.told_by.is_some())).collect();
    let told = "undefined behaviour: use after free: `mine` points to memory that closer#1 has \
                freed in line 13 (mine = &item[0]); also in line 10";
    let other = "undefined behaviour: use after free, for the same reason as in line 9";
    assert_eq!(messages[..2], [(told, false), (other, true)], "{messages:#?}");
    let trace = properties(&analysis)[findings[0].property.expect("it is one")].trace.clone();
    let trace = trace.expect("there is a run");
    let blamed = &trace.steps[trace.blamed.expect("somebody freed it")];
    assert_eq!(blamed.sentence, "closer#1 reads item = &item[0], frees item[0]");
    assert_eq!(
        trace.steps.last().map(|step| step.effect.as_str()),
        Some("uses memory that closer#1 has freed in line 13 (mine = &item[0])")
    );
}

#[test]
fn an_index_that_is_out_of_bounds_says_so() {
    let text = "int ring[4];\nint count = 4;\nint main(void) { ring[count] = 1; return 0; }\n";
    let property = violated(&format!("{START}{text}"));
    assert_eq!(
        property.message,
        "undefined behaviour: index out of bounds: index `count` is not within the 4 elements of \
         `ring` (count = 4)"
    );
}

#[test]
fn a_weak_exchange_may_fail_for_no_reason() {
    let text = "atomic_int slot;\nint main(void) { int expected = 0;\n\
                assert(atomic_compare_exchange_weak(&slot, &expected, 1));\nreturn 0; }\n";
    let property = violated(&format!("{START}{text}"));
    let steps = property.trace.iter().flat_map(|trace| &trace.steps);
    let told: Vec<String> = steps.map(|step| step.sentence.clone()).collect();
    let why = "does not exchange for no reason, which C allows of the weak form";
    assert!(told.iter().any(|step| step.contains(why)), "{}", told.join("\n"));
}

#[test]
fn locks_are_initialised_and_not_set() {
    let text = "pthread_mutex_t m;\nint x;\nint main(void) { pthread_mutex_init(&m, 0);\n\
                pthread_mutex_lock(&m);\nassert(x);\nreturn 0; }\n";
    let property = violated(&format!("{START}{text}"));
    let steps = property.trace.iter().flat_map(|trace| &trace.steps);
    let told: Vec<String> = steps.map(|step| step.sentence.clone()).collect();
    has(&told, "main initialises m");
}

/// Behind an operation that is violated nothing is known; that it may be one would be too little to say.
#[test]
fn what_is_known_to_be_undefined_is_called_so() {
    let text =
        "int a[2];\nint i = 2;\nint main(void) {\na[i] = 1;\nassert(a[0] == 0);\nreturn 0; }\n";
    let all = properties(&analysis(&format!("{START}{text}")));
    let open = all.iter().find(|property| property.text == "a[0] == 0").expect("it is there");
    let reason = "an operation in line 8 can have undefined behaviour, and what happens after it is \
                  not known";
    assert_eq!(open.reason.as_deref(), Some(reason), "{}", open.message);
}
