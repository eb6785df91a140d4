// Each thread owns the slot whose index it is given.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define THREADS 2

static int slots[THREADS];

static void *worker(void *arg)
{
    int me = *(int *)arg;

    assert(me < THREADS);    //~ safe
    assert(slots[me] == 0);    //~ safe
    slots[me] = me + 1;
    assert(slots[me] == me + 1);    //~ safe
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int ids[THREADS];
    int i;

    for (i = 0; i < THREADS; i++) {
        ids[i] = i;
        pthread_create(&threads[i], NULL, worker, &ids[i]);
    }
    for (int k = 0; k < THREADS; k++)
        pthread_join(threads[k], NULL);
    return 0;
}
