// A test-and-set lock for any number of threads, made of GCC builtins.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int taken;
static int inside;

static void acquire(void)
{
    while (__sync_lock_test_and_set(&taken, 1))
        ;
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
    assert(inside == 1);    //~ safe
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
