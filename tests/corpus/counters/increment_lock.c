// A counter that any number of threads increment under one lock.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t value;

static void *worker(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    uint32_t seen = value;
    value = seen + 1;
    assert(value == seen + 1);    //~ safe
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
