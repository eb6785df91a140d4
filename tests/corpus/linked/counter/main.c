/* Any number of threads bump a counter of another unit; it never passes its limit. */
#include <assert.h>
#include <pthread.h>
#include "counter.h"

void *worker(void *arg)
{
    struct counter *counter = counter_get();
    counter_bump(counter);
    assert(counter_value(counter) <= twice(limit));    //~ safe
    return NULL;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, NULL, worker, NULL);
}
