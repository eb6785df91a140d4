//! The sixteen programs, from the corpus.

use std::path::PathBuf;

pub const PROGRAMS: [&str; 16] = [
    "counters/increment_lock",
    "counters/increment_cas",
    "counters/incdec_lock",
    "counters/incdec_cas",
    "locks/tas_lock",
    "locks/ticket_lock",
    "locks/prng_lock",
    "lockfree/prng_cas",
    "locks/find_max_lock",
    "lockfree/find_max_cas",
    "locks/find_max_opt_lock",
    "lockfree/find_max_opt_cas",
    "locks/stack_lock",
    "lockfree/stack_cas",
    "papers/p_double_prime",
    "locks/spin_lock",
];

/// Without the folder.
pub fn short(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

pub fn path(name: &str) -> PathBuf {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/corpus");
    PathBuf::from(format!("{corpus}/{name}.c"))
}

pub fn text(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}
