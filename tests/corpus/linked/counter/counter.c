/* A counter behind a lock; the type is complete in this unit only. */
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
    if (before < twice(limit))
        counter->value = before + 1;
    pthread_mutex_unlock(&counter->lock);
}

int counter_value(struct counter *counter)
{
    pthread_mutex_lock(&counter->lock);
    int value = counter->value;
    pthread_mutex_unlock(&counter->lock);
    return value;
}
