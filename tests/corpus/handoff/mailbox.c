// A producer hands two items to a consumer through a mailbox for one item.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#define ITEMS 2

static atomic_bool full;
static int item;

static void *producer(void *arg)
{
    (void)arg;
    for (int i = 1; i <= ITEMS; i++) {
        while (full)
            ;
        item = i;
        full = true;
    }
    return NULL;
}

static void *consumer(void *arg)
{
    (void)arg;
    for (int i = 1; i <= ITEMS; i++) {
        while (!full)
            ;
        int got = item;
        full = false;
        assert(got == i);    //~ safe
    }
    return NULL;
}

int main(void)
{
    pthread_t from, to;

    pthread_create(&from, NULL, producer, NULL);
    pthread_create(&to, NULL, consumer, NULL);
    pthread_join(from, NULL);
    pthread_join(to, NULL);
    return 0;
}
