// Twin of find_max_cas.c: a failed compare-and-swap is not repeated; least threads: 2
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
        if (seen < chunk[i])
            atomic_compare_exchange_strong(&max, &seen, chunk[i]);
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
