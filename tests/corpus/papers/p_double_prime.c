// The program P'' of the papers, on bytes: only the first of any number of threads enters the loop.
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
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(r != UINT8_MAX);
    r = r + 1;
    __VERIFIER_atomic_end();
    if (r == 1) {
        while (1) {
            s = s + 1;
            l = l + 1;
            assert(s == l);    //~ safe
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
