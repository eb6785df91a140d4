// Any number of threads look for the largest element; each offers its own maximum by compare-and-swap.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define SIZE 4
#define CHUNK 2

static int data[SIZE] = { 2, 7, 1, 5 };
static atomic_int max;

static void *worker(void *arg)
{
    const int *chunk = arg;
    int best = chunk[0];
    for (int i = 1; i < CHUNK; i++)
        if (chunk[i] > best)
            best = chunk[i];
    int seen = max;
    while (seen < best && !atomic_compare_exchange_weak(&max, &seen, best))
        ;
    for (int i = 0; i < CHUNK; i++)
        assert(max >= chunk[i]);    //~ safe
    return NULL;
}

int main(void)
{
    pthread_t t;
    for (int i = 0;; i = (i + CHUNK) % SIZE)
        pthread_create(&t, NULL, worker, &data[i]);
}
