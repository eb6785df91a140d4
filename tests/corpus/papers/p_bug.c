// Twin of p.c: the step is one, which is P itself; least threads: 2
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static unsigned s;

static void *worker(void *arg)
{
    unsigned l = 1;

    (void)arg;
    assert(s != l);    //~ unsafe(2)
    s = s + 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
