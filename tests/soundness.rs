//! The machine that looks for wrong verdicts.
//!
//! Everything that Braid claims about small programs is compared with what the interpreter finds by trying
//! everything, below certification and above it. `random`, `counted` and `joined` do so for random
//! programs, `mutants` for damaged programs of the corpus, `laws` checks what the parts of the prover promise each other,
//! `certificates` damages proofs, and `sabotage` switches known mistakes on to see whether all this would
//! notice them.
//!
//! What runs by default is a slice. For long runs:
//!
//!     BRAID_SOUND_SEED=1000 BRAID_SOUND_PROGRAMS=20000 BRAID_SOUND_MUTANTS=2000 \
//!         cargo test -p braid-tests --test soundness -- --nocapture

// What was tried and what came of it is worth as much as that nothing failed.
#![allow(clippy::print_stdout)]

#[path = "soundness/certificates.rs"]
mod certificates;
#[path = "soundness/counted.rs"]
mod counted;
#[path = "soundness/joined.rs"]
mod joined;
#[path = "soundness/judge.rs"]
mod judge;
#[path = "soundness/laws.rs"]
mod laws;
#[path = "soundness/mutants.rs"]
mod mutants;
#[path = "soundness/random.rs"]
mod random;
#[path = "soundness/regress.rs"]
mod regress;
#[path = "soundness/sabotage.rs"]
mod sabotage;
#[path = "soundness/slice.rs"]
mod slice;
