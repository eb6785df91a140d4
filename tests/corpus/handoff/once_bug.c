// Twin of once.c: the flag is tested before the lock is taken; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool initialised;
static int limit, calls;

static void *worker(void *arg)
{
    (void)arg;
    if (!initialised) {
        pthread_mutex_lock(&lock);
        initialised = true;
        calls++;
        limit = 10;
        pthread_mutex_unlock(&lock);
    }
    assert(limit == 10);    //~ unsafe(2)
    assert(calls == 1);    //~ unsafe(2)
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
