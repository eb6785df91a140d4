/* Thread-local variables start with their initialiser in every thread; static locals are shared. */
#include <assert.h>
#include <pthread.h>

_Thread_local int own = 5;

static void *worker(void *arg)
{
    (void)arg;
    static int calls = 0;
    own++;
    assert(own == 6); //~ safe
    calls++;
    assert(calls == 1); //~ unsafe(2)
    return 0;
}

int main(void)
{
    pthread_t a, b;
    own = 9;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
