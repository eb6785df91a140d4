//! Processor time, user and system: other work on the machine does not count.
//!
//! From `/proc`, in hundredths of a second, as SPIN counts too.

/// Of this process.
pub fn own() -> f64 {
    seconds(13) + seconds(14)
}

/// Of the processes that it started and waited for.
pub fn children() -> f64 {
    seconds(15) + seconds(16)
}

fn seconds(field: usize) -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    // The second field, a name in parentheses, may contain anything.
    let rest = stat.rsplit(')').next().expect("the last part");
    let ticks: f64 = rest
        .split_whitespace()
        .nth(field - 2)
        .and_then(|ticks| ticks.parse().ok())
        .expect("a number of ticks");
    ticks / 100.0
}
