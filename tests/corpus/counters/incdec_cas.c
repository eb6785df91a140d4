// A counter that any number of threads raise or lower by compare-and-swap; flags tell what happened so far.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static _Atomic uint32_t value;
static atomic_bool raised, lowered;

static void __VERIFIER_atomic_check_raised(uint32_t seen)
{
    assert(lowered || value > seen);    //~ safe
}

static void __VERIFIER_atomic_check_lowered(uint32_t seen)
{
    assert(raised || value < seen);    //~ safe
}

static void *increment(void *arg)
{
    uint32_t seen = value;

    (void)arg;
    do {
        if (seen == UINT32_MAX)
            return NULL;
        raised = true;
    } while (!atomic_compare_exchange_strong(&value, &seen, seen + 1));
    __VERIFIER_atomic_check_raised(seen);
    return NULL;
}

static void *decrement(void *arg)
{
    uint32_t seen = value;

    (void)arg;
    do {
        if (seen == 0)
            return NULL;
        lowered = true;
    } while (!atomic_compare_exchange_strong(&value, &seen, seen - 1));
    __VERIFIER_atomic_check_lowered(seen);
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, NULL, increment, NULL);
        pthread_create(&t, NULL, decrement, NULL);
    }
}
