/* A call that cannot be understood is not dropped. */
#include <assert.h>

int x;

static void *worker(void *arg)
{
    (void)arg;
    x = 1;
    return 0;
}

int main(void)
{
    long thread;
    pthread_create(&thread, 0, worker); //~ error[unsupported-construct]
    assert(x == 0); //~ unknown, truly unsafe: the call is not understood
    return 0;
}
