// Any number of threads look for the largest element; each element is compared under a lock.
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
    for (int i = 0; i < CHUNK; i++) {
        pthread_mutex_lock(&lock);
        if (chunk[i] > max)
            max = chunk[i];
        pthread_mutex_unlock(&lock);
        assert(max >= chunk[i]);    //~ safe
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    for (int i = 0;; i = (i + CHUNK) % SIZE)
        pthread_create(&t, NULL, worker, &data[i]);
}
