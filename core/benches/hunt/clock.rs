//! Processor time, user and system: other work on the machine does not count.
//!
//! From `/proc`, in hundredths of a second, as SPIN counts too.

/// Of this process.
pub fn own() -> f64 {
    seconds("self", 13).expect("Linux")
}

/// Of the processes that it started and waited for.
pub fn children() -> f64 {
    seconds("self", 15).expect("Linux")
}

/// Of another process, if it is still there.
#[allow(dead_code, reason = "not every benchmark starts others")]
pub fn of(process: u32) -> Option<f64> {
    seconds(&process.to_string(), 13)
}

/// User and system time are neighbouring fields.
fn seconds(process: &str, field: usize) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field, a name in parentheses, may contain anything.
    let rest = stat.rsplit(')').next()?;
    let ticks = rest.split_whitespace().skip(field - 2).take(2);
    Some(ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0)
}

/// Of a thread, finer than ticks: what the scheduler counts, in nanoseconds.
#[allow(dead_code, reason = "not every benchmark asks for so little")]
pub fn of_thread(path: &std::path::Path) -> Option<f64> {
    let stat = std::fs::read_to_string(path.join("schedstat")).ok()?;
    Some(stat.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}
