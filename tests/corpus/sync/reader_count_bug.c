// As reader_count.c, but a writer does not wait for readers.
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

    assert(price == copy); //~ unsafe(2)

    pthread_mutex_lock(&lock);
    readers--;
    pthread_mutex_unlock(&lock);
    return unused;
}

// braid: thread(any)
void *writer(void *unused)
{
    pthread_mutex_lock(&lock);
    while (writers > 0) {
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
