// Twin of increment_cas.c: the swap expects whatever value is now, not what was seen; least threads: 3
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
    } while (!__sync_bool_compare_and_swap(&value, value, seen + 1));
    assert(value > seen);    //~ unsafe(3)
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
