// Whoever comes first initialises, by a flag under a mutex; any number of threads.
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
    pthread_mutex_lock(&lock);
    if (!initialised) {
        initialised = true;
        calls++;
        limit = 10;
    }
    pthread_mutex_unlock(&lock);
    assert(limit == 10);    //~ safe
    assert(calls == 1);    //~ safe
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
