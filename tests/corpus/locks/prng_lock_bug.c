// Twin of prng_lock.c: the lock is released before the number is read; least threads: 2
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
    pthread_mutex_unlock(&lock);
    unsigned number = seed;
    return number;
}

static void *worker(void *arg)
{
    (void)arg;
    unsigned number = draw();
    assert(number >= 1 && number < 7);    //~ unsafe(2)
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
