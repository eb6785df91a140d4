// Every thread counts its own steps in a thread-local variable and adds them to a shared total.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define STEPS 2

static _Thread_local unsigned mine;
static atomic_uint total;

static void *worker(void *arg)
{
    (void)arg;
    for (int i = 0; i < STEPS; i++)
        mine++;
    assert(mine == STEPS);    //~ safe
    atomic_fetch_add(&total, mine);
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
