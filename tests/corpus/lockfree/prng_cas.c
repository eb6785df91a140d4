// A pseudo-random number generator modulo 7, advanced by compare-and-swap; any number of threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_uint seed = 1;

static void *worker(void *arg)
{
    unsigned old = atomic_load(&seed);
    unsigned number;

    (void)arg;
    do {
        number = old * 3 % 7;
    } while (!atomic_compare_exchange_strong(&seed, &old, number));
    assert(number != old);    //~ safe
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
