// Twin of incdec_lock.c: decrement sets its flag after the value, not before; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t value;
static bool raised, lowered;

static void increment(void)
{
    pthread_mutex_lock(&lock);
    uint32_t seen = value;
    if (seen < UINT32_MAX) {
        raised = true;
        value = seen + 1;
        pthread_mutex_unlock(&lock);
        __VERIFIER_atomic_begin();
        assert(lowered || value > seen);    //~ unsafe(2)
        __VERIFIER_atomic_end();
    } else {
        pthread_mutex_unlock(&lock);
    }
}

static void decrement(void)
{
    pthread_mutex_lock(&lock);
    uint32_t seen = value;
    if (seen > 0) {
        value = seen - 1;
        lowered = true;
        pthread_mutex_unlock(&lock);
        __VERIFIER_atomic_begin();
        assert(raised || value < seen);    //~ safe
        __VERIFIER_atomic_end();
    } else {
        pthread_mutex_unlock(&lock);
    }
}

static void *worker(void *arg)
{
    (void)arg;
    if (rand() % 2)
        increment();
    else
        decrement();
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
