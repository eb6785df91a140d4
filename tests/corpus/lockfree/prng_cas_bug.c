// Twin of prng_cas.c: a retry does not compute the number anew; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_uint seed = 1;

static void *worker(void *arg)
{
    unsigned old = atomic_load(&seed);
    unsigned number = old * 3 % 7;

    (void)arg;
    while (!atomic_compare_exchange_strong(&seed, &old, number))
        ;
    assert(number != old);    //~ unsafe(2)
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
