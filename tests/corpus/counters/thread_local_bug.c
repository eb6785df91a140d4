// Twin of thread_local.c: the variable is shared by all threads; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define STEPS 2

static unsigned mine;
static atomic_uint total;

static void *worker(void *arg)
{
    (void)arg;
    for (int i = 0; i < STEPS; i++)
        mine++;
    assert(mine == STEPS);    //~ unsafe(2)
    atomic_fetch_add(&total, mine);
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
