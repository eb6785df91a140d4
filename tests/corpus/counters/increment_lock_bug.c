// Twin of increment_lock.c: there is no lock; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static uint32_t value;

static void *worker(void *arg)
{
    (void)arg;
    uint32_t seen = value;
    value = seen + 1;
    assert(value == seen + 1);    //~ unsafe(2)
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
