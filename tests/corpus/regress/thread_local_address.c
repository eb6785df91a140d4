/* Every thread has its own thread-local variables: a pointer to one means nothing in another thread. */
#include <assert.h>
#include <pthread.h>

_Thread_local int own;

static void *worker(void *arg)
{
    *(int *)arg = 5;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, &own); //~ error[escaping-local]
    pthread_join(thread, 0);
    assert(own == 0); //~ unknown, truly unsafe: the address of a thread-local variable leaks
    return 0;
}
