//! What each stage makes of small programs, as a person reads it. Snapshots are reviewed, never edited.

use braid_core::budget::Budget;
use braid_core::engine::{self, Config, Stage};
use braid_tests::{open, root};

/// More than enough for small programs; the stages that read only do not count.
const BUDGET: u64 = 2_000_000;

/// Prints a stage's result for a file of the corpus.
fn dump(file: &str, stage: Stage) -> String {
    let (sources, id) = open(&root().join("tests/corpus").join(file));
    let (text, problems) =
        engine::dump(&sources, id, &Config::default(), stage, &Budget::new(BUDGET));
    let problems: String = problems
        .iter()
        .map(|problem| format!("{}: {}\n", problem.code.0, problem.message))
        .collect();
    // The same on every machine.
    let corpus = format!("{}/", root().join("tests/corpus").display());
    (problems + &text).replace(&corpus, "")
}

macro_rules! stage_tests {
    ($($name:ident: $file:literal, $stage:ident;)*) => {$(
        #[test]
        fn $name() {
            let mut settings = insta::Settings::clone_current();
            settings.set_snapshot_path("stages");
            settings.set_prepend_module_to_snapshot(false);
            settings.bind(|| insta::assert_snapshot!(stringify!($name), dump($file, Stage::$stage)));
        }
    )*};
}

stage_tests! {
    tokens_of_a_macro_program: "annotations/all_macros.c", Tokens;
    ast_of_annotations: "annotations/all_macros.c", Ast;
    scpl_of_a_race: "counters/increment_lock_bug.c", Scpl;
    scpl_of_a_lock: "counters/increment_lock.c", Scpl;
    scpl_of_compare_and_swap: "counters/increment_cas.c", Scpl;
    scpl_of_a_pool_with_joins: "pools/worker_pool.c", Scpl;
    scpl_of_slots_by_pointer: "pools/slots.c", Scpl;
    scpl_of_an_atomic_function: "locks/ticket_lock.c", Scpl;
    scpl_of_marked_threads: "annotations/thread_any.c", Scpl;
    scpl_of_async_labels: "annotations/cprover_async.c", Scpl;
    reduced_of_a_ticket_lock: "locks/ticket_lock.c", Reduced;
    predicates_of_a_lock: "counters/increment_lock.c", Predicates;
    bbp_of_a_lock: "counters/increment_lock.c", Bbp;
    bbp_of_a_mixed_predicate: "papers/p_double_prime.c", Bbp;
    sharing_of_slots: "pools/slots.c", Sharing;
    threads_of_slots: "pools/slots.c", Threads;
    threads_of_marks: "annotations/thread_any.c", Threads;
}
