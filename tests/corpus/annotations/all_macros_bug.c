// Twin of all_macros.c: the lock is taken after the first number changed; least threads: 2
#include <pthread.h>
#include <stdlib.h>
#include "braid.h"

#define THREADS 2

static pthread_mutex_t lock;
static BRAID_SHARED int limit;
static int served BRAID_GUARDED_BY(lock);
static BRAID_LOCAL int mine;
static int first, second;

static BRAID_INIT void setup(void)
{
    pthread_mutex_init(&lock, NULL);
    limit = THREADS;
}

static BRAID_ATOMIC int difference(void)
{
    return first - second;
}

static BRAID_THREAD(2) void *worker(void *arg)
{
    BRAID_ASSUME(limit > 0);
    first++;
    pthread_mutex_lock(&lock);
    BRAID_INVARIANT(served == first);
    served++;
    second++;
    mine = served;
    BRAID_ASSERT(difference() == 0);    //~ unsafe(2)
    pthread_mutex_unlock(&lock);
    BRAID_ASSERT(mine <= limit);    //~ safe
    return arg;
}

int main(void)
{
    pthread_t threads[THREADS];

    setup();
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
