// Twin of find_max_lock.c: the comparison is made before the lock is taken; least threads: 2
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
        if (chunk[i] > max) {
            pthread_mutex_lock(&lock);
            max = chunk[i];
            pthread_mutex_unlock(&lock);
        }
        assert(max >= chunk[i]);    //~ unsafe(2)
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    for (int i = 0;; i = (i + CHUNK) % SIZE)
        pthread_create(&t, NULL, worker, &data[i]);
}
