//! What proofs for any number of threads cost: `cargo bench -p braid-core --bench prove`.
//!
//! Parts: `table` (the sixteen programs, with the plot), `locks` (a class of programs that grows),
//! `cancel` (how long a run takes to stop), `bad` (programs that are too much), `cbmc` (if it is there, see
//! `cbmc.sh`). Without a word, all of them. `../README.md` has the figures and what they mean.
#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

mod bad;
#[path = "../../../tests/support/bad_cases.rs"]
mod bad_cases;
mod cancel;
mod cbmc;
#[path = "../hunt/clock.rs"]
mod clock;
mod figures;
mod locks;
mod plot;
mod programs;
mod table;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Some(at) = args.iter().position(|arg| arg == "--child") {
        return figures::print(&args[at + 1]);
    }
    if let Some(at) = args.iter().position(|arg| arg == "--bad") {
        return bad::print_one(&args[at + 1]);
    }
    // `cargo test --benches` asks for a quick run.
    if args.iter().any(|arg| arg == "--test") {
        let (analysis, _) = figures::check(&programs::text(programs::PROGRAMS[0]));
        assert!(figures::is_proved(&analysis));
        return;
    }
    let is_wanted = |part: &str| {
        args.iter().all(|arg| arg.starts_with('-')) || args.iter().any(|arg| arg == part)
    };
    let mut seconds = None;
    if is_wanted("table") {
        seconds = Some(table::print());
    }
    if is_wanted("locks") {
        locks::print();
    }
    if is_wanted("cancel") {
        cancel::print();
    }
    if is_wanted("bad") {
        bad::print();
    }
    if is_wanted("cbmc") {
        cbmc::print(seconds);
    }
}
