/* A counter whose lock is let go between the look and the step; the type is complete in this unit only. */
#include <pthread.h>
#include <stdbool.h>
#include "counter.h"

struct counter {
    pthread_mutex_t lock;
    int value;
    bool busy;
};

static struct counter the_counter = { PTHREAD_MUTEX_INITIALIZER, 0, false };
int limit = 1;

struct counter *counter_get(void) { return &the_counter; }

void counter_bump(struct counter *counter)
{
    pthread_mutex_lock(&counter->lock);
    int before = counter->value;
    pthread_mutex_unlock(&counter->lock);
    pthread_mutex_lock(&counter->lock);
    if (before < twice(limit))
        counter->value = counter->value + 1;
    pthread_mutex_unlock(&counter->lock);
}

int counter_value(struct counter *counter)
{
    pthread_mutex_lock(&counter->lock);
    int value = counter->value;
    pthread_mutex_unlock(&counter->lock);
    return value;
}
