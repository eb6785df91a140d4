// Twin of comments.c: the second number changes after the lock is released; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned sent;        // braid: shared
static unsigned received;    // braid: shared

// braid: thread(any)
void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    // braid: invariant(sent == received)
    assert(sent == received);    //~ unsafe(2)
    sent++;
    pthread_mutex_unlock(&lock);
    received++;
    return arg;
}
