//! How long a run takes to stop after it has been called off, at points spread over the whole of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use braid_core::budget::Budget;
use braid_core::engine::{self, Config};
use braid_core::text::{FileId, Sources};

use crate::figures::BUDGET;
use crate::programs::{self, PROGRAMS, short};
use crate::locks;

const N_POINTS: u32 = 20;

/// Longer runs are called off by then.
const LONGEST: Duration = Duration::from_secs(10);

pub fn print() {
    println!("\n{:<18} {:>9} {:>12} {:>12}", "called off", "run ms", "median ms", "longest ms");
    let mut longest = 0.0_f64;
    let cases = PROGRAMS.map(|name| (short(name).to_owned(), programs::text(name)));
    let locks = ("locks m = k = 9".to_owned(), locks::program(9, 9));
    for (name, text) in cases.into_iter().chain([locks]) {
        let whole = run(&text, LONGEST).0.min(LONGEST);
        let mut lags: Vec<f64> = (0..N_POINTS)
            .filter_map(|at| run(&text, whole * (2 * at + 1) / (2 * N_POINTS)).1)
            .map(|lag| lag.as_secs_f64() * 1e3)
            .collect();
        lags.sort_by(f64::total_cmp);
        let (Some(&most), Some(&median)) = (lags.last(), lags.get(lags.len() / 2)) else { continue };
        longest = longest.max(most);
        println!("{name:<18} {:>9.0} {median:>12.1} {most:>12.1}", whole.as_secs_f64() * 1e3);
    }
    println!("{:<18} {:>9} {:>12} {longest:>12.1}", "all", "", "");
}

/// Calls a run off after some time: how long it took, and how long from the call to the end, if it was
/// not over before.
fn run(text: &str, after: Duration) -> (Duration, Option<Duration>) {
    let cancel = Arc::new(AtomicBool::new(false));
    let (text, flag) = (text.to_owned(), cancel.clone());
    let begin = Instant::now();
    let worker = std::thread::Builder::new()
        .stack_size(64 << 20)
        .spawn(move || {
            let sources = Sources::single("program.c", &text);
            let budget = Budget::cancellable(BUDGET, flag);
            engine::analyze(&sources, FileId(0), &Config::default(), &budget);
            Instant::now()
        })
        .expect("a thread");
    while begin.elapsed() < after && !worker.is_finished() {
        std::thread::sleep(Duration::from_micros(200));
    }
    let called_off = Instant::now();
    cancel.store(true, Ordering::Relaxed);
    let end = worker.join().expect("no panic");
    (end - begin, end.checked_duration_since(called_off))
}
