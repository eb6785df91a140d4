//! Whole sessions over an in-memory connection, with a fake in the engine's place.

mod actions;
mod client;
mod diagnostics;
mod documents;
mod fake;
mod headers;
mod lifecycle;
mod nonsense;
mod places;
mod programs;
mod progress;
mod runs;
mod settings;
mod shuffled;
mod verdicts;

use client::{Published, Session, uri};

/// Two threads that both add 1 without a lock.
const RACE: &str = "\
#include <assert.h>
#include <pthread.h>
int count;
void *worker(void *arg) {
    int old = count;
    count = old + 1;
    assert(count == old + 1);
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    return 0;
}
";
