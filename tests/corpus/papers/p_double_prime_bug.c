// Twin of p_double_prime.c: r is not counted atomically; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int condition);

static uint8_t r, s;

static void *worker(void *arg)
{
    uint8_t l = 0;

    (void)arg;
    __VERIFIER_assume(r != UINT8_MAX);
    r = r + 1;
    if (r == 1) {
        while (1) {
            s = s + 1;
            l = l + 1;
            assert(s == l);    //~ unsafe(2)
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
