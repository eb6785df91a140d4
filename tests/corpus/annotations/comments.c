// No main and no header of Braid: comments say what is shared and what runs; any number of threads.
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
    assert(sent == received);    //~ safe
    sent++;
    received++;
    pthread_mutex_unlock(&lock);
    return arg;
}
