// Readers and writers of any number: readers count themselves under a lock, and a writer waits until the counter is 0.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int readers, writers;
static int price, copy;

// braid: thread(any)
void *reader(void *unused)
{
    pthread_mutex_lock(&lock);
    while (writers > 0) {
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
    }
    readers++;
    pthread_mutex_unlock(&lock);

    assert(price == copy); //~ safe

    pthread_mutex_lock(&lock);
    readers--;
    assert(readers >= 0); //~ safe
    pthread_mutex_unlock(&lock);
    return unused;
}

// braid: thread(any)
void *writer(void *unused)
{
    pthread_mutex_lock(&lock);
    while (readers > 0 || writers > 0) {
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
    }
    writers++;
    pthread_mutex_unlock(&lock);

    price ^= 1;
    copy ^= 1;

    pthread_mutex_lock(&lock);
    writers--;
    pthread_mutex_unlock(&lock);
    return unused;
}
