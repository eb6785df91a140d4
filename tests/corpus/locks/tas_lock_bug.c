// Twin of tas_lock.c: the test and the set are two steps; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int taken;
static int inside;

static void acquire(void)
{
    while (__atomic_load_n(&taken, __ATOMIC_SEQ_CST))
        ;
    __atomic_store_n(&taken, 1, __ATOMIC_SEQ_CST);
}

static void release(void)
{
    __sync_lock_release(&taken);
}

static void *worker(void *arg)
{
    (void)arg;
    acquire();
    inside++;
    assert(inside == 1);    //~ unsafe(2)
    inside--;
    release();
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
