/* The other unit. */
#include <assert.h>
#include <pthread.h>

int total;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int count;

static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    assert(count == 0);    //~ safe
    count = 2;
    total = total + count;
    assert(total == 2);    //~ unsafe(2)
    pthread_mutex_unlock(&lock);
    return 0;
}

void start_others(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
}
