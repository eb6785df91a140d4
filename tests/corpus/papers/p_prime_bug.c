// Twin of p_prime.c: l is computed after the check, which is P' itself; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

static unsigned s;
static bool t;

static void *worker(void *arg)
{
    unsigned l = 0;

    (void)arg;
    if (__VERIFIER_nondet_bool()) {
        if (t)
            assert(s != l);    //~ unsafe(2)
    }
    l = s + 1;
    t = true;
    return NULL;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, NULL, worker, NULL);
}
