//! Functions that call themselves.

use super::{Lowered, check_problems, lowered, properties, variables};

fn lost(lowered: &Lowered) -> Vec<&str> {
    let found = properties(lowered).into_iter();
    found.filter(|property| property.starts_with("recursion")).collect()
}

#[test]
fn each_call_has_variables_of_its_own() {
    let (_, lowered) = lowered(&["unsigned rand(void);
         unsigned sum(unsigned n) { static int calls; calls++; return n ? n + sum(n - 1) : 0; }
         int main(void) { sum(rand()); return 0; }"]);
    let variables = variables(&lowered);
    let of_calls = variables.iter().filter(|name| name.starts_with("main:sum.n"));
    assert_eq!(of_calls.count(), 32);
    let kept = variables.iter().filter(|name| name.contains("calls"));
    assert_eq!(kept.count(), 1, "what is static is there once: {variables:?}");
    assert_eq!(lost(&lowered), ["recursion deeper than 32 calls"]);
    let shown = lowered.sharing.iter().filter(|variable| variable.name == "n");
    assert_eq!(shown.count(), 1, "nobody is told of copies");
}

#[test]
fn constant_arguments_end_it() {
    let (_, lowered) = lowered(&["int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
         int main(void) { return fib(12); }"]);
    assert_eq!(lost(&lowered), Vec::<&str>::new());
}

#[test]
fn what_doubles_is_not_followed_as_deep() {
    let (_, lowered) = lowered(&["int rand(void);
         int down(int n) { return n ? down(n - 1) : 0; }
         int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
         int main(void) { return fib(rand()) + down(rand()); }"]);
    let lost = lost(&lowered);
    let [twice, once] = lost[..] else { panic!("{lost:?}") };
    assert!(once.contains("than 32 calls"), "{lost:?}");
    assert!(!twice.contains("than 32 calls") && !twice.contains("than 1 call"), "{lost:?}");
    assert!(lowered.program.edges.len() < 5_000);
}

#[test]
fn threads_are_told_as_they_are_written() {
    let (_, lowered) = lowered(&["#include <pthread.h>
         pthread_t t;
         void *worker(void *arg) { if (arg) worker(0); return 0; }
         void start(int n) { if (n) { pthread_create(&t, 0, worker, 0); start(n - 1); } }
         int main(void) { start(2); return 0; }"]);
    let threads: Vec<(&str, &str, usize)> = lowered
        .threads
        .iter()
        .map(|thread| (&*thread.name, &*thread.instances, thread.created_at.len()))
        .collect();
    assert_eq!(threads, [("main", "once", 0), ("worker", "any number of times", 1)]);
}

#[test]
fn only_calls_by_name_are_followed() {
    check_problems(
        &["int down(int n);
         int (*again)(int) = down;
         int down(int n) { return n ? again(n - 1) : 0; }
         int main(void) { return down(1); }"],
        &["a.c: again(n - 1): `down` calls itself in a way that is not supported"],
    );
}

#[test]
fn large_functions_have_fewer_levels_and_end_there() {
    let many = "x = x * 3 + n;".repeat(200);
    let (_, lowered) = lowered(&[&format!(
        "int rand(void); int x;
         int down(int n, int all) {{ if (all) {{ {many} }} return n ? down(n - 1, 0) : 0; }}
         int main(void) {{ return down(rand(), 0); }}"
    )]);
    let lost = lost(&lowered);
    assert_eq!(lost.len(), 1, "{lost:?}");
    assert!(!lost[0].contains("than 32 calls"), "{lost:?}");
}
