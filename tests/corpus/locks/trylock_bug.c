// Twin of trylock.c: the mutex is released before the user count is lowered; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t device = PTHREAD_MUTEX_INITIALIZER;
static int users;
static atomic_uint misses;

static void *worker(void *arg)
{
    (void)arg;
    if (pthread_mutex_trylock(&device) == 0) {
        users++;
        assert(users == 1);    //~ unsafe(2)
        pthread_mutex_unlock(&device);
        users--;
    } else {
        misses++;
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
