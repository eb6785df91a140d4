// A ring buffer for one producer and one consumer, without locks: each index has one writer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define SIZE 2
#define ITEMS 3

static int ring[SIZE];
static atomic_uint head, tail;      // head is the consumer's, tail the producer's

static bool push(int value)
{
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);

    if (t - atomic_load_explicit(&head, memory_order_acquire) == SIZE)
        return false;
    ring[t % SIZE] = value;
    atomic_store_explicit(&tail, t + 1, memory_order_release);
    return true;
}

static bool pop(int *value)
{
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);

    if (h == atomic_load_explicit(&tail, memory_order_acquire))
        return false;
    *value = ring[h % SIZE];
    atomic_store_explicit(&head, h + 1, memory_order_release);
    return true;
}

static void *producer(void *arg)
{
    for (int i = 1; i <= ITEMS; i++)
        while (!push(i))
            ;
    return arg;
}

static void *consumer(void *arg)
{
    for (int i = 1; i <= ITEMS; i++) {
        int got = 0;
        while (!pop(&got))
            ;
        assert(got == i);    //~ safe
    }
    return arg;
}

int main(void)
{
    pthread_t p, c;

    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    assert(head == tail);    //~ safe
    return 0;
}
