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
