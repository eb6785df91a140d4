//! The same input gives the same bytes: from two processes, and whatever the order of hash tables.

mod run;

use run::{braid, rust_files};

/// Proofs, and a violation.
const PROGRAMS: [&str; 3] =
    ["locks/ticket_lock.c", "counters/incdec_cas.c", "counters/incdec_lock_bug.c"];

#[test]
fn two_runs_give_the_same_bytes() {
    for program in PROGRAMS {
        let path = format!("{}/../tests/corpus/{program}", env!("CARGO_MANIFEST_DIR"));
        // With `-v` people see the steps, the rounds and the predicates as well.
        for format in ["json", "human"] {
            let run = || braid(&["check", "--format", format, "-v", &path]);
            let (one, other) = (run(), run());
            assert!([0, 1, 3].contains(&one.code), "{program}: {}", one.stderr);
            assert!(!one.stdout.is_empty(), "{program}");
            assert_eq!(one.stdout, other.stdout, "{program}");
        }
    }
}

/// The standard tables have another order in every process. Ours (`core/src/hash.rs`) have a seed that only
/// tests change: `tests/seeds.rs` sees that nothing depends on it.
#[test]
fn no_table_has_a_random_order() {
    let core = concat!(env!("CARGO_MANIFEST_DIR"), "/../core/src");
    for text in rust_files(core) {
        // Tests may do as they like.
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        if code.contains("#[test]") || code.contains("pub type FxHashMap") {
            continue;
        }
        for name in ["HashMap", "HashSet"] {
            let random = code.match_indices(name).find(|(at, _)| !code[..*at].ends_with("Fx"));
            let line = random.map(|(at, _)| code[at..].lines().next().unwrap_or_default());
            assert_eq!(line, None);
        }
    }
}
