// The program P' of the papers with l computed before the check; any number of threads.
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
    l = s + 1;
    if (__VERIFIER_nondet_bool()) {
        if (t)
            assert(s != l);    //~ safe
    }
    t = true;
    return NULL;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, NULL, worker, NULL);
}
