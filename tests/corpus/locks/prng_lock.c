// A pseudo-random number generator modulo 7, shared by any number of threads under a lock.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned seed = 1;

static unsigned draw(void)
{
    pthread_mutex_lock(&lock);
    seed = seed * 3;
    seed = seed % 7;
    unsigned number = seed;
    pthread_mutex_unlock(&lock);
    return number;
}

static void *worker(void *arg)
{
    (void)arg;
    unsigned number = draw();
    assert(number >= 1 && number < 7);    //~ safe
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
