// A resource is closed when its last user has left; the counter says how many users there are. `main` is the first
// one, and hands a use of its own to each thread that it creates.
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
    assert(is_open); //~ safe
    leave();
    return unused;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        atomic_fetch_add(&users, 1);
        pthread_create(&thread, 0, work, 0);
        pthread_detach(thread);
    }
    assert(is_open); //~ safe
    leave();
    pthread_exit(0);
}
