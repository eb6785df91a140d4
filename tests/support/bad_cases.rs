//! Programs that are too much for somebody: for a solver, for a search, or for a table.
//!
//! They must end in a proof or in an unknown that says why, not in a hang and not out of memory. Used by
//! tests and, with the budget that users have, by a benchmark.

use std::fmt::Write;

/// A name and the text.
pub fn bad_cases() -> Vec<(&'static str, String)> {
    vec![
        ("products of 32 bits", products()),
        ("division of 64 bits", division()),
        ("300 predicates", many_predicates(300)),
        ("5000 locations", many_locations(2_500)),
        ("5000 locations in a section", long_section(2_500)),
        ("text of any characters", any_text()),
    ]
}

const HEAD: &str = "#include <assert.h>\n#include <pthread.h>\n#include <stdint.h>\n#include <stdlib.h>\n\
    extern unsigned __VERIFIER_nondet_uint(void);\nextern unsigned long __VERIFIER_nondet_ulong(void);\n\
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n";

/// A program any number of whose threads run `body`.
fn program(globals: &str, body: &str) -> String {
    format!(
        "{HEAD}{globals}\nstatic void *worker(void *arg)\n{{\n    (void)arg;\n{body}    return NULL;\n}}\n\n\
         int main(void)\n{{\n    pthread_t t;\n    while (1)\n        \
         pthread_create(&t, NULL, worker, NULL);\n}}\n"
    )
}

fn products() -> String {
    program(
        "static uint32_t a, b, product;",
        "    uint32_t x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();\n    \
         pthread_mutex_lock(&lock);\n    a = x;\n    b = y;\n    product = a * b;\n    \
         assert(product == b * a);\n    \
         assert((a + b) * (a + b) == a * a + 2 * product + b * b);\n    \
         pthread_mutex_unlock(&lock);\n",
    )
}

fn division() -> String {
    program(
        "static uint64_t a, b, quotient, rest;",
        "    uint64_t x = __VERIFIER_nondet_ulong(), y = __VERIFIER_nondet_ulong();\n    \
         if (y == 0)\n        return NULL;\n    pthread_mutex_lock(&lock);\n    a = x;\n    b = y;\n    \
         quotient = a / b;\n    rest = a % b;\n    assert(quotient * b + rest == a);\n    \
         assert(rest < b);\n    assert(a / b * 3 / 3 <= a);\n    pthread_mutex_unlock(&lock);\n",
    )
}

/// Each assertion needs one of its own.
fn many_predicates(n: usize) -> String {
    let mut globals = String::new();
    let mut body = String::from("    pthread_mutex_lock(&lock);\n");
    for idx in 0..n {
        let _ = writeln!(globals, "static unsigned x{idx};");
        let _ = writeln!(body, "    if (x{idx} < {})\n        x{idx}++;", idx + 2);
    }
    for idx in 0..n {
        let _ = writeln!(body, "    assert(x{idx} <= {});", idx + 2);
    }
    body.push_str("    pthread_mutex_unlock(&lock);\n");
    program(&globals, &body)
}

/// Every statement reads and writes what is shared: two locations each that cannot be joined.
fn many_locations(n: usize) -> String {
    let mut body = String::new();
    for idx in 0..n {
        let _ = writeln!(body, "    x = y + {idx};");
    }
    body.push_str("    assert(x + 1 != 0 || y == 0);\n");
    program("static unsigned x, y;", &body)
}

fn long_section(n: usize) -> String {
    let mut body = String::from("    pthread_mutex_lock(&lock);\n");
    for idx in 0..n {
        let _ = writeln!(body, "    x = {};\n    y = x;", idx % 7);
    }
    body.push_str("    assert(x == y);\n    pthread_mutex_unlock(&lock);\n");
    program("static unsigned x, y;", &body)
}

/// Each character that is read multiplies the ways of taking one step.
fn any_text() -> String {
    "#include <assert.h>\n#include <stdio.h>\n#include <string.h>\nint main(void)\n{\n    char text[10];\n    \
     while (scanf(\"%9s\", text) == 1)\n        assert(strlen(text) < 10);\n    return 0;\n}\n"
        .to_owned()
}
