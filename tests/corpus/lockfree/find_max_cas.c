// Any number of threads look for the largest element; each element is offered by compare-and-swap.
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
    for (int i = 0; i < CHUNK; i++) {
        int seen = max;
        while (seen < chunk[i])
            if (atomic_compare_exchange_strong(&max, &seen, chunk[i]))
                break;
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
