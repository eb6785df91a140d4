// Any number of threads swap two different numbers in sections that SV-COMP calls atomic.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int a = 0, b = 1;

static void *worker(void *arg)
{
    (void)arg;
    __VERIFIER_atomic_begin();
    int old = a;
    a = b;
    b = old;
    __VERIFIER_atomic_end();

    __VERIFIER_atomic_begin();
    assert(a != b);    //~ safe
    __VERIFIER_atomic_end();
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
