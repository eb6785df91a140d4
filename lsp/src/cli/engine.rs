//! Running the engine beside the command line.
//!
//! The engine works in a thread of its own: with a large stack, since it recurses over what the user
//! wrote; under a deadline, since only the cancel flag reaches it; and so that a panic, which is a bug
//! of ours, becomes an answer instead of a crash.

use std::panic::PanicHookInfo;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use braid_core::engine::Progress;

use super::interrupt;
use super::progress::Line;

const STACK_BYTES: usize = 256 << 20;
const TICK: Duration = Duration::from_millis(100);
/// How long the engine may take to notice that it was cancelled.
const GRACE: Duration = Duration::from_secs(5);

/// What the engine is handed.
#[derive(Clone, Debug, Default)]
pub struct Handle {
    pub cancel: Arc<AtomicBool>,
    progress: Arc<Mutex<Option<Progress>>>,
}

impl Handle {
    pub fn report(&self, progress: Progress) {
        if let Ok(mut latest) = self.progress.lock() {
            *latest = Some(progress);
        }
    }

    fn latest(&self) -> Option<Progress> {
        self.progress.lock().ok().and_then(|latest| *latest)
    }
}

/// How it ended.
#[derive(Debug)]
pub enum Ended<T> {
    Done(T),
    /// With this message.
    Panicked(String),
    /// It was told to stop and did not.
    Stuck,
}

/// Does the work in a thread of its own. `line` shows how it goes.
pub fn run<T: Send + 'static>(
    mut deadline: Option<Instant>,
    mut line: Line,
    work: impl FnOnce(&Handle) -> T + Send + 'static,
) -> Ended<T> {
    let handle = Handle::default();
    let is_late =
        interrupt::is_requested() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    handle.cancel.store(is_late, Ordering::Relaxed);
    let (send, receive) = channel();
    let engine = handle.clone();
    let spawned =
        thread::Builder::new().name("engine".into()).stack_size(STACK_BYTES).spawn(move || {
            // Nobody listens any more if we were given up on.
            let _ = send.send(work(&engine));
        });
    let joined = match spawned {
        Ok(joined) => joined,
        Err(error) => return Ended::Panicked(format!("no thread for the engine: {error}")),
    };
    loop {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let wait = left.filter(|left| !left.is_zero()).map_or(TICK, |left| left.min(TICK));
        match receive.recv_timeout(wait) {
            Ok(result) => return Ended::Done(result),
            Err(RecvTimeoutError::Disconnected) => {
                let _ = joined.join();
                return Ended::Panicked(last_panic());
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        line.draw(handle.latest());
        if interrupt::is_requested() {
            let now = Instant::now();
            deadline = Some(deadline.map_or(now, |deadline| deadline.min(now)));
        }
        if let Some(deadline) = deadline {
            let now = Instant::now();
            if now >= deadline {
                handle.cancel.store(true, Ordering::Relaxed);
            }
            if now >= deadline + GRACE {
                return Ended::Stuck;
            }
        }
    }
}

static LAST_PANIC: Mutex<Option<String>> = Mutex::new(None);

/// From now on panics are kept for [`run`] instead of being printed.
pub fn keep_panics() {
    std::panic::set_hook(Box::new(|info: &PanicHookInfo| {
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let message = text.unwrap_or("no message");
        let place = info.location().map_or(String::new(), |at| format!(" at {at}"));
        if let Ok(mut last) = LAST_PANIC.lock() {
            *last = Some(format!("{message}{place}"));
        }
    }));
}

fn last_panic() -> String {
    let last = LAST_PANIC.lock().ok().and_then(|mut last| last.take());
    last.unwrap_or_else(|| "no message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_recursion_fits() {
        fn depth(n: u64) -> u64 {
            if n == 0 { 0 } else { 1 + std::hint::black_box(depth(n - 1)) }
        }
        let ended = run(None, Line::silent(), |_| depth(1_000_000));
        assert!(matches!(ended, Ended::Done(1_000_000)));
    }

    #[test]
    fn the_deadline_raises_the_flag() {
        let deadline = Instant::now() + Duration::from_millis(50);
        let ended = run(Some(deadline), Line::silent(), |handle| {
            while !handle.cancel.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(5));
            }
            7
        });
        assert!(matches!(ended, Ended::Done(7)));
    }

    #[test]
    fn a_panic_is_an_answer() {
        let ended = run(None, Line::silent(), |_| -> u32 { panic!("on purpose") });
        assert!(matches!(ended, Ended::Panicked(_)));
    }
}
