// Twin of seqlock.c: an odd sequence number is not noticed; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_uint seq;
static atomic_int x, y;

static void *writer(void *arg)
{
    (void)arg;
    for (int i = 1; i <= 2; i++) {
        atomic_fetch_add(&seq, 1);
        x = i;
        y = -i;
        atomic_fetch_add(&seq, 1);
    }
    return NULL;
}

static void *reader(void *arg)
{
    unsigned before, after;
    int a, b;

    (void)arg;
    do {
        before = atomic_load(&seq);
        a = atomic_load(&x);
        b = atomic_load(&y);
        after = atomic_load(&seq);
    } while (before != after);
    assert(a + b == 0);    //~ unsafe(2)
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, writer, NULL);
    while (1)
        pthread_create(&t, NULL, reader, NULL);
}
