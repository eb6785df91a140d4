// A read-write spin lock: -1 is a writer, otherwise the number of readers, at most two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int state;
static unsigned first, second;

static void *reader(void *arg)
{
    int seen;

    (void)arg;
retry:
    seen = state;
    if (seen < 0 || seen == 2)
        goto retry;
    if (!atomic_compare_exchange_strong(&state, &seen, seen + 1))
        goto retry;
    assert(first == second);    //~ safe
    state--;
    return NULL;
}

static void *writer(void *arg)
{
    int none;

    (void)arg;
    do {
        none = 0;
    } while (!atomic_compare_exchange_strong(&state, &none, -1));
    first++;
    second++;
    state = 0;
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, NULL, reader, NULL);
        pthread_create(&t, NULL, writer, NULL);
    }
}
