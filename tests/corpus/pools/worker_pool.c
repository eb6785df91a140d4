// A pool of three workers, joined through an array of handles before the result is read.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define WORKERS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int finished;

static void *worker(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    finished++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t pool[WORKERS];

    for (int i = 0; i < WORKERS; i++)
        pthread_create(&pool[i], NULL, worker, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(pool[i], NULL);
    assert(finished == WORKERS);    //~ safe
    printf("%d workers\n", finished);
    return 0;
}
