// Any number of threads count. What can go wrong?
#include <assert.h>
#include <pthread.h>

static unsigned count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    // pthread_mutex_lock(&lock);
    unsigned seen = count;
    count = seen + 1;
    assert(count == seen + 1);
    // pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
