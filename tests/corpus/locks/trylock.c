// Threads use a device if they get its mutex at once, and count a miss otherwise; any number of threads.
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
        assert(users == 1);    //~ safe
        users--;
        pthread_mutex_unlock(&device);
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
