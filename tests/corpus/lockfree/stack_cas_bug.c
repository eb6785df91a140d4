// Twin of stack_cas.c: pop stores the new top instead of swapping it; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#define NODES 3

static struct {
    unsigned char below;
    atomic_bool popped;
} memory[NODES];    // node 0 is the bottom
static atomic_uchar fresh = 1, top;

static void push(void)
{
    unsigned char node = fresh;
    do {
        if (node == NODES)
            return;
    } while (!atomic_compare_exchange_strong(&fresh, &node, node + 1));

    unsigned char seen = top;
    do {
        memory[node].below = seen;
    } while (!atomic_compare_exchange_strong(&top, &seen, node));
}

static void pop(void)
{
    unsigned char node = top;
    if (node != 0) {
        top = memory[node].below;
        bool twice = atomic_exchange(&memory[node].popped, true);
        assert(!twice);    //~ unsafe(2)
    }
}

static void *worker(void *arg)
{
    (void)arg;
    push();
    pop();
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
