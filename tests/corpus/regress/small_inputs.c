/* A table with random keys: `rand() % 10` is one of ten values, and all of them are tried. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define N_KEYS 10

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table[N_KEYS];

static void *worker(void *arg)
{
    unsigned key = rand() % N_KEYS;
    pthread_mutex_lock(&lock);
    int old = table[key];
    table[key] = old + 1;
    assert(table[key] == old + 1); //~ safe
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int key = rand() % N_KEYS;
    assert(table[key] <= 2);     //~ safe
    assert(table[key] != 2);     //~ unsafe(2)
    assert((rand() & 3) <= 3);   //~ safe
    assert((rand() & 3) != 2);   //~ unsafe
    return 0;
}
