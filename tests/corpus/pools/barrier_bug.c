// Twin of barrier.c: the barrier opens one thread too early; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define THREADS 3

static atomic_int arrived;
static int part[THREADS];

static void *worker(void *arg)
{
    int *mine = arg;

    *mine = 1;
    atomic_fetch_add(&arrived, 1);
    while (atomic_load(&arrived) < THREADS - 1)
        ;
    for (int i = 0; i < THREADS; i++)
        assert(part[i] == 1);    //~ unsafe(2)
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, &part[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
