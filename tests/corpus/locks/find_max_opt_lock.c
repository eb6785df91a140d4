// Any number of threads look for the largest element; each takes the lock once, for its own maximum.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define SIZE 4
#define CHUNK 2

static int data[SIZE] = { 2, 7, 1, 5 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int max;

static void *worker(void *arg)
{
    const int *chunk = arg;
    int best = chunk[0];
    for (int i = 1; i < CHUNK; i++)
        if (chunk[i] > best)
            best = chunk[i];
    pthread_mutex_lock(&lock);
    if (best > max)
        max = best;
    pthread_mutex_unlock(&lock);
    assert(max >= best);    //~ safe
    return NULL;
}

int main(void)
{
    pthread_t t;
    for (int i = 0;; i = (i + CHUNK) % SIZE)
        pthread_create(&t, NULL, worker, &data[i]);
}
