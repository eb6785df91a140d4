/* A thread that is detached is not waited for. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *set(void *arg)
{
    x = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    pthread_detach(t);
    pthread_join(t, NULL); //~ unsafe(1)
    assert(x == 1); //~ unknown, truly unsafe: it is behind the join
    return 0;
}
