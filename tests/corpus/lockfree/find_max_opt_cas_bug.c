// Twin of find_max_opt_cas.c: the own maximum leaves out the last element; least threads: 1
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
    for (int i = 1; i < CHUNK - 1; i++)
        if (chunk[i] > best)
            best = chunk[i];
    int seen = max;
    while (seen < best && !atomic_compare_exchange_weak(&max, &seen, best))
        ;
    for (int i = 0; i < CHUNK; i++)
        assert(max >= chunk[i]);    //~ unsafe(1)
    return NULL;
}

int main(void)
{
    pthread_t t;
    for (int i = 0;; i = (i + CHUNK) % SIZE)
        pthread_create(&t, NULL, worker, &data[i]);
}
