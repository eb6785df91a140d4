//! What becomes of workers that fail, and of those who wait for them.

mod editor;

use std::time::{Duration, Instant};

use editor::{BUSY, Server, busy};

const BUG: &str = "\
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *arg) { x = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    assert(x == 0);
}
";

/// Asks for a failure; what comes out, and whether all is well afterwards.
fn check(what: &str) -> String {
    let mut server = Server::initialized();
    server.open("a.c", &format!("{BUG}// @test: {what}\n"));
    let params = server.diagnostics("a.c");
    let list = params["diagnostics"].as_array().expect("a list");
    assert_eq!(list.len(), 1, "{params}");
    assert_eq!(list[0]["code"], "internal-error", "{params}");
    let message = list[0]["message"].as_str().expect("a text").to_owned();
    assert!(message.contains("please report it"), "{message}");
    server.change("a.c", 2, BUG);
    assert_eq!(server.codes("a.c"), ["assertion-violated"]);
    message
}

#[test]
fn a_panic_is_told() {
    assert!(check("panic").contains("on purpose"));
}

#[test]
fn a_stack_that_overflows_is_told() {
    assert!(check("overflow").contains("the worker process ran out of stack"));
}

#[test]
#[cfg(target_os = "linux")]
fn memory_that_runs_out_is_told() {
    assert!(check("memory").contains("the worker process ran out of memory"));
}

#[test]
fn a_worker_that_does_not_stop_is_killed() {
    let mut server = Server::initialized();
    server.open("a.c", &format!("{BUG}// @test: hang\n"));
    std::thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    server.change("a.c", 2, &BUG.replace("x = 1", "x = 2"));
    assert_eq!(server.codes("a.c"), ["assertion-violated"]);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
#[cfg(target_os = "linux")]
fn a_worker_that_is_killed_is_replaced() {
    let mut server = Server::initialized();
    server.open("b.c", BUG);
    assert_eq!(server.codes("b.c"), ["assertion-violated"]);
    let kill = |id: u32| {
        let status = std::process::Command::new("kill").arg("-9").arg(id.to_string()).status();
        assert!(status.expect("there is a kill").success());
    };
    let before = server.workers();
    assert_eq!(before.len(), 1, "one worker");
    kill(before[0]);
    // Between two questions nobody notices.
    server.change("b.c", 2, &BUG.replace("x = 1", "x = 2"));
    assert_eq!(server.codes("b.c"), ["assertion-violated"]);
    // In the middle of one it is told.
    server.open("a.c", &format!("{BUG}// @test: hang\n"));
    std::thread::sleep(Duration::from_millis(500));
    let workers = server.workers();
    assert_eq!(workers.len(), 1, "one worker");
    assert_ne!(workers, before);
    kill(workers[0]);
    let params = server.diagnostics("a.c");
    let diagnostic = &params["diagnostics"][0];
    assert_eq!(diagnostic["code"], "check-interrupted", "{params}");
    assert!(!diagnostic["message"].to_string().contains("bug in Braid"), "{params}");
    server.change("a.c", 2, BUG);
    assert_eq!(server.codes("a.c"), ["assertion-violated"]);
}

/// On a machine of one's own it takes less than 50 ms (`benches/README.md`); here others work as well.
const SOON: Duration = Duration::from_secs(2);

#[test]
#[cfg(target_os = "linux")]
fn what_is_stopped_ends_soon_whatever_it_does() {
    for (what, body) in BUSY {
        let mut server = Server::initialized();
        server.open("a.c", &busy(body));
        server.wait_until_proving(Duration::from_millis(700));
        server.wait_until_proving(Duration::ZERO);
        let took = server.stop();
        assert!(took < SOON, "{what}: {took:?}");
    }
}
