// No main: any number of threads share two permits, handed out by compare-and-swap.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "braid.h"

#define PERMITS 2

static BRAID_SHARED atomic_int permits = PERMITS;
static BRAID_SHARED atomic_int users;

BRAID_THREAD(any) void *worker(void *arg)
{
    int left = permits;

    do {
        if (left == 0)
            return NULL;
    } while (!atomic_compare_exchange_strong(&permits, &left, left - 1));
    int now = atomic_fetch_add(&users, 1) + 1;
    assert(now <= PERMITS);    //~ safe
    users--;
    permits++;
    return arg;
}
