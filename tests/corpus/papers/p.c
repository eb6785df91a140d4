// The program P of the papers with a step of two, so that s stays even; any number of threads.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static unsigned s;

static void *worker(void *arg)
{
    unsigned l = 1;

    (void)arg;
    assert(s != l);    //~ safe
    s = s + 2;
    return NULL;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, NULL, worker, NULL);
}
