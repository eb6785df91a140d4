// Twin of slots.c: all threads get the address of the loop variable; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define THREADS 2

static int slots[THREADS];

static void *worker(void *arg)
{
    int me = *(int *)arg;

    assert(me < THREADS);    //~ unsafe(2)
    assert(slots[me] == 0);    //~ unsafe(2)
    slots[me] = me + 1;
    assert(slots[me] == me + 1);    //~ safe
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int i;

    for (i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, worker, &i);
    }
    for (int k = 0; k < THREADS; k++)
        pthread_join(threads[k], NULL);
    return 0;
}
