// A spin lock made of a C11 atomic exchange guards a log position; any number of threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static atomic_bool busy;
static unsigned position;

static void *worker(void *arg)
{
    (void)arg;
    while (atomic_exchange(&busy, true))
        ;
    unsigned mine = position;
    position = mine + 1;
    assert(position == mine + 1);    //~ safe
    atomic_store(&busy, false);
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
