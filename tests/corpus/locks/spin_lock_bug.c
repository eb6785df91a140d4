// Twin of spin_lock.c: the exchange writes false, so the lock is never taken; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static atomic_bool busy;
static unsigned position;

static void *worker(void *arg)
{
    (void)arg;
    while (atomic_exchange(&busy, false))
        ;
    unsigned mine = position;
    position = mine + 1;
    assert(position == mine + 1);    //~ unsafe(2)
    atomic_store(&busy, false);
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
