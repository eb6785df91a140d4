// A ticket lock with tickets modulo 3; a thread takes one only while the queue is not full.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define TICKETS 3

static unsigned next, serving;
static bool busy;

// The next ticket, or TICKETS if the queue is full.
static unsigned __VERIFIER_atomic_take(void)
{
    unsigned mine = next;
    if ((mine + 1) % TICKETS == serving)
        return TICKETS;
    next = (mine + 1) % TICKETS;
    return mine;
}

static void *worker(void *arg)
{
    unsigned mine;

    (void)arg;
    do {
        mine = __VERIFIER_atomic_take();
    } while (mine == TICKETS);
    while (__atomic_load_n(&serving, __ATOMIC_SEQ_CST) != mine)
        ;
    assert(!busy);    //~ safe
    busy = true;
    busy = false;
    __atomic_store_n(&serving, (mine + 1) % TICKETS, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
