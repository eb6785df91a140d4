/* Twin of mcs_lock.c: the tail is read and written in two steps; least threads: 2 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define THREADS 3
#define NOBODY (-1)

struct mcs_node {
    atomic_int next;
    atomic_bool locked;
};

static struct mcs_node node[THREADS];
static atomic_int tail = NOBODY;
static int owner = NOBODY;

static void mcs_lock(int me)
{
    node[me].next = NOBODY;
    node[me].locked = true;
    int before = tail;
    tail = me;
    if (before != NOBODY) {
        node[before].next = me;
        while (node[me].locked)
            ;
    }
}

static void mcs_unlock(int me)
{
    if (node[me].next == NOBODY) {
        int expected = me;
        if (atomic_compare_exchange_strong(&tail, &expected, NOBODY))
            return;
        while (node[me].next == NOBODY)     /* the successor is about to tell its name */
            ;
    }
    node[node[me].next].locked = false;
}

static void *worker(void *arg)
{
    int me = *(int *)arg;

    mcs_lock(me);
    owner = me;
    assert(owner == me);    //~ unsafe(2)
    mcs_unlock(me);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    int ids[THREADS] = { 0, 1, 2 };

    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, worker, &ids[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
