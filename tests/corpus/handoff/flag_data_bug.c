// Twin of flag_data.c: the flag is set before the data is written; least threads: 2
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
    atomic_store_explicit(&ready, true, memory_order_release);
    data = 42;
    return NULL;
}

static void *consumer(void *arg)
{
    (void)arg;
    while (!atomic_load_explicit(&ready, memory_order_acquire))
        ;
    assert(data == 42);    //~ unsafe(2)
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, producer, NULL);
    while (1)
        pthread_create(&t, NULL, consumer, NULL);
}
