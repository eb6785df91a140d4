// A bounded queue for many producers and consumers, after Vyukov: each cell has a sequence number.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define CELLS 2

struct cell {
    atomic_uint seq;
    int data;
};

static struct cell cells[CELLS] = { { 0, 0 }, { 1, 0 } };
static atomic_uint enqueue_pos, dequeue_pos;
static atomic_int taken[3];

static bool enqueue(int data)
{
    unsigned pos = enqueue_pos;

    for (;;) {
        struct cell *c = &cells[pos % CELLS];
        int diff = (int)(c->seq - pos);
        if (diff == 0) {
            if (atomic_compare_exchange_strong(&enqueue_pos, &pos, pos + 1)) {
                c->data = data;
                c->seq = pos + 1;
                return true;
            }
        } else if (diff < 0) {
            return false;
        } else {
            pos = enqueue_pos;
        }
    }
}

static bool dequeue(int *data)
{
    unsigned pos = dequeue_pos;

    for (;;) {
        struct cell *c = &cells[pos % CELLS];
        int diff = (int)(c->seq - (pos + 1));
        if (diff == 0) {
            if (atomic_compare_exchange_strong(&dequeue_pos, &pos, pos + 1)) {
                *data = c->data;
                c->seq = pos + CELLS;
                return true;
            }
        } else if (diff < 0) {
            return false;
        } else {
            pos = dequeue_pos;
        }
    }
}

static void *producer(void *arg)
{
    enqueue((int)(long)arg);
    return NULL;
}

static void *consumer(void *arg)
{
    for (int i = 0; i < 2; i++) {
        int got = 0;
        if (!dequeue(&got))
            break;
        assert(got == 1 || got == 2);    //~ safe
        assert(atomic_fetch_add(&taken[got], 1) == 0);    //~ safe
    }
    return arg;
}

int main(void)
{
    pthread_t p1, p2, c;

    pthread_create(&p1, NULL, producer, (void *)1L);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_create(&p2, NULL, producer, (void *)2L);
    pthread_join(p1, NULL);
    pthread_join(p2, NULL);
    pthread_join(c, NULL);
    return 0;
}
