//! How long a run takes to stop after it has been called off, at points spread over the whole of it.
//!
//! In processor time of its thread: a busy machine is nobody's fault here.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use braid_core::budget::Budget;
use braid_core::engine::{self, Config};
use braid_core::text::{FileId, Sources};

use crate::bad_cases::bad_cases;
use crate::clock;
use crate::figures::BUDGET;
use crate::programs::{self, PROGRAMS, short};

const N_POINTS: u32 = 10;

/// Longer runs are called off by then.
const LONGEST: f64 = 4.0;

pub fn print() {
    println!("\n{:<28} {:>9} {:>12} {:>12}", "called off", "run ms", "median ms", "longest ms");
    let mut longest = 0.0_f64;
    let cases = PROGRAMS.map(|name| (short(name).to_owned(), programs::text(name)));
    let bad = bad_cases().into_iter().map(|(name, text)| (name.to_owned(), text));
    for (name, text) in cases.into_iter().chain(bad) {
        let whole = run(&text, LONGEST).0.min(LONGEST);
        let mut lags: Vec<f64> = (0..N_POINTS)
            .filter_map(|at| run(&text, whole * f64::from(2 * at + 1) / f64::from(2 * N_POINTS)).1)
            .map(|lag| lag * 1e3)
            .collect();
        lags.sort_by(f64::total_cmp);
        let (Some(&most), Some(&median)) = (lags.last(), lags.get(lags.len() / 2)) else {
            continue;
        };
        longest = longest.max(most);
        println!("{name:<28} {:>9.0} {median:>12.1} {most:>12.1}", whole * 1e3);
    }
    println!("{:<28} {:>9} {:>12} {longest:>12.1}", "all", "", "");
}

/// Calls a run off after some seconds: how long it took, and how long from the call to the end, if it was
/// not over before.
fn run(text: &str, after: f64) -> (f64, Option<f64>) {
    let cancel = Arc::new(AtomicBool::new(false));
    let (text, flag) = (text.to_owned(), cancel.clone());
    let (tell, told) = mpsc::channel();
    let worker = std::thread::Builder::new()
        .stack_size(64 << 20)
        .spawn(move || {
            let link = std::fs::read_link("/proc/thread-self").expect("Linux");
            let place = Path::new("/proc").join(link);
            tell.send(place.clone()).expect("somebody waits for it");
            let sources = Sources::single("program.c", &text);
            let budget = Budget::cancellable(BUDGET, flag);
            engine::analyze(&sources, FileId(0), &Config::default(), &budget);
            clock::of_thread(&place).expect("its own time")
        })
        .expect("a thread");
    let place = told.recv().expect("where its time is told");
    let mut called_off = None;
    while let Some(seconds) = clock::of_thread(&place) {
        if seconds >= after {
            called_off = Some(seconds);
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    cancel.store(true, Ordering::Relaxed);
    let end = worker.join().expect("no panic");
    (end, called_off.map(|called_off| end - called_off))
}
