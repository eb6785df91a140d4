// Twin of worker_pool.c: the first worker is not joined; least threads: 3
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
    for (int i = 1; i < WORKERS; i++)
        pthread_join(pool[i], NULL);
    assert(finished == WORKERS);    //~ unsafe(3)
    printf("%d workers\n", finished);
    return 0;
}
