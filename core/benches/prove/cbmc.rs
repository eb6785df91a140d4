//! The sixteen programs checked by CBMC, bounded: four threads, loops unwound twice.
//!
//! The programs create threads without end. For CBMC their `main` is replaced by one that creates four, in
//! the same order. `cbmc.sh` gets CBMC.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::programs::{self, PROGRAMS, short};
use crate::{clock, figures};

/// A check that takes more seconds of processor time counts as having taken so long. `CBMC_LIMIT` is
/// another number of them.
const LIMIT: f64 = 60.0;

const N_THREADS: usize = 4;
const UNWIND: &str = "2";

/// Names that CBMC has for what the programs call otherwise.
const DEFINES: [&str; 3] = [
    "-D__VERIFIER_assume=__CPROVER_assume",
    "-D__VERIFIER_atomic_begin=__CPROVER_atomic_begin",
    "-D__VERIFIER_atomic_end=__CPROVER_atomic_end",
];

/// `ours` is how long our proofs took, if they have been measured.
pub fn print(ours: Option<f64>) {
    let cbmc = std::env::var_os("CBMC").map_or_else(|| PathBuf::from("cbmc"), PathBuf::from);
    if Command::new(&cbmc).arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("\nno CBMC: core/benches/prove/cbmc.sh gets it, and CBMC names it");
        return;
    }
    let limit = std::env::var("CBMC_LIMIT").ok().and_then(|secs| secs.parse().ok());
    let limit: f64 = limit.unwrap_or(LIMIT);
    println!(
        "\nCBMC with {N_THREADS} threads and {UNWIND} unwindings, beside our proof for any number"
    );
    println!("{:<20} {:>9} {:>12} {:>9}", "program", "CBMC s", "", "ours s");
    let (mut theirs, mut all_ours) = (0.0, 0.0);
    for name in PROGRAMS {
        let (seconds, answer) = run(&cbmc, name, limit);
        theirs += seconds;
        let own = match ours {
            Some(_) => String::new(),
            None => {
                let own = figures::check(&programs::text(name)).1;
                all_ours += own;
                format!("{own:.2}")
            }
        };
        println!("{:<20} {seconds:>9.2} {answer:>12} {own:>9}", short(name));
    }
    let ours = ours.unwrap_or(all_ours);
    println!("{:<20} {theirs:>9.2} {:>12} {ours:>9.2}", "all", "");
    println!("ours / CBMC: {:.4}", ours / theirs);
}

/// Seconds of processor time, or the limit, and what it said.
fn run(cbmc: &Path, name: &str, limit: f64) -> (f64, &'static str) {
    let file = std::env::temp_dir().join(format!("braid-cbmc-{}.c", std::process::id()));
    std::fs::write(&file, bounded(&programs::text(name))).expect("a folder for such files");
    let before = clock::children();
    let mut child = Command::new(cbmc)
        .args(["--unwind", UNWIND, "--no-unwinding-assertions", "--no-standard-checks"])
        .args(DEFINES)
        .arg(&file)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it has just said its version");
    let status = loop {
        if let Some(status) = child.try_wait().expect("it is ours to wait for") {
            break Some(status);
        }
        if clock::of(child.id()).is_some_and(|seconds| seconds > limit) {
            child.kill().expect("it is ours to end");
            child.wait().expect("it has ended");
            break None;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let _ = std::fs::remove_file(&file);
    let seconds = clock::children() - before;
    match status.map(|status| status.code()) {
        None => (limit, "time-out"),
        Some(Some(0)) => (seconds, "holds"),
        Some(Some(10)) => (seconds, "violated"),
        Some(_) => (seconds, "failed"),
    }
}

/// The program with a `main` that creates `N_THREADS` threads, in the order of the original.
fn bounded(text: &str) -> String {
    let (before, main) = text.split_once("int main(void)").expect("each has a main");
    let creations: Vec<&str> =
        main.lines().filter(|line| line.contains("pthread_create")).map(str::trim).collect();
    // `for (int i = 0;; STEP)`: what happens between two creations.
    let step = main.split_once(";; ").and_then(|(_, rest)| rest.split_once(")\n"));
    let mut bounded = format!("{before}int main(void)\n{{\n    pthread_t t;\n    int i = 0;\n");
    for creation in creations.iter().cycle().take(N_THREADS) {
        bounded.push_str(&format!("    {creation}\n"));
        if let Some((step, _)) = step {
            bounded.push_str(&format!("    {step};\n"));
        }
    }
    bounded.push_str("    return i * 0;\n}\n");
    bounded
}
