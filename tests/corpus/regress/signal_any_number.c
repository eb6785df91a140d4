/* Any number of threads may come: who waits now may be woken by one that comes later. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t nonempty = PTHREAD_COND_INITIALIZER;
static int items;

void *producer(void *arg) // braid: thread(any)
{
    pthread_mutex_lock(&lock);
    if (items < 2)
        items++;
    pthread_cond_signal(&nonempty);
    pthread_mutex_unlock(&lock);
    return arg;
}

void *consumer(void *arg) // braid: thread(any)
{
    pthread_mutex_lock(&lock);
    while (items == 0)
        pthread_cond_wait(&nonempty, &lock);
    items--;
    assert(items >= 0); //~ safe
    pthread_mutex_unlock(&lock);
    return arg;
}
