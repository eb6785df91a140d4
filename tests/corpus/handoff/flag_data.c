// One producer publishes data with a flag; any number of consumers wait for it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static int data;
static atomic_bool ready;

static void *producer(void *arg)
{
    (void)arg;
    data = 42;
    atomic_store_explicit(&ready, true, memory_order_release);
    return NULL;
}

static void *consumer(void *arg)
{
    (void)arg;
    while (!atomic_load_explicit(&ready, memory_order_acquire))
        ;
    assert(data == 42);    //~ safe
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, producer, NULL);
    while (1)
        pthread_create(&t, NULL, consumer, NULL);
}
