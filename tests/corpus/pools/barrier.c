// Three threads do their part, meet at a barrier made of a counter, then read all parts.
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
    while (atomic_load(&arrived) < THREADS)
        ;
    for (int i = 0; i < THREADS; i++)
        assert(part[i] == 1);    //~ safe
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
