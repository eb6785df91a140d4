// Twin of mcs_stack.c: whoever leaves does not wait for the next one to tell where it waits; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define WORKERS 3

struct node {
    _Atomic(struct node *) next;
    atomic_bool waits;
};

static _Atomic(struct node *) last;
static int n_inside;

static void lock(struct node *own)
{
    atomic_store(&own->next, NULL);
    atomic_store(&own->waits, true);
    struct node *before = atomic_exchange(&last, own);
    if (before != NULL) {
        atomic_store(&before->next, own); //~ unsafe(2)
        while (atomic_load(&own->waits)) {
        }
    }
}

static void unlock(struct node *own)
{
    struct node *next = atomic_load(&own->next);
    if (next == NULL) {
        struct node *expected = own;
        if (atomic_compare_exchange_strong(&last, &expected, NULL)) {
            return;
        }
        // Somebody is about to tell where it waits, and will do so when this node is gone.
        return;
    }
    atomic_store(&next->waits, false);
}

static void *worker(void *arg)
{
    struct node own;
    lock(&own);
    n_inside++;
    assert(n_inside == 1); //~ unknown, truly safe: undefined behaviour comes first
    n_inside--;
    unlock(&own);
    return arg;
}

int main(void)
{
    pthread_t workers[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        pthread_create(&workers[i], 0, worker, 0);
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i], 0);
    }
    return 0;
}
