// Peterson's mutual exclusion of two threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static atomic_bool wants[2];
static atomic_int turn;
static int inside;

static void *worker(void *arg)
{
    int me = *(int *)arg;
    int other = 1 - me;

    wants[me] = true;
    turn = other;
    while (wants[other] && turn == other)
        ;
    inside++;
    assert(inside == 1);    //~ safe
    inside--;
    wants[me] = false;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int ids[2] = { 0, 1 };

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, &ids[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
