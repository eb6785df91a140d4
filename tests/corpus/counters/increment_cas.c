// A counter that any number of threads increment by compare-and-swap; it stops when full.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static uint32_t value;

static void *worker(void *arg)
{
    uint32_t seen;

    (void)arg;
    do {
        seen = value;
        if (seen == UINT32_MAX)
            return NULL;
    } while (!__sync_bool_compare_and_swap(&value, seen, seen + 1));
    assert(value > seen);    //~ safe
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
