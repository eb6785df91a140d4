//! `--atomicity statement`: a statement is one step, a call in it is not, and sections stay sections.

use braid_core::budget::Budget;
use braid_core::engine::{self, Config};
use braid_core::lower::Atomicity;
use braid_core::report::{self, Answer};
use braid_core::text::{NoIncludes, Sources};
use braid_tests::with_big_stack;

/// The assertions that are violated, by their text.
fn violated(program: &'static str, atomicity: Atomicity) -> Vec<String> {
    with_big_stack(move || {
        let sources = Sources::new(Box::new(NoIncludes));
        let root = sources.add("atomicity.c", program, false);
        let config = Config { atomicity, ..Config::default() };
        let analysis = engine::analyze(&sources, root, &config, &Budget::new(5_000_000));
        assert!(analysis.problems.is_empty(), "{:?}", analysis.problems);
        let properties = report::properties(&analysis);
        properties
            .iter()
            .filter(|property| property.answer == Answer::Unsafe)
            .map(|property| property.text.clone())
            .collect()
    })
}

const UPDATES: &str = r#"
#include <assert.h>
#include <pthread.h>
int x, y, z;
void *worker(void *arg) {
    x = x + 1;
    y++;
    z = z;
    int seen = z;
    z = seen + 1;
    return 0;
}
pthread_t a, b;
int main(void) {
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    assert(y == 2);
    assert(z == 2);
    return 0;
}
"#;

#[test]
fn a_statement_is_one_step() {
    assert_eq!(violated(UPDATES, Atomicity::Access), ["x == 2", "y == 2", "z == 2"]);
    assert_eq!(violated(UPDATES, Atomicity::Statement), ["z == 2"]);
}

const CALLS: &str = r#"
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y;
void raise(void) { int seen = x; x = seen + 1; }
int next(void) { int seen = y; y = seen + 1; return seen; }
void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    raise();
    __VERIFIER_atomic_end();
    int mine = next() + 0;
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    assert(y == 2);
    return 0;
}
"#;

#[test]
fn a_call_in_a_section_stays_in_it() {
    assert_eq!(violated(CALLS, Atomicity::Access), ["y == 2"]);
    assert_eq!(violated(CALLS, Atomicity::Statement), ["y == 2"]);
}

/// A thread flips `s` and `t` in one statement; the program fails if it sees them differ.
macro_rules! flipping {
    ($observer:literal) => {
        concat!(
            "#include <assert.h>\n#include <pthread.h>\n",
            "extern void __VERIFIER_atomic_begin(void);\n",
            "extern void __VERIFIER_atomic_end(void);\n",
            "extern int __VERIFIER_nondet_int(void);\n",
            "int s, t; int bad;\n",
            "int add(int a, int b) { return a + b; }\n",
            "int differ(int a, int b) { return a != b; }\n",
            "void *flipper(void *arg) { (s = 1 - s, t = 1 - t); return 0; }\n",
            "int main(void) {\n    pthread_t a;\n    pthread_create(&a, 0, flipper, 0);\n",
            $observer,
            "\n    return 0;\n}\n"
        )
    };
}

/// The observer sees half of a statement of another thread only if accesses are the steps.
fn only_by_access(program: &'static str, assertion: &str) {
    assert_eq!(violated(program, Atomicity::Access), [assertion], "{program}");
    assert_eq!(violated(program, Atomicity::Statement), [""; 0], "{program}");
}

#[test]
fn an_assertion_is_one_step() {
    only_by_access(flipping!("    assert(s == t);"), "s == t");
    only_by_access(
        flipping!("    assert((s == 0 && t == 0) || (s == 1 && t == 1));"),
        "(s == 0 && t == 0) || (s == 1 && t == 1)",
    );
    only_by_access(flipping!("    assert(!(s ? !t : t));"), "!(s ? !t : t)");
}

#[test]
fn a_condition_is_one_step() {
    only_by_access(flipping!("    if (s != t) bad = 1;\n    assert(!bad);"), "!bad");
    only_by_access(flipping!("    while (s != t) { bad = 1; break; }\n    assert(!bad);"), "!bad");
    only_by_access(
        flipping!("    for (int i = 0; i < 1 && s != t; i++) bad = 1;\n    assert(!bad);"),
        "!bad",
    );
    only_by_access(
        flipping!("    int n = 0;\n    do n++; while (n < 2 && s != t);\n    assert(n == 1);"),
        "n == 1",
    );
}

#[test]
fn the_value_of_a_switch_is_one_step() {
    only_by_access(
        flipping!("    switch (s + t) {\n    case 1:\n        bad = 1;\n    }\n    assert(!bad);"),
        "!bad",
    );
    only_by_access(
        flipping!(
            "    switch (s) {\n    default:\n        bad = s != t;\n    }\n    assert(!bad);"
        ),
        "!bad",
    );
}

#[test]
fn declarations_returns_and_steps_of_loops_are_one_step() {
    only_by_access(
        flipping!("    int seen[2] = {s, t};\n    assert(seen[0] == seen[1]);"),
        "seen[0] == seen[1]",
    );
    only_by_access(
        flipping!(
            "    int i = 0;\n    for (; i != 1 && i != 4; i += (s == t) ? 4 : 1)\n        ;\n    assert(i == 4);"
        ),
        "i == 4",
    );
}

/// The arguments belong to the statement with the call; the body of the function does not.
#[test]
fn the_arguments_of_a_call_are_one_step() {
    only_by_access(flipping!("    assert(add(s, t) != 1);"), "add(s, t) != 1");
    only_by_access(flipping!("    bad = differ(s, t);\n    assert(!bad);"), "!bad");
    let body = flipping!("    int seen = s + add(t, 0);\n    assert(seen != 1);");
    only_by_access(body, "seen != 1");
    let between = flipping!("    int seen = add(s, 0) + t;\n    assert(seen != 1);");
    assert_eq!(violated(between, Atomicity::Statement), ["seen != 1"]);
}
