// As last_user.c, but the use is counted only after the thread was created: it may have left before that, and
// with it, as it seems, the last one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int users = 1;
static atomic_bool is_open = true;

static void leave(void)
{
    if (atomic_fetch_sub(&users, 1) == 1)
        is_open = false;
}

static void *work(void *unused)
{
    assert(is_open); //~ unsafe(2)
    leave();
    return unused;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
        atomic_fetch_add(&users, 1);
        pthread_detach(thread);
    }
    assert(is_open); //~ unsafe(1)
    leave();
    pthread_exit(0);
}
