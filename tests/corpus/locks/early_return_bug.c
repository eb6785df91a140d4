// Twin of early_return.c: leaving early keeps the lock; least threads: 3
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define THREADS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int credits = 1;

static void *worker(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);    //~ deadlock(3)
    if (credits == 0) {
        return NULL;
    }
    credits--;
    assert(credits >= 0);    //~ safe
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
