// The mutex of "Futexes Are Tricky": 0 is free, 1 is locked, 2 is locked and perhaps awaited.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
static int shared;

static long futex(atomic_int *at, int operation, int value) {
    return syscall(SYS_futex, at, operation, value, NULL, NULL, 0);
}

static void lock(void) {
    int c = 0;
    if (atomic_compare_exchange_strong(&word, &c, 1)) return;
    if (c != 2) c = atomic_exchange(&word, 2);
    while (c != 0) {
        futex(&word, FUTEX_WAIT, 2);
        c = atomic_exchange(&word, 2);
    }
}

static void unlock(void) {
    if (atomic_fetch_sub(&word, 1) != 1) {
        atomic_store(&word, 0);
        futex(&word, FUTEX_WAKE, 1);
    }
}

static void *work(void *arg) {
    (void)arg;
    lock();
    shared = 1;
    assert(shared == 1); //~ safe
    shared = 0;
    unlock();
    return NULL;
}

int main(void) {
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, NULL);
    }
}
