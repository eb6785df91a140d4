/* What happens to a thread that joins itself is undefined: glibc notices, and goes on. It used to wait for ever. */
#include <assert.h>
#include <pthread.h>

static pthread_t first;
static _Atomic int ready;

static void *other(void *arg)
{
    while (!ready)
        ;
    pthread_join(first, 0); //~ unsafe(1)
    return arg;
}

static void *worker(void *arg)
{
    pthread_join(pthread_self(), 0); //~ unsafe(2)
    assert(0); //~ unknown, truly unsafe: what is behind the join is not known
    return arg;
}

int main(void)
{
    pthread_t second;
    pthread_create(&first, 0, other, 0);
    ready = 1;
    pthread_create(&second, 0, worker, 0);
    pthread_exit(0);
}
