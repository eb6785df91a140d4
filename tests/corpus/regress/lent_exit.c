/* The locals of all functions that are under way are gone when the thread ends. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) seen;

static void leave(void)
{
    pthread_exit(0);
}

static void *worker(void *arg)
{
    int own = 1;
    atomic_store(&seen, &own);
    if (!arg) {
        leave();
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_join(a, 0);
    int *last = atomic_load(&seen);
    pthread_create(&b, 0, worker, &a);
    pthread_join(b, 0);
    assert(last); //~ safe
    return *last; //~ unsafe(2)
}
