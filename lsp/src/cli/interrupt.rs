//! Ctrl-C, or a polite request to end: what is known up to then is told before the process ends.
//!
//! A second one ends the process at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// What is said of work that was called off so.
pub const WHY: &str = "stopped before its end";

/// From now on a first request is kept for [`is_requested`].
pub fn watch() {
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Where that is refused, a request ends the process, as it does by default.
        let _ = signal_hook::flag::register_conditional_default(signal, REQUESTED.clone())
            .and_then(|_| signal_hook::flag::register(signal, REQUESTED.clone()));
    }
}

pub fn is_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
