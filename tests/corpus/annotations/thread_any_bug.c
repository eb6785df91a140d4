// Twin of thread_any.c: looking for a permit and taking it are two steps; least threads: 3
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

    if (left == 0)
        return NULL;
    permits--;
    int now = atomic_fetch_add(&users, 1) + 1;
    assert(now <= PERMITS);    //~ unsafe(3)
    users--;
    permits++;
    return arg;
}
